#include "crawl/fetch/fetcher.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstring>
#include <string>

#include <gtest/gtest.h>

namespace weft::crawl {
namespace {

bool is_private(const std::string& text) {
  sockaddr_storage storage{};
  if (text.find(':') == std::string::npos) {
    auto* v4 = reinterpret_cast<sockaddr_in*>(&storage);
    v4->sin_family = AF_INET;
    EXPECT_EQ(inet_pton(AF_INET, text.c_str(), &v4->sin_addr), 1) << text;
  } else {
    auto* v6 = reinterpret_cast<sockaddr_in6*>(&storage);
    v6->sin6_family = AF_INET6;
    EXPECT_EQ(inet_pton(AF_INET6, text.c_str(), &v6->sin6_addr), 1) << text;
  }
  return is_private_address(reinterpret_cast<const sockaddr*>(&storage));
}

TEST(AddressTest, KnowsWhatIsNotPublic) {
  for (const char* text :
       {"127.0.0.1",        "127.255.0.9",     "10.1.2.3",        "172.16.0.1",    "172.31.255.255",
        "192.168.1.1",      "169.254.169.254", "100.64.0.1",      "0.0.0.0",       "224.0.0.1",
        "255.255.255.255",  "198.18.0.1",      "192.0.2.7",       "::1",           "::",
        "fe80::1",          "fc00::1",         "fd12:3456::1",    "ff02::1",       "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1"}) {
    EXPECT_TRUE(is_private(text)) << text;
  }
}

TEST(AddressTest, LetsPublicAddressesThrough) {
  for (const char* text :
       {"1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.128.0.1", "192.0.1.1",
        "2606:4700::1111", "2a00:1450::1", "::ffff:8.8.8.8", "64:ff9b::808:808"}) {
    EXPECT_FALSE(is_private(text)) << text;
  }
}

TEST(AddressTest, OtherFamiliesArePrivate) {
  sockaddr address{};
  address.sa_family = AF_UNIX;
  EXPECT_TRUE(is_private_address(&address));
}

}  // namespace
}  // namespace weft::crawl
