#include "eval/form_cases.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/pointers.h"
#include "html/parser.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::eval {
namespace {

using explore::Form;
using explore::FormType;

constexpr std::string_view kTypeCodes = "slrpcmb";  // In the order of FormType; others are kOther.

std::optional<FormType> type_of_code(std::string_view code) {
  if (code == "-" || code == "X") return std::nullopt;
  const size_t at = kTypeCodes.find(code);
  return at == std::string_view::npos || code.size() != 1 ? FormType::kOther
                                                          : static_cast<FormType>(at);
}

// The names of the field codes that count, by code.
std::map<std::string, std::string> field_names(const Json& config) {
  const Json& types = *config.find("field_types");
  std::map<std::string, std::string> full;
  for (const Json& type : *types.find("types")) full[type.text_of("short")] = type.text_of("full");
  std::map<std::string, std::string> names = full;
  for (const auto& [code, counts_as] : types.find("simplify_map")->items())
    names[code] = full[counts_as.text()];
  names.erase(types.text_of("NA_value"));
  names.erase(types.text_of("skip_value"));
  return names;
}

// How well a form fits what truth says of its fields.
double fields_alike(const Form& form, const Json& fields) {
  std::set<std::string> names;
  for (const explore::Field& field : form.fields) {
    if (field.is_visible() && !field.name.empty()) names.insert(field.name);
  }
  size_t common = 0;
  for (const auto& [name, code] : fields.items()) common += names.contains(name) ? 1 : 0;
  const size_t either = names.size() + fields.items().size() - common;
  return either == 0 ? 1 : static_cast<double>(common) / static_cast<double>(either);
}

// By form of the truth the form of the tree, or -1: the alignment in order with the most fields_alike.
std::vector<int> align_forms(const std::vector<Form>& forms, const Json& truth) {
  const size_t n = truth.size();
  const size_t m = forms.size();
  std::vector<std::vector<double>> best(n + 1, std::vector<double>(m + 1));
  std::vector<std::vector<double>> like(n, std::vector<double>(m));
  for (size_t i = n; i-- > 0;) {
    for (size_t j = m; j-- > 0;) {
      like[i][j] = fields_alike(forms[j], truth[i]) + 0.01;
      best[i][j] = std::max({best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + like[i][j]});
    }
  }
  std::vector<int> matched(n, -1);
  for (size_t i = 0, j = 0; i < n && j < m;) {
    if (best[i][j] == best[i + 1][j + 1] + like[i][j]) {
      if (like[i][j] > 0.02 || n == m) matched[i] = static_cast<int>(j);
      ++i, ++j;
    } else if (best[i][j] == best[i + 1][j]) {
      ++i;
    } else {
      ++j;
    }
  }
  return matched;
}

void assign_folds(std::vector<FormCase>& cases) {
  std::map<uint64_t, std::vector<FormCase*>> domains;
  for (FormCase& one : cases) domains[hash_bytes(one.domain)].push_back(&one);
  size_t fold = 0;
  for (auto& [hash, members] : domains) {
    for (FormCase* one : members) one->fold = fold;
    fold = (fold + 1) % kFormFolds;
  }
}

}  // namespace

