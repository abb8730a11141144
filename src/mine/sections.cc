// Section columns: what stands around several records and is said once for all of them.
//
//   <tr> <img 1> <h3>Copco</h3> <ul> <li>9-in.</li> <li>12-in.</li> </ul> </tr>      9-in.   Copco
//   <tr> <img 2> <h3>Kitchen</h3> <ul> <li>22x6</li> </ul> </tr>                     12-in.  Copco
//                                                                                   22x6    Kitchen
//
//   1  The sections are the children of the records' lowest common ancestor that hold records: several,
//      of one tag, at least one of them with two records. Otherwise there are none.
//   2  Their columns are built as those of records are; what lies in a record is not theirs. Where one
//      stands between two records of a section (a second heading), nobody knows which of them it is
//      about: there are no sections then.
//   3  A column that most sections have before their first record, and that does not say the same
//      everywhere, is repeated beside the records of each section. What follows the records ("View
//      all") is not said of them.
//
// Tested by mine_test.cc.

#include <algorithm>
#include <unordered_set>

#include "mine/columns.h"

namespace weft::mine {
namespace {

constexpr double kMostSections = 0.8;  // That have a column.

struct Sections {
  std::vector<RecordSpan> spans;
  std::vector<RecordSpan> inner;  // Of each: from its first record to the end of its last.
  std::vector<uint32_t> of_record;
};

// Step 1; empty if there are none. REQUIRES: records come in document order.
Sections find_sections(const dom::Document& doc, const std::vector<RecordSpan>& records) {
  if (records.size() < 3) return {};
  const dom::NodeId around =
      doc.lowest_common_ancestor(records.front().begin, records.back().begin);
  Sections out;
  for (const RecordSpan record : records) {
    dom::NodeId n = record.begin;
    if (n == around || doc.parent(n) == around) return {};
    while (doc.parent(n) != around) n = doc.parent(n);
    if (out.spans.empty() || out.spans.back().begin != n) {
      if (!out.spans.empty() && doc.name(n) != doc.name(out.spans.back().begin)) return {};
      out.spans.push_back({n, doc.end(n)});
      out.inner.push_back(record);
    }
    out.inner.back().end = record.end;
    out.of_record.push_back(static_cast<uint32_t>(out.spans.size() - 1));
  }
  if (out.spans.size() < 2 || out.spans.size() == records.size()) return {};
  return out;
}

}  // namespace

std::vector<Column> section_columns(const PageIndex& page, const std::vector<RecordSpan>& records) {
  const Sections sections = find_sections(page.document(), records);
  if (sections.spans.empty()) return {};
  const auto touches_record = [&](const Cell& cell) {  // Lies in one, or holds one.
    const auto after =
        std::upper_bound(records.begin(), records.end(), cell.node,
                         [](dom::NodeId n, const RecordSpan& record) { return n < record.begin; });
    return (after != records.begin() && cell.node < std::prev(after)->end) ||
           (after != records.end() && after->begin < page.document().end(cell.node));
  };
  std::vector<Column> out;
  for (Column& column : build_columns(page, sections.spans)) {  // Step 2.
    size_t filled = 0;
    bool before = true, outside = true;
    std::unordered_set<std::string> texts;
    for (size_t s = 0; s < column.cells.size(); ++s) {
      const Cell& cell = column.cells[s];
      if (cell.node == dom::kNoNode) continue;
      ++filled;
      texts.insert(cell.text);
      if (touches_record(cell)) {
        outside = false;
      } else if (cell.node >= sections.inner[s].begin) {
        if (cell.node < sections.inner[s].end) return {};
        before = false;
      }
    }
    if (!outside || !before || texts.size() < 2 ||
        static_cast<double>(filled) < kMostSections * static_cast<double>(sections.spans.size()))
      continue;
    std::vector<Cell> cells;  // Step 3.
    for (const uint32_t section : sections.of_record) cells.push_back(column.cells[section]);
    column.cells = std::move(cells);
    column.path.insert(0, kSectionPath);
    out.push_back(std::move(column));
  }
  return out;
}

}  // namespace weft::mine
