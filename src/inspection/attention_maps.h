// The attention weights of one sentence pair as plain numbers, and the three forms in which a person gets them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tfm {

// One attention of one layer.
struct AttentionMap {
  std::string part;   // "encoder", "decoder" (its self-attention) or "cross"
  int64_t layer = 0;  // from 0
  // [head][query][key]; finite, each row sums to 1, a key that is not attended to has exactly 0.
  std::vector<std::vector<std::vector<float>>> heads;
};

// All texts are UTF-8. No list is empty.
struct AttentionMaps {
  std::string source, target;
  std::vector<std::string> source_pieces;  // and the end mark: keys of encoder and cross, queries of encoder
  std::vector<std::string>
      target_inputs;  // the start mark and the pieces: queries of decoder and cross, keys of decoder
  std::vector<std::string> target_outputs;  // the pieces and the end mark: what each of those queries predicts
  std::vector<AttentionMap> maps;
};

// One picture of many.
struct AttentionView {
  std::string part = "cross";
  int64_t layer = 0;
  std::optional<int64_t> head = std::nullopt;  // none: the average of all heads
};

// Everything, under the names of the structs' members. Read as float32, each number is the one that went in.
std::string attention_json(const AttentionMaps& maps);

// A heat map with the pieces on both axes and each row's entropy; the weight, its query and its key are the <title> of
// each cell. Colours reach from 0 to the largest weight of the picture. UserError where there is no such part, layer or
// head.
std::string attention_svg(const AttentionMaps& maps, const AttentionView& view);

// A page to explore all of it, which works without network: attention_json(maps) and the script that draws from it.
// Opens with the view that its address names: page.html#part=cross&layer=0&head=1, or head=average. Its table has an
// element for each cell: at 200 pieces a side a picture takes about a second.
std::string attention_html(const AttentionMaps& maps);

}  // namespace tfm
