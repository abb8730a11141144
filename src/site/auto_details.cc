// Detail pages without labels: columns chosen by a domain, or AMBER's attributes, become labels, and these rules.
// See auto_site.cc, steps 3 to 5.

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "dom/path.h"
#include "dom/text.h"
#include "domain/amber/detail_pages.h"
#include "domain/set_values.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "site/auto_steps.h"
#include "site/told_values.h"

namespace weft::site {
namespace {

constexpr size_t kCharacteristic = 2;     // Characteristic attributes that show the domain.
constexpr double kSureSet = 0.5;          // A list less sure is no set, whatever the floor.
constexpr size_t kManyItems = 3;          // So many show that a column has but the first of them.
constexpr double kTaught = 0.8;           // A column that is less sure teaches nothing.
constexpr double kAmberConfidence = 0.8;  // Of an attribute that features chose.

class TemplateLearner {
 public:
  TemplateLearner(AutoTemplate& one, const annotate::Recognizer& recognizer,
                  const model::Schema& schema, const AutoOptions& options)
      : one_(one), recognizer_(recognizer), schema_(schema), options_(options) {}

  Status learn() {
    if (options_.method == AutoMethod::kAmber) return learn_by_amber();
    WEFT_TRY(choose());
    if (auto list = as_lists(one_.pages, reader_of(recognizer_)); list && is_list(*list)) {
      become(one_, std::move(*list));
      return {};
    }
    for (const Chosen& chosen : chosen_) one_.attributes.push_back(describe(chosen));
    return shows_domain() ? learn_details() : Status();
  }

 private:
  // --- [Amber] chapter 6 ---

  Status learn_by_amber() {
    if (auto list = as_lists(one_.pages, reader_of(recognizer_));
        list && enough_in_most(*list, reader_of(recognizer_))) {
      become(one_, std::move(*list));
      return {};
    }
    site_.pages = sample_pages(one_.pages, options_.labelled);
    std::vector<domain::amber::DetailInput> inputs;
    for (const model::Page* page : site_.pages)
      inputs.push_back({&page->document,
                        recognizer_.annotate(page->document),
                        page->layout ? &*page->layout : nullptr,
                        {}});
    const auto read = domain::amber::read_detail_pages(inputs, recognizer_);
    std::map<uint32_t, size_t> characteristic;  // Pages with it, by attribute.
    for (size_t p = 0; p < read.size(); ++p) {
      for (uint32_t a = 0; a < read[p].values.size(); ++a) {
        const domain::amber::Value& value = read[p].values[a];
        if (value.node == dom::kNoNode) continue;
        one_.labels.push_back(label(*site_.pages[p], a, value));
        if (knowledge(a).characteristic) ++characteristic[a];
      }
    }
    if (characteristic.size() < kCharacteristic) return {};
    WEFT_TRY(induce_from_noisy());
    if (one_.wrapper == nullptr) return {};
    one_.kind = AutoKind::kDetail;
    describe_labelled();
    take_schema();
    return {};
  }

  [[nodiscard]] model::Label label(const model::Page& page, uint32_t a,
                                   const domain::amber::Value& value) const {
    model::Label label{.page = page.id,
                       .attribute = knowledge(a).name,
                       .path = dom::indexed_path(page.document, value.node),
                       .value = value.text,
                       .source = model::LabelSource::kOntology,
                       .confidence = kAmberConfidence};
    if (value.html_attribute != dom::kNoAtom)
      label.path += "/@" + std::string(page.document.spelling(value.html_attribute));
    return label;
  }

  // Features choose on each page alone, so labels of one attribute contradict each other.
  Status induce_from_noisy() {
    WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer(options_.inducer));
    auto learned = induce::learn_from_noisy(
        inducer, {.pages = site_.pages, .labels = one_.labels, .schema = &schema_});
    if (!learned.ok()) {
      one_.problems.push_back(learned.error().message);
      return {};
    }
    one_.labels = std::move(learned->labels);
    one_.wrong = std::move(learned->wrong);
    take_wrapper(std::move(learned->induced));
    return {};
  }

