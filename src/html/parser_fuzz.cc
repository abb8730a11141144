// Any bytes give a well-formed tree that keeps its promises, alone and as a fragment; parsing again
// in used memory gives the same tree.

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "html/parser.h"
#include "html/testing/promises.h"

namespace {

using weft::dom::Document;
using weft::dom::NodeId;

void check_tree(const Document& doc) {
  std::vector<uint32_t> open{0};
  WEFT_CHECK(weft::dom::index(doc.end(weft::dom::kRoot)) == doc.size());
  for (uint32_t i = 1; i < doc.size(); ++i) {
    while (weft::dom::index(doc.end(NodeId{open.back()})) <= i) open.pop_back();
    WEFT_CHECK(weft::dom::index(doc.parent(NodeId{i})) == open.back());
    WEFT_CHECK(doc.depth(NodeId{i}) == open.size());
    WEFT_CHECK(weft::dom::index(doc.end(NodeId{i})) > i);
    open.push_back(i);
    for (uint32_t k = 0; k < doc.attribute_count(NodeId{i}); ++k) {
      WEFT_CHECK(!doc.attribute_at(NodeId{i}, k).name_text.empty());
    }
    const weft::dom::SourceRange range = doc.source_range(NodeId{i});
    WEFT_CHECK(range.begin <= range.end && range.end <= doc.source().size());
    if (doc.is_text(NodeId{i})) WEFT_CHECK(!doc.text(NodeId{i}).empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static weft::html::Parser parser;
  static constexpr std::string_view kContexts[] = {"",         "div",   "tr",      "select",
                                                   "template", "svg g", "math mi", "title"};
  weft::html::ParseOptions options;
  if (size > 0) options.fragment_context = kContexts[data[0] % 8];
  if (size > 0 && (data[0] & 8) != 0) options.scripting = weft::html::ParseOptions::Scripting::kOn;
  if (size > 0 && (data[0] & 16) != 0)
    options.limits = {.max_bytes = 512, .max_nodes = 40, .max_depth = 8, .max_attributes = 3};
  const std::string_view bytes(reinterpret_cast<const char*>(data) + (size > 0), size - (size > 0));
  auto result = parser.parse(weft::dom::Source::own(bytes), options);
  check_tree(result.document);
  WEFT_CHECK(weft::html::testing::keeps_promises(result.document));
  const uint32_t nodes = result.document.size();
  parser.recycle(std::move(result.document));
  result = parser.parse(weft::dom::Source::own(bytes), options);
  WEFT_CHECK(result.document.size() == nodes);
  parser.recycle(std::move(result.document));
  return 0;
}
