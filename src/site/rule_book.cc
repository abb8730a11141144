#include "site/rule_book.h"

#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "model/wrapper.h"
#include "site/bundle.h"
#include "site/input_files.h"
#include "url/url.h"

namespace weft::site {
namespace {

using extract::SiteExtractor;

Result<model::Schema> schema_of(const RuleOptions& options) {
  if (options.schema.empty()) return model::Schema{};
  return read_schema_file(options.schema);
}

RuleBook::Site shared(SiteExtractor site) {
  return std::make_shared<const SiteExtractor>(std::move(site));
}

// Nothing: what was measured for the wrapper's kind.
std::optional<extract::Calibration> calibration_of(const RuleOptions& options) {
  return options.raw ? std::optional(extract::Calibration()) : std::nullopt;
}

Result<RuleBook::Site> load_wrapper_file(const RuleOptions& options) {
  WEFT_ASSIGN(WrapperFile file, read_wrapper_with_schema(options.wrapper));
  if (!options.schema.empty()) {
    WEFT_ASSIGN(file.schema, schema_of(options));
  }
  WEFT_ASSIGN(SiteExtractor site,
              extract::extractor_for(std::move(file.wrapper), options.wrapper,
                                     std::move(file.schema), calibration_of(options)));
  return shared(std::move(site));
}

Result<RuleBook::Site> load_bundle(const std::string& directory, const RuleOptions& options) {
  WEFT_ASSIGN(const Bundle bundle, Bundle::open(directory, Bundle::Mode::kRead));
  extract::SiteWrappers rules;
  rules.name = directory;
  if (options.strict) rules.matching.min_agreement = 2;
  rules.calibration = calibration_of(options);
  WEFT_ASSIGN(rules.schema, schema_of(options));
  if (options.schema.empty()) {
    WEFT_ASSIGN(const auto schema, bundle.schema());
    if (schema) rules.schema = *schema;
  }
  WEFT_ASSIGN(const std::vector<model::Template> templates, bundle.templates());
  for (const model::Template& one : templates) {
    extract::TemplateWrapper rule;
    rule.page_template = one;
    if (one.wrapper_version != 0) {
      auto wrapper = bundle.wrapper(one.name);
      if (!wrapper.ok()) return wrapper.error().in(directory);
      rule.wrapper = std::move(*wrapper);
    }
    rules.templates.push_back(std::move(rule));
  }
  WEFT_ASSIGN(SiteExtractor site, SiteExtractor::build(std::move(rules)));
  return shared(std::move(site));
}

// A host with no bundle is no failure: its pages are of no interest.
Result<RuleBook::Site> load_bundle_if_there(const std::string& directory,
                                            const RuleOptions& options) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(directory, ignored)) return RuleBook::Site();
  return load_bundle(directory, options);
}

}  // namespace

Result<RuleBook> RuleBook::load(const RuleOptions& options) {
  const int given = !options.wrapper.empty() + !options.site.empty() + !options.sites.empty();
  if (given != 1) {
    return Error{ErrorCode::kInvalidArgument,
                 "give one of --site DIR, --sites DIR or --wrapper FILE"};
  }
  RuleBook book;
  if (!options.sites.empty()) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(options.sites, ignored)) {
      return Error{ErrorCode::kNotFound, fmt::format("--sites: no directory {}", options.sites)};
    }
    book.name_ = book.directory_ = options.sites;
    book.pool_ = std::make_shared<extract::SitePool>(
        [options](const std::string& directory) {
          return load_bundle_if_there(directory, options);
        },
        options.max_sites);
    return book;
  }
  WEFT_ASSIGN(book.only_, options.site.empty() ? load_wrapper_file(options)
                                               : load_bundle(options.site, options));
  book.name_ = book.only_->name();
  book.schema_ = book.only_->schema();
  return book;
}

Result<RuleBook::Site> RuleBook::for_url(std::string_view url) const {
  if (only_ != nullptr) return only_;
  const auto parsed = url::Url::parse(url);
  const std::string host = parsed.ok() ? parsed->host.value_or("") : "";
  if (host.empty() || host.find('/') != std::string::npos || host.starts_with('.')) return Site();
  return pool_->get((std::filesystem::path(directory_) / host).string());
}

}  // namespace weft::site
