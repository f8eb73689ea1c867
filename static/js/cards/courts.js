/** The four court figures, King, Queen, Jack and Hero, drawn round the point between their eyes. */

export const INK = "#1c2126";
const GOLD = "#e3aa33";
const BLUE = "#2f64a6";
const PAPER = "#fffdf6";

const MOUTH = '<path class="ft" d="M-3.2 13Q0 14.6 3.2 13" fill="none"/>';

const face = (below = "") =>
  `<path d="M-12-12C-13 8-8 19 0 21 8 19 13 8 12-12Z" fill="${PAPER}"/>${below}` +
  '<path class="ft" d="M-7.6-2.2Q-5.2-4-2.8-2.2M2.8-2.2Q5.2-4 7.6-2.2M0-1V7Q.2 8.4 2.4 8.2" fill="none"/>';

const jewel = (x, y, r, fill) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

const king = (suit) => `<path d="M-50 66C-48 36-28 28-12 24L12 24C28 28 48 36 50 66Z" fill="${suit}"/>
  <path d="M-24 27-7 66H7L24 27 12 22-12 22Z" fill="${PAPER}"/><path class="ft" d="M-13 34v4M-8 46v4M13 34v4M8 46v4M0 54v4M-3 40"/>
  <path d="M-13-12C-23-8-21 12-18 20L-10 18V-10ZM13-12C23-8 21 12 18 20L10 18V-10Z" fill="${INK}"/>${face()}
  <path d="M-12.4 2C-13 24-6 34 0 37 6 34 13 24 12.4 2 9 11 4 9.6 0 9.6S-9 11-12.4 2Z" fill="${INK}"/>
  <path d="M-3 14.5Q0 16 3 14.5" stroke="${PAPER}" fill="none"/>
  <path d="M-15-11-20-34-9.5-24 0-40 9.5-24 20-34 15-11Q0-15-15-11Z" fill="${GOLD}"/><path d="M-16-16.5Q0-21 16-16.5" fill="none"/>
  ${jewel(-20, -35.5, 2.8, suit)}${jewel(0, -41.5, 2.8, suit)}${jewel(20, -35.5, 2.8, suit)}`;

const queen = (suit) => `<path d="M-13-14C-28-10-25 22-22 34H22C25 22 28-10 13-14Z" fill="${GOLD}"/>
  <path d="M-48 66C-46 40-28 32-12 27L12 27C28 32 46 40 48 66Z" fill="${BLUE}"/><path d="M-13 27 0 54 13 27Z" fill="${PAPER}"/>
  ${face(MOUTH)}<path d="M-20 29a5 5 0 0 1 8-3.6 5 5 0 0 1 8-1 5 5 0 0 1 8 0 5 5 0 0 1 8 1 5 5 0 0 1 8 3.6Q0 38-20 29Z" fill="${PAPER}"/>
  ${jewel(0, 41, 3.2, suit)}
  <path d="M-12.5-10C-8-14-4-16 0-16S8-14 12.5-10C14-18 8-24 0-24S-14-18-12.5-10Z" fill="${GOLD}"/>
  <path d="M-13-19-17-32-7-27 0-36 7-27 17-32 13-19Q0-25-13-19Z" fill="${suit}"/>
  ${jewel(-17, -33, 2.2, GOLD)}${jewel(0, -37.5, 2.6, GOLD)}${jewel(17, -33, 2.2, GOLD)}
  <path d="M-33 66C-34 50-33 42-31 36" fill="none"/><path d="M-33 50q-9-1-9-7 8 0 9 7" fill="${PAPER}"/>${jewel(-31, 30, 7, suit)}
  <path class="ft" d="M-34.5 31a3.5 3.5 0 1 1 5 2.6M-31 30l2-1.5" stroke="${PAPER}" fill="none"/>`;

const jack = (suit) => `<path d="M-46 66C-45 40-28 31-12 26L12 26C28 31 45 40 46 66Z" fill="${suit}"/>
  <path d="M-27 32-33 66M-18 29-21 66M27 32 33 66M18 29 21 66" stroke="${GOLD}" stroke-width="3.4" fill="none"/>
  <path d="M-13 25 0 40 13 25 17 31 0 52-17 31Z" fill="${PAPER}"/>
  <path d="M-13-14C-20-8-21 10-19 19L-10 19V-10ZM13-14C20-8 21 10 19 19L10 19V-10Z" fill="${GOLD}"/>${face(MOUTH)}
  <path d="M10-24C14-40 26-48 40-46 38-32 28-22 14-20Z" fill="${PAPER}"/>
  <path class="ft" d="M14-22C20-32 28-40 36-43M20-29l10 0M24-35l9-1M19-28l1-9M24-34l2-8" fill="none"/>
  <path d="M-18-11C-23-26-6-31 8-28 20-26 22-17 18-11 8-17-8-17-18-11Z" fill="${BLUE}"/><path d="M-17-12Q0-20 17-12" fill="none"/>`;

const ray = (index) => {
  const angle = (Math.PI * index) / 12;
  const at = (radius) => `${(Math.cos(angle) * radius).toFixed(1)} ${(-8 - Math.sin(angle) * radius).toFixed(1)}`;
  return `<path d="M${at(43)}L${at(index % 2 ? 49 : 54)}"/>`;
};

const rays = () =>
  `<g class="rays" stroke="${GOLD}" stroke-width="2.4">${Array.from({ length: 13 }, (_, i) => ray(i)).join("")}</g>`;

const hero = (suit) => `${rays()}
  <path d="M-52 66C-50 42-34 30-14 26L14 26C34 30 50 42 52 66Z" fill="${BLUE}"/>
  <path d="M-49 54C-40 44-28 42-20 44M49 54C40 44 28 42 20 44M-47 46Q-30 32-15 36M47 46Q30 32 15 36" stroke="${PAPER}" fill="none"/>
  <path d="M-38-6C-40-52 40-52 38-6L27-6C27-34-27-34-27-6Z" fill="${suit}"/>
  <path class="ft" d="M-30-24-22-19M-20-36-15-28M-7-41-5-32M7-41 5-32M20-36 15-28M30-24 22-19" stroke="${PAPER}" fill="none"/>
  ${face()}
  <path d="M-17-4C-19-33 19-33 17-4L17 14C16 20 12 23 8 24L9 2 3.6-5 1.8 8H-1.8L-3.6-5-9 2-8 24C-12 23-16 20-17 14Z" fill="${GOLD}"/>
  <path class="ft" d="M-16-10Q0-17 16-10" fill="none"/><path d="M-3 15.5Q0 16.8 3 15.5" fill="none"/>
  <path d="M-18 28C-10 38 10 38 18 28" fill="none" stroke="${INK}"/>
  <path d="M0 40l3 6.4 7 .8-5.2 4.8 1.4 7L0 55.6-6.2 59l1.4-7L-10 47.2l7-.8Z" fill="${GOLD}"/>`;

/** Figures by rank; each takes the colour of its suit and returns SVG text. */
export const COURTS = { K: king, Q: queen, J: jack, H: hero };
