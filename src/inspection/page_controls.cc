#include "inspection/attention_page.h"

namespace tfm::inspection {

const std::string_view kControlsScript = R"js(
const control = (id) => document.getElementById(id);
const partChoices = () => Object.keys(PARTS).filter((part) => layersOf(part).length > 0);
const layerChoices = () => layersOf(view.part).map((map) => map.layer);
const headChoices = () => ["average", ...headsOf(view).keys()];

// What is wanted, or the nearest that there is.
function possible(wanted) {
  const part = partChoices().includes(wanted.part) ? wanted.part : partChoices().at(-1);
  const map = layersOf(part).find(({layer}) => layer === wanted.layer) ?? layersOf(part).at(-1);
  return {part, layer: map.layer, head: map.heads[wanted.head] ? wanted.head : "average"};
}

function viewOfAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  return possible({part: wanted.get("part") ?? "cross", layer: Number(wanted.get("layer") ?? 0), head: Number(wanted.get("head") ?? NaN)});
}

function startSize() {
  const pieces = Math.max(data.source_pieces.length, data.target_inputs.length);
  return pieces <= 24 ? 36 : pieces <= 60 ? 24 : 16;
}

let view = viewOfAddress();
const options = {scale: "picture", size: startSize()};

function scaleEnd(weights) {
  if (options.scale === "one") return 1;
  return options.scale === "picture" ? largest(weights) : Math.max(...headsOf(view).map(largest));
}

function fillSelect(select, choices, name, chosen) {
  select.replaceChildren(...choices.map((choice) => element("option", {value: choice}, name(choice))));
  select.value = chosen;
}

function drawControls() {
  for (const radio of control("parts").querySelectorAll("input")) radio.checked = radio.value === view.part;
  fillSelect(control("layer"), layerChoices(), String, view.layer);
  fillSelect(control("head"), headChoices(), (head) => (head === "average" ? headName(head) : head), view.head);
  control("scale").value = options.scale;
  control("size").value = options.size;
}

function draw() {
  const part = PARTS[view.part], weights = weightsOf(view), end = scaleEnd(weights);
  const place = `${part.title}, layer ${view.layer}`;
  drawControls();
  control("overview-title").textContent = `${place}: all heads, with their mean entropy`;
  control("picture-title").textContent = `${place}, ${headName(view.head)}`;
  control("summary").textContent = `${part.queries.length} queries, ${part.keys.length} keys; mean entropy ` +
    `${bits(meanEntropy(weights))}; largest weight ${largest(weights).toFixed(3)}`;
  control("scale-end").textContent = end.toFixed(options.scale === "one" ? 0 : 3);
  drawOverview();
  drawTable(part, weights, end);
}

function choose(change) {
  view = possible({...view, ...change});
  history.replaceState(null, "", `#${new URLSearchParams(view)}`);
  draw();
}

function setOption(change) {
  Object.assign(options, change);
  draw();
}

function makePartButtons() {
  for (const part of partChoices()) {
    const radio = element("input", {type: "radio", name: "part", value: part});
    radio.addEventListener("change", () => choose({part}));
    control("parts").append(element("label", {}, radio, ` ${PARTS[part].short}`));
  }
}

control("layer").addEventListener("change", (event) => choose({layer: Number(event.target.value)}));
control("head").addEventListener("change", ({target: {value}}) => choose({head: value === "average" ? value : Number(value)}));
control("scale").addEventListener("change", (event) => setOption({scale: event.target.value}));
control("size").addEventListener("input", (event) => setOption({size: Number(event.target.value)}));
window.addEventListener("hashchange", () => choose(viewOfAddress()));
window.addEventListener("resize", keepClearOfHeads);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  scaleColours = readScale();
  draw();
});

document.querySelector("main").hidden = false;
makePartButtons();
draw();
)js";

}  // namespace tfm::inspection
