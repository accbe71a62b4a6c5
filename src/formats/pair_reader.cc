#include "formats/pair_reader.h"

#include "formats/corpus_format.h"
#include "formats/csv_pairs.h"
#include "formats/jsonl_pairs.h"
#include "formats/po_pairs.h"
#include "formats/text_pairs.h"
#include "formats/tmx_pairs.h"
#include "formats/tsv_pairs.h"
#include "formats/wmt_pairs.h"
#include "formats/xliff_pairs.h"

namespace tfm {

std::unique_ptr<PairReader> open_pairs(const CorpusConfig& corpus, const LanguagePair& languages) {
  const CorpusFormat format = corpus_format(corpus);
  if (!corpus.file) return open_text_pairs(corpus);
  switch (format) {
    case CorpusFormat::kTsv:
      return open_tsv_pairs(corpus);
    case CorpusFormat::kCsv:
      return open_csv_pairs(corpus);
    case CorpusFormat::kJsonl:
      return open_jsonl_pairs(corpus, languages);
    case CorpusFormat::kTmx:
      return open_tmx_pairs(corpus, languages);
    case CorpusFormat::kXliff:
      return open_xliff_pairs(corpus, languages);
    case CorpusFormat::kPo:
      return open_po_pairs(corpus);
    case CorpusFormat::kWmt:
    case CorpusFormat::kText:
    case CorpusFormat::kAuto:
      break;
  }
  return open_wmt_pairs(corpus);
}

}  // namespace tfm
