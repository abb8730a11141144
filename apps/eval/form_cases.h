// The `forms` set as cases, and what is learned from them: for `weft eval forms`, which learns without the
// domains it judges, and for tools/train/fit_forms.cc, which learns what ships.
//
//   index.json   a page: {"url", "forms": [type code, …], "visible_html_fields": [{name: code}, …]}
//   config.json  the codes' names, and which of them count as one
//
// Truth names forms by their order on the page, as another parser saw it; where a browser's tree has
// other forms (nested ones are none), forms are matched by the names of their fields.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "dom/document.h"
#include "explore/form_types.h"
#include "ml/boosting.h"

namespace weft::eval {

struct FormCase {
  std::string page;    // File.
  std::string domain;  // Registered domain of its URL.
  size_t fold = 0;
  std::shared_ptr<const dom::Document> document;
  explore::Form form;
  explore::FormFeatures features;
  explore::FormType type = explore::FormType::kOther;
  std::vector<size_t> fields;     // In form.fields: those with truth.
  std::vector<uint32_t> targets;  // Their types, places in FormCases::field_types.
};

struct FormCases {
  std::vector<FormCase> cases;
  std::vector<std::string> field_types;
  ml::FeatureNames names;  // Of every feature.
  size_t lost = 0;         // Forms of the truth that no form of the tree is.
};

inline constexpr size_t kFormFolds = 10;

// Pages of a domain are in one fold. Fails with kNotFound or kCorruption.
Result<FormCases> read_form_cases(const std::filesystem::path& directory);

struct FormTraining {
  ml::BoostingParameters trees = {.rounds = 120,
                                  .rate = 0.08,
                                  .bins = 3,
                                  .column_share = 0.3,
                                  .row_share = 0.8,
                                  .tree = {.leaves = 7, .depth = 6, .least_rows = 8, .l2 = 2},
                                  .seed = 1};
  ml::ChainParameters words = {
      .transitions = false, .l1 = 0.01, .l2 = 0.04, .steps = 80, .least_examples = 3};
  ml::ChainParameters fields = {
      .transitions = true, .l1 = 0.02, .l2 = 0.04, .steps = 60, .least_examples = 2};
};

// Models of all cases outside a fold; kFormFolds: of all cases.
explore::FormTypes train_form_types(FormCases& cases, size_t without_fold,
                                    const FormTraining& training = {});

}  // namespace weft::eval
