#include "page/page_script.h"

namespace tfm::page {

const std::string_view kPageScript = R"js(
for (const list of document.querySelectorAll("ol.segments")) {
  if (list.children.length < 10) continue;
  const box = document.createElement("input");
  box.type = "search";
  box.className = "filter";
  box.placeholder = "Show lines with …";
  box.setAttribute("aria-label", "Show lines with this text");
  box.addEventListener("input", () => {
    const wanted = box.value.toLowerCase();
    for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
  });
  list.before(box);
}
for (const chart of document.querySelectorAll("figure.curves")) {
  const svg = chart.querySelector("svg"), cursor = chart.querySelector(".cursor");
  const readout = chart.querySelector(".readout"), last = Number(chart.dataset.last);
  const left = Number(chart.dataset.left), width = Number(chart.dataset.width);
  const lines = [...chart.querySelectorAll(".line")].filter((line) => line.dataset.points).map((line) => ({
    name: line.dataset.name,
    points: line.dataset.points.split(";").map((point) => point.split(" ")),
  }));
  const nearest = (points, x) =>
    points.reduce((best, point, i) => Math.abs(point[0] - x) < Math.abs(points[best][0] - x) ? i : best, 0);
  let chosen = lines[0].points.length - 1;
  const choose = (index) => {
    chosen = Math.max(0, Math.min(lines[0].points.length - 1, index));
    const x = lines[0].points[chosen][0];
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, `${left + width * (last > 0 ? x / last : 0)}%`);
    cursor.setAttribute("visibility", "visible");
    readout.replaceChildren(`${chart.dataset.xName} ${Number(x).toLocaleString("en")}: `);
    lines.forEach(({name, points}, i) => {
      const value = document.createElement("b");
      value.textContent = points[nearest(points, x)][1];
      readout.append(`${i > 0 ? ", " : ""}${name} `, value);
    });
  };
  svg.addEventListener("pointermove", (event) => {
    const box = svg.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * 100 - left) / width;
    choose(nearest(lines[0].points, share * last));
  });
  svg.addEventListener("keydown", (event) => {
    const step = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity}[event.key];
    if (step === undefined) return;
    event.preventDefault();
    choose(chosen + step);
  });
  readout.setAttribute("aria-live", "polite");
}
for (const time of document.querySelectorAll("time.age")) {
  const minutes = Math.floor((Date.now() - Date.parse(time.dateTime)) / 60000);
  const ago = minutes < 1 ? "" : minutes < 120 ? ` (${minutes} min ago)` : ` (${Math.round(minutes / 60)} h ago)`;
  time.textContent = `${new Date(time.dateTime).toLocaleString()}${ago}`;
}
)js";

const std::string_view kKeepPlaceScript = R"js(
{
  const key = `tfm ${location.pathname}`;
  const boxes = [...document.querySelectorAll("details")].map((box) => [box.querySelector("summary").textContent, box]);
  const kept = JSON.parse(sessionStorage.getItem(key) ?? "null");
  if (kept) {
    for (const [name, box] of boxes) if (name in kept.open) box.open = kept.open[name];
    history.scrollRestoration = "manual";
    scrollTo(0, kept.top);
  }
  addEventListener("pagehide", () => {
    const open = Object.fromEntries(boxes.map(([name, box]) => [name, box.open]));
    sessionStorage.setItem(key, JSON.stringify({top: scrollY, open}));
  });
}
)js";

}  // namespace tfm::page
