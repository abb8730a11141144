// weft eval list-redesigns: as redesigns, for pages that list many records.
//
// The list pages of a practice site are learned from two labelled ones, redesigned overnight,
// watched and repaired. Values are compared page by page; a repair is wrong when an accepted
// attribute gives values that are not on the truth's list.

#include <map>
#include <set>

#include <fmt/format.h>

#include "eval/list_labels.h"
#include "eval/metrics/counts.h"
#include "eval/task.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "model/inducer.h"
#include "practice/domain.h"
#include "practice/site.h"
#include "watch/health/assess.h"
#include "watch/health/bellwether.h"
#include "watch/repair/repair.h"
#include "watch/words.h"

namespace weft::eval::list_redesigns_task {
namespace {

constexpr practice::Domain kJudged[] = {practice::Domain::kShop, practice::Domain::kEstate,
                                        practice::Domain::kCars};
constexpr size_t kLabelled = 2;
constexpr unsigned kSeeds = 3;
constexpr double kFall = 0.05;

struct Lists {
  std::vector<model::Page> pages;
  std::vector<std::vector<watch::Values>> truth;  // Of each page its records…
  std::vector<std::vector<TruthRow>> rows;        // …and where their values stand.
};

Lists visit(const practice::Options& options) {
  Lists lists;
  for (const practice::Page& page : practice::generate(options).pages) {
    if (page.template_name != "list") continue;
    model::Page parsed;
    parsed.id = parsed.url = page.url;
    parsed.document = html::parse(page.html).document;
    lists.pages.push_back(std::move(parsed));
    lists.truth.emplace_back();
    lists.rows.emplace_back();
    for (const practice::TruthRecord& record : page.records) {
      watch::Values values;
      TruthRow row;
      for (const practice::TruthValue& value : record.values) {
        if (value.form == practice::ValueForm::kAttribute) continue;
        values[value.attribute].push_back(value.text);
        row.push_back({value.attribute, value.text, dom::SourceRange{value.begin, value.end}});
      }
      lists.truth.back().push_back(std::move(values));
      lists.rows.back().push_back(std::move(row));
    }
  }
  return lists;
}

Result<std::shared_ptr<const model::Wrapper>> learn(const Lists& lists, const model::Schema& schema,
                                                    const model::Inducer& inducer) {
  model::InducerInput input{.schema = &schema};
  for (size_t p = 0; p < lists.pages.size(); ++p) {
    input.pages.push_back(&lists.pages[p]);
    if (p >= kLabelled) continue;
    for (model::Label& label : label_rows(lists.pages[p], lists.rows[p]))
      input.labels.push_back(std::move(label));
  }
  WEFT_ASSIGN(model::Induced induced, inducer(input));
  return std::shared_ptr<const model::Wrapper>(std::move(induced.wrapper));
}

std::map<std::string, Counts> score(const model::Wrapper& wrapper, const Lists& lists) {
  std::map<std::string, Counts> counts;
  for (size_t p = 0; p < lists.pages.size(); ++p) {
    std::map<std::string, std::multiset<uint64_t>> expected;
    for (const watch::Values& record : lists.truth[p]) {
      for (const auto& [name, values] : record) {
        for (const std::string& value : values) expected[name].insert(watch::value_key(value));
        counts[name].truth += values.size();
      }
    }
    for (const watch::Seen& seen : watch::seen_on(wrapper.apply(lists.pages[p]))) {
      for (const auto& [name, values] : seen.values) {
        for (const std::string& value : values) {
          ++counts[name].found;
          const auto known = expected[name].find(watch::value_key(value));
          if (known == expected[name].end()) continue;
          expected[name].erase(known);
          ++counts[name].correct;
        }
      }
    }
  }
  return counts;
}

struct Sums {
  size_t breaks = 0, noticed = 0, repaired = 0, accepted = 0, wrong = 0;
};

Sums redesign(practice::Options options, const practice::Redesign& what,
              const model::Inducer& inducer, nlohmann::ordered_json& failures) {
  Sums sums;
  const model::Schema schema = practice::schema_of(options.domain);
  options.items = 96;
  options.drift = 1;
  const Lists before = visit(options);
  options.drift = 2;
  options.redesigns = {what};
  const Lists after = visit(options);
  const auto wrapper = learn(before, schema, inducer);
  if (!wrapper.ok()) return sums;
  model::Template page_template{.name = "list"};
  std::vector<dom::ShingleVector> vectors;
  std::vector<model::Extraction> golden;
  for (const model::Page& page : before.pages) {
    vectors.push_back(dom::shingle_vector(page.document, page_template.shingles));
    golden.push_back((*wrapper)->apply(page));
    golden.back().page = page.id;
  }
  page_template.signature = watch::covering_signature(vectors);
  const auto health = watch::HealthModel::learn(watch::seen_on(golden), schema);
  std::vector<watch::FreshPage> fresh;
  for (const model::Page& page : after.pages) fresh.push_back({page.id, &page, {}, 0});
  const auto found = watch::assess({&page_template, wrapper->get(), &health, &golden, fresh});
  const bool unhealthy = found.verdict.health != watch::Health::kHealthy;
  watch::Repair done;
  if (unhealthy) {
    watch::RepairInput input{*wrapper, &health, &schema, {}, found.verdict.unhealthy(), inducer};
    for (const watch::FreshPage* page : found.fine) {
      const model::Extraction* known = nullptr;
      for (const model::Extraction& one : golden) known = one.page == page->id ? &one : known;
      input.pages.push_back({page->page, known});
    }
    done = watch::repair(input);
  }
  auto old_scores = score(**wrapper, before);
  auto unrepaired = score(**wrapper, after);
  auto repaired = score(done.wrapper ? *done.wrapper : **wrapper, after);
  for (const watch::AttributeHealth& attribute : health.attributes()) {
    const std::string& name = attribute.name;
    if (old_scores[name].f1() < 0.95) continue;
    const bool broken = unrepaired[name].f1() < old_scores[name].f1() - kFall;
    const auto* repair = done.find(name);
    const bool accepted = repair != nullptr && repair->state == watch::RepairState::kAccepted;
    const bool wrong = accepted && repaired[name].precision() < 0.95;
    sums.breaks += broken ? 1 : 0;
    sums.noticed += broken && unhealthy ? 1 : 0;
    sums.repaired += broken && repaired[name].f1() >= old_scores[name].f1() - kFall ? 1 : 0;
    sums.accepted += accepted ? 1 : 0;
    sums.wrong += wrong ? 1 : 0;
    const bool mended = repaired[name].f1() >= old_scores[name].f1() - kFall;
    if (!wrong && (!broken || (unhealthy && mended))) continue;
    failures.push_back(
        {{"site", fmt::format("{}-{}", practice::domain_name(options.domain), options.seed)},
         {"kind", practice::redesign_kind_name(what.kind)},
         {"attribute", name},
         {"before", old_scores[name].f1()},
         {"unrepaired", unrepaired[name].f1()},
         {"after", repaired[name].f1()},
         {"precision", repaired[name].precision()},
         {"noticed", unhealthy},
         {"accepted", accepted},
         {"wrong", wrong},
         {"reason", repair == nullptr ? "" : repair->reason}});
  }
  return sums;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const model::Inducer inducer, induce::find_inducer("rules"));
  Sums all;
  Report report;
  size_t redesigns = 0;
  const uint64_t first = uint64_t{1000} * context.seed;
  nlohmann::ordered_json failures = nlohmann::ordered_json::array();
  context.progress->begin("redesigning lists",
                          std::size(kJudged) * practice::kRedesignKindCount * kSeeds);
  for (const practice::Domain domain : kJudged) {
    for (size_t kind = 0; kind < practice::kRedesignKindCount; ++kind) {
      const std::string name =
          fmt::format("{} {}", practice::domain_name(domain),
                      practice::redesign_kind_name(static_cast<practice::RedesignKind>(kind)));
      if (!keeps_site(context, name, report.rows.size())) continue;
      Sums of_kind;
      for (unsigned seed = 1; seed <= kSeeds; ++seed) {
        const Sums one =
            redesign({.domain = domain, .seed = first + 300 + seed},
                     {static_cast<practice::RedesignKind>(kind), first + seed}, inducer, failures);
        for (Sums* sums : {&all, &of_kind}) {
          sums->breaks += one.breaks;
          sums->noticed += one.noticed;
          sums->repaired += one.repaired;
          sums->accepted += one.accepted;
          sums->wrong += one.wrong;
        }
        ++redesigns;
        context.progress->advance(1);
      }
      report.row(
          "kind", name,
          {{"repaired", of_kind.repaired}, {"breaks", of_kind.breaks}, {"wrong", of_kind.wrong}});
    }
  }
  context.progress->end();
  report.score = share(all.repaired, all.breaks, 1);
  report.figure("noticed", share(all.noticed, all.breaks, 1));
  report.figure("breaks", all.breaks);
  report.figure("accepted", all.accepted);
  report.figure("wrong", all.wrong);
  report.figure("redesigns", redesigns);
  report.details["failures"] = std::move(failures);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "list-redesigns",
          .summary = "Lists of practice sites redesigned, noticed and repaired",
          .metric = "share of broken attributes of lists repaired",
          .run = run};
}

}  // namespace weft::eval::list_redesigns_task
