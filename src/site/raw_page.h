// Pages as they were obtained, not yet parsed; and from there to the page that stages work on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/limits.h"
#include "base/result.h"
#include "html/parser.h"
#include "model/page.h"
#include "warc/reader.h"

namespace weft::site {

struct RawPage {
  std::string id;  // The URL, or the path.
  std::string url;
  int status = 200;  // Also of an answer that is an error.
  std::string content_type;
  std::string charset;
  std::string fetched_at;
  std::string bytes;
  std::string layout;          // As stored, of these bytes; empty when there is none.
  std::string archive;         // The file it was found in; empty for other inputs.
  std::optional<Error> error;  // Why there is none.
};

// The charset that an HTTP header names: "utf-8" of "text/html; charset=utf-8"; empty if it names none.
std::string charset_of(std::string_view content_type);

// Without a URL it has the one that the page gives itself: <base>, else the canonical link.
model::Page parse_page(html::Parser& parser, const RawPage& raw, const Limits& limits);

// The HTML captures of an archive, one after the other. Threads: one at a time.
class ArchivePages {
 public:
  // Of a page more than `max_bytes` is cut. `rendered`: of one that the archive has both ways, the
  // tree after its scripts, with its layout; otherwise as it was sent.
  ArchivePages(warc::Reader reader, uint64_t max_bytes, bool rendered = true);

  // Nothing at the end.
  std::optional<RawPage> next();
  [[nodiscard]] uint64_t other_records() const { return other_records_; }  // That are no page.
  [[nodiscard]] const warc::Reader& reader() const { return reader_; }

 private:
  // Whether the record was made of the page held back, which is then changed by it.
  bool takes_conversion(const warc::Record& record);

  warc::Reader reader_;
  uint64_t max_bytes_;
  bool rendered_;
  std::optional<RawPage> held_;  // What was made of it may follow.
  bool held_rendered_ = false;
  uint64_t other_records_ = 0;
};

}  // namespace weft::site
