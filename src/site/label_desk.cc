// Steps of update():
//   1. acts are folded into what is known of each page;
//   2. attributes are put into lessons: those known of the same pages;
//   3. each lesson is learned, unless it was before, and what they taught is joined; where nothing is in force,
//      rules of another template that fit stand in, in doubt;
//   4. the result is applied to every page, and judged.
#include "site/label_desk.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/hash.h"
#include "group/sample.h"
#include "induce/active/label_session.h"
#include "induce/combine/label_fit.h"
#include "induce/inducers.h"
#include "model/label_file.h"
#include "model/schema_file.h"
#include "model/template_matcher.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::site {
namespace {

using model::Label;

// Lessons that are remembered, so that undoing costs nothing.
constexpr size_t kMostKnown = 64;
// Finished pages without an attribute of the schema after which nobody looks for it any more.
constexpr std::ptrdiff_t kPagesWithout = 3;
// Rules of another template are tried on so many pages, and shown if they are expected to find so much:
// less would be a page of wrong outlines to reject.
constexpr size_t kPagesTried = 8;
constexpr double kFits = 0.8;
// A second view learns from labelled pages and looks at so many others: enough for an order, and a second of work.
constexpr size_t kPagesOfSecondView = 60;

const wrap::RecordRules* rules_of(const model::Wrapper* wrapper) {
  const auto* rules = dynamic_cast<const wrap::RulesWrapper*>(wrapper);
  return rules == nullptr ? nullptr : &rules->rules();
}

// Rules of one record a page can be joined attribute by attribute.
bool is_flat(const wrap::RecordRules& rules) {
  return !rules.record && !rules.grouping && rules.nested.empty();
}

bool lies_within(const std::string& a, const std::string& b) {
  return a == b || a.starts_with(b + "/") || b.starts_with(a + "/");
}

// On a list, what is found is called as a person calls it: the record found where a person's record has a value is that
// record. The others keep their numbers, but for those that a person's records have.
void name_records(const PageLabels& said, std::vector<model::Record>& found) {
  std::set<std::string> own, taken;
  std::map<std::pair<std::string, std::string>, std::string>
      places;  // Attribute and path -> record.
  for (const Label& label : said.labels) {
    const std::string name = induce::outer_record(label.record);
    own.insert(name);
    places.emplace(std::pair(label.attribute, label.path), name);
  }
  if (own.empty() || (own.size() == 1 && found.size() == 1)) return;
  // A place within another is the same one: an element and the text in it.
  const auto record_at = [&](const std::string& attribute, std::string path) -> const std::string* {
    const auto below = places.lower_bound({attribute, path});
    if (below != places.end() && below->first.first == attribute &&
        lies_within(below->first.second, path))
      return &below->second;
    for (size_t end = path.rfind('/'); end != std::string::npos && end > 0; end = path.rfind('/')) {
      path.resize(end);
      if (const auto it = places.find({attribute, path}); it != places.end()) return &it->second;
    }
    return nullptr;
  };
  std::vector<model::Record*> others;
  for (model::Record& record : found) {
    std::map<std::string, size_t> values;  // By a person's record.
    for (const auto& field : record.fields) {
      model::for_each_leaf(field.value, [&](const model::Value& leaf) {
        const std::string* name = record_at(field.name, leaf.provenance.path);
        if (name != nullptr && !taken.contains(*name)) ++values[*name];
      });
    }
    const auto most =
        std::max_element(values.begin(), values.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == values.end()) {
      others.push_back(&record);
    } else {
      record.id = most->first;
      taken.insert(most->first);
    }
  }
  size_t next = found.size();
  for (model::Record* record : others) {
    while (own.contains(record->id) || taken.contains(record->id))
      record->id = std::to_string(next++);
    taken.insert(record->id);
  }
}

}  // namespace

struct LabelDesk::Lesson {
  std::set<std::string> attributes;
  std::vector<Label> labels;
};

LabelDesk::LabelDesk(DeskInput input) : input_(std::move(input)) {
  for (const model::Page* page : std::exchange(input_.pages, {})) add(*page);
}

const DeskPage* LabelDesk::find(const std::string& page) const {
  const auto it = place_.find(page);
  return it == place_.end() ? nullptr : &pages_[it->second];
}

