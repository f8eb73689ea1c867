/** Putting values into translated sentences. */

/** Return a translated text with its `%(name)s` places filled in. */
export const fill = (text, values) => interpolate(text, values, true);

/** Return the text of `ngettext` filled in with its count and more. */
export const fillCount = (text, count, values = {}) => fill(text, { count, ...values });

/** Return names joined for reading: "A, B and C". */
export function joinNames(names) {
  if (names.length < 2) return names.join("");
  return fill(gettext("%(first)s and %(last)s"), { first: names.slice(0, -1).join(", "), last: names.at(-1) });
}
