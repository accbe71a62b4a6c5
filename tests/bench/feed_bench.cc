// How fast training batches come: tokens a second from a prepared run, with nobody using them.
//   feed_bench RUN BATCH_TOKENS SECONDS
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "data/batch_iterator.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: feed_bench RUN BATCH_TOKENS SECONDS\n";
    return 2;
  }
  const std::filesystem::path run = argv[1];
  const auto corpus = tfm::ParallelCorpus::open(run / "data/train");
  const auto tokenizers = tfm::Tokenizers::load(run / "tokenizer");
  const tfm::BatchIteratorOptions options{.batch_tokens = std::atoll(argv[2]),
                                          .seed = 1,
                                          .source_ids = tokenizers.source->special_ids(),
                                          .target_ids = tokenizers.target->special_ids()};
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  tfm::BatchIterator batches(corpus, options);
  int64_t tokens = batches.next().num_target_tokens, count = 1;
  const auto first = Clock::now();
  const std::chrono::duration<double> limit(std::atof(argv[3]));
  while (Clock::now() - first < limit) {
    tokens += batches.next().num_target_tokens;
    ++count;
  }
  const std::chrono::duration<double> startup = first - begin, took = Clock::now() - first;
  std::cout << corpus.size() << " pairs; first batch after " << startup.count() << " s; " << count << " batches, "
            << static_cast<int64_t>(static_cast<double>(tokens) / took.count()) << " target tokens/s\n";
}
