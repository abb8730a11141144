// weft_fit_pagination: fits the model that finds the links of pagination (src/explore/pagination.h).
//
//   build/weft_fit_pagination      writes share/models/explore-pagination.model, from the project's folder
//
// Data: the set `pagination`, all of it; `weft eval pagination` measures it on domains not seen. Seconds.

#include <cstdio>
#include <string>

#include "base/file.h"
#include "eval/data.h"
#include "eval/pagination_cases.h"

namespace {

int fail(const weft::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

}  // namespace

int main() {
  using namespace weft;
  const auto directory = eval::find_data_set("pagination");
  if (!directory) return fail({ErrorCode::kNotFound, "the data set pagination is not here"});
  const auto cases = eval::read_pagination_cases(*directory);
  if (!cases.ok()) return fail(cases.error());
  const auto model = eval::train_pagination(*cases, eval::kPaginationFolds);
  const std::string text =
      ml::write_chain(model.chain(), cases->names,
                      "Links between the pages of a list, written by weft_fit_pagination");
  const Status written = write_file("share/models/explore-pagination.model", text);
  if (!written.ok()) return fail(written.error());
  std::printf("%zu bytes\n", text.size());
  return 0;
}
