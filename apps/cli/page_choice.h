// PageChoice: which pages a verb is to read when --group names a template of 'weft group --json'.
//
// The pages of a template are known by their ids. They are looked for where the grouping read them,
// so that those of a crawl come from its archives and nothing is fetched again.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/result.h"

namespace weft::cli {

inline constexpr const char* kFirstTemplate = "t1";

struct PageChoice {
  std::vector<std::string> inputs;  // For PageSource.
  std::set<std::string> only;       // Ids; empty: all.

  [[nodiscard]] bool wants(const std::string& id) const {
    return only.empty() || only.contains(id);
  }
};

// `given`: PAGE… of the command line; with a group file they say where to look instead. Fails with
// kInvalidArgument without either, or for a file that is no grouping; with kNotFound for a template
// that it does not have.
Result<PageChoice> choose_inputs(const std::vector<std::string>& given,
                                 const std::string& group_file, const std::string& template_id);

}  // namespace weft::cli
