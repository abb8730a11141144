// weft eval tables: data tables of documentation and list pages, with no labels. The easy case,
// which must be right: a page that is mostly one table with a header (table_truth.h).
//
// A table is wholly right when the first region is that table, its records are the rows of data,
// and each column of the table is a column of the region with the header's name and every cell as
// it stands, an empty cell empty. Score: share of such tables. `manual-tables` is the same on the
// manuals that tools/fetch-manuals unpacks.

#include <algorithm>
#include <set>

#include "base/file.h"
#include "base/strings.h"
#include "eval/data.h"
#include "eval/metrics/counts.h"
#include "eval/metrics/text.h"
#include "eval/table_truth.h"
#include "eval/task.h"
#include "html/parser.h"
#include "mine/mine.h"

namespace weft::eval::tables_task {
namespace {

// How cells are compared: markup decides where spaces are, and nobody sees it.
std::string without_space(std::string_view text) {
  std::string packed;
  for (const char c : normalize_space(text)) packed += c == ' ' ? "" : std::string(1, c);
  return packed;
}

// "Year built", "year_built" and "year_built_2" are one name; a long header may be cut.
bool names_column(const std::string& name, const std::string& header) {
  constexpr size_t kLongName = 20;
  const auto letters = [](std::string_view text) {
    std::string kept;
    for (const std::string& word : word_tokens(text)) kept += word;
    std::erase(kept, '_');
    return kept;
  };
  const std::string wanted = letters(header);
  std::string given = letters(name);
  if (wanted.empty() || given == wanted) return true;
  if (given.size() >= kLongName && wanted.starts_with(given)) return true;
  while (!given.empty() && is_ascii_digit(given.back())) given.pop_back();
  return given == wanted;
}

struct Verdict {
  bool first = false;
  bool names = false;
  bool rows = false;
  Counts cells;  // Of the table; found are those of the columns that fit.