bool LabelDesk::add(const model::Page& page) {
  if (!place_.emplace(page.id, pages_.size()).second) return false;
  pages_.push_back({.page = &page});
  input_.pages.push_back(&page);
  outlines_.clear();
  return true;
}

std::set<std::string> LabelDesk::labelled_attributes() const {
  std::set<std::string> attributes;
  for (const DeskPage& page : pages_) {
    for (const Label& label : page.labels.labels) attributes.insert(label.attribute);
  }
  return attributes;
}

void LabelDesk::add_labels(const DeskPage& page, const std::set<std::string>& attributes,
                           std::vector<Label>& out) {
  for (const std::string& attribute : attributes) {
    const size_t before = out.size();
    for (const Label& label : page.labels.labels) {
      if (label.attribute == attribute) out.push_back(label);
    }
    if (out.size() == before && page.labels.knows(attribute))
      out.push_back({.page = page.page->id, .attribute = attribute});
  }
}

std::vector<Label> LabelDesk::labels() const {
  std::vector<Label> all;
  const std::set<std::string> attributes = labelled_attributes();
  for (const DeskPage& page : pages_) add_labels(page, attributes, all);
  return all;
}

// Step 2.
std::vector<LabelDesk::Lesson> LabelDesk::lessons() const {
  std::map<std::vector<size_t>, Lesson> by_pages;
  for (const std::string& attribute : labelled_attributes()) {
    std::vector<size_t> known;
    for (size_t p = 0; p < pages_.size(); ++p) {
      if (pages_[p].labels.knows(attribute)) known.push_back(p);
    }
    by_pages[known].attributes.insert(attribute);
  }
  std::vector<Lesson> out;
  for (auto& [known, lesson] : by_pages) {
    for (const size_t p : known) add_labels(pages_[p], lesson.attributes, lesson.labels);
    if (!lesson.labels.empty()) out.push_back(std::move(lesson));
  }
  return out;
}

// On unfinished pages, where an attribute was shown of some records as an example: the other records.
std::set<std::pair<std::string, std::string>> LabelDesk::partial_records() const {
  std::set<std::pair<std::string, std::string>> partial;
  for (const DeskPage& page : pages_) {
    const PageLabels& said = page.labels;
    std::set<std::string> all, examples;
    for (const Label& label : said.labels) {
      all.insert(label.record);
      if (!said.is_whole(label.attribute)) examples.insert(label.record);
    }
    if (examples.empty()) continue;
    for (const auto& [record, attribute] : said.missing) examples.insert(record);
    for (const std::string& record : all) {
      if (!examples.contains(record)) partial.emplace(page.page->id, record);
    }
  }
  return partial;
}

LabelDesk::Known LabelDesk::learn_by(const model::Inducer& inducer,
                                     const std::vector<Label>& labels) const {
  Known known;
  auto induced = inducer({.pages = input_.pages,
                          .labels = labels,
                          .schema = &schema_,
                          .partial = partial_records(),
                          .stop = stop_});
  if (induced.ok()) {
    known.rules = std::move(induced->wrapper);
    known.problems = std::move(induced->problems);
  } else {
    known.problems.push_back(induced.error().message);
  }
  return known;
}

// What a wrapper that learned from labels is worth on their pages: the share of them that it gives back, less what it
// finds where somebody has shown all there is; of equals the one that finds more where somebody has shown a record
// or two as an example. Pages count alike: a correction on the page that is being labelled counts as much as a page
// that was finished.
std::pair<double, size_t> LabelDesk::worth(const Known& known,
                                           const std::vector<Label>& labels) const {
  if (known.rules == nullptr || labels.empty()) return {-1, 0};
  std::map<std::string, std::vector<Label>> said;  // By page.
  for (const Label& label : labels) said[label.page].push_back(label);
  double worth = 0;
  size_t found = 0;
  for (auto& [id, of_page] : said) {
    const DeskPage& page = *find(id);
    size_t of_whole = 0, own = 0;
    for (const Label& label : induce::labels_of(known.rules->apply(*page.page))) {
      const bool whole = page.labels.is_whole(label.attribute);
      of_whole += whole ? 1 : 0;
      found += whole ? 0 : 1;
    }
    for (const Label& label : page.labels.labels)
      own += page.labels.is_whole(label.attribute) ? 1 : 0;
    if (of_whole > own)
      worth -= static_cast<double>(of_whole - own) / static_cast<double>(of_page.size());
    const model::InducerInput input{.pages = {page.page}, .labels = std::move(of_page)};
    const auto places = induce::place_labels(input.pages, input.labels);
    if (places.ok()) worth += induce::mean_share(induce::label_fit(input, *places, *known.rules));
  }
  return {worth / static_cast<double>(said.size()), found};
}

