/** Calls as the server writes them ("take H", "bid 120 S capot") and as people read them. Pure. */

import { suitName, trumpName } from "../cards/names.js";
import { fill } from "./text.js";

/** Return `{kind, amount, trump, isCapot}` of a call's text. */
export function parseCall(text) {
  const [kind, ...rest] = text.split(" ");
  if (kind === "take") return { kind, trump: rest[0] };
  if (kind === "bid") return { kind, amount: Number(rest[0]), trump: rest[1], isCapot: rest[2] === "capot" };
  return { kind };
}

/** Return a bid's text for the server. */
export const bidText = ({ amount, trump, isCapot }) => `bid ${amount} ${trump}${isCapot ? " capot" : ""}`;

const isSuit = (trump) => trump.length === 1;

/** Return a trump inside a sentence: "hearts", "All-Trumps". */
export const trumpInText = (trump) => (isSuit(trump) ? suitName(trump) : trumpName(trump));

const SENTENCES = {
  pass: () => gettext("%(name)s passes."),
  take: () => gettext("%(name)s takes %(trump)s."),
  bid: () => gettext("%(name)s bids %(amount)s in %(trump)s."),
  capot: () => gettext("%(name)s bids %(amount)s in %(trump)s, capot."),
  counter: () => gettext("%(name)s counters."),
  overcounter: () => gettext("%(name)s overcounters."),
};

/** Return what somebody called, as a sentence. */
export function callSentence(text, { name }) {
  const call = parseCall(text);
  const sentence = SENTENCES[call.isCapot ? "capot" : call.kind]();
  return fill(sentence, { name, amount: call.amount, trump: call.trump ? trumpInText(call.trump) : "" });
}

/** Return what the legal calls of the moment let the reader choose from. */
export function callChoices(legal) {
  const calls = legal.filter((text) => !text.startsWith("play ")).map((text) => ({ text, ...parseCall(text) }));
  const has = (kind) => calls.some((call) => call.kind === kind);
  const unique = (values) => [...new Set(values)];
  const bids = calls.filter(({ kind }) => kind === "bid");
  return {
    canPass: has("pass"),
    canCounter: has("counter"),
    canOvercounter: has("overcounter"),
    takes: unique(calls.filter(({ kind }) => kind === "take").map(({ trump }) => trump)),
    trumps: unique(bids.map(({ trump }) => trump)),
    amounts: unique(bids.map(({ amount }) => amount)).toSorted((a, b) => a - b),
    canCapot: bids.some(({ isCapot }) => isCapot),
    isAny: calls.length > 0,
  };
}

/** Return the amount `steps` away from the present one among those allowed. */
export function stepAmount(amounts, { amount, steps }) {
  const at = amounts.indexOf(amount);
  const wanted = Math.max(at, 0) + steps;
  return amounts[Math.min(Math.max(wanted, 0), amounts.length - 1)];
}

/** Return the last call of each seat, by seat. */
export const lastCalls = (calls) => Object.fromEntries(calls);

/** Return the highest bid so far as `{seat, ...call}`, or null. */
export function highestBid(calls) {
  const bids = calls.map(([seat, text]) => ({ seat, ...parseCall(text) })).filter(({ kind }) => kind === "bid");
  return bids.at(-1) ?? null;
}

/** Return how the auction was doubled: 1, 2 or 4. */
export function multiplierOf(calls) {
  if (calls.some(([, text]) => text === "overcounter")) return 4;
  return calls.some(([, text]) => text === "counter") ? 2 : 1;
}
