/** Card faces as SVG text: the full face, and the small one that shows index and pip only. */

import { backSvg } from "./back.js";
import { COURTS, INK } from "./courts.js";
import { GLYPHS, PIPS } from "./glyphs.js";
import { indexLetter } from "./names.js";

let count = 0;

const colour = (suit) => `var(--suit-${suit.toLowerCase()})`;

const index = ({ rank, suit, x, y, scale, width }) =>
  `<path d="${GLYPHS[indexLetter(rank)]}" transform="translate(${rank === "T" ? x - 1 : x} ${y}) scale(${scale})" fill="none" stroke="${colour(suit)}" stroke-width="${width}" stroke-linejoin="round"/>`;

const pip = ({ suit, x, y, scale, extra = "" }) =>
  `<path d="${PIPS[suit]}" transform="translate(${x} ${y}) scale(${scale})" fill="${colour(suit)}"${extra}/>`;

function courtBody(rank, suit) {
  count += 1;
  const id = `card-clip-${count}`;
  const place = rank === "H" ? "translate(58 98) scale(.74)" : "translate(57 86) scale(.92)";
  return `<clipPath id="${id}"><rect width="100" height="140" rx="9"/></clipPath><g clip-path="url(#${id})"><g transform="${place}" stroke="${INK}" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round">${COURTS[rank](colour(suit))}</g></g>`;
}

/** The ace carries the site's own sign, six seats round the pip. */
function aceBody(suit) {
  const dots = Array.from({ length: 6 }, (_, i) => {
    const angle = -Math.PI / 2 + (i * Math.PI) / 3;
    return `<circle cx="${(57.8 + 33 * Math.cos(angle)).toFixed(1)}" cy="${(93 + 37 * Math.sin(angle)).toFixed(1)}" r="2.6" fill="${colour(suit)}"/>`;
  });
  return pip({ suit, x: 32, y: 67, scale: 2.15 }) + dots.join("");
}

function body(rank, suit) {
  if (COURTS[rank]) return courtBody(rank, suit);
  return rank === "A" ? aceBody(suit) : pip({ suit, x: 36, y: 76, scale: 2.25 });
}

/** Return the SVG text of a card such as "HS", or of "back". */
export function faceSvg(code) {
  if (code === "back") return backSvg();
  const [rank, suit] = code;
  const small = pip({
    suit,
    x: 8,
    y: 46,
    scale: 1.12,
    extra: ' stroke="var(--card-face)" stroke-width="3" paint-order="stroke"',
  });
  return `<svg viewBox="0 0 100 140" aria-hidden="true" focusable="false"><rect class="cf" x=".5" y=".5" width="99" height="139" rx="9"/>${body(rank, suit)}${index({ rank, suit, x: 8, y: 8, scale: 1.13, width: 4.3 })}${small}</svg>`;
}

/** Return the SVG text of the small face, for peeks, log lines and rows. */
export function miniSvg(code) {
  if (code === "back") return backSvg();
  const [rank, suit] = code;
  return `<svg viewBox="0 0 60 76" aria-hidden="true" focusable="false"><rect class="cf" x=".5" y=".5" width="59" height="75" rx="7"/>${index({ rank, suit, x: 8, y: 8, scale: 1.2, width: 4.6 })}${pip({ suit, x: 24, y: 42, scale: 1.25 })}</svg>`;
}
