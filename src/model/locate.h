// Locate: where on a page a value stands. Turns truth that is only strings into labels' places, and
// finds last month's values on this month's page.
//
// Every occurrence is kept: a title stands in the heading and in the breadcrumb, and which of them
// is meant shows only when several pages are compared (choose_consistent).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "model/label.h"

namespace weft::model {

struct Occurrence {
  dom::NodeId node = dom::kNoNode;
  std::string attribute;         // Not empty: the value is this attribute's, not the node's text.
  std::optional<TextSpan> span;  // A part of the node's text (dom::value_text); absent: all of it.
  // The element that a label names, where `node` is the only text in it.
  dom::NodeId named = dom::kNoNode;
  bool operator==(const Occurrence&) const = default;
};

struct LocateOptions {
  size_t max_occurrences = 64;
  bool attributes = false;  // Look into href, src, content, alt, title, value and datetime as well.
};

// Where `value` (normalised first) occurs, in document order, by the first of these that finds it:
//   text nodes that are the value, elements that are (the innermost), text nodes that contain it as
//   whole words, elements whose lines together are the value, elements that contain it as whole words
//   (the innermost), then attributes. Text in <script>, <style> and <noscript> does not count. O(page).
std::vector<Occurrence> locate(const dom::Document& doc, std::string_view value,
                               const LocateOptions& options = {});

// Where normalised `text` first says `value` in whole words.
std::optional<TextSpan> find_words(std::string_view text, std::string_view value);

// Given the occurrences of one attribute's value on several pages, for each page the index of the
// one whose surroundings (tag path, classes, text before it) occur on most other pages; the first
// of equals. Pages without occurrences give 0.
std::vector<size_t> choose_consistent(const std::vector<const dom::Document*>& pages,
                                      const std::vector<std::vector<Occurrence>>& occurrences);

// The value at an occurrence, as extraction would give it.
std::string value_at(const dom::Document& doc, const Occurrence& occurrence);

// The Label::path of an occurrence.
std::string label_path(const dom::Document& doc, const Occurrence& occurrence);

}  // namespace weft::model
