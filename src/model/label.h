// Label: this span of this node, on this page, is attribute A of record R.
//
// Everything that knows something about a page speaks in labels: a person who points, an ontology
// that recognises prices, a miner that found repeated records, last month's verified values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace weft::model {

enum class LabelSource : uint8_t { kPerson, kTruth, kOntology, kMiner, kMemory, kTool };

// Half-open range of bytes in the normalised text of the node.
struct TextSpan {
  uint32_t begin = 0;
  uint32_t end = 0;
  bool operator==(const TextSpan&) const = default;
};

struct Label {
  std::string page;          // Page::id
  std::string record = "0";  // Labels of one record share it; "0" where a page is one record.
  std::string attribute;     // Name in the schema; nested ones by dots: offers.price
  std::string path;          // dom::indexed_path of the node; with /@name for an attribute's value
  std::optional<TextSpan> span;  // Part of the node's text; absent for all of it.
  std::string value;  // The normalised text labelled, kept so that a label outlives its page.
  LabelSource source = LabelSource::kPerson;
  double confidence = 1.0;
  bool operator==(const Label&) const = default;
};

}  // namespace weft::model
