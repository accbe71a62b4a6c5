#include "formats/text_pairs.h"

#include "core/concat.h"
#include "core/error.h"
#include "formats/corpus_format.h"
#include "formats/record_lines.h"
#include "formats/segment_reader.h"

namespace tfm {
namespace {

int64_t count_segments_left(SegmentReader& reader) {
  while (reader.next()) {
  }
  return reader.segments_read();
}

class TextPairReader : public PairReader {
 public:
  explicit TextPairReader(const CorpusConfig& corpus)
      : corpus_(corpus),
        source_(*corpus.source, corpus.format, corpus.encoding),
        target_(*corpus.target, corpus.format, corpus.encoding) {}

  std::optional<CleanPair> next() override {
    auto source = source_.next();
    auto target = target_.next();
    if (source && target) {
      return CleanPair{std::move(source->text), std::move(target->text), source->line,
                       source->defect.empty() ? target->defect : source->defect};
    }
    check_segment_counts(corpus_, count_segments_left(source_), count_segments_left(target_), "");
    return std::nullopt;
  }

  double share_read() const override {
    const TextStream &source = source_.lines().stream(), &target = target_.lines().stream();
    return share_of(source.bytes_consumed() + target.bytes_consumed(), source.file_bytes() + target.file_bytes());
  }

  std::string encoding() const override {
    const std::string& source = source_.lines().stream().encoding();
    const std::string& target = target_.lines().stream().encoding();
    return source == target ? source : concat(source, " and ", target);
  }

 private:
  CorpusConfig corpus_;
  SegmentReader source_, target_;
};

}  // namespace

std::unique_ptr<PairReader> open_text_pairs(const CorpusConfig& corpus) {
  return std::make_unique<TextPairReader>(corpus);
}

int64_t count_segments(const std::filesystem::path& file, const CorpusConfig& corpus) {
  SegmentReader reader(file, corpus.format, corpus.encoding);
  return reader.is_sgml() ? count_segments_left(reader) : count_lines(file, corpus.encoding);
}

void check_segment_counts(const CorpusConfig& corpus, int64_t source_count, int64_t target_count,
                          const std::string& where) {
  const std::string source = corpus.source->string(), target = corpus.target->string();
  for (const auto& [file, count] : {std::pair{source, source_count}, std::pair{target, target_count}}) {
    if (count == 0) throw UserError(concat(file, " is empty; a parallel corpus needs one sentence a line"));
  }
  if (source_count == target_count) return;
  const bool is_text = corpus_format(corpus) == CorpusFormat::kText;
  throw UserError(concat(source, " has ", source_count, is_text ? " lines but " : " segments but ", target, " has ",
                         target_count, "; a parallel corpus needs one ", is_text ? "line" : "segment", " for one ",
                         is_text ? "line" : "segment", where));
}

}  // namespace tfm
