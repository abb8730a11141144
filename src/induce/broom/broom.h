// Broom: one labelled record as a tag path and a forest below it ([Zheng] ch. 9).
//
//   stick   the tags from the root of the page to the boundary node, the smallest element around
//           all labels of the record
//   head    the record region: consecutive children of the boundary node that cover the labels
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dom/document.h"
#include "induce/tree/labelled_nodes.h"
#include "wrap/tree/dom_tree.h"
#include "wrap/tree/tree_options.h"

namespace weft::induce {

struct BroomOptions {
  TreeOptions tree;
  // A page with a single record: the head takes in all children of the boundary node, so that what
  // stands before and after the record helps to place it.
  bool context = true;
  // Heads farther than this from what they are laid on do not match ([Zheng] 10.3.3).
  double theta = 0.2;
  // Records join the wrappers one by one (Algorithm 9) instead of all at once (WPC).
  bool incremental = false;
  // Algorithm 9: records and wrappers nearer than this are merged.
  double merge_theta = 0.2;
  // Crossed records that stand in columns are kept in them.
  bool columns = true;
  // Where no tag path leads to a record the page is searched for heads alone.
  bool loose_paths = true;

  static BroomOptions paper() {
    return {.tree = TreeOptions::paper(), .context = false, .columns = false, .loose_paths = false};
  }
};

struct Broom {
  dom::NodeId boundary = dom::kRoot;  // [Zheng] Definition 12.
  std::vector<dom::Atom> path;        // Its tag path, from <html>; empty for the document.
  DomTree head;                       // [Zheng] Definition 13; node 0 is the boundary node.
};

// The place of the record's nodes among the children of every shared node of its head, counting
// those that take part; nothing when there is no shared node, or the places differ.
std::optional<uint32_t> column_of(const Broom& broom);

// Algorithm 7. `labelled` are the labelled nodes of one page, of all its records. REQUIRES: at
// least one of them is of `record`.
Broom extract_broom(const dom::Document& doc, const std::vector<LabelledNode>& labelled,
                    const std::string& record, const BroomOptions& options, Vocabulary& vocabulary);

}  // namespace weft::induce
