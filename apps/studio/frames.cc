// A frame's path is a random code that only its own page and the application know; behind it are the
// page, and by number the addresses its style sheets, pictures and fonts were given when it was written.
// The oldest frames are forgotten.

#include "studio/frames.h"

#include <sys/random.h>

#include <array>
#include <charconv>

#include <fmt/format.h>

#include "base/check.h"
#include "studio/web_files.h"

namespace weft::studio {
namespace {

constexpr size_t kMostFrames = 256;
constexpr size_t kMostWanted = 2'000;      // Addresses of one page.
constexpr size_t kThumbnailNodes = 4'000;  // The top of a page.

}  // namespace

std::string random_code() {
  std::array<unsigned char, 16> bytes{};
  WEFT_CHECK(::getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  std::string code;
  for (const unsigned char byte : bytes) code += fmt::format("{:02x}", byte);
  return code;
}

std::string Frames::address(const std::shared_ptr<const StudioSite>& site, size_t page, Kind kind,
                            bool styles) {
  return address(site, std::shared_ptr<const model::Page>(site, &site->pages()[page]), kind,
                 styles);
}

std::string Frames::address(const std::shared_ptr<const StudioSite>& site,
                            const std::shared_ptr<const model::Page>& page, Kind kind,
                            bool styles) {
  const std::lock_guard lock(mutex_);
  for (const auto& [code, frame] : frames_) {
    if (frame->site == site && frame->page == page && frame->kind == kind &&
        frame->styles == styles)
      return fmt::format("{}/p/{}", origin_, code);
  }
  // A site that was opened anew takes the place of what it was.
  std::erase_if(order_, [&](const std::string& code) {
    const auto it = frames_.find(code);
    if (it->second->site == site || it->second->site->name() != site->name()) return false;
    frames_.erase(it);
    return true;
  });
  if (order_.size() == kMostFrames) {
    frames_.erase(order_.front());
    order_.pop_front();
  }
  auto frame = std::make_shared<Frame>();
  frame->site = site;
  frame->page = page;
  frame->kind = kind;
  frame->styles = styles;
  frame->code = random_code();
  order_.push_back(frame->code);
  frames_[frame->code] = frame;
  return fmt::format("{}/p/{}", origin_, frame->code);
}

std::string Frames::readdressed(Frame& frame, const std::string& absolute) const {
  if (!frame.site->has_resource(absolute)) return {};
  const std::lock_guard lock(frame.mutex);
  auto [it, fresh] = frame.place.try_emplace(absolute, frame.wanted.size());
  if (fresh) {
    if (frame.wanted.size() == kMostWanted) return {};
    frame.wanted.push_back(absolute);
  }
  return fmt::format("{}/r/{}/{}", origin_, frame.code, it->second);
}

std::optional<FrameAnswer> Frames::document(const std::shared_ptr<Frame>& frame) const {
  const std::string nonce = random_code();
  const bool pointed = frame->kind == Kind::kPage;
  FrameAnswer answer;
  answer.content_type = "text/html; charset=utf-8";
  answer.body = frame_html(
      *frame->page, {.readdress = [&](std::string_view address,
                                      Wanted) { return readdressed(*frame, std::string(address)); },
                     .nonce = nonce,
                     .pointer = pointed ? web_file("pointer") : std::string_view(),
                     .styles = frame->styles,
                     .most_nodes = pointed ? SIZE_MAX : kThumbnailNodes});
  const std::string own = fmt::format("{}/r/{}/", origin_, frame->code);
  answer.policy = fmt::format(
      "default-src 'none'; script-src {}; style-src 'unsafe-inline' {}; img-src {} data:; "
      "font-src {} data:; base-uri 'none'; form-action 'none'; frame-ancestors {}; sandbox{}; "
      "require-trusted-types-for 'script'; trusted-types 'none'",
      pointed ? fmt::format("'nonce-{}'", nonce) : "'none'", own, own, own, application_,
      pointed ? " allow-scripts" : "");
  return answer;
}

std::optional<FrameAnswer> Frames::resource(const std::shared_ptr<Frame>& frame,
                                            size_t number) const {
  std::string address;
  {
    const std::lock_guard lock(frame->mutex);
    if (number >= frame->wanted.size()) return std::nullopt;
    address = frame->wanted[number];
  }
  auto found = frame->site->resource(address);
  if (!found) return std::nullopt;
  FrameAnswer answer;
  answer.policy = "default-src 'none'; sandbox";
  const std::string_view sniffed = sniffed_type(found->bytes);
  if (!sniffed.empty()) {
    answer.content_type = sniffed;
    answer.font = sniffed.starts_with("font/");
    if (sniffed == "image/svg+xml")
      answer.policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    answer.body = std::move(found->bytes);
    return answer;
  }
  if (found->content_type != "text/css") return std::nullopt;
  answer.content_type = "text/css; charset=utf-8";
  answer.body = url::rewrite_css(found->bytes, [&](std::string_view one, Wanted) -> std::string {
    if (one.starts_with("data:")) return std::string(one);
    const std::string absolute = absolute_address(one, address);
    return absolute.empty() ? absolute : readdressed(*frame, absolute);
  });
  return answer;
}

std::optional<FrameAnswer> Frames::answer(const std::string& path) {
  // /p/CODE or /r/CODE/NUMBER
  const bool page = path.starts_with("/p/");
  if (!page && !path.starts_with("/r/")) return std::nullopt;
  const size_t slash = path.find('/', 3);
  const std::string code = path.substr(3, slash == std::string::npos ? slash : slash - 3);
  std::shared_ptr<Frame> frame;
  {
    const std::lock_guard lock(mutex_);
    const auto it = frames_.find(code);
    if (it == frames_.end()) return std::nullopt;
    frame = it->second;
  }
  if (page) return slash == std::string::npos ? document(frame) : std::nullopt;
  if (slash == std::string::npos) return std::nullopt;
  size_t number = 0;
  const char* end = path.data() + path.size();
  const auto [last, error] = std::from_chars(path.data() + slash + 1, end, number);
  if (error != std::errc() || last != end) return std::nullopt;
  return resource(frame, number);
}

}  // namespace weft::studio
