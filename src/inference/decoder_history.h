// Keys and values of the places that hypotheses already have, in all layers. Hypotheses that come from one share its
// past: who goes on with whom is a table of numbers. A place is copied once in its life, when it has become old and
// most of its hypotheses have left nobody behind: the others' keys and values then need no room any more.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tfm {

class DecoderHistory {
 public:
  // width: of a key, and of a value. slots: hypotheses that there may be.
  DecoderHistory(int64_t layers, int64_t width, int64_t slots);

  // A new place, of the hypotheses in these slots, ascending: row i of keys() and values() is the i-th one's.
  void append(std::span<const int64_t> slots);
  // [rows, width], of the newest place, to be filled in.
  float* keys(int64_t layer) { return place_of(blocks_.back(), layer, 0); }
  float* values(int64_t layer) { return place_of(blocks_.back(), layer, 1); }
  // Slot i goes on with the past of what was slots[i].
  void select(std::span<const int64_t> slots);

  int64_t places() const { return std::ssize(blocks_); }
  // Where a slot's newest `count` places have their keys and values, the oldest first.
  void find(int64_t slot, int64_t layer, int64_t count, const float** keys, const float** values) const;

 private:
  struct Block {
    std::shared_ptr<float[]> keys_and_values;  // [layers, 2, rows, width]
    int64_t rows;
  };
  float* place_of(const Block& block, int64_t layer, int64_t part) const {
    return block.keys_and_values.get() + (layer * 2 + part) * block.rows * width_;
  }
  void make_room();
  void leave_out_the_dead(int64_t place);

  int64_t layers_, width_;
  std::vector<Block> blocks_;       // one for each place
  int64_t room_ = 0;                // places in a row of rows_
  std::vector<int32_t> rows_;       // [slots, room]: the row of its past in each block
  std::vector<int32_t> next_rows_;  // kept for select()
  std::vector<int32_t> new_rows_;   // kept for leave_out_the_dead()
  int64_t slots_;
};

}  // namespace tfm
