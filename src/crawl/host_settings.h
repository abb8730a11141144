// HostSettings: how requests to a host are made, and how it is treated: for all hosts ([request] and
// [politeness] of a crawl's settings) and for single ones ([host."api.example.com"]).
//
// Secrets never stand in settings, on a command line or in a log: a setting names where one is,
// "env:NAME" or "file:PATH", and only RequestOptions have it. Those of all hosts go to the hosts of
// the seeds alone, so that a link that leads elsewhere carries none there.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "crawl/fetch/fetcher.h"

namespace weft::crawl {

struct HostSettings {
  std::vector<std::string> headers;  // "Name: value", or "Name: env:VARIABLE": a secret one.
  std::string auth;                  // "user:env:VARIABLE": HTTP Basic.
  std::string digest;                // Likewise: HTTP Digest.
  std::string bearer;                // "env:VARIABLE" or "file:PATH": a token.
  std::string proxy;                 // "http://…", "socks5://…", "direct", or "env:VARIABLE".
  std::string certificate;           // The client's, PEM.
  std::string key;
  std::string key_password;  // "env:VARIABLE" or "file:PATH".
  // What is not set is as for all hosts.
  std::optional<std::chrono::milliseconds> delay;
  std::optional<uint32_t> slots;
  std::optional<bool> robots;
  std::optional<uint64_t> max_pages;
  std::optional<std::chrono::milliseconds> timeout;
};

// Whether a text names a secret.
bool is_secret_reference(std::string_view text);
// "env:NAME" or "file:PATH" (without the line break at its end). Fails with kInvalidArgument for
// anything else and for what is not set, with kNotFound and kIo for files.
Result<std::string> read_secret(std::string_view reference);

// With the secrets that are named. Fails as read_secret() does, and with kInvalidArgument for
// headers that are none.
Result<RequestOptions> request_options(const HostSettings& settings);

// The settings of every host. Threads: const once built.
class HostTable {
 public:
  struct Entry {
    HostSettings settings;
    RequestOptions request;
  };

  // `by_host`: by "host", "host:port" or "*.domain". An entry has what its host does not say from
  // `everyone`. Fails as request_options() does, naming the host.
  static Result<HostTable> build(const HostSettings& everyone,
                                 const std::map<std::string, HostSettings>& by_host);

  // Of "host" or "host:port"; the most special entry counts. `seed`: it is the host of a seed, so
  // that secrets of everyone are sent.
  [[nodiscard]] const Entry& of(std::string_view host_and_port, bool seed) const;

 private:
  Entry strangers_;  // Everyone, without secrets.
  Entry everyone_;
  std::map<std::string, Entry, std::less<>> by_host_;
};

}  // namespace weft::crawl
