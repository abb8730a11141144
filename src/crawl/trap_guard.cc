// Steps for a fetched page:
//   1. its shingle vector gives its template: the nearest of its host that agrees in at least 6 of
//      8 bytes, else a new one;
//   2. each text node, numbers masked, is looked up in the template's memory (a bit per hash); the
//      bytes of those not found are new, and are remembered;
//   3. each pattern of the URL pays its share of one page and gets its share of the earnings.
//
// An example: a calendar has 60 links to days without entries, /calendar/2016/12 and on. All are of
// the pattern h/calendar/N/N, which begins with a credit of 50. Its first page says "Monday",
// "Tuesday"…, new to the template, and earns its cost; the second says the same with other numbers,
// earns nothing and costs one, and so on: after some 50 pages no day is fetched any more.
//
// Only the parameters that hold data pay, so that one that all pages have (?page=main) is not
// ruined by one trap among them. A memory half full is emptied: a large catalogue then earns as at
// its start, while a trap, which adds nothing, never fills one. Text made up afresh for every
// request is not recognised; budgets per host are for that.
//
// Tested by trap_guard_test.cc.

#include "crawl/trap_guard.h"

#include <algorithm>
#include <unordered_set>

#include "base/hash.h"
#include "base/json_fields.h"
#include "base/split.h"
#include "base/strings.h"
#include "dom/text.h"

