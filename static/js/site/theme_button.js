/** Returns the theme that is shown now, "light" or "dark". */
function shownTheme() {
  const chosen = document.documentElement.dataset.theme;
  if (chosen) return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Shows a theme and keeps the choice for the next page. */
function chooseTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("kqj-theme", theme);
  } catch {
    // Storage is blocked: the choice lasts for this page only.
  }
}

/** Lets every `[data-theme-toggle]` button under `root` switch between light and dark. */
export function startThemeButtons(root) {
  for (const button of root.querySelectorAll("[data-theme-toggle]")) {
    button.setAttribute("aria-pressed", String(shownTheme() === "dark"));
    button.addEventListener("click", () => {
      const theme = shownTheme() === "dark" ? "light" : "dark";
      chooseTheme(theme);
      button.setAttribute("aria-pressed", String(theme === "dark"));
    });
  }
}
