/** What a player likes: kept in this browser, put on the page as data attributes. */

const KEY = "kqj-table";
/** Kept apart, because js/site/theme.js reads them on every page before anything is painted. */
const THEME_KEY = "kqj-theme";
const DECK_KEY = "kqj-deck";

export const DEFAULTS = {
  size: "normal",
  mat: "wine",
  sound: false,
  confirm: false,
  speed: "normal",
  autoplay: false,
  ahead: true,
  order: "colours",
  trumpsLast: false,
  folded: false,
};

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

function parse(text) {
  try {
    return JSON.parse(text ?? "{}") ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Return the stored preferences, defaults filled in. */
export function loadPrefs() {
  const found = parse(stored(KEY));
  const known = Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, found[name] ?? value]));
  return { ...known, theme: stored(THEME_KEY) ?? "auto", deck: stored(DECK_KEY) ?? "2" };
}

/** Store preferences and show them. */
export function savePrefs(prefs) {
  const { theme, deck, ...own } = prefs;
  keep(KEY, JSON.stringify(own));
  keep(DECK_KEY, deck === "4" ? "4" : null);
  keep(THEME_KEY, theme === "auto" ? null : theme);
  showPrefs(prefs);
}

/** Put preferences on the document, where the style sheets find them. */
export function showPrefs({ deck, size, mat, theme }) {
  const root = document.documentElement;
  Object.assign(root.dataset, { deck, cards: size, mat });
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
}
