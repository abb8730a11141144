#include "render/resource.h"

#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace weft::render {

std::span<const std::string_view> names_of(ResourceKind) {
  static constexpr std::string_view kNames[] = {"document", "style-sheet", "script", "data",
                                                "image",    "font",        "media",  "other"};
  return kNames;
}

std::string_view Resource::header(std::string_view name) const {
  for (const auto& [known, value] : headers) {
    if (equals_ignoring_ascii_case(known, name)) return value;
  }
  return {};
}

void StoredResources::add(const std::string& url, Resource&& resource) {
  stored_.try_emplace(url, std::move(resource));
}

void StoredResources::start(const ResourceRequest& request) {
  const auto found = stored_.find(request.url);
  Resource resource;
  if (found != stored_.end() && request.method == "GET")
    resource = found->second;
  else
    resource.error = Error{ErrorCode::kNotFound, fmt::format("{} is not stored", request.url)};
  resource.id = request.id;
  ready_.push_back(std::move(resource));
}

std::vector<Resource> StoredResources::poll(std::chrono::milliseconds) {
  return std::exchange(ready_, {});
}

}  // namespace weft::render
