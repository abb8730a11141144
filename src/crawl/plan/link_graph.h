// LinkGraph: pages and the links between them, as two flat arrays.
//
// Vertices are 0 … size() - 1. Memory: 4 bytes a link and 8 bytes a page.
// Threads: const once built.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace weft::crawl {

using Vertex = uint32_t;

class LinkGraph {
 public:
  LinkGraph() = default;
  // Parallel links and links to oneself are dropped. Vertices named by a link exist. O(pages +
  // links).
  static LinkGraph from_links(std::vector<std::pair<Vertex, Vertex>> links, Vertex vertices = 0);

  [[nodiscard]] Vertex size() const {
    return static_cast<Vertex>(offsets_.empty() ? 0 : offsets_.size() - 1);
  }
  [[nodiscard]] uint64_t links() const { return targets_.size(); }
  // The pages that v links to, ascending.
  [[nodiscard]] std::span<const Vertex> out(Vertex v) const {
    return {targets_.data() + offsets_[v], targets_.data() + offsets_[v + 1]};
  }

 private:
  std::vector<uint64_t> offsets_;
  std::vector<Vertex> targets_;
};

// The strongly connected component of every vertex. Components are numbered so that a link between
// two components goes from the higher to the lower number.
struct Components {
  std::vector<uint32_t> of;  // By vertex.
  uint32_t count = 0;
};

// Tarjan's algorithm with its own stack. O(pages + links).
Components strongly_connected_components(const LinkGraph& graph);

// The connected component of every vertex, whatever the direction of links. O(pages + links).
Components connected_components(const LinkGraph& graph);

// How many components there are of each size, the smallest first: Figs. 1.2 and 1.3 of [Zheng].
std::vector<std::pair<uint32_t, uint32_t>> component_sizes(const Components& components);

// Walks breadth-first from a vertex; reusable, so that a walk costs only what it visits.
class Walker {
 public:
  explicit Walker(const LinkGraph& graph) : graph_(graph), seen_in_(graph.size(), 0) {}

  // The vertices within `hops` of v, v included, nearest first. Valid until the next call.
  std::span<const Vertex> within(Vertex v, uint32_t hops);

 private:
  const LinkGraph& graph_;
  std::vector<uint32_t> seen_in_;  // The walk in which a vertex was last seen.
  uint32_t walk_ = 0;
  std::vector<Vertex> reached_;
};

}  // namespace weft::crawl
