#include <nlohmann/json.hpp>
#include <utility>

#include "inspection/attention_maps.h"

namespace tfm {
namespace {

// Keeps the order of keys, and numbers as float32: "0.1" for 0.1f, where a double would need 0.10000000149011612.
using FloatJson =
    nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, std::int64_t, std::uint64_t, float>;

}  // namespace

std::string attention_json(const AttentionMaps& maps) {
  FloatJson json;
  json["source"] = maps.source;
  json["target"] = maps.target;
  json["source_pieces"] = maps.source_pieces;
  json["target_inputs"] = maps.target_inputs;
  json["target_outputs"] = maps.target_outputs;
  json["maps"] = FloatJson::array();
  for (const auto& map : maps.maps) {
    FloatJson entry;
    entry["part"] = map.part;
    entry["layer"] = map.layer;
    entry["heads"] = map.heads;
    json["maps"].push_back(std::move(entry));
  }
  return json.dump(-1, ' ', false, FloatJson::error_handler_t::replace) + "\n";
}

}  // namespace tfm
