// Lists without labels: what was mined on some pages becomes a wrapper for all of them. See auto_site.cc, step 2.

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "induce/inducers.h"
#include "mine/mine.h"
#include "site/auto_steps.h"
#include "site/domain_records.h"

namespace weft::site {
namespace {

constexpr double kListCoverage = 0.6;  // Of records, for an attribute that they have…
constexpr size_t kListAttributes = 2;  // …and how many of these make a list.
constexpr size_t kListPages = 5;       // Of a template, that its lists are learned from.

std::multiset<std::string> texts_of(const mine::Column& column) {
  std::multiset<std::string> texts;
  for (const mine::Cell& cell : column.cells) {
    if (cell.node != dom::kNoNode) texts.insert(cell.text);
  }
  return texts;
}

// How far the wrapper gives the cells of a column again.
double agreement_of(const Lists& lists, const std::vector<model::Extraction>& again,
                    const std::string& name) {
  size_t mined = 0;
  size_t same = 0;
  for (size_t l = 0; l < lists.lists.size(); ++l) {
    for (const mine::Column& column : lists.regions[l].columns) {
      if (column.name != name) continue;
      std::multiset<std::string> texts = texts_of(column);
      mined += texts.size();
      for (const model::Record& record : again[l].records) {
        const model::Value* value = record.find(name);
        if (value == nullptr) continue;
        const auto it = texts.find(value->text);
        if (it == texts.end()) continue;
        texts.erase(it);
        ++same;
      }
    }
  }
  return mined == 0 ? 0 : static_cast<double>(same) / static_cast<double>(mined);
}

void describe_list(AutoTemplate& one, const Lists& lists) {
  std::vector<model::Extraction> again;
  for (const MinedList& list : lists.lists) again.push_back(one.wrapper->apply(*list.page));
  std::map<std::string, size_t> covered;
  std::map<std::string, std::pair<std::string, std::string>> examples;
  for (const model::Page& page : one.pages) {
    for (const model::Record& record : one.wrapper->apply(page).records) {
      ++one.records;
      for (const model::Record::Field& field : record.fields) {
        ++covered[field.name];
        examples.try_emplace(field.name, page.id, field.value.text);
      }
    }
  }
  for (const model::Attribute& attribute : one.schema.attributes) {
    if (covered[attribute.name] == 0) continue;
    AutoAttribute& described = one.attributes.emplace_back();
    described.name = attribute.name;
    described.agreement = agreement_of(lists, again, attribute.name);
    described.confidence = described.agreement;
    described.found = described.agreement >= kLeastAgreement;
    described.coverage =
        static_cast<double>(covered[attribute.name]) / static_cast<double>(one.records);
    std::tie(described.page, described.value) = examples[attribute.name];
  }
}

// How much of what was mined the wrapper gives again, column by column.
double given_again(const Lists& lists, const LearnedList& learned) {
  std::vector<model::Extraction> again;
  for (const MinedList& list : lists.lists)
    again.push_back(learned.induced.wrapper->apply(*list.page));
  double sum = 0;
  for (const model::Attribute& attribute : learned.schema.attributes)
    sum += agreement_of(lists, again, attribute.name);
  return sum;
}

// True if the lists gave a wrapper: brooms, or rules where these give more again.
bool learn_lists(AutoTemplate& one, const Lists& lists) {
  auto learned = learn_list(lists.lists);
  auto rules = learn_list(lists.lists, &induce::induce_rules);
  if (rules.ok() && (!learned.ok() || given_again(lists, *rules) > given_again(lists, *learned)))
    learned = std::move(rules);
  if (!learned.ok()) return false;
  one.kind = AutoKind::kList;
  one.wrapper = std::move(learned->induced.wrapper);
  one.problems = std::move(learned->induced.problems);
  one.schema = std::move(learned->schema);
  for (const MinedList& list : lists.lists) {
    for (model::Label& label : mine::to_labels(*list.page, *list.region))
      one.labels.push_back(std::move(label));
  }
  describe_list(one, lists);
  return true;
}

}  // namespace

ListReader reader_of(const annotate::Recognizer& recognizer) {
  return {[&recognizer](const dom::Document& doc) { return mine_by_domain(doc, recognizer); },
          &recognizer.domain()};
}

ListReader plain_reader() {
  return {[](const dom::Document& doc) {
    return mine::mine(doc, {.max_regions = 1, .min_confidence = mine::kPresentableConfidence});
  }};
}

std::vector<const model::Page*> sample_pages(const std::vector<model::Page>& pages, size_t wanted) {
  std::vector<const model::Page*> sample;
  const size_t count = std::min(wanted, pages.size());
  for (size_t i = 0; i < count; ++i) sample.push_back(&pages[i * pages.size() / count]);
  return sample;
}

Lists find_lists(const std::vector<model::Page>& pages, const ListReader& reader) {
  Lists found;
  std::vector<const model::Page*> with;
  for (const model::Page* page : sample_pages(pages, kListPages)) {
    ++found.looked_at;
    std::vector<mine::Region> regions = reader.read(page->document);
    if (regions.empty()) continue;
    found.regions.push_back(std::move(regions[0]));
    with.push_back(page);
  }
  for (size_t i = 0; i < with.size(); ++i) found.lists.push_back({with[i], &found.regions[i]});
  return found;
}

bool in_most(const AutoTemplate& list, const std::string& name) {
  return std::any_of(
      list.attributes.begin(), list.attributes.end(), [&](const AutoAttribute& attribute) {
        return attribute.name == name && attribute.found && attribute.coverage >= kListCoverage;
      });
}

bool enough_in_most(const AutoTemplate& list, const ListReader& reader) {
  size_t known = 0;
  for (const AutoAttribute& attribute : list.attributes)
    known += reader.knows(attribute.name) && in_most(list, attribute.name) ? 1 : 0;
  return known >= kListAttributes;
}

std::optional<AutoTemplate> as_lists(std::vector<model::Page>& pages, const ListReader& reader) {
  const Lists lists = find_lists(pages, reader);
  if (!lists.most()) return std::nullopt;
  AutoTemplate list{.pages = std::move(pages)};
  const bool learned = learn_lists(list, lists);
  pages = std::move(list.pages);
  if (!learned) return std::nullopt;
  return list;
}

void become(AutoTemplate& one, AutoTemplate list) {
  list.page_template = std::move(one.page_template);
  list.pages = std::move(one.pages);
  one = std::move(list);
}

}  // namespace weft::site
