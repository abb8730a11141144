// weft eval forms: what forms and their fields are for, on registered domains that the models have not
// seen: they are learned anew without each fold of domains (eval/form_cases.h).
//
// Score: accuracy of the form types. Fields are typed with the form types that were predicted, as in use.
// `ten-folds` judges every form once and takes a minute; `three-folds`, the default, the first three of
// the same ten folds.

#include <algorithm>
#include <array>
#include <map>

#include "eval/form_cases.h"
#include "eval/metrics/counts.h"
#include "eval/task.h"

namespace weft::eval::forms_task {
namespace {

constexpr size_t kQuickFolds = 3;
constexpr size_t kLargeForm = 20;  // Fields; larger forms are reported by themselves.

// Right answers of each class.
class ClassCounts {
 public:
  void add(size_t truth, size_t found) {
    ++counts_[truth].truth;
    ++counts_[found].found;
    if (truth == found) ++counts_[truth].correct;
    right_ += truth == found ? 1 : 0;
    ++all_;
  }
  [[nodiscard]] double accuracy() const { return share(right_, all_); }
  [[nodiscard]] double macro_f1() const {
    std::vector<double> f1;
    for (const auto& [name, counts] : counts_) {
      if (counts.truth != 0) f1.push_back(counts.f1());
    }
    return mean(f1);
  }
  [[nodiscard]] const std::map<size_t, Counts>& classes() const { return counts_; }
  [[nodiscard]] size_t all() const { return all_; }

 private:
  std::map<size_t, Counts> counts_;
  size_t right_ = 0;
  size_t all_ = 0;
};

struct Judged {
  std::array<float, explore::kFormTypes> form{};
  std::vector<size_t> fields;
};

void judge_fold(FormCases& cases, size_t fold, std::vector<Judged>& judged) {
  const explore::FormTypes types = train_form_types(cases, fold);
  const size_t classes = types.field_types().size();
  for (size_t i = 0; i < cases.cases.size(); ++i) {
    const FormCase& one = cases.cases[i];
    if (one.fold != fold) continue;
    judged[i].form = types.form_probabilities(one.features);
    const std::vector<float> p =
        types.field_probabilities(*one.document, one.form, one.fields, judged[i].form);
    for (size_t f = 0; f < one.fields.size(); ++f) {
      const auto row = p.begin() + static_cast<std::ptrdiff_t>(f * classes);
      const auto best = std::max_element(row, row + static_cast<std::ptrdiff_t>(classes));
      judged[i].fields.push_back(static_cast<size_t>(best - row));
    }
  }
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(FormCases cases, read_form_cases(context.data[0]));
  const size_t folds = context.method == "ten-folds" ? kFormFolds : kQuickFolds;
  std::vector<Judged> judged(cases.cases.size());
  for (size_t fold = 0; fold < folds; ++fold) judge_fold(cases, fold, judged);

  ClassCounts forms, fields, large;
  std::vector<double> per_form;
  size_t all_right = 0, accepted = 0, accepted_searches = 0, accepted_forbidden = 0;
  for (size_t i = 0; i < judged.size(); ++i) {
    const FormCase& one = cases.cases[i];
    if (one.fold >= folds) continue;
    const auto& p = judged[i].form;
    const auto best = static_cast<size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    forms.add(static_cast<size_t>(one.type), best);
    if (static_cast<double>(p[0]) >= 0.7) {
      ++accepted;
      accepted_searches += one.type == explore::FormType::kSearch ? 1 : 0;
      accepted_forbidden +=
          one.type != explore::FormType::kSearch && one.type != explore::FormType::kOther ? 1 : 0;
    }
    size_t right = 0;
    for (size_t f = 0; f < one.fields.size(); ++f) {
      fields.add(one.targets[f], judged[i].fields[f]);
      if (one.fields.size() > kLargeForm) large.add(one.targets[f], judged[i].fields[f]);
      right += judged[i].fields[f] == one.targets[f] ? 1 : 0;
    }
    if (!one.fields.empty()) {
      per_form.push_back(share(right, one.fields.size()));
      all_right += right == one.fields.size() ? 1 : 0;
    }
  }
  Report report;
  report.score = forms.accuracy();
  report.figure("form_macro_f1", forms.macro_f1());
  report.figure("field_accuracy", fields.accuracy());
  report.figure("field_macro_f1", fields.macro_f1());
  report.figure("fields_per_form", mean(per_form));
  report.figure("forms_all_right", share(all_right, per_form.size()));
  report.figure("fields_of_large_forms", large.accuracy());
  report.figure("search_precision_at_0.7", share(accepted_searches, accepted));
  report.figure("forbidden_accepted_at_0.7", accepted_forbidden);
  report.figure("forms", forms.all());
  report.figure("fields", fields.all());
  report.figure("forms_lost", cases.lost);
  for (const auto& [type, counts] : forms.classes()) {
    report.row("form type", std::string(name_of(static_cast<explore::FormType>(type))),
               {{"f1", counts.f1()}, {"forms", static_cast<double>(counts.truth)}});
  }
  for (const auto& [type, counts] : fields.classes()) {
    report.row("field type", cases.field_types[type],
               {{"f1", counts.f1()}, {"fields", static_cast<double>(counts.truth)}});
  }
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "forms",
          .summary = "Types of forms and of their fields, on domains not seen",
          .metric = "share of forms whose type is right",
          .data_sets = {"forms"},
          .methods = {"three-folds", "ten-folds"},
          .run = run};
}

}  // namespace weft::eval::forms_task