// Rules; on lists brooms where these are worth more. Rules take a labelled page as complete, so they learn from
// finished ones as soon as there are some; brooms take in record by record, and nothing from a page being silent
// ([Zheng] 10.3.1).
LabelDesk::Known LabelDesk::learn_list(const std::vector<Label>& labels) {
  std::vector<Label> complete = labels;
  std::erase_if(complete, [&](const Label& label) { return !find(label.page)->labels.finished; });
  Known rules = learn_by(input_.rules, complete.empty() ? labels : complete);
  Known brooms = learn_by(lists_, labels);
  brooms.brooms = true;
  const auto of_brooms = worth(brooms, labels), of_rules = worth(rules, labels);
  // Rules take records known in part for complete, so that they find the examples and nothing else.
  const bool examples = !partial_records().empty() && of_brooms.second > of_rules.second;
  return examples || of_brooms > of_rules ? std::move(brooms) : std::move(rules);
}

LabelDesk::Rules LabelDesk::learn(const Lesson& lesson) {
  uint64_t key =
      hash_bytes(model::write_labels(lesson.labels), hash_bytes(dump_json(write_json(schema_))));
  for (const DeskPage& page : pages_) {
    for (const std::string& attribute : lesson.attributes) {
      if (page.labels.is_whole(attribute)) key = hash_bytes(page.page->id + attribute, key);
    }
  }
  auto it = known_.find(key);
  if (it == known_.end()) {
    Known known = induce::has_lists(lesson.labels) ? learn_list(lesson.labels)
                                                   : learn_by(input_.rules, lesson.labels);
    if (known.rules == nullptr && stopped()) return nullptr;
    if (known_.size() >= kMostKnown) known_.clear();
    it = known_.emplace(key, std::move(known)).first;
  }
  problems_.insert(problems_.end(), it->second.problems.begin(), it->second.problems.end());
  brooms_teach_ = brooms_teach_ || it->second.brooms;
  return it->second.rules;
}

