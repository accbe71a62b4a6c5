#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "text/pair_table.h"
#include "text/segmenter.h"

namespace tfm {
namespace {

constexpr int32_t kRoot = 0;

// A piece that ends at some place of the text.
struct Edge {
  size_t begin = 0;
  int32_t id = 0;
  double log_mass = 0.0;  // of all segmentations up to `begin`, with this piece after them
  double share = 1.0;     // exp(log_mass), in a unit of its own for each place
};

// The segmentations of one text's beginnings, filled place by place.
struct Lattice {
  explicit Lattice(size_t length) : log_mass(length + 1), first_edge(length + 2) { edges.reserve(4 * length); }

  std::vector<double> log_mass;    // [length + 1]: the logarithm of the summed weights of all ways to get here
  std::vector<size_t> first_edge;  // [length + 2]: the edges that end here, those of the next place after them
  std::vector<Edge> edges;
};

// Forward filtering, backward sampling.
class UnigramSegmenter : public Segmenter {
 public:
  UnigramSegmenter(const std::vector<SpelledPiece>& pieces, double alpha);
  void sample(std::span<const int32_t> characters, RandomStream& random, std::vector<int32_t>& ids) const override;

 private:
  // The pieces, read backwards: a node for each ending of a piece.
  struct Node {
    int32_t id = -1;  // of the piece that is spelt from here to its end
    double log_weight = 0.0;
  };

  void add(const SpelledPiece& piece, double alpha);
  void find_edges(std::span<const int32_t> characters, size_t end, Lattice& lattice) const;

  PairTable steps_;  // (node, the character before) -> node
  std::vector<Node> nodes_{1};
};

UnigramSegmenter::UnigramSegmenter(const std::vector<SpelledPiece>& pieces, double alpha) {
  for (const SpelledPiece& piece : pieces) add(piece, alpha);
}

void UnigramSegmenter::add(const SpelledPiece& piece, double alpha) {
  int32_t node = kRoot;
  for (auto character = piece.characters.rbegin(); character != piece.characters.rend(); ++character) {
    int32_t next = steps_.find(node, *character);
    if (next < 0) {
      next = static_cast<int32_t>(nodes_.size());
      steps_.insert(node, *character, next);
      nodes_.emplace_back();
    }
    node = next;
  }
  nodes_[static_cast<size_t>(node)] = {piece.id, alpha * static_cast<double>(piece.score)};
}

void UnigramSegmenter::find_edges(std::span<const int32_t> characters, size_t end, Lattice& lattice) const {
  int32_t step = kRoot;
  for (size_t begin = end; begin-- > 0;) {
    step = steps_.find(step, characters[begin]);
    if (step < 0) return;
    const Node& node = nodes_[static_cast<size_t>(step)];
    if (node.id >= 0) lattice.edges.push_back({begin, node.id, lattice.log_mass[begin] + node.log_weight, 1.0});
  }
}

// The sum in logarithms, largest first: nothing can overflow, and what underflows is too small to be drawn.
double add_up(std::span<Edge> edges) {
  if (edges.size() == 1) return edges[0].log_mass;
  double greatest = -std::numeric_limits<double>::infinity();
  for (const Edge& edge : edges) greatest = std::max(greatest, edge.log_mass);
  double sum = 0.0;
  for (Edge& edge : edges) sum += edge.share = std::exp(edge.log_mass - greatest);
  return greatest + std::log(sum);
}

const Edge& draw(std::span<const Edge> edges, RandomStream& random) {
  if (edges.size() == 1) return edges[0];
  double sum = 0.0;
  for (const Edge& edge : edges) sum += edge.share;
  double left = random.uniform() * sum;
  const Edge* drawn = &edges.front();
  for (const Edge& edge : edges) {
    if (edge.share <= 0.0) continue;
    drawn = &edge;
    left -= edge.share;
    if (left < 0.0) break;
  }
  return *drawn;
}

void UnigramSegmenter::sample(std::span<const int32_t> characters, RandomStream& random,
                              std::vector<int32_t>& ids) const {
  Lattice lattice(characters.size());
  for (size_t end = 1; end <= characters.size(); ++end) {
    const size_t first = lattice.first_edge[end];
    find_edges(characters, end, lattice);
    lattice.first_edge[end + 1] = lattice.edges.size();
    lattice.log_mass[end] = add_up(std::span(lattice.edges).subspan(first));
  }
  const auto first_id = std::ssize(ids);
  for (size_t end = characters.size(); end > 0;) {
    const size_t first = lattice.first_edge[end];
    const Edge& edge =
        draw(std::span<const Edge>(lattice.edges).subspan(first, lattice.first_edge[end + 1] - first), random);
    ids.push_back(edge.id);
    end = edge.begin;
  }
  std::reverse(ids.begin() + first_id, ids.end());
}

}  // namespace

std::unique_ptr<const Segmenter> unigram_segmenter(const std::vector<SpelledPiece>& pieces, double alpha) {
  return std::make_unique<UnigramSegmenter>(pieces, alpha);
}

}  // namespace tfm
