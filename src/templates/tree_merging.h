// Tree merging: the pages' trees become one pattern tree, level by level ([Fiva] 3.2). Which nodes
// are peers is asked of a PeerTest; FiVaTech and FiVaTech2 differ in it.
#pragma once

#include <string>
#include <vector>

#include "templates/expression.h"

namespace weft::templates {

// Whether two elements of one tag play the same role on their pages.
class PeerTest {
 public:
  virtual ~PeerTest() = default;
  virtual bool are_peers(const PlacedNode& a, const PlacedNode& b) = 0;
};

struct MergeOptions {
  size_t max_children = 1'000;      // Of one element that are looked at.
  size_t max_peers = 200;           // Elements merged into one; more are sampled evenly.
  uint64_t max_steps = 60'000'000;  // Cells of alignments in all, then elements are not entered.
  // A text that at least this share of the peers has is a symbol of its own, others are alike.
  double fixed_text_share = 0.5;
  double landmark_share = 0.3;  // Of the pages that have a landmark; two at least.
  // Where elements have so many children of a tag, on average, of which fewer begin with a landmark,
  // these are rows of data, and the landmarks what pages share by chance.
  size_t many_rows = 10;
  double labelled_share = 0.3;
  // Beyond [Fiva]: elements that follow each other in every row, as many in all, are the row's cells and no
  // set, if they say different things. 0: every repetition is a set.
  size_t rows_with_cells = 0;  // That are enough to tell.
};

struct MergedTree {
  Expressions expressions;
  uint32_t root = 0;
  std::vector<std::string> problems;
};

// Elements of `fixed` are the same on all pages and are taken as they are. Fails with kNotFound if no
// page has anything to see.
Result<MergedTree> merge_trees(const PageViews& views, const NodeFlags& fixed, PeerTest& test,
                               const MergeOptions& options = {});
// With peers by FiVaTech's tree-matching score (fivatech.cc).
Result<MergedTree> merge_by_scores(const PageViews& views, const MergeOptions& options = {});

}  // namespace weft::templates
