// The `history` set as cases: a host whose recipes were captured, and captured again.
//
//   index.tsv      stem, date, file, canonical, label_json: a capture a line
//   STEM/…         the pages, some with a recipe's JSON beside them
//
// Truth of a capture is its label file; where that has nothing, or words that are not on the page,
// what the page's own structured data says. Structured data is then taken out of the page, so that
// only what people see is learned from. Attributes whose truth is not on the visible page cannot be
// extracted by anybody and have none here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "eval/metrics/counts.h"
#include "eval/task.h"
#include "model/page.h"
#include "watch/page_values.h"

namespace weft::eval {

inline constexpr const char* kRecipeAttributes[] = {"title", "ingredients", "instructions",
                                                    "yields"};

struct Capture {
  std::string date;
  model::Page page;
  watch::Values truth;  // Only what is on the visible page.
  size_t claimed = 0;   // Attributes with a truth, on the page or not.
};

struct HistorySite {
  std::string host;
  std::vector<std::vector<Capture>> pages;  // Captures of each page, oldest first.
};

// A page as it was first captured and as it was later.
struct Renewed {
  const Capture* old = nullptr;
  const Capture* fresh = nullptr;
  // Captures of other pages of the host that are made as the fresh one is: most of their pairs of
  // parent and child, by tag and class, are the same.
  std::vector<const Capture*> siblings = {};
};

// A host, and one date on which pages of it were captured again. Points into its HistorySite.
struct HistoryCase {
  std::string host;
  std::string date;
  std::vector<const Capture*> old_pages;  // The oldest of each page.
  std::vector<Renewed> renewed;
};

// Captures without a file are left out. Fails with kNotFound when the set is not there, kCorruption
// when its index or a label file cannot be read.
Result<std::vector<HistorySite>> read_history_sites(const TaskContext& context);

// The `recipes` set, HOST/NAME.testhtml beside NAME.json: every page is a capture by itself, without
// a date. Fails as read_history_sites.
Result<std::vector<HistorySite>> read_recipe_sites(const TaskContext& context);

// Whether two pages are made alike, as siblings are.
bool same_template(const dom::Document& a, const dom::Document& b);

// By date.
std::vector<HistoryCase> cases_of(const HistorySite& site);

// Values against truth: letters count; yields compare by their numbers, steps without theirs. Where
// truth has one text and the page a list of its parts, or the other way round, all of it is right
// or nothing.
Counts compare_recipe_values(std::string_view attribute, const std::vector<std::string>& found,
                             const std::vector<std::string>& truth);

}  // namespace weft::eval
