/** Lets `[data-open="id"]` open a dialog, and its `[data-close]` buttons and its backdrop close it. */
export function startDialogs(root) {
  root.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    document.getElementById(opener.dataset.open).showModal();
  });
  for (const dialog of root.querySelectorAll("dialog")) {
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
    });
  }
}
