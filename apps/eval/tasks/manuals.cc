// weft eval cppreference, sql-commands: real reference manuals, labelled as a new user does: name, first
// declaration, header, first paragraph of every function of a manual of 3,400, from at most three
// labelled pages (docs/guide/reference-manual.md).
//
// A visit begins at a page that has all of it, whichever comes up first; the person points at what is
// there and says what is not. The other pages are those that `weft label` proposes, pages of another
// sort being skipped, or any ("any"). What `weft learn` makes of these labels is judged on all pages that
// the question is about. Score: the mean, over visits, of the share of pages on which the worst attribute
// is right.

#include <algorithm>
#include <random>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "eval/data.h"
#include "eval/metrics/counts.h"
#include "eval/reference_pages.h"
#include "eval/task.h"
#include "html/parser.h"
#include "induce/active/label_session.h"
#include "select/query.h"
#include "site/learn.h"
#include "wrap/rules/rule_xpath.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::eval::manuals_task {
namespace {

namespace fs = std::filesystem;

constexpr size_t kVisits = 12;
constexpr size_t kSessionPages = 120;  // As many as `weft label` reads,
constexpr size_t kSamplePages = 400;   // and as many as are learned from here.

struct Manual {
  const char* folder;   // Of the pages, in the data set.
  const char* begins;   // How their names begin.
  const char* concern;  // XPath: what a page has that the question is about.
  ReferenceLayout truth;
};

// clang-format off
const Manual kCppreference = {"en/cpp", "", "//*[has-class('t-dcl-begin')]",
    {"cppreference", nullptr,
     {{"name", "//h1"}, {"declaration", "(//*[has-class('t-dcl')])[1]/td[1]"}, {"header", "(//*[has-class('t-dsc-header')])[1]//code"},
      {"description", "(//*[has-class('t-dcl-begin')])[1]/following-sibling::*[1][self::p]"}}}};
const Manual kPostgresql = {"", "sql-", "//*[has-class('refsynopsisdiv')]",
    {"postgresql", nullptr,
     {{"name", "//*[@class='refentrytitle']"}, {"purpose", "//*[@class='refnamediv']/p"}, {"synopsis", "(//pre[@class='synopsis'])[1]"},
      {"description", "(//div[h2='Description']/p)[1]"}}}};
// clang-format on

std::vector<model::Page> read_pages(const TaskContext& context, const Manual& manual) {
  std::vector<model::Page> pages;
  const fs::path folder = context.data.at(0) / manual.folder;
  for (const fs::path& file : files_below(folder, ".html")) {
    if (!file.filename().string().starts_with(manual.begins)) continue;
    const auto html = read_file(file);
    if (!html.ok()) continue;
    pages.push_back(model::html_page(*html, {.id = fs::relative(file, folder).generic_string()},
                                     context.limits));
  }
  return pages;
}

// Evenly spread.
std::vector<const model::Page*> some_of(const std::vector<model::Page>& pages, size_t count) {
  std::vector<const model::Page*> some;
  count = std::min(count, pages.size());
  for (size_t i = 0; i < count; ++i) some.push_back(&pages[i * pages.size() / count]);
  return some;
}

struct Visit {
  std::vector<std::string> labelled;
  std::vector<std::string> rules;  // The first of each attribute.
  ReferenceCounts counts;

