// A form that is under way is not sent again: a double click opens one table, not two.

/** Refuse further submits of a form until the page is shown anew (back button included). */
export function submitOnce(root) {
  let sent = new WeakSet();
  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post") return;
    if (sent.has(form)) event.preventDefault();
    else sent.add(form);
  });
  window.addEventListener("pageshow", () => {
    sent = new WeakSet();
  });
}
