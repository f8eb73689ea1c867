// A rating's chart: tells the rating under the pointer, and shows the stretch that is drawn over with it.
const WIDTH = 640;
/** A stretch shorter than this is a click, not a wish to see more. */
const DRAG_MIN = 12;

function startChart(chart) {
  const svg = chart.querySelector("svg");
  const tip = chart.querySelector("[data-tip]");
  const cursor = chart.querySelector("[data-cursor]");
  const selection = chart.querySelector("[data-selection]");
  const points = JSON.parse(chart.dataset.points);
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
  let from = null;

  function place(event) {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    return Math.max(0, Math.min(WIDTH, x));
  }

  function nearest(x) {
    return points.reduce((best, point) => (Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best));
  }

  function tell(point) {
    const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
    cursor.setAttribute("transform", `translate(${point.x})`);
    tip.textContent = `${point.value}, ${day.format(new Date(point.at))}`;
    tip.hidden = false;
    cursor.removeAttribute("hidden");
    const left = Math.min(point.x * scale, chart.clientWidth - tip.offsetWidth);
    tip.style.transform = `translateX(${Math.max(0, left)}px)`;
  }

  function drawSelection(x) {
    selection.setAttribute("x", Math.min(from, x));
    selection.setAttribute("width", Math.abs(x - from));
    selection.removeAttribute("hidden");
  }

  function hide() {
    tip.hidden = true;
    cursor.setAttribute("hidden", "");
    selection.setAttribute("hidden", "");
    from = null;
  }

  svg.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) from = place(event);
  });
  svg.addEventListener("pointermove", (event) => {
    const x = place(event);
    tell(nearest(x));
    if (from !== null) drawSelection(x);
  });
  svg.addEventListener("pointerup", (event) => {
    const x = place(event);
    if (from !== null && Math.abs(x - from) >= DRAG_MIN) zoom(nearest(Math.min(from, x)), nearest(Math.max(from, x)));
    from = null;
  });
  svg.addEventListener("pointerleave", hide);
}

function zoom(first, last) {
  if (first.at === last.at) return;
  const address = new URL(location.href);
  address.searchParams.delete("span");
  address.searchParams.set("since", first.at);
  address.searchParams.set("until", last.at);
  location.assign(address);
}

for (const chart of document.querySelectorAll("[data-rating-chart]")) startChart(chart);
