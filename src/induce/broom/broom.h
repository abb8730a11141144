// Broom: one labelled record as a tag path and a forest below it ([Zheng] ch. 9).
//
//   stick   the tags from the root of the page to the boundary node, the smallest element around
//           all labels of the record
//   head    the record region: consecutive children of the boundary node that cover the labels
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "dom/document.h"
#include "induce/tree/labelled_tree.h"
#include "induce/tree/wrapper_induction.h"
#include "model/inducer.h"
#include "wrap/tree/broom_wrapper.h"
#include "wrap/tree/dom_tree.h"
#include "wrap/tree/wrapper_tree.h"

namespace weft::induce {

struct Broom {
  dom::NodeId boundary = dom::kRoot;  // [Zheng] Definition 12.
  std::vector<dom::Atom> path;        // Its tag path, from <html>; empty for the document.
  wrap::DomTree head;                 // [Zheng] Definition 13; node 0 is the boundary node.
};

// Algorithm 7. `labelled` are the labelled nodes of one page, of all its records. REQUIRES: at
// least one of them is of `record`.
Broom extract_broom(const dom::Document& doc, const std::vector<LabelledNode>& labelled,
                    const std::string& record, const wrap::BroomOptions& options,
                    wrap::Vocabulary& vocabulary);

// Incremental update: one more labelled record into the wrappers of its tag path ([Zheng] Algorithm
// 9).

// `wrappers` are those of the record's tag path. The nearest takes the record in if it is within
// BroomOptions::merge_theta, and then merges with others that have come that near; else the record
// becomes a wrapper of its own.
void update_wrappers(std::vector<wrap::WrapperTree>& wrappers, const wrap::DomTree& record,
                     const TemplateTexts& texts, const wrap::BroomOptions& options,
                     wrap::Vocabulary& vocabulary);

// The broom inducer: labels to a BroomWrapper ([Zheng] 9.2).

struct LearnedBrooms {
  std::unique_ptr<wrap::BroomWrapper> wrapper;
  std::vector<std::string> problems;
};

// Fails as model::Inducer does.
Result<LearnedBrooms> learn_brooms(const model::InducerInput& input,
                                   const wrap::BroomOptions& options = {});

// Of what was labelled.
struct RecordCounts {
  size_t pages = 0;
  size_t records = 0;
};

// BroomUpdates: brooms that grow while somebody labels ([Zheng] 10.3.1). Records join the wrappers
// one by one, in the order of their labels, and what earlier pages taught is not learned again.
//
//   labels of          taken in anew
//   p                  p
//   p, q               q
//   p, q (changed)     q
//
// Threads: one at a time. Borrows the pages of one call until the next, to know them again.
class BroomUpdates {
 public:
  explicit BroomUpdates(wrap::BroomOptions options = {}) : options_(options) {}

  // As learn_brooms, with update_wrappers for clustering. What is learned hangs on the labels and
  // their order alone, not on the calls before.
  Result<LearnedBrooms> learn(const model::InducerInput& input);

 private:
  // After a page; the wrappers by tag path.
  struct Step {
    std::vector<LabelledNode> nodes;  // Of that page.
    std::set<std::string> partial;    // Its records that are known in part.
    std::map<std::vector<dom::Atom>, std::vector<wrap::WrapperTree>> wrappers;
    RecordCounts counts;
  };
  void look_at(const model::InducerInput& input);
  void take(const dom::Document& doc, std::vector<LabelledNode> nodes,
            std::set<std::string> partial);

  wrap::BroomOptions options_;
  wrap::Vocabulary vocabulary_;
  TemplateTexts texts_;
  std::vector<const model::Page*> pages_;
  std::vector<Step> steps_;
};

}  // namespace weft::induce