// One wrapper of several for one record a page, with the attributes in the order of the schema; an
// attribute of two is that of the first. Null if they cannot be joined.
LabelDesk::Rules LabelDesk::joined(const std::vector<Rules>& parts) const {
  wrap::RecordRules all;
  std::map<std::string, std::string> patterns;
  const auto has = [&](const std::string& name) {
    return std::any_of(all.attributes.begin(), all.attributes.end(),
                       [&](const wrap::AttributeRules& one) { return one.name == name; });
  };
  for (const Rules& part : parts) {
    const wrap::RecordRules* rules = rules_of(part.get());
    if (rules == nullptr || !is_flat(*rules)) return nullptr;
    for (const wrap::AttributeRules& one : rules->attributes) {
      if (!has(one.name)) all.attributes.push_back(one);
    }
    for (const std::string& name : rules->required) {
      if (std::find(all.required.begin(), all.required.end(), name) == all.required.end())
        all.required.push_back(name);
    }
    const auto& own = static_cast<const wrap::RulesWrapper&>(*part).user_patterns();
    patterns.insert(own.begin(), own.end());
  }
  const auto rank = [&](const wrap::AttributeRules& one) {
    for (size_t i = 0; i < schema_.attributes.size(); ++i) {
      if (schema_.attributes[i].name == one.name) return i;
    }
    return schema_.attributes.size();
  };
  std::stable_sort(all.attributes.begin(), all.attributes.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return std::make_shared<wrap::RulesWrapper>(std::move(all), std::move(patterns));
}

// Step 3.
void LabelDesk::learn_all() {
  problems_.clear();
  brooms_teach_ = false;
  taught_.clear();
  std::vector<Rules> parts;
  std::set<std::string> labelled;
  for (const Lesson& lesson : lessons()) {
    labelled.insert(lesson.attributes.begin(), lesson.attributes.end());
    taught_.insert(taught_.end(), lesson.labels.begin(), lesson.labels.end());
    if (Rules rules = learn(lesson)) parts.push_back(std::move(rules));
  }
  if (parts.empty()) {
    wrapper_ = labelled.empty() ? input_.in_force : nullptr;
    return;
  }
  if (parts.size() > 1 && joined(parts) == nullptr) {
    // Records have to be found first: everything at once.
    problems_.clear();
    brooms_teach_ = false;
    taught_ = labels();
    parts.clear();
    if (Rules rules = learn({.attributes = labelled, .labels = taught_})) parts.push_back(rules);
  }
  if (parts.empty()) {
    wrapper_ = nullptr;
    return;
  }
  wrapper_ = parts.front();
  if (input_.in_force != nullptr) parts.push_back(input_.in_force);
  if (Rules all = joined(parts)) wrapper_ = std::move(all);
}

// Step 3, the last part.
void LabelDesk::borrow() {
  shown_ = wrapper_;
  if (input_.in_force != nullptr || pages_.empty()) return;
  if (!std::exchange(borrowed_, true)) {
    std::vector<const model::Page*> some;
    const size_t tried = std::min(pages_.size(), kPagesTried);
    for (size_t i = 0; i < tried; ++i) some.push_back(pages_[i * pages_.size() / tried].page);
    std::pair<double, size_t> most{kFits, 0};
    for (const DeskInput::Other& other : input_.others) {
      const auto fit = induce::fit_of(*other.wrapper, some);
      if (fit.second == 0 || fit <= most) continue;
      most = fit;
      lent_ = &other;
    }
  }
  if (lent_ == nullptr) return;
  if (wrapper_ == nullptr) {
    if (labelled_attributes().empty()) shown_ = lent_->wrapper;
  } else if (Rules all = joined({wrapper_, lent_->wrapper})) {
    shown_ = std::move(all);
  }
}

// The page with most that no labelled page has: the first to label, and where an attribute may be
// found that no labelled page has.
const DeskPage* LabelDesk::most_telling() {
  if (outlines_.empty()) {
    for (const DeskPage& page : pages_) outlines_.push_back(group::outline_of(page.page->document));
  }
  std::vector<uint32_t> labelled;
  for (uint32_t p = 0; p < pages_.size(); ++p) {
    if (!pages_[p].labels.empty()) labelled.push_back(p);
  }
  if (const auto picks = group::choose_pages(outlines_, {.size = 1}, labelled); !picks.empty())
    return &pages_[picks[0].page];
  // Labelled pages have all paths of the others: the page that says most.
  const DeskPage* most = nullptr;
  for (const DeskPage& page : pages_) {
    const auto says = [&](const DeskPage& one) {
      return outlines_[place_.at(one.page->id)].size();
    };
    if (page.labels.empty() && (most == nullptr || says(page) > says(*most))) most = &page;
  }
  return most;
}

// The first attribute of the schema that nobody has pointed at, unless enough pages were finished
// without it; empty: none.
std::string LabelDesk::unseen_attribute() const {
  const auto finished = std::count_if(pages_.begin(), pages_.end(),
                                      [](const DeskPage& page) { return page.labels.finished; });
  if (finished >= kPagesWithout) return {};
  const std::set<std::string> seen = labelled_attributes();
  for (const model::Attribute& one : schema_.attributes) {
    if (!seen.contains(one.name)) return one.name;
  }
  return {};
}

// Step 4.
void LabelDesk::judge() {
  extractor_ = nullptr;
  contended_ = false;
  outlook_ = {};
  for (DeskPage& page : pages_) {
    page.found = {};
    page.doubts.clear();
    page.doubt = 0;
    page.reason.clear();
  }
  if (taught_.empty()) outlook_.next = most_telling();
  if (shown_ == nullptr) return;
  if (auto built = extract::extractor_for(shown_, input_.name, schema_); built.ok())
    extractor_ = std::make_shared<const extract::SiteExtractor>(std::move(*built));
  if (extractor_ == nullptr) return;
  for (DeskPage& page : pages_) {
    page.found = extractor_->extract(*page.page);
    name_records(page.labels, page.found.extraction.records);
  }
  if (!taught_.empty() && wrapper_ != nullptr) {
    std::vector<size_t> records;
    for (const DeskPage& page : pages_) {
      if (shown_ == wrapper_) records.push_back(page.found.extraction.records.size());
    }
    outlook_.prediction =
        induce::predict(*wrapper_, input_.pages, taught_, induce::PredictionMethod::kWeft, records);
    for (size_t p = 0; p < outlook_.prediction.consistency.size(); ++p)
      pages_[p].doubts = std::move(outlook_.prediction.consistency[p].doubts);
    for (const induce::PagePrediction& one : outlook_.prediction.pages) {
      DeskPage& page = pages_[place_.at(one.page)];
      page.doubt = one.doubt;
      page.reason = one.reason;
    }
    choose_next();
  }
  if (shown_ == wrapper_) return;
  const std::set<std::string> own = labelled_attributes();
  for (DeskPage& page : pages_) {
    std::set<std::string> lent;
    for (const model::Record& record : page.found.extraction.records) {
      for (const auto& field : record.fields) {
        if (!own.contains(field.name)) lent.insert(field.name);
      }
    }
    for (const std::string& name : lent)
      page.doubts.push_back(
          {name, fmt::format("by the rules of {}: look if it is right here", lent_->name)});
  }
}

void LabelDesk::choose_next() {
  outlook_.next = nullptr;
  std::map<std::string, size_t> seen;
  for (const DeskPage& page : pages_) {
    std::set<std::string> here;
    for (const Label& label : page.labels.labels) here.insert(label.attribute);
    for (const auto& [record, attribute] : page.labels.missing) here.insert(attribute);
    for (const std::string& attribute : here) ++seen[attribute];
  }
  outlook_.bound = induce::bound_recall(outlook_.prediction, seen);
  for (const DeskPage& page : pages_) {
    if (page.doubt > 0 && page.labels.empty() &&
        (outlook_.next == nullptr || page.doubt > outlook_.next->doubt))
      outlook_.next = &page;
  }
  double expected = 0, missed = 0;
  for (const induce::PagePrediction& one : outlook_.prediction.pages) {
    expected += one.expected;
    if (outlook_.next != nullptr && one.page == outlook_.next->page->id)
      missed = std::max(0.0, one.expected - one.right);
  }
  if (outlook_.next == nullptr) {
    if (const std::string unseen = unseen_attribute(); !unseen.empty()) {
      if (const DeskPage* page = most_telling()) {
        pages_[place_.at(page->page->id)].reason = unseen + ": not seen on a page yet";
        outlook_.next = page;
      }
    }
  }
  outlook_.enough = outlook_.next == nullptr ||
                    (outlook_.prediction.recall >= kTargetRecall && unseen_attribute().empty());
  outlook_.with_next = expected <= 0
                           ? outlook_.prediction.recall
                           : std::min(1.0, outlook_.prediction.recall + missed / expected);
}

std::optional<SecondView> LabelDesk::second_view() const {
  if (wrapper_ == nullptr || taught_.empty() || contended_) return std::nullopt;
  SecondView view{.brooms = brooms_teach_ ? nullptr : brooms_,
                  .first = wrapper_,
                  .labels = taught_,
                  .schema = schema_};
  std::vector<const model::Page*> others;
  for (const DeskPage& page : pages_)
    (page.labels.empty() ? others : view.pages).push_back(page.page);
  const size_t most = std::min(others.size(), kPagesOfSecondView);
  for (size_t i = 0; i < most; ++i) view.pages.push_back(others[i * others.size() / most]);
  return view;
}

std::vector<induce::ContendedPage> SecondView::contended() const {
  const model::InducerInput input{.pages = pages, .labels = labels, .schema = &schema};
  const auto second = [&] {
    if (brooms == nullptr) return induce::induce_rules(input);
    const std::lock_guard lock(brooms->mutex);
    return brooms->learn(input);
  }();
  if (!second.ok()) return {};
  return induce::contended_pages(*first, *second->wrapper, pages, labels);
}

void LabelDesk::take(const std::vector<induce::ContendedPage>& contended) {
  if (std::exchange(contended_, true)) return;
  const auto said = [](const std::string& value) {
    return value.empty() ? std::string("nothing") : fmt::format("“{}”", value);
  };
  const auto attributes = static_cast<double>(std::max<size_t>(1, labelled_attributes().size()));
  for (const induce::ContendedPage& one : contended) {
    const auto it = place_.find(one.page);
    if (it == place_.end()) continue;
    DeskPage& page = pages_[it->second];
    const std::string why =
        fmt::format("{} read {}, {} {}", brooms_teach_ ? "brooms" : "rules", said(one.first),
                    brooms_teach_ ? "rules" : "brooms", said(one.second));
    page.doubt += static_cast<double>(one.attributes) / attributes;
    page.doubts.push_back({one.attribute, why});
    if (page.reason.empty()) page.reason = one.attribute + ": " + why;
  }
  if (!contended.empty()) choose_next();
}

bool LabelDesk::update(const std::vector<Act>& acts, const model::Schema& schema,
                       const std::atomic<bool>* stop) {
  schema_ = schema;
  for (DeskPage& page : pages_) page.labels = {};
  for (const Act& act : acts) {  // Step 1.
    if (!act.page.empty()) {
      const auto it = place_.find(act.page);
      if (it != place_.end()) apply_act(pages_[it->second].labels, act);
      continue;
    }
    for (DeskPage& page : pages_) apply_act(page.labels, act);
  }
  stop_ = stop;
  for (const Lesson& lesson : lessons()) {  // What takes long; it is known from then on.
    if (stopped()) return false;
    learn(lesson);
  }
  if (stopped()) return false;
  stop_ = nullptr;
  learn_all();
  borrow();
  judge();
  return true;
}

std::vector<size_t> desk_sample(const std::vector<size_t>& pages) {
  if (pages.size() <= kDeskPages) return pages;
  std::vector<size_t> some;
  for (size_t i = 0; i < kDeskPages; ++i) some.push_back(pages[i * pages.size() / kDeskPages]);
  return some;
}

Result<JournalLesson> learn_from_journal(const Bundle& bundle, const std::string& template_name,
                                         const std::vector<model::Page>& pages) {
  WEFT_ASSIGN(const auto templates, bundle.templates());
  WEFT_ASSIGN(const auto matcher, model::TemplateMatcher::build(templates));
  std::vector<size_t> of_template;
  for (size_t p = 0; p < pages.size(); ++p) {
    const auto match = matcher.match(pages[p]);
    if (match.found() && templates[match.index].name == template_name) of_template.push_back(p);
  }
  JournalLesson lesson;
  for (const size_t p : desk_sample(of_template)) lesson.pages.push_back(&pages[p]);
  WEFT_ASSIGN(const auto acts, bundle.acts(template_name));
  WEFT_ASSIGN(const auto schema, bundle.schema());
  LabelDesk desk({.pages = lesson.pages, .name = template_name});
  std::set<std::string> said;
  for (const Act& act : acts) said.insert(act.page);
  for (const size_t p : of_template) {  // Beyond the sample, but labelled.
    if (said.contains(pages[p].id) && desk.add(pages[p])) lesson.pages.push_back(&pages[p]);
  }
  desk.update(acts, schema.value_or(model::Schema{}));
  lesson.wrapper = desk.wrapper();
  lesson.problems = desk.problems();
  lesson.labels = desk.labels().size();
  if (lesson.wrapper == nullptr) {
    return Error{
        ErrorCode::kNotFound,
        lesson.problems.empty()
            ? fmt::format("{} has no labels for template {} on these pages: label with weft "
                          "studio or weft label --site, or name a file with --labels",
                          bundle.directory(), template_name)
            : lesson.problems.front()};
  }
  return lesson;
}

void LabelDesk::prepare() const { (void)input_.rules({.pages = input_.pages}); }

extract::PageExplanation LabelDesk::explain(const DeskPage& page) const {
  if (extractor_ == nullptr) return {};
  return extract::explain_page(*extractor_, *page.page);
}

std::vector<Label> LabelDesk::predictions(const DeskPage& page) const {
  std::vector<Label> out;
  const PageLabels& said = page.labels;
  for (Label& label : induce::labels_of(page.found.extraction)) {
    const auto meant = [&](const Label& own) {
      return own.attribute == label.attribute &&
             (own.record == label.record || lies_within(own.path, label.path));
    };
    const auto refused = [&](const Label& one) {
      return one.attribute == label.attribute && lies_within(one.path, label.path);
    };
    if (std::any_of(said.labels.begin(), said.labels.end(), meant) ||
        std::any_of(said.rejected.begin(), said.rejected.end(), refused) ||
        said.missing.contains({label.record, label.attribute}))
      continue;
    label.page = page.page->id;
    out.push_back(std::move(label));
  }
  return out;
}

}  // namespace weft::site
