// TextIndex: the string-value of any node as a view.
//
// Nodes are in document order, so the text below a node is one stretch of the document's text: with
// all text nodes joined, and for each node the place where it begins, string-value(n) is
// characters[begin(n), begin(end(n))). Built when a query has copied so much text that the whole
// document's would have been cheaper.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace weft::select {

class TextIndex {
 public:
  void build(const dom::Document& doc) {
    characters_.clear();
    begins_.resize(doc.size() + 1);
    for (uint32_t n = 0; n < doc.size(); ++n) {
      begins_[n] = characters_.size();
      if (doc.is_text(dom::NodeId{n})) characters_ += doc.text(dom::NodeId{n});
    }
    begins_[doc.size()] = characters_.size();
    built_ = true;
  }
  void forget() { built_ = false; }
  [[nodiscard]] bool built() const { return built_; }

  // REQUIRES: built(), and `doc` is the document it was built from.
  [[nodiscard]] std::string_view text(const dom::Document& doc, dom::NodeId n) const {
    const size_t begin = begins_[index(n)];
    return {characters_.data() + begin, begins_[index(doc.end(n))] - begin};
  }

 private:
  std::string characters_;
  std::vector<size_t> begins_;
  bool built_ = false;
};

}  // namespace weft::select
