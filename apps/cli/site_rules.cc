#include "cli/site_rules.h"

#include "base/file.h"
#include "model/json.h"
#include "model/schema_file.h"
#include "model/wrapper.h"

namespace weft::cli {
namespace {

Result<std::shared_ptr<const model::Wrapper>> read_wrapper(const std::string& path) {
  WEFT_ASSIGN(const std::string text, read_file(path));
  const auto json = model::parse_json(text);
  if (!json.ok()) return json.error().in(path);
  auto wrapper = model::load_wrapper(*json);
  if (!wrapper.ok()) return wrapper.error().in(path);
  return std::shared_ptr<const model::Wrapper>(std::move(*wrapper));
}

Result<model::Schema> read_schema_file(const std::string& path) {
  if (path.empty()) return model::Schema{};
  WEFT_ASSIGN(const std::string text, read_file(path));
  auto schema = model::read_schema(text);
  if (!schema.ok()) return schema.error().in(path);
  return std::move(*schema);
}

}  // namespace

Result<std::shared_ptr<const extract::SiteExtractor>> load_rules(const RuleOptions& options) {
  WEFT_ASSIGN(model::Schema schema, read_schema_file(options.schema));
  WEFT_ASSIGN(std::shared_ptr<const model::Wrapper> wrapper, read_wrapper(options.wrapper));
  WEFT_ASSIGN(extract::SiteExtractor site,
              extract::extractor_for(std::move(wrapper), options.wrapper, std::move(schema)));
  return std::shared_ptr<const extract::SiteExtractor>(
      std::make_shared<extract::SiteExtractor>(std::move(site)));
}

}  // namespace weft::cli
