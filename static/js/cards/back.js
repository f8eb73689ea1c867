/** The card back: the weave of a bistro chair, with the six seats in the middle. */

const IVORY = "#f4eedd";
let count = 0;

const seat = (index) => {
  const angle = Math.PI / 2 + (index * Math.PI) / 3;
  const at = `cx="${(50 + 15 * Math.cos(angle)).toFixed(1)}" cy="${(70 + 21 * Math.sin(angle)).toFixed(1)}"`;
  return index % 2
    ? `<circle ${at} r="4.2" fill="none" stroke="${IVORY}" stroke-width="2"/>`
    : `<circle ${at} r="5" fill="${IVORY}"/>`;
};

const weave = (
  id,
) => `<defs><pattern id="${id}" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45 50 70)">
  <rect width="12" height="12" fill="#1f4a40"/><rect width="6" height="6" fill="#2d6355"/><rect x="6" y="6" width="6" height="6" fill="#2d6355"/>
  <path d="M1.5 1.5h3v3h-3zM7.5 7.5h3v3h-3z" fill="#e9dfc4"/></pattern></defs>`;

/** Return the SVG text of a card back. */
export function backSvg() {
  count += 1;
  const id = `back-weave-${count}`;
  const seats = Array.from({ length: 6 }, (_, i) => seat(i)).join("");
  return `<svg viewBox="0 0 100 140" aria-hidden="true" focusable="false">${weave(id)}
  <rect width="100" height="140" rx="9" fill="#f7f2e4"/><rect x="6" y="6" width="88" height="128" rx="5" fill="url(#${id})"/>
  <rect x="9.5" y="9.5" width="81" height="121" rx="3" fill="none" stroke="${IVORY}" stroke-width="1.5"/>
  <ellipse cx="50" cy="70" rx="27" ry="34" fill="#1a3f36" stroke="${IVORY}" stroke-width="1.5"/>${seats}</svg>`;
}
