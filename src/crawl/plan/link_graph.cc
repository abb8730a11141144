#include "crawl/plan/link_graph.h"

#include <algorithm>
#include <map>

namespace weft::crawl {

LinkGraph LinkGraph::from_links(std::vector<std::pair<Vertex, Vertex>> links, Vertex vertices) {
  for (const auto& [from, to] : links) vertices = std::max({vertices, from + 1, to + 1});
  LinkGraph graph;
  graph.offsets_.assign(vertices + size_t{1}, 0);
  for (const auto& [from, to] : links) ++graph.offsets_[from + 1];
  for (size_t v = 0; v < vertices; ++v) graph.offsets_[v + 1] += graph.offsets_[v];
  graph.targets_.resize(links.size());
  std::vector<uint64_t> next(graph.offsets_.begin(), graph.offsets_.end() - 1);
  for (const auto& [from, to] : links) graph.targets_[next[from]++] = to;
  links = {};

  // Sort each row and drop what is double or points to itself.
  uint64_t kept = 0;
  for (Vertex v = 0; v < vertices; ++v) {
    const auto row = graph.targets_.begin() + static_cast<ptrdiff_t>(graph.offsets_[v]);
    const auto row_end = graph.targets_.begin() + static_cast<ptrdiff_t>(graph.offsets_[v + 1]);
    graph.offsets_[v] = kept;
    std::sort(row, row_end);
    Vertex last = v;
    for (auto it = row; it != row_end; ++it) {
      if (*it == v || (*it == last && last != v)) continue;
      last = *it;
      graph.targets_[kept++] = last;
    }
  }
  graph.offsets_[vertices] = kept;
  graph.targets_.resize(kept);
  return graph;
}

std::span<const Vertex> Walker::within(Vertex v, uint32_t hops) {
  if (++walk_ == 0) {  // Wrapped around: forget all walks.
    std::fill(seen_in_.begin(), seen_in_.end(), 0);
    walk_ = 1;
  }
  reached_.clear();
  reached_.push_back(v);
  seen_in_[v] = walk_;
  size_t level_begin = 0;
  for (uint32_t hop = 0; hop < hops && level_begin < reached_.size(); ++hop) {
    const size_t level_end = reached_.size();
    for (size_t i = level_begin; i < level_end; ++i) {
      for (const Vertex to : graph_.out(reached_[i])) {
        if (seen_in_[to] == walk_) continue;
        seen_in_[to] = walk_;
        reached_.push_back(to);
      }
    }
    level_begin = level_end;
  }
  return reached_;
}

Components strongly_connected_components(const LinkGraph& graph) {
  constexpr uint32_t kUnseen = UINT32_MAX;
  const Vertex size = graph.size();
  Components components{std::vector<uint32_t>(size, kUnseen)};
  std::vector<uint32_t> order(size, kUnseen);  // When a vertex was first seen.
  std::vector<uint32_t> low(size);             // Earliest vertex on the stack that it reaches.
  std::vector<Vertex> stack;
  struct Frame {
    Vertex v;
    uint32_t next;  // Index of the next link to follow.
  };
  std::vector<Frame> frames;
  uint32_t clock = 0;

  const auto enter = [&](Vertex v) {
    order[v] = low[v] = clock++;
    stack.push_back(v);
    frames.push_back({v, 0});
  };
  const auto leave = [&](Vertex v) {
    if (low[v] == order[v]) {
      while (components.of[v] == kUnseen) {
        components.of[stack.back()] = components.count;
        stack.pop_back();
      }
      ++components.count;
    }
    frames.pop_back();
    if (!frames.empty()) low[frames.back().v] = std::min(low[frames.back().v], low[v]);
  };

  for (Vertex start = 0; start < size; ++start) {
    if (order[start] != kUnseen) continue;
    enter(start);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const auto out = graph.out(frame.v);
      if (frame.next == out.size()) {
        leave(frame.v);
        continue;
      }
      const Vertex to = out[frame.next++];
      if (order[to] == kUnseen) {
        enter(to);
      } else if (components.of[to] == kUnseen) {
        low[frame.v] = std::min(low[frame.v], order[to]);
      }
    }
  }
  return components;
}

// Union by the smaller root, with path halving.
Components connected_components(const LinkGraph& graph) {
  std::vector<Vertex> above(graph.size());
  for (Vertex v = 0; v < graph.size(); ++v) above[v] = v;
  const auto root = [&](Vertex v) {
    while (above[v] != v) v = above[v] = above[above[v]];
    return v;
  };
  for (Vertex v = 0; v < graph.size(); ++v) {
    for (const Vertex to : graph.out(v)) {
      const Vertex a = root(v);
      const Vertex b = root(to);
      above[std::max(a, b)] = std::min(a, b);
    }
  }
  Components components{std::vector<uint32_t>(graph.size())};
  for (Vertex v = 0; v < graph.size(); ++v)  // A root is the smallest of its component.
    components.of[v] = above[v] == v ? components.count++ : components.of[root(v)];
  return components;
}

std::vector<std::pair<uint32_t, uint32_t>> component_sizes(const Components& components) {
  std::vector<uint32_t> sizes(components.count, 0);
  for (const uint32_t component : components.of) ++sizes[component];
  std::map<uint32_t, uint32_t> counts;
  for (const uint32_t size : sizes) ++counts[size];
  return {counts.begin(), counts.end()};
}

}  // namespace weft::crawl
