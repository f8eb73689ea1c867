/** The entrance pages: draws the fan of cards, and sends each form once. */

import { faceSvg } from "../cards/faces.js";

for (const place of document.querySelectorAll(".fan [data-card]")) place.innerHTML = faceSvg(place.dataset.card);

// A second click while the first is under way would use a session that the first has just renewed.
for (const form of document.querySelectorAll(".sign form")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "yes";
  });
}

// A page taken from the browser's memory with the Back key may be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll(".sign form")) delete form.dataset.sent;
});