Result<FormCases> read_form_cases(const std::filesystem::path& directory) {
  WEFT_ASSIGN(const std::string config_text, read_file(directory / "config.json"));
  WEFT_ASSIGN(const Json config, parse_json(config_text));
  WEFT_ASSIGN(const std::string index_text, read_file(directory / "index.json"));
  WEFT_ASSIGN(const Json index, parse_json(index_text));
  const std::map<std::string, std::string> names = field_names(config);
  FormCases all;
  std::map<std::string, uint32_t> numbers;
  for (const auto& [code, name] : names) {
    if (numbers.try_emplace(name, static_cast<uint32_t>(all.field_types.size())).second)
      all.field_types.push_back(name);
  }
  for (const auto& [file, page] : index.items()) {
    WEFT_ASSIGN(const std::string html, read_file(directory / file));
    const auto document = std::make_shared<const dom::Document>(html::parse(html).document);
    std::vector<Form> forms = explore::find_forms(*document);
    std::erase_if(forms, [](const Form& form) { return !form.has_element; });
    const std::string url = page.text_of("url");
    const auto parsed = url::Url::parse(url);
    const Json& fields = *page.find("visible_html_fields");
    const Json& types = *page.find("forms");
    const std::vector<int> matched = align_forms(forms, fields);
    for (size_t i = 0; i < matched.size(); ++i) {
      const auto type = type_of_code(types[i].text());
      if (!type) continue;
      if (matched[i] < 0) {
        ++all.lost;
        continue;
      }
      FormCase& one = all.cases.emplace_back();
      one.page = file;
      one.domain = parsed.ok() ? url::registrable_domain(parsed->host.value_or("")) : file;
      one.document = document;
      one.type = *type;
      one.form = forms[static_cast<size_t>(matched[i])];
      const explore::FormPage around{url, explore::page_title(*document), forms.size(),
                                     static_cast<size_t>(matched[i])};
      one.features = explore::form_features(*document, one.form, around, &all.names);
      for (const size_t f : explore::typed_fields(one.form)) {
        const Json* code = fields[i].find(one.form.fields[f].name);
        const auto name = code == nullptr ? names.end() : names.find(code->text());
        if (name == names.end()) continue;
        one.fields.push_back(f);
        one.targets.push_back(numbers.at(name->second));
      }
    }
  }
  assign_folds(all.cases);
  return all;
}

explore::FormTypes train_form_types(FormCases& cases, size_t without_fold,
                                    const FormTraining& training) {
  std::vector<const FormCase*> kept;
  for (const FormCase& one : cases.cases) {
    if (one.fold != without_fold) kept.push_back(&one);
  }
  // Trees: one column for every core feature of enough forms.
  std::map<uint64_t, size_t> counts;
  for (const FormCase* one : kept) {
    std::set<uint64_t> seen;
    for (const auto& feature : one->features.core.features()) {
      if (seen.insert(feature.key).second) ++counts[feature.key];
    }
  }
  std::vector<std::string> columns;
  std::map<uint64_t, size_t> column_of;
  for (const auto& [key, count] : counts) {
    if (count < training.words.least_examples || count == kept.size()) continue;
    column_of[key] = columns.size();
    columns.push_back(cases.names.at(key));
  }
  ml::Samples samples(columns);
  std::vector<ml::ChainExample> forms(kept.size());
  std::vector<ml::ChainExample> fields;
  for (size_t i = 0; i < kept.size(); ++i) {
    const FormCase& one = *kept[i];
    std::vector<float> row(columns.size());
    for (const auto& feature : one.features.core.features()) {
      const auto column = column_of.find(feature.key);
      if (column != column_of.end()) row[column->second] = 1;
    }
    samples.add(row, static_cast<float>(one.type));
    forms[i].items.push_back(one.features.all());
    forms[i].targets.push_back(static_cast<uint32_t>(one.type));
    if (one.fields.empty()) continue;
    ml::ChainExample& example = fields.emplace_back();
    const explore::FieldFeatures features(*one.document, one.form, one.fields, &cases.names);
    example.items = features.shared();
    for (size_t q = 0; q < example.items.size(); ++q)
      example.items[q].append(features.of_form_type(q, name_of(one.type)));
    example.targets.resize(example.items.size());
    for (size_t f = 0; f < one.fields.size(); ++f)
      example.targets[features.questions()[f]] = one.targets[f];
  }
  const auto pointers = [](const std::vector<ml::ChainExample>& examples) {
    std::vector<const ml::ChainExample*> list = pointers_to(examples);
    return list;
  };
  const auto names = explore::names_of(FormType());
  auto types = explore::FormTypes::from_models(
      ml::train_softmax(samples, explore::kFormTypes, training.trees),
      ml::train_chain(pointers(forms), {names.begin(), names.end()}, training.words),
      ml::train_chain(pointers(fields), cases.field_types, training.fields));
  WEFT_CHECK(types.ok());
  return std::move(*types);
}

}  // namespace weft::eval
