// A page as boxes: every element that holds words is a box around those below it, and a record is
// drawn closed, with its text. So one sees at a glance what the miner took for records and what it
// left, without running a line of the page.
#include "cli/mine_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/markup.h"
#include "base/shortened.h"
#include "mine/page_index.h"
#include "mine/region.h"
#include "report/html_page.h"

namespace weft::cli {
namespace {

using dom::index;
using dom::NodeId;
using mine::Region;

constexpr size_t kMaxBoxes = 4'000;
constexpr size_t kMaxRows = 500;
constexpr int kColours = 6;

constexpr std::string_view kMineStyle = R"css(
body{max-width:90em}h2{border-bottom:1px solid #ccc}
.page{display:grid;grid-template-columns:minmax(20em,2fr) 3fr;gap:2em;align-items:start}
.box{border:1px solid #ddd;border-left-width:3px;margin:2px 0 2px 6px;padding:1px 4px;font-size:11px}
.box>b{font-weight:500;color:#888}
.r0{background:#dcebff;border-color:#3b82f6}.r1{background:#dcfce7;border-color:#16a34a}
.r2{background:#fef3c7;border-color:#d97706}.r3{background:#fce7f3;border-color:#db2777}
.r4{background:#ede9fe;border-color:#7c3aed}.r5{background:#e5e7eb;border-color:#6b7280}
table{display:block;overflow-x:auto;max-height:40em}td,th{max-width:24em}
th{background:#f6f6f6;position:sticky;top:0}
)css";

std::string excerpt(const std::string& text, size_t length) {
  return escape_markup(shortened(text, length));
}

std::string label_of(const dom::Document& doc, NodeId n) {
  std::string label(doc.name_text(n));
  if (const auto id = doc.attribute(n, dom::atoms::kId)) label += "#" + std::string(*id);
  if (const auto classes = doc.attribute(n, dom::atoms::kClass))
    label += "." + std::string(classes->substr(0, 40));
  return escape_markup(label);
}

// Boxes of the elements that hold words; a record is drawn closed, with its text.
class Structure {
 public:
  Structure(const model::Page& page, const std::vector<Region>& regions)
      : doc_(page.document), page_(doc_), region_of_(doc_.size(), -1) {
    for (size_t r = regions.size(); r-- > 0;) {
      for (const mine::RecordSpan record : regions[r].records) {
        for (NodeId n = record.begin; n != dom::kNoNode && index(n) < index(record.end);
             n = doc_.next_sibling(n)) {
          region_of_[index(n)] = static_cast<int>(r);
        }
      }
    }
  }

  std::string draw() {
    std::string out;
    std::vector<NodeId> open;
    const auto close_until = [&](NodeId n) {
      while (!open.empty() && (n == dom::kNoNode || !doc_.contains(open.back(), n))) {
        out += "</div>";
        open.pop_back();
      }
    };
    size_t boxes = 0;
    for (uint32_t i = 1; i < doc_.size() && boxes < kMaxBoxes;) {
      const NodeId n{i};
      close_until(n);
      if (region_of_[i] >= 0) {
        out += fmt::format("<div class='box r{}'><b>{}</b> {}</div>", region_of_[i] % kColours,
                           label_of(doc_, n), excerpt(mine::record_text(doc_, page_.span(n)), 90));
        i = index(doc_.end(n));
        ++boxes;
        continue;
      }
      ++i;
      if (!page_.is_content(n) || page_.tokens(page_.span(n)) == 0 || !worth_a_box(n)) continue;
      out += fmt::format("<div class=box><b>{}</b>", label_of(doc_, n));
      if (doc_.subtree_size(n) < 12 && !holds_record(n)) {
        out += " " + excerpt(mine::record_text(doc_, page_.span(n)), 60) + "</div>";
        i = index(doc_.end(n));
      } else {
        open.push_back(n);
      }
      ++boxes;
    }
    close_until(dom::kNoNode);
    if (boxes == kMaxBoxes) out += "<p>The rest of the page is not drawn.</p>";
    return out;
  }

 private:
  [[nodiscard]] bool holds_record(NodeId n) const {
    return std::any_of(region_of_.begin() + index(n), region_of_.begin() + index(doc_.end(n)),
                       [](int region) { return region >= 0; });
  }
  // An element whose only child says as much is left out.
  [[nodiscard]] bool worth_a_box(NodeId n) const {
    for (const NodeId c : doc_.children(n)) {
      if (doc_.is_element(c) && page_.tokens(page_.span(c)) == page_.tokens(page_.span(n)))
        return false;
    }
    return true;
  }

  const dom::Document& doc_;
  mine::PageIndex page_;
  std::vector<int> region_of_;
};

std::string table_of(const std::vector<mine::Column>& columns, size_t rows) {
  std::string out = "<table><tr>";
  for (const mine::Column& column : columns) {
    out += fmt::format("<th title='{} — named by {}'>{}<br><small>{}</small></th>",
                       escape_markup(column.path), escape_markup(column.origin),
                       escape_markup(column.name), name_of(column.type));
  }
  for (size_t r = 0; r < std::min(rows, kMaxRows); ++r) {
    out += "</tr><tr>";
    for (const mine::Column& column : columns)
      out += "<td>" + excerpt(column.cells[r].text, 200) + "</td>";
  }
  return out + "</tr></table>";
}

std::string describe(const Region& region, size_t number) {
  std::string out = fmt::format(
      "<h3><span class='box r{}'>region {}</span> {} records, confidence {:.2f}, found by {}</h3>",
      number % kColours, number + 1, region.records.size(), region.confidence,
      escape_markup(region.found_by));
  out += table_of(region.columns, region.records.size());
  for (const mine::NestedTable& nested : region.nested) {
    out += fmt::format("<details><summary>nested {}: {} rows</summary>{}</details>",
                       escape_markup(nested.name), nested.rows.size(),
                       table_of(nested.columns, nested.rows.size()));
  }
  out += "<details><summary>why</summary><ul>";
  for (const mine::Reason& reason : region.reasons) {
    out += fmt::format("<li>{:+.2f} {} = {:.2f}</li>", reason.contribution,
                       escape_markup(reason.feature), reason.value);
  }
  return out + "</ul></details>";
}

}  // namespace

std::string mine_report(const std::vector<ReportedPage>& pages) {
  std::string out;
  for (const ReportedPage& reported : pages) {
    out += "<h2>" + escape_markup(reported.page->id) + "</h2><div class=page><div>";
    out += Structure(*reported.page, *reported.regions).draw() + "</div><div>";
    for (size_t r = 0; r < reported.regions->size(); ++r)
      out += describe((*reported.regions)[r], r);
    if (reported.regions->empty()) out += "<p>No region is sure enough to be shown.</p>";
    out += "</div></div>";
  }
  return report::HtmlPage{.title = "weft mine", .style = kMineStyle, .body = std::move(out)}.text();
}

}  // namespace weft::cli
