// Anchor: the part of a rule that few nodes of a page meet, by which the others need not be looked
// at.
//
// Most rules name an id, a class, or a text beside the value. Such a thing is found by one cheap
// pass over the page for all rules together; the nodes that a rule could select follow from where
// it was found, and only they are tested in full. Rules without an anchor are tested on every node.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dom/column_scan.h"
#include "dom/document.h"
#include "wrap/rules/folded_text.h"
#include "wrap/rules/rule.h"

namespace weft::wrap {

struct Anchor {
  // Those of the feature it is made of. By axis and test it is met by
  //   kElement, kPreceding, kFollowing   an element: of one of the names, with one of the values in
  //                                      the attribute or among its words, or with such a text
  //   kInsideLeft                        a text that begins with one of the values: the node itself
  //   kLeft, kRight                      a text that is one of the values, or has it as the word
  //                                      next to the node
  Axis axis = Axis::kElement;
  Test test = Test::kTag;
  dom::Atom attribute = dom::kNoAtom;
  std::vector<std::string> values;
  std::vector<dom::Atom> tags;
  // From the element found to the node: so many elements on (back if negative), then so many levels
  // down.
  int siblings = 0;
  uint32_t level = 0;
};

// The best anchor of a rule; nothing if none of its features can serve.
std::optional<Anchor> choose_anchor(const Rule& rule);

// Finds the places of several anchors in one pass.
// Threads: const after construction.
class AnchorFinder {
 public:
  using Found = std::vector<std::vector<dom::NodeId>>;

  explicit AnchorFinder(std::vector<Anchor> anchors);

  [[nodiscard]] const Anchor& anchor(size_t i) const { return anchors_[i]; }
  // For each anchor the elements or texts that meet it.
  [[nodiscard]] Found find(const dom::Document& doc) const;

 private:
  struct WantedTag {
    dom::Atom name;
    uint32_t anchor;
  };
  struct WantedAttribute {
    dom::Atom name;
    uint64_t lengths = 0;           // of the values, modulo 64
    std::vector<uint32_t> anchors;  // that ask for it
  };

  void match_names(const dom::Storage& columns, const dom::RowBlock& elements, Found& found) const;
  void match_attributes(const dom::Document& doc, dom::NodeId n, Found& found) const;
  void match_value(const WantedAttribute& wanted, dom::NodeId n, std::string_view own,
                   Found& found) const;
  void match_texts(const dom::Document& doc, const dom::RowBlock& texts, Found& found) const;
  void match_text(const dom::Document& doc, dom::NodeId n, Found& found) const;
  void match_last_word(const dom::Document& doc, dom::NodeId n, Found& found) const;
  void add_attribute(uint32_t anchor);
  void add_beginning(const std::string& value);
  void add_ending(const std::string& word);

  std::vector<Anchor> anchors_;
  std::vector<WantedTag> by_tag_;
  std::vector<WantedAttribute> by_attribute_;
  uint8_t telling_ = 0;  // one of these things (kind_byte.h) an element must have; 0: no telling
  std::vector<uint32_t> by_text_;       // by how the text begins
  std::vector<uint32_t> by_last_word_;  // by how it ends
  BytePairs begins_;                    // the first two bytes of wanted texts
  BytePairs ends_;                      // the last two
};

// Whether the text beside a node is the value, or has it as the word next to the node.
bool text_beside_holds(Axis axis, Test test, std::string_view raw, const std::string& value);

// Whether the whole text of an element, white space folded, is one of the values.
bool element_text_equals(const dom::Document& doc, dom::NodeId element,
                         const std::vector<std::string>& values);

}  // namespace weft::wrap
