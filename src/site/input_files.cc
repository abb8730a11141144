// Every file a person names is read here, so that "-" is standard input everywhere and what is wrong is said with
// the file's name. A gazetteer is compiled once and mapped from then on: beside towns.txt stands towns.txt.terms,
// which knows the hash of the text it was made of, and is passed over when that has changed.

#include "site/input_files.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "annotate/terms.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/json_fields.h"
#include "base/mapped_file.h"
#include "model/label_file.h"
#include "model/schema_file.h"
#include "wrap/kinds.h"

namespace weft::site {
namespace {

Result<std::string> read_text(const std::string& path) {
  return read_file(path == "-" ? "/dev/stdin" : path);
}

// The file's content by `read`; what is wrong with it is said with the file's name.
template <typename Read>
auto read_as(const std::string& path, Read read) -> decltype(read(std::string())) {
  WEFT_ASSIGN(const std::string text, read_text(path));
  auto content = read(text);
  if (!content.ok()) return content.error().in(path == "-" ? "standard input" : path);
  return content;
}

bool names(const model::Label& label, const model::Page& page) {
  return page.id == label.page || (!page.url.empty() && page.url == label.page) ||
         page.id.ends_with("/" + label.page);
}

constexpr const char* kCompiledEnding = ".terms";

// What was compiled of a gazetteer; null if nothing was, or it has changed since.
Result<annotate::CompiledTerms> map_gazetteer(const std::string& path) {
  const std::string compiled = path + kCompiledEnding;
  const auto file = MappedFile::open(compiled);
  if (!file.ok()) return annotate::CompiledTerms();
  auto terms = annotate::TermMatcher::over((*file)->bytes(), *file);
  if (!terms.ok())
    return Error{terms.error().code, fmt::format("{}: {}; 'weft domain compile {}' makes it anew",
                                                 compiled, terms.error().message, path)};
  WEFT_ASSIGN(const std::shared_ptr<const MappedFile> text, MappedFile::open(path));
  if (terms->source() != hash_bytes(text->bytes())) return annotate::CompiledTerms();
  return std::make_shared<const annotate::TermMatcher>(std::move(*terms));
}

}  // namespace

Result<WrapperFile> read_wrapper_with_schema(const std::string& path) {
  return read_as(path, [](const std::string& text) -> Result<WrapperFile> {
    WEFT_ASSIGN(const Json json, parse_json(text));
    WrapperFile file;
    WEFT_ASSIGN(file.wrapper, wrap::load_wrapper(json));
    WEFT_ASSIGN(file.schema, model::schema_of_wrapper(json));
    return file;
  });
}

Result<std::unique_ptr<model::Wrapper>> read_wrapper_file(const std::string& path) {
  WEFT_ASSIGN(WrapperFile file, read_wrapper_with_schema(path));
  return std::move(file.wrapper);
}

Result<model::Schema> read_schema_file(const std::string& path) {
  return read_as(path, [](const std::string& text) { return model::read_schema(text); });
}

Result<std::vector<model::Label>> read_label_file(const std::string& path) {
  return read_as(path, [](const std::string& text) { return model::read_labels(text); });
}

Result<annotate::Domain> read_domain(const std::string& name) {
  const std::filesystem::path path(name);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    WEFT_ASSIGN(const std::string text, annotate::shipped_domain(name));
    return annotate::parse_domain(text, name, annotate::shipped_domain);
  }
  const auto find_beside = [&](const std::string& other) -> std::optional<std::string> {
    for (const char* ending : {"", ".domain.toml"}) {
      const std::filesystem::path file = path.parent_path() / (other + ending);
      if (std::filesystem::is_regular_file(file, ignored)) return file.string();
    }
    return std::nullopt;
  };
  const annotate::DomainReader beside = [&](const std::string& other) -> Result<std::string> {
    const auto file = find_beside(other);
    if (!file && std::filesystem::path(other).has_extension())
      return Error{ErrorCode::kNotFound, fmt::format("no file {} beside {}", other, name)};
    if (!file) return annotate::shipped_domain(other);
    // Before it is in memory.
    if (const auto size = std::filesystem::file_size(*file, ignored);
        size > annotate::DomainLimits().max_term_bytes)
      return Error{ErrorCode::kLimitExceeded,
                   fmt::format("{} has {} bytes; {} are the most: leave out terms, or split it",
                               *file, size, annotate::DomainLimits().max_term_bytes)};
    return read_file(*file);
  };
  const annotate::CompiledReader compiled =
      [&](const std::string& other) -> Result<annotate::CompiledTerms> {
    const auto file = find_beside(other);
    return file ? map_gazetteer(*file) : annotate::CompiledTerms();
  };
  WEFT_ASSIGN(const std::string text, read_file(name));
  return annotate::parse_domain(text, name, beside, {}, compiled);
}

Result<std::string> compile_gazetteer_file(const std::string& path) {
  WEFT_ASSIGN(const std::shared_ptr<const MappedFile> text, MappedFile::open(path));
  WEFT_ASSIGN(const std::string bytes, annotate::compile_gazetteer(text->bytes(), path));
  const std::string compiled = path + kCompiledEnding;
  WEFT_TRY(write_file(compiled, bytes));
  return compiled;
}

Result<std::vector<annotate::Domain>> read_shipped_domains() {
  std::vector<annotate::Domain> domains;
  for (const EmbeddedFile& shipped : annotate::shipped_domains()) {
    WEFT_ASSIGN(annotate::Domain domain, read_domain(std::string(shipped.name)));
    domains.push_back(std::move(domain));
  }
  return domains;
}

void match_page_names(const std::vector<model::Page>& pages, std::vector<model::Label>& labels) {
  for (model::Label& label : labels) {
    const auto it = std::find_if(pages.begin(), pages.end(),
                                 [&](const model::Page& page) { return names(label, page); });
    if (it != pages.end()) label.page = it->id;
  }
}

Result<domain::DomainMemory> read_memory(const std::string& path, bool must_exist) {
  const auto text = read_file(path);
  if (!text.ok() && !must_exist && text.error().code == ErrorCode::kNotFound)
    return domain::DomainMemory();
  if (!text.ok()) return text.error();
  return read_json_text<domain::DomainMemory>(*text, path);
}

Status write_memory(const std::string& path, const domain::DomainMemory& memory) {
  return write_file(path, dump_json_pretty(write_json(memory)));
}

}  // namespace weft::site