  // What the wrapper gives of each labelled attribute, and how far it is what was labelled.
  void describe_labelled() {
    std::map<std::string, std::map<std::string, std::string>> given;  // Attribute, page.
    for (const model::Page& page : one_.pages) {
      for (const model::Record& record : one_.wrapper->apply(page).records) {
        ++one_.records;
        for (const model::Record::Field& field : record.fields)
          given[field.name].emplace(page.id, field.value.text);
      }
    }
    for (const annotate::AttributeKnowledge& attribute : recognizer_.domain().attributes) {
      const auto& values = given[attribute.name];
      if (values.empty()) continue;
      size_t labelled = 0;
      size_t same = 0;
      for (const model::Label& label : one_.labels) {
        if (label.attribute != attribute.name) continue;
        ++labelled;
        const auto it = values.find(label.page);
        same += it != values.end() && it->second == label.value ? 1 : 0;
      }
      AutoAttribute& described = one_.attributes.emplace_back();
      described.name = attribute.name;
      described.agreement =
          static_cast<double>(same) / static_cast<double>(std::max<size_t>(labelled, 1));
      described.confidence = described.agreement;
      described.found = described.agreement >= kLeastAgreement;
      described.coverage =
          static_cast<double>(values.size()) / static_cast<double>(one_.pages.size());
      std::tie(described.page, described.value) = *values.begin();
    }
  }

  void take_schema() {
    for (const model::Attribute& attribute : schema_.attributes) {
      if (std::any_of(one_.attributes.begin(), one_.attributes.end(), [&](const auto& found) {
            return found.found && found.name == attribute.name;
          }))
        one_.schema.attributes.push_back(attribute);
    }
  }

  // --- Weft's own ---

  Status learn_details() {
    make_labels();
    WEFT_TRY(induce_wrapper());
    check_wrapper();
    if (drop_contradicted()) {
      WEFT_TRY(induce_wrapper());
      check_wrapper();
    }
    one_.kind = one_.wrapper == nullptr ? AutoKind::kOther : AutoKind::kDetail;
    take_schema();
    if (options_.models != nullptr && !options_.remember_as.empty()) remember();
    return {};
  }

  // What is sure is what a solved site teaches. The first template is the largest, and the only one.
  void remember() const {
    if (options_.models->knows(options_.remember_as)) return;
    std::vector<std::vector<int32_t>> instances(recognizer_.domain().attributes.size());
    for (const domain::Choice& choice : choices_) {
      if (choice.column >= 0 && choice.confidence >= kTaught)
        instances[choice.attribute] = choice.nodes;
    }
    options_.models->learn(options_.remember_as, site_, instances, recognizer_.domain());
  }

  // A value on a page of the sample.
  struct Place {
    dom::NodeId node;
    std::optional<model::TextSpan> span;  // Absent: all of the text of the node.
    std::string value;
  };
  // What was found of an attribute.
  struct Chosen {
    size_t attribute = 0;
    double confidence = 0;
    std::vector<std::vector<Place>> places;  // By page of the sample; several for a set.
    std::string other;  // On the first page with a place: what the next best column has there.
  };

  // What others say of the pages of the sample.
  Result<std::vector<std::vector<domain::Told>>> ask_others() const {
    std::vector<std::vector<domain::Told>> told;
    for (const model::Page* page : site_.pages) {
      told.push_back(
          reconciled(told_by_structured_data(*page, recognizer_.domain()), *page, recognizer_));
      if (!options_.annotator) continue;
      WEFT_ASSIGN(const std::vector<model::Label> labels, options_.annotator(*page));
      for (domain::Told& one :
           reconciled(told_by_labels(labels, recognizer_.domain()), *page, recognizer_))
        told.back().push_back(std::move(one));
    }
    return told;
  }

  // 3. By columns; sets by lists of items, unless a sure column says something else.
  Status choose() {
    domain::ColumnParameters parameters;
    if (one_.pages.size() < kLeastPages)
      parameters.is_label = [this](const std::string& text) { return is_label(text); };
    site_ = domain::find_columns(sample_pages(one_.pages, options_.sample), parameters);
    WEFT_ASSIGN(const auto told, ask_others());
    domain::Evidence evidence = domain::weigh_columns(site_, recognizer_, told);
    if (options_.models != nullptr)
      domain::add_taught(*options_.models, site_, recognizer_.domain(), evidence);
    choices_ = domain::choose_columns(site_, recognizer_, evidence, *options_.weights);
    for (const domain::Choice& choice : choices_) {
      if (choice.column >= 0) chosen_.push_back(of_column(choice));
    }
    for (Chosen& set : find_sets()) {
      const std::string& name = knowledge(set.attribute).name;
      const auto known = std::find_if(chosen_.begin(), chosen_.end(), [&](const Chosen& one) {
        return one.attribute == set.attribute;
      });
      if (known == chosen_.end())
        chosen_.push_back(std::move(set));
      else if (!is_sure(*known) || holds(set, *known))
        *known = std::move(set);
      else
        continue;
      for (model::Attribute& attribute : schema_.attributes)
        attribute.set = attribute.set || attribute.name == name;
    }
    std::stable_sort(chosen_.begin(), chosen_.end(),
                     [](const Chosen& a, const Chosen& b) { return a.attribute < b.attribute; });
    return {};
  }

