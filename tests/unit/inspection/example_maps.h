// A pair of two source and two target pieces whose weights are easy to check.
#pragma once

#include "inspection/attention_maps.h"

namespace tfm {

// 0.1f and its like have no short form as doubles. Head 1 of the cross-attention has a weight of exactly 1.
inline AttentionMaps example_maps() {
  const std::vector<std::vector<float>> causal = {{1.0F, 0.0F}, {0.25F, 0.75F}};
  return {
      .source = "red",
      .target = "红",
      .source_pieces = {"▁red", "</s>"},
      .target_inputs = {"<s>", "▁红"},
      .target_outputs = {"▁红", "</s>"},
      .maps = {{.part = "encoder", .layer = 0, .heads = {{{0.5F, 0.5F}, {0.1F, 0.9F}}}},
               {.part = "decoder", .layer = 0, .heads = {causal, causal}},
               {.part = "cross", .layer = 0, .heads = {{{0.3F, 0.7F}, {0.6F, 0.4F}}, {{1.0F, 0.0F}, {0.2F, 0.8F}}}}}};
}

// Pieces that mean something to HTML, XML, JavaScript or JSON.
inline AttentionMaps awkward_maps() {
  auto maps = example_maps();
  maps.source = "</script><script>alert(1)</script> <!-- & \"quoted\" 'single' \x01";
  maps.source_pieces = {"</script><!--", "\"&'\\\x01"};
  return maps;
}

}  // namespace tfm
