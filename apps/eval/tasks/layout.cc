// weft eval layout: the estimate of a page's layout against what Chromium drew.
//
// The pages and their layouts are in an archive that tools/fetch-layouts makes of pages of the other data
// sets, drawn once without scripts. Three things are compared for every text that is not blank:
//
//   visibility   whether both say that it can be seen
//   font rank    of pairs of texts: smaller, as large, or larger in both
//   main column  whether it stands in the column that holds most text, in both. A column begins where
//                most characters begin (to 16 pixels), and is as wide as nine tenths of them reach
//
// Score: the mean of the three, each a mean over pages.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <random>

#include "base/strings.h"
#include "dom/layout.h"
#include "eval/data.h"
#include "eval/metrics/counts.h"
#include "eval/task.h"
#include "html/parser.h"
#include "render/estimate.h"
#include "warc/reader.h"
#include "warc/rendered.h"

namespace weft::eval::layout_task {
namespace {

using dom::Document;
using dom::Layout;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr int kPairs = 2'000;
constexpr float kSameSize = 0.5F;  // Pixels.
constexpr float kColumnStep = 16;

// Texts that are no script and no style, and more than space.
std::vector<NodeId> texts_of(const Document& doc) {
  std::vector<NodeId> texts;
  std::vector<bool> apart(doc.size(), false);
  for (const NodeId n : doc.descendants(dom::kRoot)) {
    const dom::Atom name = doc.name(n);
    apart[dom::index(n)] = apart[dom::index(doc.parent(n))] || name == atoms::kHead ||
                           name == atoms::kScript || name == atoms::kStyle ||
                           name == atoms::kNoscript || name == atoms::kTemplate;
    if (doc.is_text(n) && !apart[dom::index(n)] && !trim(doc.text(n)).empty()) texts.push_back(n);
  }
  return texts;
}

struct ColumnRange {
  float left = 0, right = 0;
  [[nodiscard]] bool holds(const dom::Box& box) const {
    const float middle = box.left + box.width / 2;
    return middle >= left - kColumnStep && middle <= right + kColumnStep;
  }
};

ColumnRange main_column(const Document& doc, const Layout& layout,
                        const std::vector<NodeId>& texts) {
  const auto step_of = [&](NodeId n) {
    return static_cast<int>(std::floor(layout.box(n).left / kColumnStep));
  };
  std::map<int, size_t> characters;  // By where they begin.
  for (const NodeId n : texts) characters[step_of(n)] += doc.text(n).size();
  int best = 0;
  size_t most = 0;
  for (const auto& [step, count] : characters) {
    const auto next = characters.find(step + 1);
    const size_t both = count + (next == characters.end() ? 0 : next->second);
    if (both > most) {
      most = both;
      best = step;
    }
  }
  std::vector<std::pair<float, size_t>> ends;
  for (const NodeId n : texts) {
    if (step_of(n) == best || step_of(n) == best + 1)
      ends.emplace_back(layout.box(n).right(), doc.text(n).size());
  }
  std::sort(ends.begin(), ends.end());
  ColumnRange column{static_cast<float>(best) * kColumnStep, 0};
  size_t passed = 0;
  for (const auto& [right, count] : ends) {
    column.right = right;
    passed += count;
    if (10 * passed >= 9 * most) break;
  }
  return column;
}

struct Agreement {
  double visibility = 0, font_rank = 1, main_column = 1;
};

Agreement compare(const Document& doc, const Layout& drawn, const Layout& estimated,
                  const std::vector<NodeId>& texts) {
  Agreement agreement;
  std::vector<NodeId> both;
  size_t same = 0;
  for (const NodeId n : texts) {
    same += drawn.visible(n) == estimated.visible(n) ? 1 : 0;
    if (drawn.visible(n) && estimated.visible(n)) both.push_back(n);
  }
  agreement.visibility = share(same, texts.size());
  if (both.size() < 2) return agreement;
  std::mt19937 random(1);
  const auto order = [](const Layout& layout, NodeId a, NodeId b) {
    const float difference = layout.style(a).font_size - layout.style(b).font_size;
    return difference > kSameSize ? 1 : difference < -kSameSize ? -1 : 0;
  };
  size_t alike = 0;
  for (int i = 0; i < kPairs; ++i) {
    const NodeId a = both[random() % both.size()];
    const NodeId b = both[random() % both.size()];
    alike += order(drawn, a, b) == order(estimated, a, b) ? 1 : 0;
  }
  agreement.font_rank = share(alike, kPairs);
  const ColumnRange drawn_column = main_column(doc, drawn, both);
  const ColumnRange estimated_column = main_column(doc, estimated, both);
  const auto in_both = std::count_if(both.begin(), both.end(), [&](NodeId n) {
    return drawn_column.holds(drawn.box(n)) == estimated_column.holds(estimated.box(n));
  });
  agreement.main_column = share(static_cast<size_t>(in_both), both.size());
  return agreement;
}

Result<Report> run(const TaskContext& context) {
  Report report;
  std::vector<double> visibility, font_rank, column;
  double seconds = 0;
  for (const auto& path : files_below(context.data.at(0), ".gz")) {
    WEFT_ASSIGN(warc::Reader reader, warc::Reader::open(path));
    std::string url, html;
    while (const warc::Record* record = reader.next()) {
      if (warc::is_rendered_page(*record)) {
        url = record->target_uri();
        html = record->content;
      }
      if (record->header("Content-Type") != warc::kLayoutType || html.empty()) continue;
      if (!keeps_site(context, url)) continue;
      const Document doc = html::parse(html, {.transport_charset = "utf-8"}).document;
      WEFT_ASSIGN(const Layout drawn, dom::read_layout(record->content));
      const std::vector<NodeId> texts = texts_of(doc);
      if (drawn.size() != doc.size() || texts.size() < 5) continue;
      const auto begin = std::chrono::steady_clock::now();
      const Layout estimated = render::estimate_layout(doc);
      seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      const Agreement agreement = compare(doc, drawn, estimated, texts);
      visibility.push_back(agreement.visibility);
      font_rank.push_back(agreement.font_rank);
      column.push_back(agreement.main_column);
      report.row("page", url,
                 {{"visibility", agreement.visibility},
                  {"font_rank", agreement.font_rank},
                  {"main_column", agreement.main_column}});
    }
  }
  if (visibility.empty())
    return Error{ErrorCode::kNotFound, "no layouts are stored: run tools/fetch-layouts"};
  report.score = (mean(visibility) + mean(font_rank) + mean(column)) / 3;
  report.figure("visibility", mean(visibility));
  report.figure("font_rank", mean(font_rank));
  report.figure("main_column", mean(column));
  report.figure("milliseconds", 1000 * seconds / static_cast<double>(visibility.size()));
  report.figure("pages", visibility.size());
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "layout",
          .summary = "Estimated layouts against those that a browser drew",
          .metric = "mean agreement of visibility, font rank and main column",
          .data_sets = {"layouts"},
          .unpack = "tools/fetch-layouts, which needs a browser (make browser)",
          .run = run};
}

}  // namespace weft::eval::layout_task
