// weft_fit_forms: fits the models that type forms and their fields (src/explore/form_types.h).
//
//   build/weft_fit_forms           writes share/models/explore-{form-trees,form-words,fields}.model, from
//                                  the project's folder
//
// Data: the set `forms`, all of it. What the models are worth on domains they have not seen is measured by
// `weft eval forms`, which trains by the same function without them. Half a minute.

#include <cstdio>
#include <string>

#include "base/file.h"
#include "eval/data.h"
#include "eval/form_cases.h"

namespace {

int fail(const weft::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

}  // namespace

int main() {
  using namespace weft;
  const auto directory = eval::find_data_set("forms");
  if (!directory) return fail({ErrorCode::kNotFound, "the data set forms is not here"});
  auto cases = eval::read_form_cases(*directory);
  if (!cases.ok()) return fail(cases.error());
  const explore::FormTypes types = eval::train_form_types(*cases, eval::kFormFolds);
  const std::string by = ", written by weft_fit_forms";
  const struct {
    const char* path;
    std::string text;
  } kFiles[] = {
      {"share/models/explore-form-trees.model",
       ml::write_forest(types.trees(), "Types of forms by structure and concepts" + by)},
      {"share/models/explore-form-words.model",
       ml::write_chain(types.words(), cases->names, "Types of forms by words" + by)},
      {"share/models/explore-fields.model",
       ml::write_chain(types.fields(), cases->names, "Types of fields" + by)},
  };
  for (const auto& file : kFiles) {
    if (const Status written = write_file(file.path, file.text); !written.ok())
      return fail(written.error());
    std::printf("%s: %zu bytes\n", file.path, file.text.size());
  }
  return 0;
}
