// A button beside a field copies what stands there.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = button.closest(".field");
  const source = field.querySelector("[data-copy-source]");
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(source.value);
    field.querySelector("[data-copied]").textContent = gettext("Copied.");
  });
}
