// What forms and fields show of their purpose, as features. Internal to explore/form_types.cc, its trainer
// and its tests.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "explore/form.h"
#include "explore/words.h"
#include "ml/chain.h"

namespace weft::explore {

// What is known of the page around a form.
struct FormPage {
  std::string url;
  std::string title;
  size_t forms = 0;  // Forms of the page…
  size_t index = 0;  // …and which one this is.
};

struct FormFeatures {
  // Counts, and concepts by the place they were found in: some hundred that every site shares. The trees
  // use these alone.
  ml::FeatureList core;
  // The words themselves.
  ml::FeatureList words;

  [[nodiscard]] ml::FeatureList all() const;  // Both.
};
// `names` is filled for who learns; null otherwise.
FormFeatures form_features(const dom::Document& doc, const Form& form, const FormPage& page,
                           ml::FeatureNames* names = nullptr);

// The fields that are typed: those that a person sees and that have a name or id; places in form.fields.
std::vector<size_t> typed_fields(const Form& form);

// Of what these fields ask, in their order: a field by itself, or the boxes and buttons that have one name.
class FieldFeatures {
 public:
  FieldFeatures(const dom::Document& doc, const Form& form, const std::vector<size_t>& fields,
                ml::FeatureNames* names = nullptr);

  // By field the question that it belongs to.
  [[nodiscard]] const std::vector<size_t>& questions() const { return questions_; }
  // By question, whatever the form is for.
  [[nodiscard]] const std::vector<ml::FeatureList>& shared() const { return shared_; }
  // What more there is in a form of this type, a class of the form model.
  [[nodiscard]] ml::FeatureList of_form_type(size_t question, std::string_view form_type) const;

 private:
  struct Crossed {
    std::string type;
    Concepts concepts;  // Of all but class and value.
  };
  ml::FeatureNames* names_;
  std::vector<size_t> questions_;
  std::vector<ml::FeatureList> shared_;
  std::vector<Crossed> crossed_;  // What is combined with the form's type.
};

}  // namespace weft::explore
