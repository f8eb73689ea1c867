/**
 * Movement, with the Web Animations API: a card travels from its player to its place, a won trick to its winner, dealt
 * cards to the hand, a refused card back. Nothing moves where people asked for little motion.
 */

const CARD_MS = 260;
const SWEEP_MS = 340;
const EASE = "cubic-bezier(.2,.7,.2,1)";

const isQuiet = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const find = (root, selector) => root.querySelector(selector);

const middle = ({ left, top, width, height }) => ({ x: left + width / 2, y: top + height / 2 });

/** Return how to shift and scale a box at `to` so that it lies over `from`. */
function shift(from, to) {
  const a = middle(from);
  const b = middle(to);
  return { translate: `${a.x - b.x}px ${a.y - b.y}px`, scale: String(Math.max(from.width / (to.width || 1), 0.2)) };
}

const run = (element, frames, options) =>
  element.animate(frames, { easing: EASE, ...options }).finished.catch((error) => {
    if (error.name !== "AbortError") throw error;
  });

/** Return the box of a card in the hand, or of a seat's plate: where a card that is about to be played comes from. */
export function originOf(root, { seat, card }) {
  const source = find(root, `.hc[data-card="${card}"]`) ?? find(root, `.seat[data-seat="${seat}"] .ring`);
  return source?.getBoundingClientRect() ?? null;
}

/** Let a card that now lies in the trick come from `from`. */
export function layCard(root, { card, from, factor = 1 }) {
  const element = find(root, `.tc[data-card="${card}"]`);
  if (!element || !from || isQuiet() || factor === 0) return;
  const { translate, scale } = shift(from, element.getBoundingClientRect());
  run(
    element,
    [
      { translate, scale, opacity: 0.6 },
      { opacity: 1, offset: 0.3 },
      { translate: "0 0", scale: "1" },
    ],
    { duration: CARD_MS * Math.max(factor, 0.5) },
  );
}

/** Let the trick's cards go to the plate of who won it; resolves when they are there. */
export async function sweepTrick(root, { seat, factor = 1 }) {
  const target = find(root, `.seat[data-seat="${seat}"] .ring`)?.getBoundingClientRect();
  if (!target || isQuiet() || factor === 0) return;
  const duration = SWEEP_MS * Math.max(factor, 0.5);
  const cards = [...root.querySelectorAll(".trick .tc:not(.slot)")];
  await Promise.all(
    cards.map((element, i) => {
      const { translate } = shift(target, element.getBoundingClientRect());
      return run(
        element,
        [
          { translate: "0 0", scale: "1", opacity: 1 },
          { translate, scale: ".22", opacity: 0.2 },
        ],
        { duration, delay: i * 14, fill: "forwards", easing: "cubic-bezier(.5,0,.8,.4)" },
      );
    }),
  );
}

/** Let new cards of the hand come from the dealer's side, one after the other. */
export function dealCards(root, { cards, from, factor = 1 }) {
  if (isQuiet() || factor === 0 || !from) return;
  cards.forEach((card, i) => {
    const element = find(root, `.hc[data-card="${card}"]`);
    if (!element) return;
    const { translate } = shift(from, element.getBoundingClientRect());
    run(
      element,
      [
        { translate, scale: ".5", opacity: 0 },
        { opacity: 1, offset: 0.4 },
        { translate: "0 0", scale: "1", opacity: 1 },
      ],
      { duration: 320 * factor, delay: i * 45 * factor, fill: "backwards" },
    );
  });
}

/** Let a refused card go back from the trick to the hand. */
export function takeBack(root, { card, from }) {
  const element = find(root, `.hc[data-card="${card}"]`);
  if (!element || !from || isQuiet()) return;
  const { translate, scale } = shift(from, element.getBoundingClientRect());
  run(
    element,
    [
      { translate, scale },
      { translate: "0 0", scale: "1" },
    ],
    { duration: CARD_MS },
  );
}

/** Shake a card that can't be played now. */
export function shake(root, card) {
  const element = find(root, `.hc[data-card="${card}"]`);
  if (!element || isQuiet()) return;
  run(
    element,
    [0, -7, 6, -4, 2, 0].map((x) => ({ translate: `${x}px 0` })),
    { duration: 260, easing: "linear" },
  );
}

/** Return a function that, called after the next rendering, moves the hand's cards from where they were (FLIP). */
export function rememberHand(root) {
  if (isQuiet()) return () => {};
  const boxes = new Map(
    [...root.querySelectorAll(".hc")].map((element) => [element.dataset.card, element.getBoundingClientRect().left]),
  );
  return () => {
    for (const element of root.querySelectorAll(".hc")) {
      const before = boxes.get(element.dataset.card);
      const dx = before === undefined ? 0 : before - element.getBoundingClientRect().left;
      if (Math.abs(dx) > 2 && !element.getAnimations().length)
        run(element, [{ translate: `${dx}px 0` }, { translate: "0 0" }], { duration: 220 });
    }
  };
}
