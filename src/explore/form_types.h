// What a form is for, and what its fields ask for.
//
//   const FormTypes& types = FormTypes::shipped();
//   for (const TypedForm& typed : types.type_forms(document, url, find_forms(document)))
//     typed.type == FormType::kSearch && typed.confidence > 0.7 …
//
// A form's type is the mean of two models: trees over what every site shares (form_features.h: core) and
// a softmax over words. A field's type is a chain over the fields of its form. Both are trained by
// tools/train/fit_forms.cc, and measured by `weft eval forms`.
//
// Threads: const once made.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/embedded_file.h"
#include "base/result.h"
#include "explore/form.h"
#include "explore/form_features.h"
#include "ml/chain.h"
#include "ml/forest.h"

namespace weft::explore {

enum class FormType : uint8_t {
  kSearch,
  kLogin,
  kRegistration,
  kRecovery,  // Of a password or login.
  kContact,   // And comments.
  kMailingList,
  kOrder,  // And carts.
  kOther,
};
inline constexpr size_t kFormTypes = 8;
std::span<const std::string_view> names_of(FormType);

struct TypedForm {
  FormType type = FormType::kOther;
  double confidence = 0;                          // The probability of the type.
  std::array<float, kFormTypes> probabilities{};  // Of every type.
  // By field of the form: what it asks for ("search query", "email"; FormTypes::field_types()); empty for
  // hidden ones and those without name and id. And how sure that is.
  std::vector<std::string> fields;
  std::vector<float> field_confidence;

  [[nodiscard]] double probability(FormType one) const {
    return static_cast<double>(probabilities[static_cast<size_t>(one)]);
  }
};

class FormTypes {
 public:
  // The three models. Fails if they are not for these classes.
  static Result<FormTypes> from_models(ml::Forest form_trees, ml::Chain form_words,
                                       ml::Chain fields);
  static const FormTypes& shipped();  // Of share/models.

  // `url` is the page's address, as far as it is known.
  [[nodiscard]] std::vector<TypedForm> type_forms(const dom::Document& doc, std::string_view url,
                                                  const std::vector<Form>& forms) const;

  // One of them, `page.index`. Of forms that are less surely a search the fields are left untyped.
  [[nodiscard]] TypedForm type_form(const dom::Document& doc, const FormPage& page,
                                    const Form& form, double least_search = 0) const;

  // Probabilities of the form types, from features.
  [[nodiscard]] std::array<float, kFormTypes> form_probabilities(
      const FormFeatures& features) const;
  // Probabilities of the field types, a row a field, for a form of these types.
  [[nodiscard]] std::vector<float> field_probabilities(
      const dom::Document& doc, const Form& form, const std::vector<size_t>& fields,
      const std::array<float, kFormTypes>& form_type) const;

  [[nodiscard]] const std::vector<std::string>& field_types() const { return fields_.classes(); }
  [[nodiscard]] const ml::Forest& trees() const { return trees_; }
  [[nodiscard]] const ml::Chain& words() const { return words_; }
  [[nodiscard]] const ml::Chain& fields() const { return fields_; }

 private:
  FormTypes(ml::Forest form_trees, ml::Chain form_words, ml::Chain fields);

  ml::Forest trees_;
  ml::Chain words_;
  ml::Chain fields_;
  std::unordered_map<uint64_t, uint32_t> columns_;  // Of the trees, by feature.
};

// The title of a page, white space folded.
std::string page_title(const dom::Document& doc);

std::span<const EmbeddedFile> shipped_models();  // Of share/models, those of explore/.

}  // namespace weft::explore