  // Whether a text is a label of the domain, and nothing else.
  [[nodiscard]] bool is_label(const std::string& text) const {
    std::vector<annotate::Found> found;
    recognizer_.find(text, found);
    return std::any_of(found.begin(), found.end(), [&](const annotate::Found& one) {
      return one.label && one.span.end - one.span.begin + 1 >= text.size();
    });
  }

  [[nodiscard]] Chosen of_column(const domain::Choice& choice) const {
    Chosen chosen{choice.attribute, choice.confidence, {}, {}};
    chosen.places.resize(site_.pages.size());
    bool first = true;
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      if (choice.nodes[p] < 0) continue;
      const domain::TextNode& node = site_.nodes[static_cast<size_t>(choice.nodes[p])];
      Place& place = chosen.places[p].emplace_back();
      place.node = node.node;
      place.value = site_.strings.text(node.value);
      if (node.value_begin != 0)
        place.span = {node.value_begin,
                      static_cast<uint32_t>(site_.strings.text(node.text).size())};
      if (std::exchange(first, false) && choice.second >= 0) {
        const int32_t n = site_.columns[static_cast<size_t>(choice.second)].nodes[p];
        if (n >= 0) chosen.other = site_.strings.text(site_.nodes[static_cast<size_t>(n)].value);
      }
    }
    return chosen;
  }

