// Frames: pages that are shown, each behind a path nobody can guess, with what they may load.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "studio/page_frame.h"
#include "studio/site.h"

namespace weft::studio {

// 128 random bits in hexadecimal.
std::string random_code();

// An answer of the page host.
struct FrameAnswer {
  std::string content_type;
  std::string body;
  std::string policy;  // Content-Security-Policy.
  bool font = false;   // Font loads of an opaque origin need to be allowed.
};

// Threads: any.
class Frames {
 public:
  // `origin`: of the pages, `application`: who may frame them.
  void set_origins(std::string origin, std::string application) {
    origin_ = std::move(origin);
    application_ = std::move(application);
  }

  enum class Kind { kPage, kThumbnail };
  // The address of a page; the same while it is remembered. The oldest are forgotten.
  std::string address(const std::shared_ptr<const StudioSite>& site, size_t page, Kind kind,
                      bool styles = true);
  // Of a page that is not among the site's: as it was, or as it came back.
  std::string address(const std::shared_ptr<const StudioSite>& site,
                      const std::shared_ptr<const model::Page>& page, Kind kind,
                      bool styles = true);

  // What a path of the page host gives; nothing: 404.
  std::optional<FrameAnswer> answer(const std::string& path);

 private:
  struct Frame {
    std::shared_ptr<const StudioSite> site;  // Whose archive has what it loads.
    std::shared_ptr<const model::Page> page;
    Kind kind = Kind::kPage;
    bool styles = true;
    std::string code;
    std::mutex mutex;                 // Guards what follows.
    std::vector<std::string> wanted;  // Addresses of /r/CODE/0, 1…
    std::map<std::string, size_t> place;
  };

  std::optional<FrameAnswer> document(const std::shared_ptr<Frame>& frame) const;
  std::optional<FrameAnswer> resource(const std::shared_ptr<Frame>& frame, size_t number) const;
  std::string readdressed(Frame& frame, const std::string& absolute) const;

  std::string origin_;
  std::string application_;
  std::mutex mutex_;  // Guards what follows.
  std::map<std::string, std::shared_ptr<Frame>> frames_;
  std::deque<std::string> order_;  // Codes, the oldest first.
};

}  // namespace weft::studio