  [[nodiscard]] bool whole() const {
    return first && names && rows && cells.correct == cells.truth;
  }
};

constexpr size_t kNoRow = SIZE_MAX;
constexpr size_t kFurtherRow = SIZE_MAX - 1;

// By record, the row of the table that it is.
std::vector<size_t> rows_of(const mine::Region& region, const TruthTable& truth) {
  std::vector<size_t> rows;
  for (const mine::RecordSpan& record : region.records) {
    const auto inside = [&](dom::NodeId row) { return record.begin <= row && row < record.end; };
    const auto count = [&](const std::vector<dom::NodeId>& of) {
      return std::count_if(of.begin(), of.end(), inside);
    };
    const auto first = std::find_if(truth.rows.begin(), truth.rows.end(), inside);
    const bool one = count(truth.rows) == 1;
    rows.push_back(one ? static_cast<size_t>(first - truth.rows.begin())
                   : count(truth.further_rows) == 1 ? kFurtherRow
                                                    : kNoRow);
  }
  return rows;
}

Verdict judge(const std::vector<mine::Region>& regions, const TruthTable& truth) {
  Verdict verdict;
  // A column without any text is for the eye.
  const auto has_text = [&](size_t c) {
    return std::any_of(truth.cells.begin(), truth.cells.end(),
                       [&](const auto& row) { return !row[c].empty(); });
  };
  for (size_t c = 0; c < truth.names.size(); ++c)
    verdict.cells.truth += has_text(c) ? truth.rows.size() : 0;
  if (regions.empty()) return verdict;
  const mine::Region& region = regions[0];
  const std::vector<size_t> rows = rows_of(region, truth);
  std::set<size_t> distinct(rows.begin(), rows.end());
  distinct.erase(kNoRow);
  distinct.erase(kFurtherRow);
  const size_t found = distinct.size();
  const auto further = std::count(rows.begin(), rows.end(), kFurtherRow);
  const size_t judged = rows.size() - static_cast<size_t>(further);
  verdict.first = 2 * found > std::max(truth.rows.size(), judged);
  verdict.rows = found == truth.rows.size() && found == judged;
  if (!verdict.first) return verdict;
  verdict.names = true;
  for (size_t c = 0; c < truth.names.size(); ++c) {
    if (!has_text(c)) continue;
    size_t most = 0;
    bool named = false;
    for (const mine::Column& column : region.columns) {
      size_t equal = 0;
      for (size_t r = 0; r < rows.size(); ++r) {
        if (rows[r] >= truth.rows.size()) continue;
        equal += without_space(column.cells[r].text) == without_space(truth.cells[rows[r]][c]);
      }
      const bool same_name = names_column(column.name, truth.names[c]);
      if (equal > most || (equal == most && same_name)) named = same_name;
      most = std::max(most, equal);
    }
    verdict.cells.correct += most;
    verdict.names &= named;
  }
  return verdict;
}

Result<Report> run(const TaskContext& context) {
  mine::MineOptions options{.max_regions = 3, .nested = false};
  options.method = enum_named<mine::Method>(context.method).value_or(mine::Method::kWeft);
  Report report;
  std::set<std::string> seen;  // Manuals repeat their tables.
  Counts cells;
  std::vector<double> shares, confidences;
  size_t first = 0, names = 0, rows = 0, whole = 0;
  for (const auto& directory : context.data) {
    for (const auto& file : files_below(directory, ".html")) {
      const std::string name = std::filesystem::relative(file, directory).generic_string();
      if (!keeps_site(context, name)) continue;
      WEFT_ASSIGN(const std::string html, read_file(file));
      const auto parsed = html::parse(html, {.limits = context.limits});
      const auto truth = dominant_table(parsed.document);
      if (!truth) continue;
      std::string all;
      for (const auto& row : truth->cells) {
        for (const std::string& cell : row) all += cell + "\n";
      }
      if (!seen.insert(all).second) continue;
      const auto regions = mine::mine(parsed.document, options);
      const Verdict verdict = judge(regions, *truth);
      cells += verdict.cells;
      shares.push_back(verdict.cells.recall());
      confidences.push_back(verdict.first ? regions[0].confidence : 0);
      first += verdict.first ? 1 : 0;
      names += verdict.names ? 1 : 0;
      rows += verdict.rows ? 1 : 0;
      whole += verdict.whole() ? 1 : 0;
      report.row("table", name,
                 {{"cells", verdict.cells.recall()},
                  {"first", verdict.first ? 1 : 0},
                  {"names", verdict.names ? 1 : 0},
                  {"rows", verdict.rows ? 1 : 0},
                  {"confidence", confidences.back()}});
    }
  }
  const auto share_of = [&](size_t tables) { return share(tables, shares.size()); };
  report.score = share_of(whole);
  report.figure("cells", cells.recall());
  report.figure("macro_cells", mean(shares));
  report.figure("first_region", share_of(first));
  report.figure("names_right", share_of(names));
  report.figure("rows_right", share_of(rows));
  report.figure(
      "lowest_confidence",
      confidences.empty() ? 0 : *std::min_element(confidences.begin(), confidences.end()));
  report.figure("tables", shares.size());
  return report;
}

TaskSpec spec(std::string name, std::string summary, std::vector<std::string> data_sets) {
  return {
      .name = std::move(name),
      .summary = std::move(summary),
      .metric = "share of tables that are the first region, with every name, row and cell right",
      .data_sets = std::move(data_sets),
      .methods = {"weft", "mdr", "depta", "net"},
      .run = run};
}

}  // namespace

TaskSpec task() {
  return spec("tables", "Data tables that fill a page, without labels", {"articles", "listings"});
}

TaskSpec manual_task() {
  TaskSpec task = spec("manual-tables", "The same on nine software manuals",
                       {"manuals/cppreference", "manuals/further"});
  task.unpack = "tools/fetch-manuals";
  return task;
}

}  // namespace weft::eval::tables_task
