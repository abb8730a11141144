// Recognizer: what a domain knows, found on a page; the structured named entity recogniser of
// [Amber] 4.2.
//
//   const Recognizer books(domain);
//   for (const Annotation& a : books.annotate(document)) …   // price instance, span 7 to 12, £9.99
//
// Instances ("£9.99") and labels ("Price:") are told apart. Both are looked for in the text, across
// inline elements ("300<i> GBP</i>"), and in attribute values (alt, title, content, datetime, value,
// href; class, id and itemprop for labels). An annotation is given to the lowest node whose text
// holds all of it, so none is redundant in the sense of Definition 4: none crosses an element that
// parts things, none is repeated by an ancestor. Several types on one text, and several annotations
// of one type on one node, stay: who aligns chooses.
//
// Threads: const once built. Cost: about 1.6 times parsing, with a million terms as with none; 6 times
// with all the forms of a shipped domain (weft_annotate_bench, bench/log).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "annotate/domain.h"
#include "annotate/terms.h"
#include "annotate/typed_values.h"
#include "dom/document.h"

namespace re2 {
class RE2;
}

namespace weft::annotate {

// Something found in a text.
struct Found {
  uint32_t attribute = 0;  // Of the domain.
  bool label = false;      // "Price:" rather than "£9.99".
  Span span;
  double confidence = 0;
};

struct Annotation {
  uint32_t attribute = 0;
  bool label = false;
  dom::NodeId node = dom::kNoNode;          // A text node; an element where the span crosses some.
  dom::Atom html_attribute = dom::kNoAtom;  // Not kNoAtom: in this attribute's value instead.
  std::string value;                        // The text annotated, white space folded.
  Span span;                                // Within the normalised text of the node.
  double confidence = 0;
};

class Recognizer {
 public:
  // `country` (ISO 3166) reads national phone numbers.
  explicit Recognizer(Domain domain, std::string country = "");
  ~Recognizer();
  Recognizer(Recognizer&&) noexcept;
  Recognizer& operator=(Recognizer&&) noexcept;

  [[nodiscard]] const Domain& domain() const { return domain_; }

  // Everything in one text, normalised; ordered by where it begins. `words` is a buffer.
  void find(std::string_view text, TextWords& words, std::vector<Found>& found) const;
  void find(std::string_view text, std::vector<Found>& found) const;

  // Labels wherever they stand: in the words of a class or id.
  void find_label_words(std::string_view text, std::vector<Found>& found) const;

  // In document order.
  [[nodiscard]] std::vector<Annotation> annotate(const dom::Document& doc) const;

  // The instances of one attribute that its pattern or type finds in a text, terms left aside.
  void find_instances(size_t attribute, std::string_view text, std::vector<Span>& spans) const;
  // Whether a text, as a whole, is a term of the attribute.
  [[nodiscard]] bool is_term(size_t attribute, const TextWords& text) const;
  // Whether the attribute has a pattern, or a type with a form of its own.
  [[nodiscard]] bool has_form(size_t attribute) const;

 private:
  void find_labelled(std::string_view text, size_t first, std::vector<Found>& found) const;
  [[nodiscard]] bool within_bounds(const AttributeKnowledge& attribute,
                                   std::string_view text) const;

  Domain domain_;
  std::string country_;
  TermMatcher terms_;                                // And labels, compiled gazetteers apart…
  TermMatcher labels_;                               // …and labels alone.
  std::vector<std::unique_ptr<re2::RE2>> patterns_;  // By attribute; null: its type's.
  std::vector<uint32_t> formed_;  // Attributes with a pattern, or a type that has one.
};

}  // namespace weft::annotate