  // Sets on the pages of the sample that have them, if these are most.
  [[nodiscard]] std::vector<Chosen> find_sets() const {
    std::map<size_t, Chosen> found;
    const auto& attributes = recognizer_.domain().attributes;
    if (std::none_of(attributes.begin(), attributes.end(), [](const auto& a) { return a.set; }))
      return {};
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      const dom::Document& doc = site_.pages[p]->document;
      for (const domain::SetValues& set :
           domain::find_set_values(doc, recognizer_, recognizer_.annotate(doc))) {
        Chosen& chosen = found[set.attribute];
        chosen.attribute = set.attribute;
        chosen.places.resize(site_.pages.size());
        chosen.confidence += set.confidence / static_cast<double>(site_.pages.size());
        if (set.confidence < kSureSet) continue;
        for (const dom::NodeId item : set.items)
          chosen.places[p].push_back({item, {}, dom::normalized_text(doc, item)});
      }
    }
    std::vector<Chosen> sets;
    for (auto& [attribute, chosen] : found) {
      if (chosen.confidence >= kSureSet && is_sure(chosen)) sets.push_back(std::move(chosen));
    }
    return sets;
  }

  // Whether items of the set begin with what a column has, mostly: it has a part of the same thing.
  [[nodiscard]] bool holds(const Chosen& set, const Chosen& column) const {
    size_t both = 0;
    size_t within = 0;
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      if (column.places[p].empty() || set.places[p].size() < kManyItems) continue;
      const Place& part = column.places[p][0];
      ++both;
      within += std::any_of(set.places[p].begin(), set.places[p].end(), [&](const Place& item) {
        return item.node <= part.node && part.node < site_.pages[p]->document.end(item.node) &&
               item.value.starts_with(part.value);
      });
    }
    return 2 * within > both;
  }

  // 2. Records of a list have the attributes, all of them. On a detail page parts of the page may be
  // taken for records, or related things be a list; then what was chosen for the page is in few of
  // the records, or in none.
  [[nodiscard]] bool is_list(const AutoTemplate& list) const {
    size_t all = 0;
    size_t shared = 0;
    for (const Chosen& chosen : chosen_) {
      if (chosen.confidence < domain::kDefaultFloor) continue;
      ++all;
      shared += in_most(list, knowledge(chosen.attribute).name) ? 1 : 0;
    }
    return shows_domain() ? 2 * shared > all : enough_in_most(list, reader_of(recognizer_));
  }

  [[nodiscard]] const annotate::AttributeKnowledge& knowledge(size_t attribute) const {
    return recognizer_.domain().attributes[attribute];
  }

  [[nodiscard]] AutoAttribute describe(const Chosen& chosen) const {
    AutoAttribute attribute{.name = knowledge(chosen.attribute).name,
                            .confidence = chosen.confidence,
                            .other = chosen.other};
    for (size_t p = 0; p < chosen.places.size() && attribute.value.empty(); ++p) {
      attribute.page = site_.pages[p]->id;
      if (!chosen.places[p].empty()) attribute.value = chosen.places[p][0].value;
    }
    return attribute;
  }

  [[nodiscard]] bool is_sure(const Chosen& chosen) const {
    return chosen.confidence >= options_.floor;
  }

  // 3.
  [[nodiscard]] bool shows_domain() const {
    size_t sure = 0;
    size_t characteristic = 0;
    bool subject = false;
    for (const Chosen& chosen : chosen_) {
      if (!is_sure(chosen)) continue;
      ++sure;
      characteristic += knowledge(chosen.attribute).characteristic ? 1 : 0;
      subject = subject || knowledge(chosen.attribute).subject;
    }
    return (subject && sure > 1 && characteristic > 1) || characteristic > kCharacteristic;
  }

  // 4. Pages with most attributes first; those of equal number as they come.
  void make_labels() {
    std::vector<std::pair<size_t, size_t>> order;
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      size_t found = 0;
      for (const Chosen& chosen : chosen_)
        found += is_sure(chosen) && !chosen.places[p].empty() ? 1 : 0;
      order.emplace_back(found, p);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    order.resize(std::min(order.size(), options_.labelled));
    for (const auto& [found, p] : order) {
      for (const Chosen& chosen : chosen_) {
        if (!is_sure(chosen)) continue;
        for (const Place& place : chosen.places[p])
          one_.labels.push_back({.page = site_.pages[p]->id,
                                 .attribute = knowledge(chosen.attribute).name,
                                 .path = dom::indexed_path(site_.pages[p]->document, place.node),
                                 .span = place.span,
                                 .value = place.value,
                                 .source = model::LabelSource::kOntology,
                                 .confidence = chosen.confidence});
      }
    }
  }

  // 4.
  Status induce_wrapper() {
    one_.wrapper = nullptr;
    WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer(options_.inducer));
    take_wrapper(inducer({.pages = site_.pages, .labels = one_.labels, .schema = &schema_}));
    return {};
  }

  void take_wrapper(Result<model::Induced> induced) {
    if (!induced.ok()) {
      one_.problems.push_back(induced.error().message);
      return;
    }
    one_.wrapper = std::move(induced->wrapper);
    one_.problems = std::move(induced->problems);
  }

  // The text of a value; all of a set's.
  static std::vector<std::string> texts_of(const model::Value& value) {
    if (value.items.empty()) return {value.text};
    std::vector<std::string> texts;
    for (const model::Value& item : value.items) texts.push_back(item.text);
    return texts;
  }

  // 5.
  void check_wrapper() {
    if (one_.wrapper == nullptr) return;
    one_.records = 0;
    std::map<std::string, size_t> covered;
    std::map<std::string, std::map<std::string, std::vector<std::string>>>
        values;  // Page, attribute.
    for (const model::Page& page : one_.pages) {
      for (const model::Record& record : one_.wrapper->apply(page).records) {
        ++one_.records;
        for (const model::Record::Field& field : record.fields) {
          if (!values[page.id].emplace(field.name, texts_of(field.value)).second) continue;
          ++covered[field.name];
        }
      }
    }
    for (size_t c = 0; c < chosen_.size(); ++c) {
      AutoAttribute& attribute = one_.attributes[c];
      if (!is_sure(chosen_[c])) continue;
      size_t same = 0;
      size_t both = 0;
      for (size_t p = 0; p < site_.pages.size(); ++p) {
        std::vector<std::string> texts;
        for (const Place& place : chosen_[c].places[p]) texts.push_back(place.value);
        if (texts.empty()) continue;
        ++both;
        same += values[site_.pages[p]->id][attribute.name] == texts ? 1 : 0;
      }
      attribute.coverage =
          static_cast<double>(covered[attribute.name]) / static_cast<double>(one_.pages.size());
      attribute.agreement = both == 0 ? 0 : static_cast<double>(same) / static_cast<double>(both);
      attribute.found = attribute.agreement >= kLeastAgreement;
    }
  }

  // True if labels went whose rule says something else.
  bool drop_contradicted() {
    const auto contradicted = [&](const model::Label& label) {
      return std::any_of(one_.attributes.begin(), one_.attributes.end(),
                         [&](const AutoAttribute& attribute) {
                           return attribute.name == label.attribute && !attribute.found;
                         });
    };
    return std::erase_if(one_.labels, contradicted) != 0;
  }

  AutoTemplate& one_;
  const annotate::Recognizer& recognizer_;
  model::Schema schema_;  // Attributes are sets in it where they are found as such.
  const AutoOptions& options_;
  domain::SiteColumns site_;
  std::vector<domain::Choice> choices_;
  std::vector<Chosen> chosen_;
};

}  // namespace

Status learn_template(AutoTemplate& one, const annotate::Recognizer& recognizer,
                      const model::Schema& schema, const AutoOptions& options) {
  return TemplateLearner(one, recognizer, schema, options).learn();
}

}  // namespace weft::site
