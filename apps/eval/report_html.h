// The report for a person's eyes: one self-contained HTML file with the figures, and the worst
// pages, each beside what was extracted from it, errors marked on the page itself.
//
// Pages are shown in frames without scripts, without network; the file works offline and can be
// mailed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "eval/report.h"

namespace weft::eval {

enum class Verdict : uint8_t { kCorrect, kWrong, kMissing, kSpurious };

// One value of a page: what was found against what is true.
struct ValueCheck {
  Verdict verdict = Verdict::kCorrect;
  std::string record = {};  // "0" where a page is one record.
  std::string attribute = {};
  std::string found = {};  // Empty when missing.
  std::string truth = {};  // Empty when spurious.
  std::string path = {};   // dom::indexed_path of what was found; empty when unknown.
  std::string note = {};   // The rule, or why it failed; may be empty.
};

struct CheckedPage {
  std::string site;
  std::string name;  // Page id within the site.
  std::string html;  // As it was given to the method, UTF-8.
  double score = 0;  // The worst pages are shown first.
  std::vector<ValueCheck> checks;
};

// Pages that a person should look at: the `capacity` lowest-scoring ones that tasks add when the
// user asked for an HTML report.
class PageReport {
 public:
  explicit PageReport(size_t capacity) : capacity_(capacity) {}

  // Whether a page of this score would be kept: lets a task skip building one that would not.
  [[nodiscard]] bool wants(double score) const;
  void add(CheckedPage page);
  // Lowest score first; equal scores in the order they were added.
  [[nodiscard]] const std::vector<CheckedPage>& pages() const { return pages_; }

 private:
  size_t capacity_;
  std::vector<CheckedPage> pages_;
};

std::string to_html(const Report& report, const PageReport& pages);

}  // namespace weft::eval
