#include "formats/po_pairs.h"

#include "formats/po_message.h"
#include "formats/record_lines.h"

namespace tfm {
namespace {

// "Content-Type: text/plain; charset=GBK" of the header; "CHARSET" stands in templates.
std::string encoding_declared_in_po(std::string_view head) {
  constexpr std::string_view kField = "\"Content-Type:", kKey = "charset=";
  const auto field = head.find(kField);
  if (field == std::string_view::npos) return "";
  const std::string_view line = head.substr(field, head.find('\n', field) - field);
  const auto key = line.find(kKey);
  if (key == std::string_view::npos) return "";
  const std::string_view value = line.substr(key + kKey.size());
  const std::string charset(value.substr(0, value.find_first_of("\\\"; \t\r")));
  return charset == "CHARSET" ? "" : charset;
}

class PoPairReader : public LinePairReader {
 public:
  explicit PoPairReader(const CorpusConfig& corpus) : LinePairReader(corpus, encoding_declared_in_po) {}

  std::optional<CleanPair> next() override {
    while (ready_.empty() && !ended_) read_line();
    if (ready_.empty()) return std::nullopt;
    CleanPair pair = std::move(ready_.front());
    ready_.pop_front();
    return pair;
  }

 private:
  void read_line() {
    const auto line = lines_.next_raw();
    ended_ = !line;
    std::string_view text = line ? line->text : std::string_view();
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (message_.is_ended_by(text)) {
      ready_ = message_.pairs();
      message_ = PoMessage();
    }
    if (!text.empty()) message_.add_line(text, lines_.lines_read());
  }

  PoMessage message_;
  std::deque<CleanPair> ready_;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<PairReader> open_po_pairs(const CorpusConfig& corpus) { return std::make_unique<PoPairReader>(corpus); }

}  // namespace tfm
