/** The table's menu: settings, help, links, leaving. */

import { button, icon, iconButton } from "./parts.js";
import { proposalList } from "./proposals.js";
import { lobbyUrl, reportUrl, rulesUrl } from "./urls.js";
import { h } from "./vdom.js";

/** A dialog with a heading and a close button. */
export const dialog = ({ name, title, actions }, ...body) =>
  h(
    "dialog",
    {
      class: "drawer",
      key: `dialog-${name}`,
      "aria-label": title,
      oncancel: actions.closeDialog,
      onclick: actions.clickDialog,
    },
    h(
      "div",
      { class: "hd" },
      h("h2", {}, title),
      iconButton({ name: "close", label: gettext("Close"), onclick: actions.closeDialog }),
    ),
    h("div", { class: "dbody" }, body),
  );

const item = ({ name, label, ...props }) => button({ look: "mitem", ...props }, icon(name), label);

const linkItem = ({ name, label, href, isNew }) =>
  h("a", { class: "mitem", href, ...(isNew ? { target: "_blank", rel: "noopener" } : {}) }, icon(name), label);

const leaving = (state, actions) =>
  state.seat === null
    ? linkItem({ name: "home", label: gettext("To the lobby"), href: lobbyUrl() })
    : item({ name: "logout", label: gettext("Leave the table"), onclick: actions.leave });

/** The menu. */
export const menu = (state, actions) =>
  dialog(
    { name: "menu", title: gettext("Table"), actions },
    h(
      "div",
      { class: "mlist" },
      item({ name: "gear", label: gettext("Settings"), onclick: () => actions.openDialog("settings") }),
      item({ name: "help", label: gettext("Help and keys"), onclick: () => actions.openDialog("help") }),
      item({
        name: "share",
        label: gettext("Copy the link to this table"),
        onclick: () => actions.copy(new URL(state.view?.table?.invite_url ?? location.pathname, location.href).href),
      }),
      linkItem({ name: "book", label: gettext("The rules"), href: rulesUrl(), isNew: true }),
      linkItem({ name: "flag", label: gettext("Report a fault"), href: reportUrl(), isNew: true }),
      state.seat === null
        ? null
        : linkItem({ name: "home", label: gettext("To the lobby (your seat stays yours)"), href: lobbyUrl() }),
      leaving(state, actions),
    ),
    proposalList(state, actions),
  );
