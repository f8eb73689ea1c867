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

const groups = () => [
  {
    name: "theme",
    legend: gettext("Theme"),
    options: [
      ["auto", gettext("As the system")],
      ["light", gettext("Light")],
      ["dark", gettext("Dark")],
    ],
  },
  {
    name: "mat",
    legend: gettext("Mat"),
    options: [
      ["wine", gettext("Wine")],
      ["bottle", gettext("Bottle green")],
      ["ink", gettext("Ink blue")],
      ["slate", gettext("Slate")],
    ],
  },
  {
    name: "deck",
    legend: gettext("Suits"),
    options: [
      ["2", gettext("Two colours")],
      ["4", gettext("Four colours")],
    ],
  },
  {
    name: "size",
    legend: gettext("Cards"),
    options: [
      ["normal", gettext("Normal")],
      ["large", gettext("Large")],
    ],
  },
  {
    name: "speed",
    legend: gettext("Speed of the play"),
    options: [
      ["calm", gettext("Calm")],
      ["normal", gettext("Normal")],
      ["fast", gettext("Fast")],
      ["instant", gettext("At once")],
    ],
  },
];

/** The settings dialog. */
export const settings = ({ prefs }, actions) =>
  dialog(
    { name: "settings", title: gettext("Settings"), actions },
    h(
      "div",
      { class: "sample mat-box on-mat", "aria-hidden": "true" },
      SAMPLE.map((code) => cardFace(code, { isNamed: false })),
    ),
    groups().map((entry) => group({ ...entry, prefs, actions })),
    toggle({ name: "sound", label: gettext("Sounds"), prefs, actions }),
    toggle({ name: "confirm", label: gettext("Touch a card twice to play it"), prefs, actions }),
    toggle({ name: "trumpsLast", label: gettext("Trumps at the end of the hand"), prefs, actions }),
  );
