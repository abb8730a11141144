// The weight of an inducer for an attribute is a product:
//   1. on labelled pages: the share it gets right when the page is left out of learning, smoothed
//      by two successes in expectation, so that one page alone does not condemn anybody;
//   2. on unlabelled pages: how often the others say the same;
//   3. on unlabelled pages: whether it finds the attribute about as often as the labels lead one to
//      expect.
// Tested by combine_test.cc.

#include "induce/combine/reliability.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "induce/label_places.h"

namespace weft::induce {
namespace {

using model::InducerInput;
using model::Label;

constexpr size_t kMaxFolds = 5;
constexpr size_t kMaxUnlabelled = 25;
constexpr double kPriorWeight = 2;  // Labelled pages that the prior is worth.

std::vector<std::string> labelled_pages(const InducerInput& input) {
  std::vector<std::string> pages;
  for (const Label& label : input.labels) {
    if (std::find(pages.begin(), pages.end(), label.page) == pages.end())
      pages.push_back(label.page);
  }
  return pages;
}

const model::Page* find_page(const InducerInput& input, const std::string& id) {
  for (const model::Page* page : input.pages) {
    if (page->id == id) return page;
  }
  return nullptr;
}

// The labelled values of an attribute on a page.
std::set<std::string> true_texts(const InducerInput& input, const Places& places,
                                 const std::string& page, const std::string& attribute) {
  std::set<std::string> texts;
  for (const PlacedLabel& label : places.labels) {
    if (input.pages[label.page]->id == page && label.attribute == attribute)
      texts.insert(label.value.value);
  }
  return texts;
}

void collect_texts(const model::Value& value, std::set<std::string>& out) {
  if (!value.text.empty()) out.insert(value.text);
  for (const model::Value& item : value.items) collect_texts(item, out);
}

// Every value of an attribute on a page, over all records. Nested attributes by dots.
std::set<std::string> texts_of(const model::Extraction& extraction, const std::string& attribute) {
  std::set<std::string> out;
  const size_t dot = attribute.find('.');
  for (const model::Record& record : extraction.records) {
    const model::Value* value = record.find(attribute.substr(0, dot));
    if (value == nullptr) continue;
    if (dot == std::string::npos) {
      collect_texts(*value, out);
      continue;
    }
    for (const model::Value& item : value->items) {
      for (const model::Record& nested : item.record) {
        if (const model::Value* inner = nested.find(attribute.substr(dot + 1)); inner != nullptr)
          collect_texts(*inner, out);
      }
    }
  }
  return out;
}

struct Tally {
  double right = 0;
  double seen = 0;
};

// Step 1: one labelled page left out at a time.
std::map<std::string, Tally> cross_validate(const model::Inducer& inducer,
                                            const InducerInput& input, const Places& places,
                                            const std::vector<std::string>& attributes) {
  std::map<std::string, Tally> tallies;
  const std::vector<std::string> pages = labelled_pages(input);
  if (pages.size() < 2) return tallies;
  for (size_t f = 0; f < std::min(kMaxFolds, pages.size()); ++f) {
    InducerInput rest = input;
    std::erase_if(rest.labels, [&](const Label& label) { return label.page == pages[f]; });
    const auto induced = inducer(rest);
    const model::Page* page = find_page(input, pages[f]);
    if (!induced.ok() || page == nullptr) continue;
    const model::Extraction extraction = induced->wrapper->apply(*page);
    for (const std::string& attribute : attributes) {
      const std::set<std::string> wanted = true_texts(input, places, pages[f], attribute);
      const std::set<std::string> found = texts_of(extraction, attribute);
      size_t both = 0;
      for (const std::string& value : found) both += wanted.contains(value) ? 1 : 0;
      const size_t all = found.size() + wanted.size();
      ++tallies[attribute].seen;
      // Dice of the two sets: 1 when both are empty.
      tallies[attribute].right +=
          all == 0 ? 1 : 2 * static_cast<double>(both) / static_cast<double>(all);
    }
  }
  return tallies;
}

std::vector<const model::Page*> unlabelled_pages(const InducerInput& input) {
  const std::vector<std::string> labelled = labelled_pages(input);
  std::vector<const model::Page*> pages;
  for (const model::Page* page : input.pages) {
    if (std::find(labelled.begin(), labelled.end(), page->id) == labelled.end() &&
        pages.size() < kMaxUnlabelled)
      pages.push_back(page);
  }
  return pages;
}

// Steps 2 and 3, as factors of the weights.
void weigh_by_unlabelled(const InducerInput& input, const std::vector<std::string>& attributes,
                         Candidates& out) {
  const auto pages = unlabelled_pages(input);
  if (pages.empty()) return;
  std::vector<std::vector<model::Extraction>> said(out.members.size());  // member, page
  for (size_t m = 0; m < out.members.size(); ++m) {
    for (const model::Page* page : pages) said[m].push_back(out.members[m].wrapper->apply(*page));
  }
  const auto count = static_cast<double>(pages.size());
  for (const std::string& attribute : attributes) {
    for (size_t m = 0; m < out.members.size(); ++m) {
      double agreeing = 0, found = 0;
      for (size_t p = 0; p < pages.size(); ++p) {
        const auto own = texts_of(said[m][p], attribute);
        found += own.empty() ? 0 : 1;
        for (size_t other = 0; other < out.members.size(); ++other)
          agreeing += other != m && texts_of(said[other][p], attribute) == own ? 1 : 0;
      }
      double& weight = out.members[m].weight[attribute];
      if (out.members.size() > 1)
        weight *= 0.5 + 0.5 * agreeing / (count * static_cast<double>(out.members.size() - 1));
      if (const double expected = out.share[attribute]; expected > 0)
        weight *= 0.5 + 0.5 * std::min(1.0, found / (count * expected));
    }
  }
}

std::map<std::string, double> shares_of(const InducerInput& input) {
  std::map<std::string, std::set<std::string>> pages_with;
  for (const Label& label : input.labels) pages_with[label.attribute].insert(label.page);
  const auto pages = static_cast<double>(labelled_pages(input).size());
  std::map<std::string, double> shares;
  for (const auto& [attribute, with] : pages_with)
    shares[attribute] = static_cast<double>(with.size()) / pages;
  return shares;
}

}  // namespace

Result<Candidates> judge_inducers(const std::vector<NamedInducer>& inducers,
                                  const InducerInput& input) {
  WEFT_ASSIGN(const Places places, place_labels(input.pages, input.labels));
  Candidates out;
  out.share = shares_of(input);
  std::vector<std::string> attributes;
  for (const auto& [attribute, share] : out.share) attributes.push_back(attribute);
  std::map<std::string, std::vector<std::string>> problems;
  std::optional<Error> failed;
  for (const auto& [name, inducer, prior] : inducers) {
    auto induced = inducer(input);
    if (!induced.ok()) {
      if (!failed) failed = induced.error();
      out.problems.push_back(fmt::format("{}: {}", name, induced.error().message));
      continue;
    }
    Candidate candidate{name, std::move(induced->wrapper), {}, 0};
    auto tallies = cross_validate(inducer, input, places, attributes);
    for (const std::string& attribute : attributes) {
      const Tally& tally = tallies[attribute];
      candidate.weight[attribute] =
          (tally.right + prior * kPriorWeight) / (tally.seen + kPriorWeight);
    }
    problems[name] = std::move(induced->problems);
    out.members.push_back(std::move(candidate));
  }
  if (out.members.empty()) return *failed;
  weigh_by_unlabelled(input, attributes, out);
  for (Candidate& member : out.members) {
    for (const auto& [attribute, weight] : member.weight) member.overall += weight;
    member.overall /= static_cast<double>(std::max<size_t>(1, member.weight.size()));
  }
  std::stable_sort(out.members.begin(), out.members.end(),
                   [](const Candidate& a, const Candidate& b) { return a.overall > b.overall; });
  const auto& best = problems[out.members[0].inducer];
  out.problems.insert(out.problems.end(), best.begin(), best.end());
  return out;
}

}  // namespace weft::induce
