/** Says what happens to screen readers, through one polite live region. */

const QUIET = new Set(["ready", "seat_taken"]);
const GATHER_MS = 350;

export class Speaker {
  constructor(element) {
    this.element = element;
    this.waiting = [];
  }

  /** Say a sentence; several that come at once are said together. */
  say(text) {
    this.waiting.push(text);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.element.textContent = this.waiting.join(" ");
      this.waiting = [];
    }, GATHER_MS);
  }

  /** Say the lines of an event. */
  tell(kind, lines) {
    if (QUIET.has(kind)) return;
    for (const { text } of lines) this.say(text);
  }
}
