// OPTIMIZATION: Url::parse takes a link apart into its pieces and puts them together again. Of links like
//
//   /used/cars   details/17.html   ?page=3   https://shop.example/used/cars   (on https://shop.example/…)
//
// the pieces are written as they stand: every character is one that the standard copies in a path or query,
// and no segment begins with a dot. They are joined to the page's own address as text; everything else
// goes the long way. Tested by page_links_test.cc, against Url::parse.

#include "url/page_links.h"

#include <algorithm>
#include <array>

#include "base/strings.h"

namespace weft::url {
namespace {

// What the path state and the query state copy. '.' is looked at apart; ':' may end a scheme.
constexpr std::array<bool, 256> kCopied = [] {
  std::array<bool, 256> copied{};
  for (size_t c = 0; c < 128; ++c) {
    const auto byte = static_cast<char>(c);
    copied[c] = is_ascii_digit(byte) || is_ascii_alpha(byte);
  }
  for (const unsigned char c : std::string_view("-._~!$&()*+,;=@/")) copied[c] = true;
  return copied;
}();

}  // namespace

PageLinks::PageLinks(std::string_view page_url) : base_(Url::parse(page_url)) {
  if (!base_.ok()) return;
  page_ = base_->href_without_fragment();
  if (!base_->is_http() || !base_->username.empty() || !base_->password.empty()) return;
  origin_ = base_->origin().size();
  path_ = std::min(page_.find('?'), page_.size());
  folder_ = page_.rfind('/', path_ - 1) + 1;
}

std::optional<PageLink> PageLinks::resolve(std::string_view link) {
  link = trim(link);
  std::string_view rest = link.substr(0, link.find('#'));
  if (origin_ != 0 && rest.size() > origin_ && rest[origin_] == '/' &&
      rest.starts_with(std::string_view(page_).substr(0, origin_)))
    rest.remove_prefix(origin_);
  const size_t mark = std::min(rest.find('?'), rest.size());
  const std::string_view path = rest.substr(0, mark);
  const bool copied =
      std::all_of(path.begin(), path.end(),
                  [](char c) { return kCopied[static_cast<unsigned char>(c)]; }) &&
      std::all_of(rest.begin() + static_cast<std::ptrdiff_t>(std::min(mark + 1, rest.size())),
                  rest.end(), [](char c) {
                    return kCopied[static_cast<unsigned char>(c)] || c == '?' || c == ':' ||
                           c == '%';
                  });
  const bool dots = path.starts_with('.') || path.find("/.") != std::string_view::npos;
  if (origin_ == 0 || !copied || dots || path.starts_with("//") || rest.empty()) {
    const auto url = Url::parse(link, base());
    if (!url.ok()) return std::nullopt;
    href_ = url->href_without_fragment();
    const bool same = origin_ != 0 && href_.size() > origin_ && href_[origin_] == '/' &&
                      href_.compare(0, origin_, page_, 0, origin_) == 0;
    return PageLink{href_, same, false};
  }
  const size_t kept = path.empty() ? path_ : path.front() == '/' ? origin_ : folder_;
  href_.assign(page_, 0, kept);
  href_ += rest;
  const bool plain = mark == rest.size() && href_.find(';', origin_) == std::string::npos;
  return PageLink{href_, true, plain};
}

}  // namespace weft::url
