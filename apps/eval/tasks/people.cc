// weft eval people: the fields of people on pages of sites that the judging model has not seen ([Zheng] chapter 7).
//
//   contacts  Weft's own on contact pages of businesses, and on flat homepages beside them
//   domain    the shipped domain of people on contact pages: phones, faxes, e-mail, addresses, organisations; no model
//   zheng     the thesis's on the same: leaves, AdaBoost, inter-field model
//   practice  styled homepages with all eight fields, three folds: all features against content alone (Fig. 7.5), with and without the
//             inter-field model (Fig. 7.6), usual and unusual layouts apart
//   faculty   names of people on pages that list them: the miner first, then one person a record
//
// A value counts once a page (eval/people_training.h). Score: the mean of the F1 of all fields that the truth has; of names (faculty).

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/enum_names.h"
#include "base/file.h"
#include "base/strings.h"
#include "eval/data.h"
#include "eval/import/people.h"
#include "eval/people_training.h"
#include "eval/task.h"
#include "html/parser.h"
#include "render/estimate.h"
#include "site/cell_facts.h"
#include "site/input_files.h"
#include "site/people.h"
#include "value/words.h"

namespace weft::eval {

std::span<const EmbeddedFile> judging_model_files();

namespace people_task {
namespace {

using read::PersonField;

constexpr size_t kPeopleJudgedFold = 0;
constexpr uint32_t kPracticePeople = 150;

using Labels = std::vector<std::optional<PersonField>>;

template <typename Label>
Labels labels_of(const read::FieldScores& scores, Label label) {
  Labels labels;
  for (const auto& one : scores) labels.push_back(label(one));
  return labels;
}

Labels own_labels(const PeopleExample& one, const read::PersonModel& model) {
  return labels_of(read::probabilities_of(one.pieces.page, one.pieces.rows, model),
                   [](const auto& block) { return read::likeliest(block, 0); });
}

void add_fields(const std::string& section, const FieldCounts& counts, Report& report) {
  for (size_t i = 0; i < read::kPersonFields; ++i) {
    if (counts[i].truth == 0) continue;
    report.row(section, std::string(name_of(static_cast<PersonField>(i))),
               rates(counts[i], {{"true", counts[i].truth}}));
  }
}

struct DomainField {
  const char* attribute;
  PersonField field;
};
constexpr DomainField kDomainFields[] = {{"email", PersonField::kEmail},
                                         {"fax", PersonField::kFax},
                                         {"phone", PersonField::kPhone},
                                         {"address", PersonField::kAddress},
                                         {"organization", PersonField::kAffiliation}};

// What the domain says of each piece of a page: form and label speak for a field, another's label against it.
// An attribute without a form needs a label.
Labels domain_labels(const dom::Document& doc, const read::PersonPage& page,
                     const annotate::Recognizer& recognizer) {
  site::CellReader reader(doc, recognizer, recognizer.annotate(doc));
  Labels labels;
  // Pieces of one text: a label in the piece before, "Fax:", is that of the next.
  const auto labelled_before = [&](const read::PersonBlock& block, size_t a) {
    constexpr uint32_t kLongLabel = 24;
    if (block.picture || block.begin == 0) return false;
    const uint32_t begin = block.begin - std::min(block.begin, kLongLabel);
    const std::string text =
        normalize_space(doc.text(block.node).substr(begin, block.begin - begin));
    const std::string_view before =
        std::string_view(text).substr(0, text.find_last_not_of(" .:") + 1);
    std::vector<annotate::Found> found;
    recognizer.find_label_words(before, found);
    return std::any_of(found.begin(), found.end(), [&](const annotate::Found& one) {
      return one.attribute == a && one.span.end >= before.size();
    });
  };
  for (const read::PersonBlock& block : page.blocks) {
    std::optional<PersonField> best;
    double most = 1;
    const site::CellFacts facts = reader.facts_of(
        dom::kRoot, {}, {.node = block.node, .attribute = dom::kNoAtom, .text = block.text});
    for (const DomainField& one : kDomainFields) {
      const size_t a = *recognizer.domain().find(one.attribute);
      const bool form = facts.whole[a] != 0 || facts.part[a] != 0;
      if (block.picture || facts.is_label || (recognizer.has_form(a) && !form)) continue;
      const double score = (form ? 1 : 0) +
                           std::max<double>(facts.label[a], labelled_before(block, a) ? 1 : 0) +
                           0.8 * facts.class_label[a] - facts.refused[a] +
                           (one.field == PersonField::kPhone ? 0.1 : 0);
      if (score < most) continue;
      most = score;
      best = one.field;
    }
    labels.push_back(best);
  }
  return labels;
}

Result<Report> run_domain(const TaskContext& context) {
  WEFT_ASSIGN(annotate::Domain domain, site::read_domain("people"));
  const annotate::Recognizer recognizer(std::move(domain));
  WEFT_ASSIGN(std::vector<PeoplePage> pages, import_contacts(context.data.at(0)));
  std::erase_if(pages, [&](const PeoplePage& page) {
    return people_fold(page.site) != kPeopleJudgedFold || !keeps_site(context, page.site);
  });
  FieldCounts counts;
  for (const PeoplePage& page : pages) {
    const PeopleExamples one = people_examples({page});
    if (one.empty()) continue;
    const dom::Document doc = html::parse(page.html, {.limits = context.limits}).document;
    count_fields(*one[0], one[0]->pieces, domain_labels(doc, one[0]->pieces.page, recognizer),
                 counts);
  }
  Report report;
  std::vector<double> f1;
  for (const DomainField& one : kDomainFields)
    f1.push_back(counts[static_cast<size_t>(one.field)].f1());
  report.score = mean(f1);
  report.figure("pages", pages.size());
  add_fields("contacts", counts, report);
  return report;
}

Result<Report> run_real(const TaskContext& context) {
  WEFT_ASSIGN(const read::PersonModel model, read::read_person_model(judging_model_files()));
  WEFT_ASSIGN(std::vector<PeoplePage> pages, import_contacts(context.data.at(0)));
  WEFT_ASSIGN(const std::vector<PeoplePage> homepages, import_homepages(context.data.at(0)));
  pages.insert(pages.end(), homepages.begin(), homepages.end());
  std::erase_if(pages, [&](const PeoplePage& page) {
    return people_fold(page.site) != kPeopleJudgedFold || !keeps_site(context, page.site);
  });
  const bool thesis = context.method == "zheng";
  FieldCounts contacts, flat;
  for (const auto& one : people_examples(pages)) {
    const PeopleView& view = thesis ? one->leaves : one->pieces;
    const Labels found =
        thesis ? labels_of(read::with_relations(view.page, read::scores_of(view.rows, model.fields),
                                                model.relations),
                           read::predict)
               : own_labels(*one, model);
    count_fields(*one, view, found, one->source == PeopleSource::kContacts ? contacts : flat);
  }
  Report report;
  report.score = mean_f1(contacts);
  report.figure("homepages", mean_f1(flat));
  report.figure("pages", pages.size());
  add_fields("contacts", contacts, report);
  add_fields("homepages", flat, report);
  return report;
}

Result<Report> run_practice(const TaskContext& context) {
  const PeopleExamples examples = practice_people(context.seed + 100, kPracticePeople);
  std::map<std::string, FieldCounts> counts;
  for (size_t fold = 0; fold < kPeopleFolds; ++fold) {
    PeopleSample training;
    for (const auto& one : examples) {
      if (people_fold(one->site) != fold) training.push_back(one.get());
    }
    const read::PersonModel model = fit_person(training);
    const std::vector<ml::Forest> blind = fit_fields(training, false);
    for (const auto& one : examples) {
      if (people_fold(one->site) != fold) continue;
      const PeopleView& leaves = one->leaves;
      const read::FieldScores scores = read::scores_of(leaves.rows, model.fields);
      const Labels related =
          labels_of(read::with_relations(leaves.page, scores, model.relations), read::predict);
      const Labels own = own_labels(*one, model);
      count_fields(*one, leaves, labels_of(scores, read::predict), counts["all features"]);
      count_fields(*one, leaves, related, counts["with relations"]);
      count_fields(*one, leaves,
                   labels_of(read::scores_of(content_rows(leaves), blind), read::predict),
                   counts["content alone"]);
      count_fields(*one, one->pieces, own, counts["weft"]);
      count_fields(*one, one->pieces, own, counts[one->usual ? "weft, usual" : "weft, unusual"]);
      count_fields(*one, leaves, related,
                   counts[one->usual ? "with relations, usual" : "with relations, unusual"]);
    }
  }
  Report report;
  report.score = mean_f1(counts["weft"]);
  for (const auto& [name, of_method] : counts) report.figure(name, mean_f1(of_method));
  std::vector<ChartSeries> features, relations;
  for (size_t i = 0; i < read::kPersonFields; ++i) {
    report.row("field", std::string(name_of(static_cast<PersonField>(i))),
               {{"weft", counts["weft"][i].f1()},
                {"all_features", counts["all features"][i].f1()},
                {"content_alone", counts["content alone"][i].f1()},
                {"with_relations", counts["with relations"][i].f1()},
                {"true", counts["weft"][i].truth}});
  }
  const auto series = [&](const std::string& name) {
    ChartSeries one{.name = name, .points = {}};
    for (size_t i = 0; i < read::kPersonFields; ++i)
      one.points.emplace_back(static_cast<double>(i), counts[name][i].f1());
    return one;
  };
  report.chart("Fig. 7.5: all features against content alone", "field", "F1",
               {series("all features"), series("content alone")});
  report.chart("Fig. 7.6: with and without the inter-field model", "field", "F1",
               {series("with relations"), series("all features")});
  return report;
}

Result<Report> run_faculty(const TaskContext& context) {
  WEFT_ASSIGN(const read::PersonModel model, read::read_person_model(judging_model_files()));
  const std::filesystem::path folder = context.data.at(0) / "faculty";
  Report report;
  Counts all;
  std::vector<double> f1;
  for (const auto& path : files_below(folder / "html", ".html")) {
    if (!keeps_site(context, path.stem().string())) continue;
    WEFT_ASSIGN(const std::string html, read_file(path));
    const auto names = read_file(folder / "names" / (path.stem().string() + ".txt"));
    if (!names.ok()) continue;
    std::vector<uint64_t> truth, found;
    std::string_view rest = *names;
    while (!rest.empty()) {
      const std::string_view line = trim(take_line(rest));
      if (!line.empty()) truth.push_back(value::words_key(line));
    }
    model::Page page = model::html_page(html, {}, context.limits);
    const dom::Layout layout = render::estimate_layout(page.document);
    for (const read::Person& one : site::listed_people(page, layout, model))
      found.push_back(value::words_key(one.best(PersonField::kName)->value));
    const Counts counts = compare_multisets(found, truth);
    all += counts;
    f1.push_back(counts.f1());
    report.row("page", path.stem().string(),
               {{"f1", counts.f1()}, {"found", counts.found}, {"true", counts.truth}});
  }
  report.score = all.f1();
  report.figure("precision", all.precision());
  report.figure("recall", all.recall());
  report.figure("mean_of_pages", mean(f1));
  return report;
}

Result<Report> run(const TaskContext& context) {
  if (context.method == "practice") return run_practice(context);
  if (context.method == "faculty") return run_faculty(context);
  if (context.method == "domain") return run_domain(context);
  return run_real(context);
}

}  // namespace

TaskSpec task() {
  return {.name = "people",
          .summary = "Fields of people: names, positions, addresses, phones, pictures",
          .metric = "mean F1 of fields, a value counting once a page; F1 of names (faculty)",
          .data_sets = {"people"},
          .methods = {"contacts", "zheng", "practice", "faculty", "domain"},
          .run = run};
}

}  // namespace people_task
}  // namespace weft::eval
