// Runs before anything is painted: puts the stored choice of theme and deck on <html>, so that nothing flashes.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("kqj-theme");
    const deck = localStorage.getItem("kqj-deck");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (deck === "4") root.dataset.deck = deck;
  } catch {
    // Storage is blocked: the system's theme and the two-colour deck are fine.
  }
  root.classList.add("js");
})();
