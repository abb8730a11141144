// MarkedPage: a page with its annotations, as the steps of AMBER ask for them. For this room only.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/recognizer.h"
#include "dom/document.h"
#include "dom/layout.h"
#include "dom/node_map.h"
#include "domain/amber/result_page.h"

namespace weft::domain::amber {

// What each type of annotation is: the attributes of the domain, and the four that records have
// anyway, which share the domain's number where it has them.
struct Types {
  uint32_t title = 0;
  uint32_t description = 0;
  uint32_t image = 0;
  uint32_t link = 0;
  uint32_t count = 0;
};

// An annotation ann(t, n, v, s, e), of a text that is shown.
struct Mark {
  uint32_t type = 0;
  bool label = false;
  bool sure = false;                        // More than written like a person or place.
  dom::NodeId node = dom::kNoNode;          // A text node; an element where the span crosses some.
  dom::Atom html_attribute = dom::kNoAtom;  // In this attribute's value instead.
  annotate::Span span;                      // Within the normalised text of the node.
  std::string value;
};

// Types beyond so many are not counted.
using TypeSet = std::bitset<256>;

class MarkedPage {
 public:
  // REQUIRES: everything outlives it.
  MarkedPage(const dom::Document& doc, const annotate::Recognizer& recognizer,
             const std::vector<annotate::Annotation>& annotations, const dom::Layout* layout);

  [[nodiscard]] const dom::Document& doc() const { return doc_; }
  [[nodiscard]] const annotate::Recognizer& recognizer() const { return recognizer_; }
  [[nodiscard]] const annotate::Domain& domain() const { return recognizer_.domain(); }
  [[nodiscard]] const dom::Layout* layout() const { return layout_; }
  [[nodiscard]] const Types& types() const { return types_; }

  // All marks in nodes [begin, end), in document order.
  [[nodiscard]] std::span<const Mark> marks_in(dom::NodeId begin, dom::NodeId end) const;

  // The types in them, of Definition 9: instances and labels in what readers see, links and pictures;
  // and wholes of which a part is there.
  [[nodiscard]] TypeSet types_in(dom::NodeId begin, dom::NodeId end) const;
  // Whether one of them is an instance, more than a link or picture.
  [[nodiscard]] bool has_instance(dom::NodeId begin, dom::NodeId end) const;
  // How many types there are that something could be marked with, and how many of them are
  // characteristic.
  [[nodiscard]] uint32_t recognizable_types() const { return recognizable_; }
  [[nodiscard]] const TypeSet& characteristic() const { return characteristic_; }

  // The elements that carry the pivot, in document order.
  [[nodiscard]] std::vector<dom::NodeId> pivots(const Pivot& pivot) const;

  // Elements and texts that nobody sees: hidden by an attribute or an inline style, or unread.
  [[nodiscard]] bool hidden(dom::NodeId n) const { return hidden_[n] != 0; }
  // Visible text that is more than white space.
  [[nodiscard]] bool has_words(dom::NodeId n) const {
    return doc_.is_text(n) && !hidden(n) && text_length(n, doc_.end(n)) != 0;
  }
  // Characters of visible text in [begin, end), white space folded.
  [[nodiscard]] uint64_t text_length(dom::NodeId begin, dom::NodeId end) const {
    return text_before_[index(end)] - text_before_[index(begin)];
  }
  // In CSS pixels; without a layout what browsers give to headings, <small>, <big>.
  [[nodiscard]] double font_size(dom::NodeId n) const;

 private:
  void find_types();
  void find_hidden();
  void add_marks(const std::vector<annotate::Annotation>& annotations);

  const dom::Document& doc_;
  const annotate::Recognizer& recognizer_;
  const dom::Layout* layout_;
  Types types_;
  uint32_t recognizable_ = 0;
  TypeSet characteristic_;
  std::vector<uint32_t> whole_of_;  // By type: the composite it is a part of, or itself.
  dom::NodeMap<uint8_t> hidden_;
  std::vector<uint64_t> text_before_;  // One more than there are nodes.
  std::vector<Mark> marks_;
};

}  // namespace weft::domain::amber
