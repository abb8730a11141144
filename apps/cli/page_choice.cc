#include "cli/page_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "model/json.h"

namespace weft::cli {
namespace {

using model::Json;

// The texts of an array; nothing if it is none, or holds something else.
std::vector<std::string> texts(const Json& json, const char* key) {
  std::vector<std::string> all;
  if (!json.contains(key) || !json[key].is_array()) return all;
  for (const Json& one : json[key]) {
    if (!one.is_string()) return {};
    all.push_back(one.get<std::string>());
  }
  return all;
}

}  // namespace

Result<PageChoice> choose_inputs(const std::vector<std::string>& given,
                                 const std::string& group_file, const std::string& template_id) {
  if (group_file.empty()) {
    if (!given.empty()) return PageChoice{given, {}};
    return Error{ErrorCode::kInvalidArgument, "give the pages of one template, or --group FILE"};
  }
  WEFT_ASSIGN(const std::string text, read_file(group_file));
  const auto json = model::parse_json(text);
  if (!json.ok() || !json->is_object() || !json->contains("templates") ||
      !(*json)["templates"].is_array()) {
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{}: not the output of 'weft group --json'", group_file)};
  }
  const std::string wanted = template_id.empty() ? kFirstTemplate : template_id;
  std::vector<std::string> known;
  for (const Json& one : (*json)["templates"]) {
    model::JsonReader read(one, group_file + ": template");
    known.push_back(read.required_string("id"));
    if (!read.ok()) return read.error();
    if (known.back() != wanted) continue;
    const std::vector<std::string> ids = texts(one, "pages");
    if (ids.empty())
      return Error{ErrorCode::kNotFound,
                   fmt::format("{}: template {} has no pages", group_file, wanted)};
    PageChoice choice{given.empty() ? texts(*json, "inputs") : given, {ids.begin(), ids.end()}};
    if (choice.inputs.empty()) choice.inputs = ids;
    return choice;
  }
  return Error{ErrorCode::kNotFound, fmt::format("{}: no template {}; it has {}", group_file,
                                                 wanted, fmt::join(known, ", "))};
}

}  // namespace weft::cli
