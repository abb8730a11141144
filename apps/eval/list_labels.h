// List labels: the records of a truth table as labels on their page.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "dom/document.h"
#include "model/label.h"
#include "model/page.h"

namespace weft::eval {

// One field of a record: its value as shown and, where the truth knows, the bytes that show it.
struct TruthCell {
  std::string attribute;
  std::string value;
  std::optional<dom::SourceRange> bytes = std::nullopt;
};
using TruthRow = std::vector<TruthCell>;

// Where the values stand. Without bytes a value may stand in several places: one near a value of
// its row that stands in one place only, and beside no other row's, is taken before one whose tag
// path most rows have a value of the attribute at. No two labels share a place. Values that are
// nowhere get no label.
std::vector<model::Label> label_rows(const model::Page& page, const std::vector<TruthRow>& rows);

}  // namespace weft::eval
