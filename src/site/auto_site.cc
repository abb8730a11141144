// The whole way without a label. See auto_site.h.
//
//   1. Pages are grouped into templates; a few pages are one template.
//   2. On a sample of each template columns are made, weighed and chosen by the domain.
//   3. A template shows the domain if its subject and another attribute are found, or several
//      characteristic ones are. Others are left alone: lists, help pages.
//   4. The chosen texts of a few pages, those with most attributes, become labels (source: ontology);
//      the inducer learns an ordinary wrapper from them.
//   5. The wrapper runs on all pages: how many it covers, how often it says what the column said. A
//      rule that contradicts its column is not kept.
//   6. What is unsure becomes a question.
//
// Tested by auto_site_test.cc.

#include "site/auto_site.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "annotate/recognizer.h"
#include "base/strings.h"
#include "dom/path.h"
#include "extract/site_extractor.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "site/bundle.h"
#include "site/grouping.h"
#include "site/learn.h"

namespace weft::site {
namespace {

constexpr size_t kLeastPages = 3;        // Fewer pages show no columns.
constexpr size_t kCharacteristic = 2;    // Characteristic attributes that show the domain.
constexpr double kLeastAgreement = 0.5;  // A rule that says something else than its column.
constexpr double kSure = 0.8;            // Nothing to ask above.
constexpr double kHopeless = 0.05;       // Nothing to ask below.
constexpr double kCharacteristicWorth = 2;

std::vector<const model::Page*> sample_pages(const std::vector<model::Page>& pages, size_t wanted) {
  std::vector<const model::Page*> sample;
  const size_t count = std::min(wanted, pages.size());
  for (size_t i = 0; i < count; ++i) sample.push_back(&pages[i * pages.size() / count]);
  return sample;
}

// 2. to 5. for one template.
class TemplateLearner {
 public:
  TemplateLearner(AutoTemplate& one, const annotate::Recognizer& recognizer,
                  const model::Schema& schema, const AutoOptions& options)
      : one_(one), recognizer_(recognizer), schema_(schema), options_(options) {}

  Status learn() {
    if (one_.pages.size() < kLeastPages) return {};
    site_ = domain::find_columns(sample_pages(one_.pages, options_.sample));
    choices_ =
        domain::choose_columns(site_, recognizer_, domain::weigh_columns(site_, recognizer_));
    for (const domain::Choice& choice : choices_) {
      if (choice.column >= 0) one_.attributes.push_back(describe(choice));
    }
    if (!shows_domain()) return {};
    make_labels();
    WEFT_TRY(induce_wrapper());
    check_wrapper();
    if (drop_contradicted()) {
      WEFT_TRY(induce_wrapper());
      check_wrapper();
    }
    return {};
  }

 private:
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

  Status induce_wrapper() {
    one_.wrapper = nullptr;
    WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer(options_.inducer));
    auto induced = inducer({.pages = site_.pages, .labels = one_.labels, .schema = &schema_});
    if (!induced.ok()) {
      one_.problems.push_back(induced.error().message);
      return {};
    }
    one_.wrapper = std::move(induced->wrapper);
    one_.problems = std::move(induced->problems);
    return {};
  }

  // 5.
  void check_wrapper() {
    if (one_.wrapper == nullptr) return;
    std::map<std::string, size_t> covered;
    std::map<std::string, std::map<std::string, std::string>> values;  // Page, attribute.
    for (const model::Page& page : one_.pages) {
      for (const model::Record& record : one_.wrapper->apply(page).records) {
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

// 6. The most valuable first.
void find_questions(AutoSite& site, const annotate::Domain& domain) {
  for (const AutoTemplate& one : site.templates) {
    if (one.wrapper == nullptr) continue;
    for (const AutoAttribute& attribute : one.attributes) {
      if (attribute.confidence < kHopeless || (attribute.found && attribute.confidence >= kSure))
        continue;
      const auto number = domain.find(attribute.name);
      const bool characteristic = number && (domain.attributes[*number].characteristic ||
                                             domain.attributes[*number].mandatory);
      site.questions.push_back({one.page_template.name, attribute,
                                static_cast<double>(one.pages.size()) * (1 - attribute.confidence) *
                                    attribute.confidence *
                                    (characteristic ? kCharacteristicWorth : 1)});
    }
  }
  std::stable_sort(site.questions.begin(), site.questions.end(),
                   [](const AutoQuestion& a, const AutoQuestion& b) { return a.worth > b.worth; });
}

}  // namespace

bool AutoSite::found_any() const {
  return std::any_of(templates.begin(), templates.end(),
                     [](const AutoTemplate& one) { return one.wrapper != nullptr; });
}

model::Schema schema_of(const annotate::Domain& domain) {
  model::Schema schema{.name = domain.record};
  for (const annotate::AttributeKnowledge& attribute : domain.attributes) {
    schema.attributes.push_back({.name = attribute.name,
                                 .type = annotate::value_type_of(attribute.type),
                                 .mandatory = attribute.mandatory,
                                 .pivot = attribute.pivot,
                                 .characteristic = attribute.characteristic,
                                 .alternative_group = attribute.group});
  }
  return schema;
}

Result<AutoSite> learn_by_domain(std::vector<model::Page> pages, annotate::Domain domain,
                                 const AutoOptions& options) {
  if (pages.empty()) return Error{ErrorCode::kNotFound, "no pages to learn from"};
  WEFT_TRY(induce::find_inducer(options.inducer));
  AutoSite site;
  for (TemplatePages& one : split_by_template(std::move(pages), kLeastPages, site.ungrouped))
    site.templates.push_back(
        {.page_template = std::move(one.page_template), .pages = std::move(one.pages)});
  const model::Schema all = schema_of(domain);
  const annotate::Recognizer recognizer(std::move(domain));
  std::set<std::string> found;
  for (AutoTemplate& one : site.templates) {
    WEFT_TRY(TemplateLearner(one, recognizer, all, options).learn());
    for (const AutoAttribute& attribute : one.attributes) {
      if (attribute.found) found.insert(attribute.name);
    }
  }
  site.schema = {.name = all.name};
  for (const model::Attribute& attribute : all.attributes) {
    if (found.contains(attribute.name)) site.schema.attributes.push_back(attribute);
  }
  find_questions(site, recognizer.domain());
  return site;
}

Result<std::vector<model::Extraction>> extract_all(const AutoSite& site) {
  std::vector<model::Extraction> extractions;
  for (const AutoTemplate& one : site.templates) {
    if (one.wrapper == nullptr) continue;
    WEFT_ASSIGN(const extract::SiteExtractor extractor,
                extract::extractor_for(one.wrapper, one.page_template.name, site.schema));
    for (const model::Page& page : one.pages)
      extractions.push_back(extractor.extract(page).extraction);
  }
  return extractions;
}

Status put_in_bundle(const std::string& directory, const AutoSite& site) {
  for (const AutoTemplate& one : site.templates) {
    if (one.wrapper == nullptr) continue;
    {
      WEFT_ASSIGN(Bundle bundle, Bundle::open(directory, Bundle::Mode::kCreate));
      WEFT_TRY(bundle.put_template(one.page_template));
    }
    WEFT_TRY(
        put_in_site(directory, one.page_template.name, *one.wrapper,
                    fmt::format("learned by a domain from {} labels of its own", one.labels.size()),
                    site.schema, one.pages));
  }
  return {};
}

}  // namespace weft::site
