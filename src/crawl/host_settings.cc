// Tested by crawl_requests_test.cc, with servers that look at what they receive.

#include "crawl/host_settings.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "base/base64.h"
#include "base/file.h"
#include "base/strings.h"

namespace weft::crawl {
namespace {

constexpr std::string_view kEnv = "env:";
constexpr std::string_view kFile = "file:";
constexpr uint64_t kMaxSecretBytes = 64 << 10;

Error bad_setting(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

bool is_header_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\t' || static_cast<unsigned char>(c) >= 0x20; });
}

Status add_header(const std::string& line, RequestOptions& to) {
  const size_t colon = line.find(':');
  const std::string_view name = trim(std::string_view(line).substr(0, colon));
  if (colon == std::string::npos || name.empty() || !is_header_text(line) ||
      name.find(' ') != std::string_view::npos)
    return bad_setting(fmt::format("'{}' is not a header: 'Name: value'", name));
  const std::string_view value = trim(std::string_view(line).substr(colon + 1));
  if (!is_secret_reference(value)) {
    to.headers.push_back(fmt::format("{}: {}", name, value));
    return {};
  }
  WEFT_ASSIGN(const std::string secret, read_secret(value));
  to.secret_headers.push_back(fmt::format("{}: {}", name, secret));
  return {};
}

// The settings of one host, where it says nothing those of all.
HostSettings joined(HostSettings own, const HostSettings& everyone) {
  own.headers.insert(own.headers.begin(), everyone.headers.begin(), everyone.headers.end());
  const auto take = [](auto& to, const auto& from) {
    if (to == std::remove_reference_t<decltype(to)>()) to = from;
  };
  if (own.auth.empty() && own.digest.empty() && own.bearer.empty()) {
    own.auth = everyone.auth;
    own.digest = everyone.digest;
    own.bearer = everyone.bearer;
  }
  take(own.proxy, everyone.proxy);
  if (own.certificate.empty()) {
    own.certificate = everyone.certificate;
    own.key = everyone.key;
    own.key_password = everyone.key_password;
  }
  return own;
}

}  // namespace

bool is_secret_reference(std::string_view text) {
  return text.starts_with(kEnv) || text.starts_with(kFile);
}

Result<std::string> read_secret(std::string_view reference) {
  std::string secret;
  if (reference.starts_with(kEnv)) {
    const std::string name(reference.substr(kEnv.size()));
    const char* value = std::getenv(name.c_str());
    if (value == nullptr || *value == '\0')
      return bad_setting(fmt::format("the environment has no {}", name));
    secret = value;
  } else if (reference.starts_with(kFile)) {
    WEFT_ASSIGN(secret, read_file(std::string(reference.substr(kFile.size())), kMaxSecretBytes));
    while (secret.ends_with('\n') || secret.ends_with('\r')) secret.pop_back();
  } else {
    return bad_setting("a secret is named, not written out: env:NAME or file:PATH");
  }
  if (!is_header_text(secret)) return bad_setting("a secret must be one line of text");
  return secret;
}

// "user:password", from "user:env:NAME" or "user:file:PATH".
static Result<std::string> read_credentials(const std::string& setting, std::string_view name) {
  const size_t colon = setting.find(':');
  if (colon == std::string::npos || colon == 0)
    return bad_setting(fmt::format("{} needs user:env:NAME or user:file:PATH", name));
  WEFT_ASSIGN(const std::string password, read_secret(setting.substr(colon + 1)));
  return setting.substr(0, colon + 1) + password;
}

Result<RequestOptions> request_options(const HostSettings& settings) {
  RequestOptions request;
  for (const std::string& line : settings.headers) WEFT_TRY(add_header(line, request));
  if (!settings.auth.empty()) {
    WEFT_ASSIGN(const std::string credentials, read_credentials(settings.auth, "auth"));
    request.secret_headers.push_back("Authorization: Basic " + to_base64(credentials));
  }
  if (!settings.digest.empty()) {
    WEFT_ASSIGN(request.digest, read_credentials(settings.digest, "digest"));
  }
  if (!settings.bearer.empty()) {
    WEFT_ASSIGN(const std::string token, read_secret(settings.bearer));
    request.secret_headers.push_back("Authorization: Bearer " + token);
  }
  request.proxy = settings.proxy;
  if (is_secret_reference(request.proxy)) {
    WEFT_ASSIGN(request.proxy, read_secret(request.proxy));
  }
  request.certificate = settings.certificate;
  request.key = settings.key;
  if (!settings.key_password.empty()) {
    WEFT_ASSIGN(request.key_password, read_secret(settings.key_password));
  }
  request.timeout = settings.timeout.value_or(std::chrono::milliseconds(0));
  return request;
}

Result<HostTable> HostTable::build(const HostSettings& everyone,
                                   const std::map<std::string, HostSettings>& by_host) {
  HostTable table;
  table.everyone_.settings = everyone;
  WEFT_ASSIGN(table.everyone_.request, request_options(everyone));
  table.strangers_ = table.everyone_;
  table.strangers_.request.secret_headers.clear();
  table.strangers_.request.digest.clear();
  table.strangers_.request.certificate.clear();
  for (const auto& [host, settings] : by_host) {
    Entry entry{.settings = joined(settings, everyone)};
    auto request = request_options(entry.settings);
    if (!request.ok()) return request.error().in(host);
    entry.request = std::move(*request);
    table.by_host_.emplace(ascii_lower(host), std::move(entry));
  }
  return table;
}

const HostTable::Entry& HostTable::of(std::string_view host_and_port, bool seed) const {
  if (!by_host_.empty()) {
    const std::string_view host = host_and_port.substr(0, host_and_port.rfind(':'));
    for (const std::string_view name : {host_and_port, host}) {
      if (const auto found = by_host_.find(name); found != by_host_.end()) return found->second;
    }
    for (std::string_view rest = host; !rest.empty();) {
      const auto found = by_host_.find(fmt::format("*.{}", rest));
      if (found != by_host_.end()) return found->second;
      rest.remove_prefix(std::min(rest.find('.'), rest.size() - 1) + 1);
    }
  }
  return seed ? everyone_ : strangers_;
}

}  // namespace weft::crawl
