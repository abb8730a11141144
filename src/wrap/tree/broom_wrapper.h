// BroomWrapper: the wrapper of kind "broom": record wrappers in a library of tag paths ([Zheng]
// ch. 9). Format: docs/formats/broom-wrapper.md.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "dom/atom.h"
#include "model/wrapper.h"
#include "wrap/tree/record_assembly.h"
#include "wrap/tree/wd_alignment.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::wrap {

// WrapperLibrary: the tag paths of a site's brooms merged into a prefix tree ([Zheng] 9.3.1).
//
//   html/body/table/tr  →  broom 0            html ─ body ─┬─ table ─ tr: 0, 2
//   html/body/ul/li     →  broom 1                         └─ ul ─ li: 1
//   html/body/table/tr  →  broom 2
//
// Siblings have different tags, and brooms of one tag path hang on one node.

class WrapperLibrary {
 public:
  struct Node {
    dom::Atom tag = dom::kNoAtom;
    std::vector<uint32_t> children;
    std::vector<uint32_t> brooms;  // Not empty: a boundary node.
  };

  WrapperLibrary() : nodes_(1) {}
  // O(path length · siblings).
  void add(const std::vector<dom::Atom>& path, uint32_t broom);
  // Node 0 is the root: the document.
  [[nodiscard]] const Node& node(uint32_t i) const { return nodes_[i]; }
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }

 private:
  std::vector<Node> nodes_;
};

struct BroomOptions {
  TreeOptions tree;
  // A page with a single record: the head takes in all children of the boundary node, so that what
  // stands before and after the record helps to place it.
  bool context = true;
  // Heads farther than this from what they are laid on do not match ([Zheng] 10.3.3).
  double theta = 0.2;
  // Where records join one by one ([Zheng] Algorithm 9): records and wrappers nearer than this are merged.
  double merge_theta = 0.2;
  // Where no tag path leads to a record the page is searched for heads alone.
  bool loose_paths = true;

  static BroomOptions paper() {
    return {.tree = TreeOptions::paper(), .context = false, .loose_paths = false};
  }
};

// A learned broom: a tag path and the wrapper of the records found there.
struct RecordWrapper {
  std::vector<dom::Atom> path;
  WrapperTree head;
};

struct Brooms {
  Vocabulary vocabulary;
  BroomOptions options;
  std::vector<RecordWrapper> wrappers;
  std::vector<AttributeShape> attributes;
  // Mean number of records on a labelled page ([Zheng] 10.3.3: N̄).
  double records_per_page = 1;
};

class BroomWrapper final : public model::Wrapper {
 public:
  explicit BroomWrapper(Brooms brooms);
  BroomWrapper(const BroomWrapper&) = delete;  // The aligners point into the trees.
  BroomWrapper& operator=(const BroomWrapper&) = delete;

  [[nodiscard]] std::string_view kind() const override { return "broom"; }
  [[nodiscard]] model::Extraction apply(const model::Page& page) const override;
  [[nodiscard]] std::vector<model::Explanation> explain(const model::Page& page,
                                                        dom::NodeId node) const override;
  [[nodiscard]] Json to_json() const override;
  static Result<std::unique_ptr<model::Wrapper>> from_json(const Json& body);

  [[nodiscard]] const Brooms& brooms() const { return brooms_; }

  // A record region that a broom matched.
  struct Found {
    uint32_t broom = 0;
    dom::NodeId boundary = dom::kRoot;
    double distance = 0;            // Ψ
    double share = 1;               // Of its labels, as on labelled pages (share_as_labelled).
    std::vector<FoundNode> labels;  // In page order.
  };
  // Algorithm 8.
  [[nodiscard]] std::vector<Found> find_records(const dom::Document& doc, double threshold) const;
  // A perfect match ([Zheng] 10.3.3): all labels are as they were or, in the paper's variant, Ψ =
  // 0.
  [[nodiscard]] bool is_perfect(const Found& found) const {
    return brooms_.options.tree.prune ? found.share == 1 : found.distance == 0;
  }

 private:
  class Search;
  Brooms brooms_;
  WrapperLibrary library_;
  ValueLooks looks_;
  std::vector<std::unique_ptr<WdAligner>> aligners_;
};

}  // namespace weft::wrap
