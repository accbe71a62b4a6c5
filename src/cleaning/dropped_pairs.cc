#include "cleaning/dropped_pairs.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "core/concat.h"

namespace tfm {

void DroppedPairs::add(const std::string& corpus, const CleanPair& pair, const Reason& reason) {
  using Json = nlohmann::ordered_json;
  Json json = {{"corpus", corpus},
               {"line", pair.line},
               {"rule", concat(info(reason.rule).key, side_suffix(reason.side))},
               {"source", pair.source.text},
               {"target", pair.target.text}};
  if (!pair.defect.empty()) json["problem"] = pair.defect;
  file_.stream() << json.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace tfm
