// Tells in the form for a new table how long a match takes with what is chosen, by matches that ended lately.

const WAIT_MS = 250;

/** Keeps the estimate of a form up to date. */
export function startEstimate(form) {
  const output = form.querySelector("[data-estimate-text]");
  const plain = output.textContent;
  let timer = 0;
  let asked = 0;

  async function ask() {
    const number = ++asked;
    const fields = new FormData(form);
    fields.delete("csrfmiddlewaretoken");
    try {
      const answer = await fetch(`${form.dataset.estimate}?${new URLSearchParams(fields)}`);
      const { text } = answer.ok ? await answer.json() : {};
      if (number === asked) output.textContent = text || plain;
    } catch {
      // The site is away: what the form says without an estimate is right, too.
    }
  }

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT_MS);
  });
  return ask;
}
