/** Small pieces that every part of the table draws with: icons, pips, portraits, cards, team marks, buttons. */

import { faceSvg, miniSvg } from "../cards/faces.js";
import { cardName } from "../cards/names.js";
import { h } from "./vdom.js";

const sheet = (name) => document.documentElement.dataset[name];

const useSvg = ({ file, id, css }) =>
  `<svg class="${css}" aria-hidden="true" focusable="false"><use href="${sheet(file)}#${id}"></use></svg>`;

/** An icon of static/icons.svg. */
export const icon = (name) =>
  h("span", { class: "gl", key: `icon-${name}`, html: useSvg({ file: "icons", id: name, css: "ico" }) });

/** The pip of a trump: S, H, D, C, AT or NT. */
export const pip = (trump) =>
  h("span", { class: "gl", html: useSvg({ file: "icons", id: `pip-${trump}`, css: "pip" }) });

/** The shape of a team, in its colour (1 to 3); nothing when there is none. */
export const mark = (tint) => (tint ? h("i", { class: `mark ${tint}` }) : null);

/** A portrait by its key, such as "Q1". */
export function portrait(key, { size = "" } = {}) {
  const [court = "J", colour = "0"] = key ?? "";
  return h("span", { class: `av c${colour} ${size}`, html: useSvg({ file: "avatars", id: court, css: "" }) });
}

/** A card face; `isNamed` gives it a name of its own for screen readers. */
export const cardFace = (code, { isNamed = true } = {}) =>
  h("span", {
    class: code === "back" ? "card back" : "card",
    html: faceSvg(code),
    ...(isNamed && code !== "back" ? { role: "img", "aria-label": cardName(code) } : {}),
  });

/** A small card: index and pip only. */
export const miniCard = (code) =>
  h("span", { class: "card mini", html: miniSvg(code), role: "img", "aria-label": cardName(code) });

/** A button; `look` is its class. */
export const button = ({ look = "btn", ...props }, ...children) =>
  h("button", { type: "button", class: look, ...props }, children);

/** A button that is only an icon. */
export const iconButton = ({ name, label, look = "ib", ...props }) =>
  button({ look, "aria-label": label, title: label, ...props }, icon(name));
