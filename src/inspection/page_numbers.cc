#include "inspection/attention_page.h"

namespace tfm::inspection {

const std::string_view kNumbersScript = R"js(
const data = JSON.parse(document.getElementById("data").textContent);

// What stands on the axes. A query of the decoder reads one piece and predicts the next.
const target = {queries: data.target_inputs, predictions: data.target_outputs};
const PARTS = {
  encoder: {title: "Encoder self-attention", short: "encoder", queries: data.source_pieces, keys: data.source_pieces},
  decoder: {title: "Decoder self-attention", short: "decoder", ...target, keys: data.target_inputs},
  cross: {title: "Cross-attention", short: "cross", ...target, keys: data.source_pieces},
};

const layersOf = (part) => data.maps.filter((map) => map.part === part);
const headsOf = ({part, layer}) => layersOf(part).find((map) => map.layer === layer).heads;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const mean = (numbers) => sum(numbers) / numbers.length;
const largest = (weights) => Math.max(...weights.map((row) => Math.max(...row)));

// [query][key] of one head (a number), or of "average".
function weightsOf(view) {
  const heads = headsOf(view);
  if (view.head !== "average") return heads[view.head];
  return heads[0].map((row, query) => row.map((_, key) => mean(heads.map((head) => head[query][key]))));
}

// In bits: 0 where one key has all the weight, log2(n) where n keys share it evenly.
const entropy = (row) => Math.max(0, sum(row.filter((weight) => weight > 0).map((weight) => -weight * Math.log2(weight))));
const meanEntropy = (weights) => mean(weights.map(entropy));
const bits = (number) => `${number.toFixed(2)} bits`;

// Characters that can't be seen become their code, for a piece may be nothing else. A joiner within a piece does its work.
const visible = (piece) =>
  piece.replace(/(?!(?<=.)[\u200c\u200d](?=.))[\p{Cc}\p{Cf}\p{Z}]/gu, (c) => `U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
)js";

}  // namespace tfm::inspection
