#include "inspection/attention_view.h"

#include <algorithm>
#include <cmath>

#include "core/concat.h"
#include "core/error.h"

namespace tfm::inspection {
namespace {

using Weights = std::vector<std::vector<float>>;

std::string counted(int64_t count, const char* thing) {
  return concat(count, " ", thing, count == 1 ? "" : "s", ", counted from 0");
}

const AttentionMap& map_of(const AttentionMaps& maps, const AttentionView& view) {
  int64_t layers = 0;
  for (const auto& map : maps.maps) {
    if (map.part != view.part) continue;
    if (map.layer == view.layer) return map;
    ++layers;
  }
  if (layers > 0) {
    throw UserError(
        concat("there is no layer ", view.layer, " of ", view.part, " attention; it has ", counted(layers, "layer")));
  }
  throw UserError(concat("there is no \"", view.part, "\" attention; the parts are encoder, decoder and cross"));
}

Weights average(const std::vector<Weights>& heads) {
  Weights result = heads.front();
  for (std::size_t query = 0; query < result.size(); ++query) {
    for (std::size_t key = 0; key < result[query].size(); ++key) {
      double sum = 0.0;
      for (const auto& head : heads) sum += static_cast<double>(head[query][key]);
      result[query][key] = static_cast<float>(sum / static_cast<double>(heads.size()));
    }
  }
  return result;
}

Weights weights_of(const AttentionMap& map, const AttentionView& view) {
  if (!view.head) return average(map.heads);
  if (*view.head >= 0 && *view.head < std::ssize(map.heads)) return map.heads[static_cast<std::size_t>(*view.head)];
  throw UserError(concat("there is no head ", *view.head, " in layer ", view.layer, " of ", view.part,
                         " attention; it has ", counted(std::ssize(map.heads), "head")));
}

std::string title_of(const AttentionMap& map, const AttentionView& view) {
  const auto* name = map.part == "encoder"   ? "Encoder self-attention"
                     : map.part == "decoder" ? "Decoder self-attention"
                                             : "Cross-attention";
  const auto head = view.head ? concat("head ", *view.head) : concat("average of ", map.heads.size(), " heads");
  return concat(name, ", layer ", map.layer, ", ", head);
}

}  // namespace

AttentionPicture picture_of(const AttentionMaps& maps, const AttentionView& view) {
  const auto& map = map_of(maps, view);
  AttentionPicture picture{.title = title_of(map, view),
                           .queries = map.part == "encoder" ? maps.source_pieces : maps.target_inputs,
                           .predictions = {},
                           .keys = map.part == "decoder" ? maps.target_inputs : maps.source_pieces,
                           .weights = weights_of(map, view)};
  if (map.part != "encoder") picture.predictions = maps.target_outputs;
  return picture;
}

float largest_weight(const AttentionPicture& picture) {
  float largest = 0.0F;
  for (const auto& row : picture.weights) largest = std::max(largest, std::ranges::max(row));
  return largest;
}

double entropy_bits(const std::vector<float>& row) {
  double bits = 0.0;
  for (const float weight : row) {
    const auto w = static_cast<double>(weight);
    if (w > 0.0) bits -= w * std::log2(w);
  }
  return std::max(bits, 0.0);  // a rounded weight may exceed 1
}

}  // namespace tfm::inspection
