// Filters: which URLs and pages a crawl wants, decided at four stages. [Zheng] 3.3.
//
//   before enqueue    the URL alone: scheme, host, extension, depth, black and white lists
//   before download   also the head of the response: status, type, length
//   before save       whether the page is kept
//   before parse      whether its links are followed; also its language
//
// Rules are lines of a file (docs/formats/crawl-rules.md), each stage with its own. They are read
// in order: `allow` and `deny` decide when they match, `only` denies when it does not. What no rule
// decides is accepted; a rule about something that is not known (a length that was not sent) is
// passed over.
//
// Threads: const once parsed.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "url/url.h"

namespace weft::crawl {

enum class FilterStage : uint8_t { kEnqueue, kDownload, kSave, kParse };

// What is known when a filter is asked.
struct FilterFacts {
  const url::Url& url;
  uint32_t depth = 0;             // Hops from a seed.
  int status = 0;                 // 0: not known.
  std::string_view media_type;    // "text/html", lower case; empty: not known.
  std::optional<uint64_t> bytes;  // Of the body.
  std::string_view language;      // "en-gb", lower case; empty: not known.
};

struct FilterVerdict {
  bool accepted = true;
  std::string_view rule;  // The rule that decided, as written; empty when none did.
};

class Filters {
 public:
  // Rules that suit most crawls: no images, media, style sheets, scripts or archives.
  static const Filters& defaults();

  // Reads the file at `path`, and the lists that it names (@list.txt, beside it). Stages that the
  // file does not mention are as in `defaults()`. Fails with kNotFound, kIo, and with
  // kInvalidArgument naming file and line.
  static Result<Filters> load(const std::string& path);
  // The same of a text; `read_list` gives the content of an @list.
  using ReadList = std::function<Result<std::string>(const std::string& name)>;
  static Result<Filters> parse(std::string_view text, std::string_view name,
                               const ReadList& read_list);

  [[nodiscard]] FilterVerdict judge(FilterStage stage, const FilterFacts& facts) const;

 private:
  struct Rule;
  friend class FilterParser;
  std::array<std::vector<std::shared_ptr<const Rule>>, 4> stages_;
};

}  // namespace weft::crawl
