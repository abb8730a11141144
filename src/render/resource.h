// Where a browser's requests are answered.
//
// The browser itself reaches no network: every request of a page comes to us, and a ResourceLoader
// says what there is. It may look into an archive or a folder, or fetch by the rules of the crawler;
// what it does not give, the page does not get.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace weft::render {

enum class ResourceKind : uint8_t {
  kDocument,  // the page, or that of a frame
  kStyleSheet,
  kScript,
  kData,  // asked for by scripts: XHR, fetch()
  kImage,
  kFont,
  kMedia,
  kOther,
};
std::span<const std::string_view> names_of(ResourceKind);

struct ResourceRequest {
  uint64_t id = 0;
  std::string url;     // Absolute, without a fragment.
  std::string method;  // "GET"
  ResourceKind kind = ResourceKind::kOther;
  std::string body;  // Of a POST.
};

struct Resource {
  uint64_t id = 0;  // Of the request.
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;            // Without transfer and content encoding.
  std::optional<Error> error;  // There is none; why.

  // The value of the first such header, in any case; empty if there is none.
  [[nodiscard]] std::string_view header(std::string_view name) const;
};

// Threads: one at a time.
class ResourceLoader {
 public:
  virtual ~ResourceLoader() = default;
  virtual void start(const ResourceRequest& request) = 0;
  // What has come; waits at most so long for something.
  virtual std::vector<Resource> poll(std::chrono::milliseconds max_wait) = 0;
};

// Resources that are at hand, by URL. Everything else, and every request but GET, is refused.
class StoredResources final : public ResourceLoader {
 public:
  // A later one of the same URL is left out.
  void add(const std::string& url, Resource&& resource);
  [[nodiscard]] size_t size() const { return stored_.size(); }

  void start(const ResourceRequest& request) override;
  std::vector<Resource> poll(std::chrono::milliseconds max_wait) override;

 private:
  std::map<std::string, Resource> stored_;
  std::vector<Resource> ready_;
};

}  // namespace weft::render
