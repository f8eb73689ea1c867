/** The help panel: what the signs mean, which keys there are, the values of the cards. */

import { indexLetter } from "../cards/names.js";
import { dialog } from "./menu.js";
import { icon, pip } from "./parts.js";
import { rulesUrl } from "./urls.js";
import { h } from "./vdom.js";

const KEYS = () => [
  [["←", "→"], gettext("go through your cards")],
  [["Enter"], gettext("play the card, or make the call that is ready; out of turn: choose the next card")],
  [["Esc"], gettext("take that choice back; close what is open")],
  [["1", "…", "8"], gettext("go to a card")],
  [["P"], gettext("pass")],
  [["T"], gettext("take")],
  [["S", "H", "D", "C", "A", "N"], gettext("choose spades, hearts, diamonds, clubs, All-Trumps, No-Trump")],
  [["+", "−"], gettext("bid 10 more or less")],
  [["B"], gettext("bid")],
  [["K"], gettext("capot")],
  [["X"], gettext("counter, overcounter")],
  [["C"], gettext("continue after a round")],
  [["U"], gettext("take a card or call back, where the table allows it")],
  [["R"], gettext("the rest is mine")],
  [["L"], gettext("last trick")],
  [["V"], gettext("cards played")],
  [["O"], gettext("order of the hand")],
  [["/"], gettext("write to the table")],
  [["G"], gettext("settings")],
  [["?"], gettext("this help")],
];

const keyRow = ([keys, text]) =>
  h(
    "tr",
    {},
    h(
      "td",
      {},
      keys.map((key) => h("kbd", {}, key)),
    ),
    h("td", {}, text),
  );

const sign = (picture, text) => h("li", {}, h("span", { class: "pic" }, picture), h("span", {}, text));

const SIGNS = () => [
  sign(
    h("span", { class: "chip dealer on-ivory" }, pgettext("dealer, one letter", "D")),
    gettext("the dealer; the opener sits at his left and begins"),
  ),
  sign(h("span", { class: "chip decl on-ivory" }, pip("H"), "160"), gettext("the declarer, with his contract")),
  sign(
    h("span", { class: "mult" }, icon("sword"), "×2"),
    gettext("countered: the contract counts twice; with two swords four times"),
  ),
  sign(
    h(
      "span",
      { class: "row" },
      h("i", { class: "mark t1" }),
      h("i", { class: "mark t2" }),
      h("i", { class: "mark t3" }),
    ),
    gettext("the teams: yours is always the disc"),
  ),
  sign(
    h("span", { class: "bt on-ivory" }, icon("bot")),
    gettext("a bot, or a bot that plays for somebody who is away"),
  ),
  sign(h("span", { class: "bt gone on-mat" }, icon("moon")), gettext("somebody who is away")),
  sign(h("span", { class: "taken" }, icon("trick"), "2"), gettext("tricks taken in this round")),
  sign(pip("AT"), gettext("All-Trumps: every suit ranks as trumps")),
  sign(pip("NT"), gettext("No-Trump: no suit does")),
];

const RANKS = ["A", "T", "H", "K", "Q", "J", "9", "8", "7", "6", "5", "4"];
const PLAIN = [12, 10, 7, 5, 4, 3, 2, 1, 0, 0, 0, 0];
const TRUMP = { 9: 27, 8: 22, 7: 14, A: 12, T: 10, H: 7, K: 5, Q: 4, J: 3, 6: 0, 5: 0, 4: 0 };
const ALL = [17, 14, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0];
const NONE = [20, 17, 7, 5, 4, 3, 2, 1, 0, 0, 0, 0];
const TRUMP_RANKS = ["9", "8", "7", "A", "T", "H", "K", "Q", "J", "6", "5", "4"];

const rankText = (rank) => (rank === "T" ? "10" : indexLetter(rank));

const valueRow = (name, ranks, points) =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, name),
    h(
      "td",
      {},
      h(
        "span",
        { class: "vals" },
        ranks.map((rank, i) => h("span", {}, h("b", {}, rankText(rank)), h("small", {}, String(points[i])))),
      ),
    ),
  );

const values = () =>
  h(
    "table",
    { class: "values" },
    h(
      "tbody",
      {},
      valueRow(gettext("Plain suit"), RANKS, PLAIN),
      valueRow(
        gettext("Trump suit"),
        TRUMP_RANKS,
        TRUMP_RANKS.map((rank) => TRUMP[rank]),
      ),
      valueRow(gettext("All-Trumps"), TRUMP_RANKS, ALL),
      valueRow(gettext("No-Trump"), RANKS, NONE),
    ),
  );

const DUTIES = () => [
  gettext("Follow the suit led if you can; in trumps play higher than all trumps in the trick if you can."),
  gettext("Cannot follow, and an opponent's card is winning: trump, or over-trump, if you can."),
  gettext("Cannot follow, and a partner's card is winning: play any card."),
];

/** The help dialog. */
export const help = (_state, actions) =>
  dialog(
    { name: "help", title: gettext("Help and keys"), actions },
    h("h3", {}, gettext("What you must play")),
    h(
      "ul",
      { class: "duties" },
      DUTIES().map((text) => h("li", {}, text)),
    ),
    h("h3", {}, gettext("Order and points of the cards")),
    values(),
    h("h3", {}, gettext("What the signs mean")),
    h("ul", { class: "signs" }, SIGNS()),
    h("h3", {}, gettext("Keys")),
    h("table", { class: "keys" }, h("tbody", {}, KEYS().map(keyRow))),
    h(
      "p",
      { class: "small" },
      h("a", { href: rulesUrl(), target: "_blank", rel: "noopener" }, gettext("All the rules")),
    ),
  );
