// Detail pages without labels: columns chosen by a domain, or AMBER's attributes, become labels, and these rules.
// See auto_site.cc, steps 3 to 5.

#include <algorithm>
#include <map>
#include <tuple>

#include "dom/path.h"
#include "domain/amber/detail_pages.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "site/auto_steps.h"

namespace weft::site {
namespace {

constexpr size_t kCharacteristic = 2;     // Characteristic attributes that show the domain.
constexpr double kAmberConfidence = 0.8;  // Of an attribute that features chose.

class TemplateLearner {
 public:
  TemplateLearner(AutoTemplate& one, const annotate::Recognizer& recognizer,
                  const model::Schema& schema, const AutoOptions& options)
      : one_(one), recognizer_(recognizer), schema_(schema), options_(options) {}

  Status learn() {
    if (options_.method == AutoMethod::kAmber) return learn_by_amber();
    if (one_.pages.size() >= kLeastPages) {
      site_ = domain::find_columns(sample_pages(one_.pages, options_.sample));
      choices_ = domain::choose_columns(
          site_, recognizer_, domain::weigh_columns(site_, recognizer_), *options_.weights);
    }
    if (auto list = as_lists(one_.pages, reader_of(recognizer_)); list && is_list(*list)) {
      become(one_, std::move(*list));
      return {};
    }
    for (const domain::Choice& choice : choices_) {
      if (choice.column >= 0) one_.attributes.push_back(describe(choice));
    }
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
    return {};
  }

  // 2. Records of a list have the attributes, all of them. On a detail page parts of the page may be
  // taken for records, or related things be a list; then what was chosen for the page is in few of
  // the records, or in none.
  [[nodiscard]] bool is_list(const AutoTemplate& list) const {
    size_t all = 0;
    size_t shared = 0;
    for (const domain::Choice& choice : choices_) {
      if (choice.column < 0 || choice.confidence < domain::kDefaultFloor) continue;
      ++all;
      shared += in_most(list, knowledge(choice.attribute).name) ? 1 : 0;
    }
    return shows_domain() ? 2 * shared > all : enough_in_most(list, reader_of(recognizer_));
  }

  [[nodiscard]] const annotate::AttributeKnowledge& knowledge(size_t attribute) const {
    return recognizer_.domain().attributes[attribute];
  }

  [[nodiscard]] std::string value_at(const std::vector<int32_t>& nodes, size_t page) const {
    const int32_t n = nodes[page];
    return n < 0 ? "" : site_.strings.text(site_.nodes[static_cast<size_t>(n)].value);
  }

  [[nodiscard]] AutoAttribute describe(const domain::Choice& choice) const {
    AutoAttribute attribute{.name = knowledge(choice.attribute).name,
                            .confidence = choice.confidence};
    for (size_t p = 0; p < choice.nodes.size() && attribute.value.empty(); ++p) {
      attribute.page = site_.pages[p]->id;
      attribute.value = value_at(choice.nodes, p);
      if (choice.second >= 0)
        attribute.other = value_at(site_.columns[static_cast<size_t>(choice.second)].nodes, p);
    }
    return attribute;
  }

  [[nodiscard]] bool is_sure(const domain::Choice& choice) const {
    return choice.column >= 0 && choice.confidence >= options_.floor;
  }

  // 3.
  [[nodiscard]] bool shows_domain() const {
    size_t sure = 0;
    size_t characteristic = 0;
    bool subject = false;
    for (const domain::Choice& choice : choices_) {
      if (!is_sure(choice)) continue;
      ++sure;
      characteristic += knowledge(choice.attribute).characteristic ? 1 : 0;
      subject = subject || knowledge(choice.attribute).subject;
    }
    return (subject && sure > 1 && characteristic > 1) || characteristic > kCharacteristic;
  }

  // 4. Pages with most attributes first; those of equal number as they come.
  void make_labels() {
    std::vector<std::pair<size_t, size_t>> order;
    for (size_t p = 0; p < site_.pages.size(); ++p) {
      size_t found = 0;
      for (const domain::Choice& choice : choices_)
        found += is_sure(choice) && choice.nodes[p] >= 0 ? 1 : 0;
      order.emplace_back(found, p);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    order.resize(std::min(order.size(), options_.labelled));
    for (const auto& [found, p] : order) {
      for (const domain::Choice& choice : choices_) {
        if (is_sure(choice) && choice.nodes[p] >= 0) one_.labels.push_back(label(choice, p));
      }
    }
  }

  [[nodiscard]] model::Label label(const domain::Choice& choice, size_t p) const {
    const domain::TextNode& node = site_.nodes[static_cast<size_t>(choice.nodes[p])];
    model::Label label{.page = site_.pages[p]->id,
                       .attribute = knowledge(choice.attribute).name,
                       .path = dom::indexed_path(site_.pages[p]->document, node.node),
                       .value = site_.strings.text(node.value),
                       .source = model::LabelSource::kOntology,
                       .confidence = choice.confidence};
    if (node.value_begin != 0)
      label.span = {node.value_begin, static_cast<uint32_t>(site_.strings.text(node.text).size())};
    return label;
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

  // 5.
  void check_wrapper() {
    if (one_.wrapper == nullptr) return;
    one_.records = 0;
    std::map<std::string, size_t> covered;
    std::map<std::string, std::map<std::string, std::string>> values;  // Page, attribute.
    for (const model::Page& page : one_.pages) {
      for (const model::Record& record : one_.wrapper->apply(page).records) {
        ++one_.records;
        for (const model::Record::Field& field : record.fields) {
          if (!values[page.id].emplace(field.name, field.value.text).second) continue;
          ++covered[field.name];
        }
      }
    }
    size_t at = 0;
    for (const domain::Choice& choice : choices_) {
      if (choice.column < 0) continue;
      AutoAttribute& attribute = one_.attributes[at++];
      if (!is_sure(choice)) continue;
      size_t same = 0;
      size_t both = 0;
      for (size_t p = 0; p < site_.pages.size(); ++p) {
        if (choice.nodes[p] < 0) continue;
        ++both;
        same += values[site_.pages[p]->id][attribute.name] == value_at(choice.nodes, p) ? 1 : 0;
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
  const model::Schema& schema_;
  const AutoOptions& options_;
  domain::SiteColumns site_;
  std::vector<domain::Choice> choices_;
};

}  // namespace

Status learn_template(AutoTemplate& one, const annotate::Recognizer& recognizer,
                      const model::Schema& schema, const AutoOptions& options) {
  return TemplateLearner(one, recognizer, schema, options).learn();
}

}  // namespace weft::site
