#include "eval/import/listings.h"

#include <algorithm>

#include "base/file.h"
#include "base/json.h"
#include "url/url.h"

namespace weft::eval {
Result<std::vector<ListingPage>> import_listings(const std::filesystem::path& directory) {
  WEFT_ASSIGN(const std::string bytes, read_file(directory / "examples.json"));
  const auto json = parse_json(bytes).value_or(nullptr);
  if (!json.is_array()) {
    return Error{ErrorCode::kCorruption,
                 (directory / "examples.json").string() + " is not a JSON list"};
  }
  std::vector<ListingPage> pages;
  for (const auto& example : json) {
    if (!example.is_object() || !example.contains("evals") || !example["evals"].is_array())
      continue;
    if (example["evals"].empty() || !example["evals"][0].contains("expected")) continue;
    ListingPage page{.id = example.text_of("id"),
                     .url = example.text_of("url"),
                     .site = "",
                     .type = example.text_of("type"),
                     .html = {},
                     .expected = example["evals"][0]["expected"]};
    page.html = directory / "html" / (page.id + ".html");
    if (page.id.empty() || !std::filesystem::exists(page.html)) continue;
    const auto url = url::Url::parse(page.url);
    page.site = url.ok() ? url->host.value_or(page.id) : page.id;
    pages.push_back(std::move(page));
  }
  std::stable_sort(pages.begin(), pages.end(),
                   [](const ListingPage& a, const ListingPage& b) { return a.site < b.site; });
  return pages;
}

}  // namespace weft::eval
