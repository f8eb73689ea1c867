// Finds players as one types.
const WAIT_MS = 150;

function startSearch(form) {
  const input = form.querySelector("input");
  const place = form.querySelector("[data-found-place]");
  let timer = 0;
  let asked = 0;

  async function search() {
    asked += 1;
    const number = asked;
    const answer = await fetch(`${form.dataset.playerSearch}?q=${encodeURIComponent(input.value.trim())}`);
    const text = await answer.text();
    if (!answer.ok || number !== asked) return; // another letter was typed meanwhile
    const page = new DOMParser().parseFromString(text, "text/html");
    place.replaceChildren(page.querySelector("[data-found]"));
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => search().catch(() => {}), WAIT_MS);
  });
}

for (const form of document.querySelectorAll("[data-player-search]")) startSearch(form);
