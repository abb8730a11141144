// The guard of Fetcher: special networks as the registries list them.
//
// Tested by address_test.cc.

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <cstring>

#include "crawl/fetch/fetcher.h"

namespace weft::crawl {
namespace {

struct Network {
  uint32_t address;
  int bits;
};
// https://www.iana.org/assignments/iana-ipv4-special-registry/
constexpr Network kSpecial[] = {
    {0x00000000, 8},   // 0.0.0.0/8, "this" network
    {0x0A000000, 8},   // 10.0.0.0/8, private
    {0x64400000, 10},  // 100.64.0.0/10, carrier-grade NAT
    {0x7F000000, 8},   // 127.0.0.0/8, loopback
    {0xA9FE0000, 16},  // 169.254.0.0/16, link-local (cloud metadata services live here)
    {0xAC100000, 12},  // 172.16.0.0/12, private
    {0xC0000000, 24},  // 192.0.0.0/24, protocol assignments
    {0xC0000200, 24},  // 192.0.2.0/24, documentation
    {0xC0A80000, 16},  // 192.168.0.0/16, private
    {0xC6120000, 15},  // 198.18.0.0/15, benchmarking
    {0xC6336400, 24},  // 198.51.100.0/24, documentation
    {0xCB007100, 24},  // 203.0.113.0/24, documentation
    {0xE0000000, 4},   // 224.0.0.0/4, multicast
    {0xF0000000, 4},   // 240.0.0.0/4, reserved and broadcast
};

bool is_private_v4(uint32_t address) {
  for (const Network& network : kSpecial) {
    if ((address ^ network.address) >> (32 - network.bits) == 0) return true;
  }
  return false;
}

uint32_t v4_at(const uint8_t* bytes) {
  return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

bool is_private_v6(const in6_addr& address) {
  const uint8_t* b = address.s6_addr;
  constexpr uint8_t kNat64[12] = {0x00, 0x64, 0xFF, 0x9B};
  if (IN6_IS_ADDR_V4MAPPED(&address) || IN6_IS_ADDR_V4COMPAT(&address) ||
      std::memcmp(b, kNat64, sizeof kNat64) == 0) {
    return is_private_v4(v4_at(b + 12));
  }
  if (b[0] == 0x20 && b[1] == 0x02) return is_private_v4(v4_at(b + 2));  // 2002::/16, 6to4
  const bool documentation = v4_at(b) == 0x20010DB8;
  const bool global = (b[0] & 0xE0) == 0x20;  // 2000::/3 is all that is handed out.
  return !global || documentation;
}

}  // namespace

bool is_private_address(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, address, sizeof v4);
    return is_private_v4(ntohl(v4.sin_addr.s_addr));
  }
  if (address->sa_family != AF_INET6) return true;
  sockaddr_in6 v6{};
  std::memcpy(&v6, address, sizeof v6);
  return is_private_v6(v6.sin6_addr);
}

}  // namespace weft::crawl
