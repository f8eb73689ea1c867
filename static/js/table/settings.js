/** The settings of the table: kept in this browser, shown at once. */

import { dialog } from "./menu.js";
import { cardFace } from "./parts.js";
import { h } from "./vdom.js";

const SAMPLE = ["AS", "HH", "KD", "QC"];

const choice = ({ name, value, label, chosen, actions }) =>
  h(
    "label",
    { class: value === chosen ? "on" : "" },
    h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => actions.setPref(name, value) }),
    h("span", {}, label),
  );

const group = ({ name, legend, options, prefs, actions }) =>
  h(
    "fieldset",
    { class: "opt" },
    h("legend", {}, legend),
    h(
      "div",
      { class: `segs ${name}` },
      options.map(([value, label]) => choice({ name, value, label, chosen: prefs[name], actions })),
    ),
  );

const toggle = ({ name, label, prefs, actions }) =>
  h(
    "label",
    { class: "chk" },
    h("input", {
      type: "checkbox",
      checked: prefs[name],
      onchange: (event) => actions.setPref(name, event.target.checked),
    }),
    h("span", {}, label),
  );

const THEME = () => ({
  name: "theme",
  legend: gettext("Theme"),
  options: [
    ["auto", gettext("As the system")],
    ["light", gettext("Light")],
    ["dark", gettext("Dark")],
  ],
});

const MAT = () => ({
  name: "mat",
  legend: gettext("Mat"),
  options: [
    ["wine", gettext("Wine")],
    ["bottle", gettext("Bottle green")],
    ["ink", gettext("Ink blue")],
    ["slate", gettext("Slate")],
  ],
});

const DECK = () => ({
  name: "deck",
  legend: gettext("Suits"),
  options: [
    ["2", gettext("Two colours")],
    ["4", gettext("Four colours")],
  ],
});

const SIZE = () => ({
  name: "size",
  legend: gettext("Cards"),
  options: [
    ["normal", gettext("Normal")],
    ["large", gettext("Large")],
  ],
});

const ORDER = () => ({
  name: "order",
  legend: gettext("Order of the hand"),
  options: [
    ["colours", gettext("Colours alternate")],
    ["suits", gettext("Always ♠ ♥ ♣ ♦")],
  ],
});

const SPEED = () => ({
  name: "speed",
  legend: gettext("Speed of the play"),
  options: [
    ["calm", gettext("Calm")],
    ["normal", gettext("Normal")],
    ["fast", gettext("Fast")],
    ["instant", gettext("At once")],
  ],
});

const toggles = (context, entries) =>
  h(
    "div",
    { class: "chks" },
    entries.map(([name, label]) => toggle({ name, label, ...context })),
  );

/** The settings dialog. */
export const settings = ({ prefs }, actions) => {
  const context = { prefs, actions };
  const groups = (...list) => list.map((entry) => group({ ...entry(), ...context }));
  return dialog(
    { name: "settings", title: gettext("Settings"), actions },
    h(
      "div",
      { class: "sample mat-box on-mat", "aria-hidden": "true" },
      SAMPLE.map((code) => cardFace(code, { isNamed: false })),
    ),
    groups(DECK, SIZE, MAT, THEME),
    h("h3", {}, gettext("Your hand")),
    groups(ORDER),
    toggles(context, [
      ["trumpsLast", gettext("Trumps at the end of the hand")],
      ["confirm", gettext("Touch a card twice to play it")],
      ["ahead", gettext("Choose the next card before your turn")],
      ["autoplay", gettext("Play a card by itself when no other is allowed")],
    ]),
    h("h3", {}, gettext("Table")),
    groups(SPEED),
    toggles(context, [["sound", gettext("Sounds")]]),
  );
};