namespace weft::crawl {
namespace {

constexpr unsigned kMinAgreement = 6;     // Bytes of the signature, of 8.
constexpr size_t kMaxTextNodes = 20'000;  // Of a page; the rest is not read.
constexpr size_t kMaxParameters = 8;      // Of a query, and…
constexpr size_t kMaxSegments = 12;       // …words of a path; more make one pattern.
constexpr size_t kSlugLength = 24;        // A longer segment is a title, not a place.

// A part of a URL with what looks like data generalised: runs of digits are N, slugs are *.
std::string generalised(std::string_view part) {
  const auto hyphens = std::count(part.begin(), part.end(), '-');
  if (part.size() > kSlugLength || hyphens >= 2) return "*";
  std::string out;
  for (const char c : part) {
    if (!is_ascii_digit(c))
      out += c;
    else if (out.empty() || out.back() != 'N')
      out += 'N';
  }
  return out;
}

std::string path_pattern(const url::Url& url) {
  std::string pattern = url.host_and_port();
  std::unordered_set<std::string> seen;
  for (const std::string& segment : url.path) {
    std::string part = generalised(segment);
    const bool words = part.find('N') == std::string::npos && part != "*" && !part.empty();
    // A word that comes again, or a path without end: what follows says nothing.
    if ((words && !seen.insert(part).second) || seen.size() >= kMaxSegments) {
      return pattern + "/~";
    }
    (pattern += '/') += part;
  }
  return pattern;
}

// The hash of a text without its digits; 0 for texts with nothing else.
uint64_t masked_hash(std::string_view text, std::string& buffer) {
  buffer.clear();
  bool letters = false;
  for (const char c : trim(text)) {
    if (is_ascii_digit(c)) continue;
    letters = letters || is_ascii_alpha(c) || (static_cast<unsigned char>(c) & 0x80) != 0;
    buffer += c;
  }
  return letters ? hash_bytes(buffer) | 1 : 0;
}

}  // namespace

std::vector<std::string> url_patterns(const url::Url& url) {
  const std::string path = path_pattern(url);
  if (!url.query.has_value() || url.query->empty()) return {path};
  std::vector<std::string> patterns;
  std::unordered_set<std::string> keys;
  std::string_view query = *url.query;
  while (!query.empty()) {
    const std::string_view parameter = take_until(query, '&');
    if (parameter.empty()) continue;
    const size_t equals = std::min(parameter.find('='), parameter.size());
    const std::string key = generalised(parameter.substr(0, equals));
    const bool repeated = !keys.insert(key).second;
    if (repeated || patterns.size() >= kMaxParameters) {
      patterns.push_back(path + "?~");
      break;
    }
    patterns.push_back(path);
    (patterns.back() += '?') += key;
    if (equals < parameter.size())
      (patterns.back() += '=') += generalised(parameter.substr(equals + 1));
  }
  if (patterns.empty()) patterns.push_back(path);
  // What makes a URL one of many are its data; a parameter that is always the same does not.
  const auto is_constant = [&](const std::string& pattern) {
    return pattern.find_first_of("N*~", path.size()) == std::string::npos;
  };
  if (!std::all_of(patterns.begin(), patterns.end(), is_constant))
    std::erase_if(patterns, is_constant);
  return patterns;
}

bool TrapGuard::TemplateMemory::learn(uint64_t hash) {
  const size_t bit = hash % kBits;
  if (said[bit]) return false;
  if (++count > kBits / 2) {
    said.reset();
    count = 1;
  }
  said.set(bit);
  return true;
}

TrapGuard::TemplateMemory& TrapGuard::template_of(const std::string& host,
                                                  const dom::Document& page) {
  const dom::ShingleVector signature =
      dom::shingle_vector(page, {.kind = dom::ShingleKind::kPlaces});
  if (template_count_ >= options_.max_templates) {
    templates_.clear();
    template_count_ = 0;
  }
  auto& known = templates_[host];
  TemplateMemory* nearest = nullptr;
  unsigned best = kMinAgreement - 1;
  for (const auto& candidate : known) {
    const unsigned equal = agreement(candidate->signature, signature);
    if (equal <= best) continue;
    best = equal;
    nearest = candidate.get();
  }
  if (nearest != nullptr) return *nearest;
  known.push_back(std::make_unique<TemplateMemory>());
  known.back()->signature = signature;
  ++template_count_;
  return *known.back();
}

uint64_t TrapGuard::new_text(TemplateMemory& memory, const dom::Document& page) {
  uint64_t bytes = 0;
  size_t nodes = 0;
  for (const dom::NodeId n : page.nodes()) {
    if (!page.is_text(n)) continue;
    const dom::Atom parent = page.name(page.parent(n));
    if (dom::is_unread(parent)) continue;
    if (++nodes > kMaxTextNodes) break;
    const uint64_t hash = masked_hash(page.text(n), buffer_);
    if (hash != 0 && memory.learn(hash)) bytes += buffer_.size();
  }
  return bytes;
}

TrapGuard::Pattern* TrapGuard::account(const std::string& name) {
  const auto found = patterns_.find(name);
  if (found != patterns_.end()) return &found->second;
  if (patterns_.size() >= options_.max_patterns) return nullptr;
  return &patterns_.emplace(name, Pattern{.credit = options_.allowance}).first->second;
}

void TrapGuard::settle(const url::Url& url, uint64_t bytes) {
  const std::vector<std::string> names = url_patterns(url);
  const double share = 1.0 / static_cast<double>(names.size());
  const double earned =
      std::min(static_cast<double>(bytes) / options_.page_text, options_.max_earning);
  for (const std::string& name : names) {
    Pattern* pattern = account(name);
    if (pattern == nullptr) continue;
    pattern->credit = std::min(pattern->credit + (earned - 1) * share, options_.max_credit);
    ++pattern->pages;
    pattern->new_bytes += bytes;
  }
}

std::string TrapGuard::starving_pattern(const url::Url& url) const {
  for (std::string& name : url_patterns(url)) {
    const auto found = patterns_.find(name);
    if (found != patterns_.end() && found->second.credit <= 0) return std::move(name);
  }
  return {};
}

uint64_t TrapGuard::note(const url::Url& url, const dom::Document& page) {
  TemplateMemory& memory = template_of(url.host_and_port(), page);
  const uint64_t bytes = new_text(memory, page);
  settle(url, bytes);
  return bytes;
}

namespace {

struct TrapFile {
  std::string format = "weft-traps";
  // Name, credit, pages, new bytes.
  std::vector<std::tuple<std::string, double, uint64_t, uint64_t>> patterns;
};

void describe(JsonFields& json, TrapFile& file) {
  json.required("format", file.format);
  json.check(file.format == "weft-traps", "format", "weft-traps");
  json.required("patterns", file.patterns);
  json.note("version", 1);
}

}  // namespace

std::string TrapGuard::to_json() const {
  TrapFile file;
  for (const auto& [name, pattern] : patterns_)
    file.patterns.emplace_back(name, pattern.credit, pattern.pages, pattern.new_bytes);
  return write_json(file).dump();
}

Status TrapGuard::merge_json(std::string_view text) {
  const auto file = read_json_text<TrapFile>(text, "trap credits");
  if (!file.ok()) return Error{ErrorCode::kCorruption, file.error().message};
  for (const auto& [name, credit, pages, new_bytes] : file->patterns) {
    const Pattern theirs{credit, pages, new_bytes};
    Pattern* pattern = account(name);
    if (pattern == nullptr) break;
    const Pattern before =
        shared_.try_emplace(name, Pattern{.credit = options_.allowance}).first->second;
    pattern->credit =
        std::min(theirs.credit + (pattern->credit - before.credit), options_.max_credit);
    pattern->pages += theirs.pages - before.pages;
    pattern->new_bytes += theirs.new_bytes - before.new_bytes;
    shared_[name] = theirs;
  }
  return {};
}

}  // namespace weft::crawl
