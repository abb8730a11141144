// Addresses that a crawler must not reach from outside: its own machine and its neighbours.
#pragma once

struct sockaddr;

namespace weft::crawl {

// True for everything that is not a public unicast address: loopback, private (RFC 1918, RFC 4193),
// link-local, carrier-grade NAT, "this" network, documentation, benchmarking, multicast, reserved;
// for IPv6 forms that carry an IPv4 address (mapped, NAT64, 6to4), that of the address carried.
// Families other than IP are private.
bool is_private_address(const sockaddr* address);

}  // namespace weft::crawl
