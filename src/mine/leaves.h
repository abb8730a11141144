// Leaves: the values of one record, each with a key that is the same for the same field of other
// records.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/key_numbers.h"
#include "dom/document.h"
#include "mine/page_index.h"
#include "mine/region.h"

namespace weft::mine {

struct Leaf {
  uint64_t class_key = 0;  // Relative path with classes, what is taken, and which occurrence of it.
  uint64_t tag_key = 0;    // The same without classes.
  dom::NodeId element = dom::kNoNode;  // The element that holds the value.
  dom::NodeId node = dom::kNoNode;     // The text node, or the element of an attribute.
  dom::Atom attribute = dom::kNoAtom;
  uint32_t occurrence = 0;  // Of this path in the record, from 0.
  std::string text;
};

// Collects the leaves of one record after another.
class LeafCollector {
 public:
  explicit LeafCollector(const PageIndex& page) : page_(page), doc_(page.document()) {}

  // Values in document order: runs of text (joined across inline marks), link targets, image
  // sources. A link around the whole record comes first. Valid until the next call; the caller may
  // move texts out of it.
  std::vector<Leaf>& collect(RecordSpan record);

 private:
  void add_element(dom::NodeId n);
  void add_attribute(dom::NodeId n, dom::Atom name);
  void add_text(dom::NodeId n);
  void push(dom::NodeId element, dom::NodeId node, dom::Atom attribute, std::string text);
  static uint32_t occurrence(uint64_t key, KeyNumbers& keys, std::vector<uint32_t>& counts);

  const PageIndex& page_;
  const dom::Document& doc_;
  RecordSpan record_;                // At hand,
  dom::NodeId root_ = dom::kNoNode;  // and where its paths begin.
  dom::NodeId last_text_element_ = dom::kNoNode;
  bool gap_ = false;                  // The last text ended in white space.
  KeyNumbers class_keys_, tag_keys_;  // Of the record's leaves so far, without occurrences:
  std::vector<uint32_t> class_counts_, tag_counts_;  // how often each occurred.
  std::vector<Leaf> leaves_;
};

// "div.title/a/@href": the path from the record to a leaf, by tags and first meaningful classes.
// "." is the record itself; ".." an element around it.
std::string leaf_path(const PageIndex& page, RecordSpan record, dom::NodeId element,
                      dom::Atom attribute);

// The same with the occurrence: "span.tag[2]".
std::string leaf_path(const PageIndex& page, RecordSpan record, const Leaf& leaf);

// "li.item", or "li" for an element without a meaningful class.
std::string signature_text(const PageIndex& page, dom::NodeId n);

// "html/body/ul.list/li.item": signatures from the root.
std::string signature_path(const PageIndex& page, dom::NodeId n);

}  // namespace weft::mine
