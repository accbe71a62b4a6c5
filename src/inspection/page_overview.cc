#include "inspection/attention_page.h"

namespace tfm::inspection {

const std::string_view kOverviewScript = R"js(
const overview = document.getElementById("overview");
const headName = (head) => (head === "average" ? "average of all heads" : `head ${head}`);

const SMALL_HEIGHT = 7.5;  // rem

// One pixel for each cell; what is exactly 0 stays transparent.
function drawSmall(canvas, weights, end) {
  canvas.width = weights[0].length;
  canvas.height = weights.length;
  canvas.style.width = `min(100%, ${(SMALL_HEIGHT * canvas.width) / canvas.height}rem)`;
  const context = canvas.getContext("2d");
  const image = context.createImageData(canvas.width, canvas.height);
  weights.flat().forEach((weight, i) => {
    if (weight > 0) image.data.set([...shade(weight / end), 255], 4 * i);
  });
  context.putImageData(image, 0, 0);
}

function tile(head) {
  const weights = weightsOf({...view, head});
  const canvas = element("canvas", {className: "zero"});
  canvas.setAttribute("aria-hidden", "true");
  drawSmall(canvas, weights, scaleEnd(weights));
  const caption = element("span", {}, `${headName(head)}: ${bits(meanEntropy(weights))}`);
  const button = element("button", {type: "button"}, canvas, caption);
  button.dataset.head = head;
  button.dataset.entropy = meanEntropy(weights);
  button.addEventListener("click", () => choose({head}));
  return button;
}

// The buttons stay the same while only the head changes, so that the focus stays on its button.
let drawnOverview = "";
function drawOverview() {
  const wanted = JSON.stringify([view.part, view.layer, options.scale, scaleColours]);
  if (wanted !== drawnOverview) overview.replaceChildren(...headChoices().map(tile));
  drawnOverview = wanted;
  for (const button of overview.children) button.setAttribute("aria-pressed", button.dataset.head === String(view.head));
}
)js";

}  // namespace tfm::inspection