  explicit Visit(const Manual& manual) : counts(manual.truth) {}
  [[nodiscard]] double worst() const {
    return share(*std::min_element(counts.right.begin(), counts.right.end()), counts.records);
  }
};

Status label(const Manual& manual, induce::LabelSession& session) {
  const model::Page& page = *session.page();
  for (const model::Label& label : labels_of(manual.truth, page)) {
    if (label.path.empty()) {
      session.decline(label.attribute);
    } else {
      session.say({label});
    }
  }
  return session.finish_page();
}

// The pages to label behind the first.
enum class Choice : uint8_t { kProposed, kAny };

bool concerns(const Manual& manual, const model::Page& page) {
  return !select::Query::xpath(manual.concern)->select(page.document, {})->empty();
}

// A person labels the first page, and then others.
Result<std::vector<model::Label>> label_pages(const Manual& manual,
                                              const std::vector<model::Page>& pages,
                                              const std::vector<const model::Page*>& others,
                                              Choice choice, size_t count) {
  WEFT_ASSIGN(induce::LabelSession session,
              induce::LabelSession::start({.pages = some_of(pages, kSessionPages)}));
  for (size_t i = 0; i < count; ++i) {
    if (i == 0 || choice == Choice::kAny) {
      session.open(*others[i]);
    } else {
      while (session.propose() && !concerns(manual, *session.page())) session.skip();
    }
    if (session.page() == nullptr) break;
    WEFT_TRY(label(manual, session));
  }
  return session.finished();
}

Visit visit(const Manual& manual, const std::vector<model::Page>& pages,
            const std::vector<const model::Page*>& judged,
            const std::vector<const model::Page*>& order, Choice choice, size_t count) {
  Visit visit(manual);
  auto labels = label_pages(manual, pages, order, choice, count);
  if (!labels.ok()) return visit;
  std::set<std::string> labelled;
  for (const model::Label& label : *labels) labelled.insert(label.page);
  visit.labelled = {labelled.begin(), labelled.end()};
  model::InducerInput input{.pages = some_of(pages, kSamplePages), .labels = std::move(*labels)};
  for (const model::Page& page : pages) {
    if (labelled.contains(page.id) &&
        std::find(input.pages.begin(), input.pages.end(), &page) == input.pages.end())
      input.pages.push_back(&page);
  }
  const auto learned = site::learn(input);
  if (!learned.ok()) return visit;
  if (const auto* rules = dynamic_cast<const wrap::RulesWrapper*>(learned->induced.wrapper.get())) {
    for (const wrap::AttributeRules& one : rules->rules().attributes) {
      if (!one.rules.empty())
        visit.rules.push_back(fmt::format("{}: {}", one.name, wrap::to_xpath(one.rules.front())));
    }
  }
  for (const model::Page* page : judged) {
    if (!labelled.contains(page->id))
      visit.counts.add(manual.truth, *learned->induced.wrapper, *page);
  }
  return visit;
}

Result<Report> run(const TaskContext& context, const Manual& manual) {
  const std::vector<model::Page> pages = read_pages(context, manual);
  std::vector<const model::Page*> judged, whole;
  for (const model::Page& page : pages) {
    if (!concerns(manual, page)) continue;
    judged.push_back(&page);
    const auto nodes = nodes_of(manual.truth, page.document);
    if (std::find(nodes[0].begin(), nodes[0].end(), dom::kNoNode) == nodes[0].end())
      whole.push_back(&page);
  }
  if (judged.size() <= *context.labels || whole.empty())
    return Error{ErrorCode::kNotFound, fmt::format("{} has no such pages", manual.truth.name)};
  std::mt19937 random(1 + context.seed);
  std::vector<std::vector<const model::Page*>> orders(kVisits, judged);
  for (auto& order : orders) {
    std::shuffle(order.begin(), order.end(), random);
    order.insert(order.begin(), whole[random() % whole.size()]);
  }
  const Choice choice = context.method == "any" ? Choice::kAny : Choice::kProposed;
  std::vector<Visit> visits(kVisits, Visit(manual));
  for_each_parallel(context, "visiting", visits.size(), [&](size_t i) {
    visits[i] = visit(manual, pages, judged, orders[i], choice, *context.labels);
  });
  Report report;
  std::vector<double> worst;
  Json rules = Json::array();
  for (size_t i = 0; i < visits.size(); ++i) {
    const ReferenceCounts& counts = visits[i].counts;
    Figures figures = {{"all", share(counts.whole, counts.records)}};
    for (size_t a = 0; a < counts.right.size(); ++a)
      figures.push_back({manual.truth.places[a].attribute, share(counts.right[a], counts.records)});
    report.row("from", fmt::format("{}", fmt::join(visits[i].labelled, " ")), std::move(figures));
    worst.push_back(visits[i].worst());
    rules.push_back(visits[i].rules);
  }
  report.score = mean(worst);
  report.details["rules"] = std::move(rules);
  report.figure("worst_visit", *std::min_element(worst.begin(), worst.end()));
  report.figure("visits", worst.size());
  report.figure("pages", judged.size());
  return report;
}

TaskSpec spec(const char* name, const char* summary, const char* set, const Manual& manual,
              unsigned labels) {
  return {.name = name,
          .summary = summary,
          .metric = "share of pages on which the worst attribute is right, mean over visits",
          .data_sets = {set},
          .unpack = "tools/fetch-manuals",
          .methods = {"proposed", "any"},
          .default_labels = labels,
          .run = [&manual](const TaskContext& context) { return run(context, manual); }};
}

}  // namespace

TaskSpec cpp_task() {
  return spec("cppreference", "The functions of a C++ manual, from three labelled pages",
              "manuals/cppreference", kCppreference, 3);
}

TaskSpec sql_task() {
  return spec("sql-commands", "The commands of the PostgreSQL manual, from one labelled page",
              "manuals/postgresql", kPostgresql, 1);
}

}  // namespace weft::eval::manuals_task
