// Files that people write or pass on, as verbs read them: "-" is standard input, and every error
// names its file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "annotate/domain.h"
#include "base/result.h"
#include "domain/memory.h"
#include "model/label.h"
#include "model/page.h"
#include "model/schema.h"
#include "model/wrapper.h"

namespace weft::site {

Result<std::unique_ptr<model::Wrapper>> read_wrapper_file(const std::string& path);

// With the schema that it carries; an empty one if it carries none.
struct WrapperFile {
  std::unique_ptr<model::Wrapper> wrapper;
  model::Schema schema;
};
Result<WrapperFile> read_wrapper_with_schema(const std::string& path);

Result<model::Schema> read_schema_file(const std::string& path);

Result<std::vector<model::Label>> read_label_file(const std::string& path);

// A domain that ships with Weft, by name, or a *.domain.toml; what it includes, and its gazetteers, are
// looked for beside it and among those that ship. A gazetteer that was compiled is mapped, unless it has changed since.
Result<annotate::Domain> read_domain(const std::string& name);
// Compiles a gazetteer into a file beside it, NAME.terms, whose name it returns.
Result<std::string> compile_gazetteer_file(const std::string& path);
// All that ship.
Result<std::vector<annotate::Domain>> read_shipped_domains();

// Labels name a page by the path it was read from, by its URL, or by the end of its path; those of
// `pages` are given the page's id.
void match_page_names(const std::vector<model::Page>& pages, std::vector<model::Label>& labels);

// What sites taught of a domain's terms. `must_exist`: whether a file that is not there yet is an error; else nothing
// is remembered.
Result<domain::DomainMemory> read_memory(const std::string& path, bool must_exist);
Status write_memory(const std::string& path, const domain::DomainMemory& memory);

}  // namespace weft::site
