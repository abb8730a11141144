#include "eval/metrics/swde.h"

#include <algorithm>

#include "eval/metrics/text.h"

namespace weft::eval {
namespace {

std::vector<std::string> comparable(const std::vector<std::string>& values) {
  std::vector<std::string> out;
  for (const std::string& value : values) {
    std::string text = comparable_value(value);
    if (!text.empty()) out.push_back(std::move(text));
  }
  return out;
}

}  // namespace

SwdeCounts& SwdeCounts::operator+=(const SwdeCounts& other) {
  pages += other.pages;
  values += other.values;
  return *this;
}

SwdeCounts compare_swde(const std::vector<std::string>& found,
                        const std::vector<std::string>& truth) {
  const std::vector<std::string> f = comparable(found);
  const std::vector<std::string> t = comparable(truth);
  SwdeCounts counts;
  counts.pages.found = f.empty() ? 0 : 1;
  counts.pages.truth = t.empty() ? 0 : 1;
  counts.pages.correct = !f.empty() && std::find(t.begin(), t.end(), f.front()) != t.end() ? 1 : 0;
  counts.values = compare_multisets(f, t);
  return counts;
}

}  // namespace weft::eval
