// What the cells of a mined table say, by what a domain knows: which attribute's form a text has, and
// whose label stands in it, before it or around it. domain_records.cc makes records of it.
//
//   <i title=Bedrooms></i> <span class=beds>3</span>
//     the cell "3": whole for every attribute that may be a number, label for bedrooms
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "annotate/recognizer.h"
#include "dom/document.h"
#include "mine/region.h"

namespace weft::site {

// Set by hand on a few made-up sites of each domain; others judge (bench/log/2026-11-18.md).
struct TypingParameters {
  double whole = 1.0;              // Instances that cover the cell…
  double part = 0.5;               // …a part of it…
  double weak = 0.4;               // …or are merely a way of writing: people, places, codes.
  double label = 1.0;              // A label in front, or in the header.
  double class_label = 0.8;        // A label in a class or id.
  double other_label = 0.7;        // Another attribute's label fits better, by so much.
  double refused = 1.0;            // A label of a look-alike.
  double formless = 0.5;           // No cell has the attribute's form.
  double struck = 0.6;             // <del>: what was, not what is.
  double coverage = 0.3;           // Cells missing, of a mandatory attribute.
  double least = 0.45;             // A column below it is not the attribute.
  double column_voice = 0.4;       // What the column's score counts for a cell.
  double labelled_records = 0.25;  // Labels in so many records show an attribute.
  double other_cell = 1.0;         // The cell's label is another attribute's.
  double least_cell = 0.5;         // A cell below it is not the value.
  double unlabelled = 0.5;  // A cell of another column, with no label and no more than a part.
  double listed = 0.25;  // Terms of a list in so many records show its attribute ([Amber] 4.6)…
  size_t listed_texts = 2;  // …in so many different texts.
  double long_text = 60;    // Characters; what is part of a longer cell is mentioned, not stated.
  double covered = 0.75;    // Share of a cell that is all of it.
  double description = 60;  // Characters a cell, on average.
  size_t cells = 60;        // Looked at, of a column.
  int nodes_back = 12;      // Looked at before a cell, for its label.
};
constexpr TypingParameters kTyping;

// What speaks for a column being an attribute; shares of its cells.
struct Evidence {
  double whole = 0;
  double part = 0;
  double label = 0;
  double class_label = 0;
  double refused = 0;

  [[nodiscard]] double labelled() const {
    return std::max(kTyping.label * label, kTyping.class_label * class_label);
  }
};

struct ColumnEvidence {
  std::vector<Evidence> attributes;
  double coverage = 0;
  double struck = 0;
};

// A text without a label of its own, and what stands in it.
struct Reading {
  std::string_view rest;
  std::string_view own;                // That label…
  std::vector<uint32_t> own_labels;    // …and whose it is.
  std::vector<annotate::Found> found;  // Instances; spans within rest.
  bool is_label = false;               // The whole text is one…
  bool is_value = false;               // …that is a value, too: "in stock".
};

// What a cell says, attribute by attribute.
struct CellFacts {
  explicit CellFacts(size_t attributes)
      : whole(attributes),
        part(attributes),
        label(attributes),
        class_label(attributes),
        refused(attributes) {}
  std::vector<uint8_t> whole, part, label, class_label, refused;
  bool is_label = false;
};

inline size_t length_of(annotate::Span span) { return span.end - span.begin; }

// People and places: merely ways of writing.
inline bool is_weak(annotate::EntityType type) {
  return type == annotate::EntityType::kPlace || type == annotate::EntityType::kPerson;
}

class CellReader {
 public:
  // REQUIRES: document and recogniser outlive it.
  CellReader(const dom::Document& doc, const annotate::Recognizer& recognizer,
             const std::vector<annotate::Annotation>& annotations);

  // Over some of the column's cells.
  ColumnEvidence weigh(const mine::Region& region, const mine::Column& column);

  // One cell of the record that begins with `record`.
  CellFacts facts_of(dom::NodeId record, const mine::Column& column, const mine::Cell& cell);

  // The text without its label, and the instances in it. REQUIRES: `text` outlives the reading.
  Reading read(const std::string& text);

  // The longest instance of the attribute; null for none.
  static const annotate::Found* longest(const Reading& reading, size_t attribute);

  // Whether the text is short, and a part of it between separators is an instance of the attribute:
  // "Lower Marsh - Ashwick".
  static bool lists(const Reading& reading, size_t attribute);

  // Whether an instance is all of the text.
  static bool covers(const Reading& reading, const annotate::Found& found);

  // Whether one node is in the other.
  [[nodiscard]] bool overlap(dom::NodeId a, dom::NodeId b) const;

 private:
  // Labels that the recogniser found, by node.
  struct PlacedLabel {
    uint32_t attribute;
    bool in_class;
  };

  // What a text was found to be, worked out once.
  const std::vector<annotate::Found>& found_in(const std::string& text);
  void find_composites(CellFacts& facts) const;
  void find_labels(dom::NodeId record, const mine::Cell& cell, CellFacts& facts, std::string& cue);
  void add_header(const mine::Column& column, bool labelled, CellFacts& facts) const;
  [[nodiscard]] bool has_words(dom::NodeId n) const;
  [[nodiscard]] bool holds_one_text(dom::NodeId n) const;

  const dom::Document& doc_;
  const annotate::Recognizer& recognizer_;
  const annotate::Domain& domain_;
  std::unordered_map<uint32_t, std::vector<PlacedLabel>> labels_;
  std::unordered_map<std::string, std::vector<annotate::Found>> found_in_;
  std::vector<std::vector<std::string>> refused_;  // By attribute, folded.
};

}  // namespace weft::site
