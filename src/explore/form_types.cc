// See form_types.h.
//
//   1. Features of every form of the page (form_features.cc).
//   2. Its type: the mean of what the trees say and what the words say.
//   3. Types of its fields by the chain's marginals, for every type the form may well have, weighed by
//      its probability: a form that was typed wrongly must not drag all its fields along.
//
// Tested by form_types_test.cc.

#include "explore/form_types.h"

#include <algorithm>

#include "base/check.h"
#include "dom/text.h"

namespace weft::explore {
namespace {

constexpr float kTreeShare = 0.5F;  // 0.4 and 0.7 are within 0.003 of it.
// A form may have every type of this probability: one at least.
constexpr float kLikelyType = 0.1F;

std::string_view model_text(std::string_view name) {
  for (const EmbeddedFile& model : shipped_models()) {
    if (model.name == name) return model.text;
  }
  return {};
}

}  // namespace

std::span<const std::string_view> names_of(FormType) {
  static constexpr std::string_view kNames[] = {
      "search", "login", "registration", "recovery", "contact", "mailing list", "order", "other"};
  static_assert(std::size(kNames) == kFormTypes);
  return kNames;
}

FormTypes::FormTypes(ml::Forest form_trees, ml::Chain form_words, ml::Chain fields)
    : trees_(std::move(form_trees)), words_(std::move(form_words)), fields_(std::move(fields)) {
  for (uint32_t c = 0; c < trees_.columns().size(); ++c)
    columns_.emplace(ml::FeatureList::key_of(trees_.columns()[c]), c);
}

Result<FormTypes> FormTypes::from_models(ml::Forest form_trees, ml::Chain form_words,
                                         ml::Chain fields) {
  const auto names = names_of(FormType());
  if (form_trees.outputs() != kFormTypes ||
      !std::equal(names.begin(), names.end(), form_words.classes().begin(),
                  form_words.classes().end()))
    return Error{ErrorCode::kInvalidArgument, "models of forms are for other types of forms"};
  return FormTypes(std::move(form_trees), std::move(form_words), std::move(fields));
}

const FormTypes& FormTypes::shipped() {
  static const FormTypes kShipped = [] {
    auto trees = ml::read_forest(model_text("explore-form-trees"));
    auto words = ml::read_chain(model_text("explore-form-words"));
    auto fields = ml::read_chain(model_text("explore-fields"));
    WEFT_CHECK(trees.ok() && words.ok() && fields.ok());
    auto types = from_models(std::move(*trees), std::move(*words), std::move(*fields));
    WEFT_CHECK(types.ok());
    return std::move(*types);
  }();
  return kShipped;
}

std::array<float, kFormTypes> FormTypes::form_probabilities(const FormFeatures& features) const {
  std::vector<float> row(trees_.columns().size());
  for (const ml::SparseFeature& feature : features.core.features()) {
    const auto column = columns_.find(feature.key);
    if (column != columns_.end()) row[column->second] = 1;
  }
  std::array<float, kFormTypes> probabilities{};
  trees_.predict(row, row.size(), probabilities);
  const ml::FeatureList both = features.all();
  const std::vector<float> by_words = words_.probabilities(std::span(&both, 1));
  for (size_t y = 0; y < kFormTypes; ++y)
    probabilities[y] = kTreeShare * probabilities[y] + (1 - kTreeShare) * by_words[y];
  return probabilities;
}

std::vector<float> FormTypes::field_probabilities(
    const dom::Document& doc, const Form& form, const std::vector<size_t>& fields,
    const std::array<float, kFormTypes>& form_type) const {
  const size_t classes = fields_.classes().size();
  std::vector<float> probabilities(fields.size() * classes);
  if (fields.empty()) return probabilities;
  float whole = 0;
  for (const float p : form_type) whole += p >= kLikelyType ? p : 0;
  const FieldFeatures features(doc, form, fields);
  const size_t questions = features.shared().size();
  std::vector<float> shared(questions * classes);
  for (size_t q = 0; q < questions; ++q)
    fields_.add_scores(features.shared()[q], std::span(shared).subspan(q * classes, classes));
  std::vector<float> sum(shared.size());
  for (size_t y = 0; y < kFormTypes; ++y) {
    if (form_type[y] < kLikelyType) continue;
    std::vector<float> scores = shared;
    for (size_t q = 0; q < questions; ++q) {
      fields_.add_scores(features.of_form_type(q, name_of(static_cast<FormType>(y))),
                         std::span(scores).subspan(q * classes, classes));
    }
    const std::vector<float> given = fields_.marginals(scores);
    for (size_t i = 0; i < sum.size(); ++i) sum[i] += form_type[y] / whole * given[i];
  }
  for (size_t f = 0; f < fields.size(); ++f) {
    std::copy_n(sum.begin() + static_cast<std::ptrdiff_t>(features.questions()[f] * classes),
                classes, probabilities.begin() + static_cast<std::ptrdiff_t>(f * classes));
  }
  return probabilities;
}

std::vector<TypedForm> FormTypes::type_forms(const dom::Document& doc, std::string_view url,
                                             const std::vector<Form>& forms) const {
  std::vector<TypedForm> typed;
  FormPage page{std::string(url), page_title(doc), forms.size(), 0};
  for (page.index = 0; page.index < forms.size(); ++page.index)
    typed.push_back(type_form(doc, page, forms[page.index]));
  return typed;
}

TypedForm FormTypes::type_form(const dom::Document& doc, const FormPage& page, const Form& form,
                               double least_search) const {
  TypedForm one;
  one.probabilities = form_probabilities(form_features(doc, form, page));  // 1, 2.
  const auto best = std::max_element(one.probabilities.begin(), one.probabilities.end());
  one.type = static_cast<FormType>(best - one.probabilities.begin());
  one.confidence = static_cast<double>(*best);
  one.fields.resize(form.fields.size());
  one.field_confidence.resize(form.fields.size());
  if (one.probability(FormType::kSearch) < least_search) return one;
  // 3.
  const std::vector<size_t> places = typed_fields(form);
  const std::vector<float> p = field_probabilities(doc, form, places, one.probabilities);
  const size_t classes = fields_.classes().size();
  for (size_t i = 0; i < places.size(); ++i) {
    const auto first = p.begin() + static_cast<std::ptrdiff_t>(i * classes);
    const auto most = std::max_element(first, first + static_cast<std::ptrdiff_t>(classes));
    one.fields[places[i]] = fields_.classes()[static_cast<size_t>(most - first)];
    one.field_confidence[places[i]] = *most;
  }
  return one;
}

std::string page_title(const dom::Document& doc) {
  for (const dom::NodeId n : doc.nodes()) {
    if (doc.name(n) == dom::atoms::kTitle) return dom::normalized_text(doc, n);
    if (doc.name(n) == dom::atoms::kBody) break;
  }
  return {};
}

}  // namespace weft::explore
