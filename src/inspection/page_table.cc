#include "inspection/attention_page.h"

namespace tfm::inspection {

const std::string_view kTableScript = R"js(
const SIZE_WITH_NUMBERS = 32;
const picture = document.getElementById("picture");
const active = {query: 0, key: 0};  // the cell that Tab leads to

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const pieceElement = (piece) => element("span", {className: "piece", title: visible(piece)}, visible(piece));
const cellAt = (query, key) => picture.tBodies[0].rows[query].cells[key + 1];

function weightCell(weight, query, key, end) {
  const cell = element("td", {tabIndex: -1});
  Object.assign(cell.dataset, {query, key, weight});
  if (weight === 0) {
    cell.className = "zero";
    return cell;
  }
  const colour = shade(weight / end);
  cell.style.backgroundColor = `rgb(${colour})`;
  cell.className = isDark(colour) ? "dark" : "bright";
  if (options.size >= SIZE_WITH_NUMBERS) cell.textContent = weight.toFixed(2);
  return cell;
}

function entropyCell(row) {
  const keys = row.filter((weight) => weight > 0).length;
  const cell = element("td", {className: "entropy"}, entropy(row).toFixed(2));
  cell.dataset.entropy = entropy(row);
  cell.title = `${bits(entropy(row))}; ${keys} ${keys === 1 ? "key" : "keys"} with a weight: ${bits(Math.log2(keys))} at most`;
  return cell;
}

function queryHead(part, query) {
  const head = element("th", {scope: "row"}, pieceElement(part.queries[query]));
  if (part.predictions) head.append(element("span", {className: "arrow"}, " → "), pieceElement(part.predictions[query]));
  return head;
}

function headRow(part) {
  const corner = element("span", {className: "corner"}, part.predictions ? "reads → predicts" : "query");
  const keys = part.keys.map((piece) => element("th", {scope: "col"}, pieceElement(piece)));
  const last = element("th", {scope: "col", className: "entropy"}, "entropy,", element("br"), "bits");
  return element("tr", {}, element("th", {scope: "col"}, corner), ...keys, last);
}

function drawTable(part, weights, end) {
  const hadFocus = picture.contains(document.activeElement);
  const rows = weights.map((row, query) =>
    element("tr", {}, queryHead(part, query), ...row.map((weight, key) => weightCell(weight, query, key, end)), entropyCell(row)));
  picture.style.setProperty("--size", `${options.size}px`);
  picture.replaceChildren(element("thead", {}, headRow(part)), element("tbody", {}, ...rows));
  keepClearOfHeads();
  activate(Math.min(active.query, weights.length - 1), Math.min(active.key, weights[0].length - 1), hadFocus);
}

// A cell that is scrolled to must not end below the axes, which stay in place.
function keepClearOfHeads() {
  const scroll = document.getElementById("scroll");
  const entropyHead = picture.tHead.querySelector(".entropy");
  scroll.style.scrollPaddingTop = `${picture.tHead.offsetHeight}px`;
  scroll.style.scrollPaddingLeft = `${picture.tHead.rows[0].cells[0].offsetWidth}px`;
  scroll.style.scrollPaddingRight = getComputedStyle(entropyHead).position === "sticky" ? `${entropyHead.offsetWidth}px` : "0";
}

function activate(query, key, focus) {
  const before = picture.querySelector("td[tabindex='0']");
  if (before) before.tabIndex = -1;
  Object.assign(active, {query, key});
  const cell = cellAt(query, key);
  cell.tabIndex = 0;
  describe(cell);
  if (!focus) return;
  cell.focus({preventScroll: true});
  cell.scrollIntoView({block: "nearest", inline: "nearest"});
}

function describe(cell) {
  const query = Number(cell.dataset.query), key = Number(cell.dataset.key), weight = Number(cell.dataset.weight);
  const part = PARTS[view.part];
  const predicts = part.predictions ? ` (predicts “${visible(part.predictions[query])}”)` : "";
  const number = weight === 0 ? "0, not seen" : String(Number(weight.toPrecision(6)));
  const pieces = `query ${query} “${visible(part.queries[query])}”${predicts}, key ${key} “${visible(part.keys[key])}”`;
  cell.title = `${pieces}: ${number}`;
  cell.setAttribute("aria-label", cell.title);
  document.getElementById("readout").replaceChildren(`${pieces}: `, element("b", {}, number));
  for (const lit of picture.querySelectorAll(".lit")) lit.classList.remove("lit");
  picture.tHead.rows[0].cells[key + 1].classList.add("lit");
  picture.tBodies[0].rows[query].cells[0].classList.add("lit");
}

const weightCellOf = (event) => event.target.closest("td[data-weight]");
picture.addEventListener("mouseover", (event) => {
  const cell = weightCellOf(event);
  if (cell) describe(cell);
});
picture.addEventListener("mouseleave", () => describe(cellAt(active.query, active.key)));
picture.addEventListener("focusin", (event) => {
  const cell = weightCellOf(event);
  if (cell) activate(Number(cell.dataset.query), Number(cell.dataset.key), false);
});
)js";

}  // namespace tfm::inspection
