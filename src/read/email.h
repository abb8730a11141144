// E-mail addresses as pages hide them from machines.
//
//   find_emails("hangli at microsoft dot com")     hangli@microsoft.com
//   find_emails("ann [at] uni [dot] edu")          ann@uni.edu
//
// What "at" and "dot" mean is clear where both are words or stand in brackets; "meet us at example.org" is no address, unless it is
// all there is behind a label ("E-mail: ann at uni.edu").
//
// Threads: pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"

namespace weft::read {

struct FoundEmail {
  uint32_t begin = 0;  // Bytes of the text.
  uint32_t end = 0;
  std::string address;  // As it is sent to: lower case domain, no spaces.
  bool operator==(const FoundEmail&) const = default;
};

// In order, not overlapping. Only the first 2,000 bytes are looked at.
std::vector<FoundEmail> find_emails(std::string_view text);

// What an element says where nobody sees it: a mailto: link, data-cfemail, a script that writes an address out of
// strings. Empty: nothing.
std::string hidden_email(const dom::Document& doc, dom::NodeId n);

}  // namespace weft::read
