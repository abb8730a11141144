#include "eval/structural_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "dom/builder.h"
#include "dom/path.h"

namespace weft::eval {
namespace {

using dom::Document;
using dom::NodeId;

bool is_below_body(const Document& doc, NodeId n) {
  for (const NodeId a : doc.ancestors(n)) {
    if (doc.name(a) == dom::atoms::kBody) return true;
  }
  return false;
}

// Something to write: a node, or the end of an element.
struct Step {
  NodeId node;
  enum class What : uint8_t { kNode, kClose } what;
};

class Editor {
 public:
  Editor(const Document& doc, const std::vector<StructuralEdit>& edits, uint64_t seed)
      : doc_(doc), edits_(edits), paths_(dom::tag_path_hashes(doc)), seed_(seed) {}

  Document run() {
    push_children(doc_.root(), false);
    while (!todo_.empty()) {
      const Step step = todo_.back();
      todo_.pop_back();
      if (step.what == Step::What::kClose)
        builder_.close();
      else if (doc_.is_text(step.node))
        builder_.text(doc_.text(step.node));
      else if (doc_.is_element(step.node))
        write(step.node);
    }
    return builder_.finish();
  }

 private:
  [[nodiscard]] bool has(NodeId n, EditKind kind) const {
    const auto [first, last] = std::equal_range(
        edits_.begin(), edits_.end(), StructuralEdit{paths_[n], kind},
        [](const StructuralEdit& a, const StructuralEdit& b) { return a.path < b.path; });
    return std::any_of(first, last, [&](const StructuralEdit& edit) { return edit.kind == kind; });
  }

  void push_children(NodeId n, bool reversed) {
    std::vector<NodeId> children;
    for (const NodeId child : doc_.children(n)) children.push_back(child);
    if (!reversed) std::reverse(children.begin(), children.end());
    for (const NodeId child : children) todo_.push_back({child, Step::What::kNode});
  }

  void close_later() { todo_.push_back({dom::kNoNode, Step::What::kClose}); }

  void write(NodeId n) {
    if (has(n, EditKind::kInsert)) {
      builder_.open("div").attribute("class", "new-block").open("p").text("Our newest offers");
      builder_.close().close();
    }
    if (has(n, EditKind::kWrap)) {
      builder_.open("div").attribute("class", fmt::format("w{:x}", (paths_[n] ^ seed_) & 0xFFF));
      close_later();
    }
    if (!has(n, EditKind::kUnwrap)) {
      open(n);
      close_later();
    }
    push_children(n, has(n, EditKind::kReorder));
  }

  void open(NodeId n) {
    const bool rename = has(n, EditKind::kRename);
    builder_.open(doc_.name_text(n), doc_.name_space(n));
    for (uint32_t i = 0; i < doc_.attribute_count(n); ++i) {
      const dom::Attribute attribute = doc_.attribute_at(n, i);
      const bool renamed =
          rename && (attribute.name == dom::atoms::kClass || attribute.name == dom::atoms::kId);
      builder_.attribute(attribute.name_text,
                         renamed
                             ? fmt::format("x{:x}", hash_bytes(attribute.value, seed_) & 0xFFFFF)
                             : std::string(attribute.value));
    }
  }

  const Document& doc_;
  const std::vector<StructuralEdit>& edits_;
  dom::NodeMap<uint64_t> paths_;
  uint64_t seed_;
  dom::DocumentBuilder builder_;
  std::vector<Step> todo_;
};

}  // namespace

std::vector<StructuralEdit> choose_edits(std::span<const Document* const> pages, double share,
                                         uint64_t seed) {
  std::map<uint64_t, size_t> counts;
  for (const Document* doc : pages) {
    const auto paths = dom::tag_path_hashes(*doc);
    std::set<uint64_t> own;
    for (const NodeId n : doc->nodes()) {
      if (doc->is_element(n) && is_below_body(*doc, n)) own.insert(paths[n]);
    }
    for (const uint64_t path : own) ++counts[path];
  }
  std::vector<StructuralEdit> edits;
  for (const auto& [path, count] : counts) {
    const uint64_t draw = hash_combine(path, seed);
    if (2 * count < pages.size() || static_cast<double>(draw % 10'000) >= share * 10'000) continue;
    edits.push_back({path, static_cast<EditKind>(mix64(draw) % 5)});
  }
  return edits;
}

Document apply_edits(const Document& doc, const std::vector<StructuralEdit>& edits, uint64_t seed) {
  return Editor(doc, edits, seed).run();
}

}  // namespace weft::eval
