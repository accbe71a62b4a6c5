// Which pairs an epoch holds, and in which order: several corpora mixed by weight, shuffled without a table.
#pragma once

#include <cstdint>
#include <vector>

#include "core/random_permutation.h"

namespace tfm {

// How often a pair of each corpus comes in an epoch, on average. Temperature T makes a corpus' share of the epoch
// proportional to its size to the power of 1/T (Arivazhagan et al. 2019) with as many pairs in all as there are;
// `weights`, which the user gave, multiply that. T = 1 and weights of 1 give 1 for each.
std::vector<double> mixing_weights(const std::vector<int64_t>& pairs, const std::vector<double>& weights,
                                   double temperature);

// How many pairs of each corpus an epoch holds: weight x pairs, rounded, and at least one of a corpus that has any.
std::vector<int64_t> epoch_shares(const std::vector<int64_t>& pairs, const std::vector<double>& weights);

// One epoch's pairs in random order. A function of its arguments; takes the same memory for any number of pairs.
class EpochOrder {
 public:
  EpochOrder(const std::vector<int64_t>& pairs, const std::vector<double>& weights, uint64_t seed, int64_t epoch);

  int64_t size() const { return static_cast<int64_t>(order_.size()); }
  // The number of the pair (through all corpora) that stands at this place of the epoch.
  int64_t operator[](int64_t place) const;

 private:
  // Of one corpus: whole rounds through it, and then a random part of it.
  struct Share {
    int64_t end;         // of its places before shuffling
    int64_t first_pair;  // the number of its first pair
    int64_t pairs;
    RandomPermutation part;
  };
  std::vector<Share> shares_;
  RandomPermutation order_;
};

}  // namespace tfm
