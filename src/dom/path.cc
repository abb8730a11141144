#include "dom/path.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "base/hash.h"

namespace weft::dom {
namespace {

constexpr size_t kTypicalStepBytes = 10;

// The node test of n in an indexed path: "div", "text()", "comment()".
std::string_view node_test(const Document& doc, NodeId n) {
  switch (doc.kind(n)) {
    case NodeKind::kElement:
      return doc.name_text(n);
    case NodeKind::kText:
      return "text()";
    case NodeKind::kComment:
      return "comment()";
    default:
      return "doctype()";
  }
}

bool same_step(const Document& doc, NodeId a, NodeId b) {
  return doc.kind(a) == doc.kind(b) && doc.name(a) == doc.name(b);
}

uint32_t position_among_like_siblings(const Document& doc, NodeId n) {
  uint32_t position = 1;
  for (const NodeId sibling : doc.children(doc.parent(n))) {
    if (sibling == n) break;
    if (same_step(doc, sibling, n)) ++position;
  }
  return position;
}

// Kind and name of a node in one number.
uint64_t step_key(const Document& doc, NodeId n) {
  return static_cast<uint64_t>(doc.name(n)) << 3 | static_cast<uint64_t>(doc.kind(n));
}

// The path to n, with position(step) for each step of it.
template <typename Position>
std::string path_of(const Document& doc, NodeId n, const Position& position) {
  if (n == kRoot) return "/";
  std::vector<NodeId> chain;
  for (; n != kRoot; n = doc.parent(n)) chain.push_back(n);
  std::string path;
  path.reserve(chain.size() * kTypicalStepBytes);
  for (auto it = chain.rbegin(); it != chain.rend(); ++it) {
    path += '/';
    path += node_test(doc, *it);
    path += '[';
    path += fmt::format_int(position(*it)).c_str();
    path += ']';
  }
  return path;
}

struct Step {
  std::string_view test;
  uint32_t position = 1;
};

Error bad_path(std::string_view path, size_t at) {
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("path '{}': unexpected text at column {}", path, at + 1)};
}

// Reads "/name[3]" at path[at] and moves `at` past it.
Result<Step> parse_step(std::string_view path, size_t& at) {
  if (path[at] != '/') return bad_path(path, at);
  const size_t begin = ++at;
  while (at < path.size() && path[at] != '/' && path[at] != '[') ++at;
  Step step{path.substr(begin, at - begin)};
  if (step.test.empty()) return bad_path(path, begin);
  if (at < path.size() && path[at] == '[') {
    const char* last = path.data() + path.size();
    const auto [end, error] = std::from_chars(path.data() + at + 1, last, step.position);
    if (error != std::errc() || end == last || *end != ']' || step.position == 0)
      return bad_path(path, at);
    at = static_cast<size_t>(end - path.data()) + 1;
  }
  return step;
}

NodeId find_child(const Document& doc, NodeId parent, const Step& step) {
  uint32_t position = 0;
  for (const NodeId child : doc.children(parent)) {
    if (node_test(doc, child) == step.test && ++position == step.position) return child;
  }
  return kNoNode;
}

}  // namespace

std::string tag_path(const Document& doc, NodeId n) {
  std::vector<std::string_view> names;
  if (doc.is_element(n)) names.push_back(doc.name_text(n));
  for (const NodeId ancestor : doc.ancestors(n)) {
    if (doc.is_element(ancestor)) names.push_back(doc.name_text(ancestor));
  }
  std::reverse(names.begin(), names.end());
  return fmt::format("{}", fmt::join(names, "/"));
}

std::string indexed_path(const Document& doc, NodeId n) {
  return path_of(doc, n, [&](NodeId step) { return position_among_like_siblings(doc, step); });
}

IndexedPaths::IndexedPaths(const Document& doc, NodeId end) : doc_(doc), position_(index(end), 1) {
  std::unordered_map<uint64_t, uint32_t>
      counts;  // How many children of a node carry a step so far.
  counts.reserve(index(end));
  for (NodeId n = next(kRoot); n < end; n = next(n)) {
    position_[index(n)] = ++counts[hash_combine(index(doc.parent(n)), step_key(doc, n))];
  }
}

std::string IndexedPaths::path(NodeId n, Atom attribute) const {
  std::string path = path_of(doc_, n, [&](NodeId step) { return position_[index(step)]; });
  if (attribute != kNoAtom) (path += "/@") += doc_.spelling(attribute);
  return path;
}

Result<NodeId> resolve_indexed_path(const Document& doc, std::string_view path) {
  if (path == "/") return kRoot;
  if (path.empty()) return bad_path(path, 0);
  NodeId n = kRoot;
  for (size_t at = 0; at < path.size();) {
    WEFT_ASSIGN(const Step step, parse_step(path, at));
    n = find_child(doc, n, step);
    if (n == kNoNode) {
      return Error{ErrorCode::kNotFound,
                   fmt::format("path '{}': no node at '{}'", path, path.substr(0, at))};
    }
  }
  return n;
}

NodeMap<uint64_t> tag_path_hashes(const Document& doc) {
  NodeMap<uint64_t> hashes(doc);
  hashes[kRoot] = 0;
  for (const NodeId n : doc.descendants(kRoot)) {
    hashes[n] = hash_combine(hashes[doc.parent(n)], step_key(doc, n));
  }
  return hashes;
}

}  // namespace weft::dom
