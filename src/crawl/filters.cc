// A stage is a list of rules, asked in order until one decides. With
//
//   [enqueue]
//   deny  extension jpg png
//   allow host example.com
//   only  path /shop/
//
// https://www.example.com/a.jpg is denied by the first rule, https://example.com/about allowed by
// the second, https://other.org/shop/1 passes the third and is accepted because nothing decides.
//
// A rule's values are read once: words into a set (a host is looked up with every domain above it,
// "text/html" also as "text/*", "en-gb" also as "en"), regular expressions into one RE2 that is
// their union, comparisons into a range. So a rule with a list of a million hosts costs a few
// look-ups.
//
// Tested by filters_test.cc.

#include "crawl/filters.h"

#include <re2/re2.h>

#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include <fmt/format.h>

#include "base/file.h"
#include "base/split.h"
#include "base/strings.h"
#include "crawl/config.h"

namespace weft::crawl {
namespace {

constexpr std::array<std::string_view, 4> kStageNames = {"enqueue", "download", "save", "parse"};

constexpr std::string_view kDefaultRules = R"([enqueue]
only scheme http https
deny extension jpg jpeg png gif webp svg ico bmp tif tiff avif mp3 mp4 m4a m4v avi mov mkv webm ogg ogv oga wav flac wmv flv
deny extension css js mjs map woff woff2 ttf otf eot zip gz tgz bz2 xz 7z rar tar iso dmg exe msi deb rpm apk jar bin
[download]
deny type image/* video/* audio/* font/* text/css text/javascript application/javascript application/x-javascript
deny type application/zip application/x-tar application/x-7z-compressed application/vnd.rar application/x-msdownload
[save]
deny status >= 400
[parse]
)";

enum class Action { kAllow, kDeny, kOnly };
enum class Key {
  kScheme,
  kHost,
  kExtension,
  kPath,
  kRegex,
  kDepth,
  kStatus,
  kType,
  kLength,
  kLanguage,
};
// By Key: its name, and the first stage at which it is known.
constexpr std::pair<std::string_view, FilterStage> kKeys[] = {
    {"scheme", FilterStage::kEnqueue},    {"host", FilterStage::kEnqueue},
    {"extension", FilterStage::kEnqueue}, {"path", FilterStage::kEnqueue},
    {"regex", FilterStage::kEnqueue},     {"depth", FilterStage::kEnqueue},
    {"status", FilterStage::kDownload},   {"type", FilterStage::kDownload},
    {"length", FilterStage::kDownload},   {"language", FilterStage::kSave}};

// Numbers from least to most.
struct NumberRange {
  uint64_t least = 0;
  uint64_t most = UINT64_MAX;
  [[nodiscard]] bool holds(uint64_t n) const { return least <= n && n <= most; }
};

// "> 10M"; also "404" for "= 404".
std::optional<NumberRange> parse_comparison(std::string_view text) {
  std::string_view sign;
  for (const std::string_view spelling : {"<=", ">=", "<", ">", "="})
    if (sign.empty() && text.starts_with(spelling)) sign = spelling;
  const auto size = parse_size(trim(text.substr(sign.size())));
  if (!size.ok()) return std::nullopt;
  constexpr NumberRange kNone{.least = 1, .most = 0};
  const uint64_t value = *size;
  if (sign == "<=") return NumberRange{.most = value};
  if (sign == ">=") return NumberRange{.least = value};
  if (sign == "<") return value == 0 ? kNone : NumberRange{.most = value - 1};
  if (sign == ">") return value == UINT64_MAX ? kNone : NumberRange{.least = value + 1};
  return NumberRange{.least = value, .most = value};
}

// "html" of "/a/b.html"; empty if there is none.
std::string extension_of(const url::Url& url) {
  if (url.path.empty()) return {};
  const std::string& name = url.path.back();
  const size_t dot = name.rfind('.');
  return dot == std::string::npos ? std::string() : ascii_lower(name.substr(dot + 1));
}

// Whether `set` has the host or a domain above it.
bool has_host(const std::unordered_set<std::string>& set, const std::string& host) {
  for (size_t at = 0; at != std::string::npos;) {
    if (set.contains(host.substr(at))) return true;
    at = host.find('.', at);
    if (at != std::string::npos) ++at;
  }
  return false;
}

// Whether `set` has "text/html" or "text/*".
bool has_type(const std::unordered_set<std::string>& set, std::string_view type) {
  const std::string family(type.substr(0, std::min(type.find('/'), type.size())));
  return set.contains(std::string(type)) || set.contains(family + "/*");
}

// Whether `set` has "en-gb" or "en".
bool has_language(const std::unordered_set<std::string>& set, std::string_view language) {
  const std::string family(language.substr(0, std::min(language.find('-'), language.size())));
  return set.contains(std::string(language)) || set.contains(family);
}

}  // namespace

struct Filters::Rule {
  Action action = Action::kAllow;
  Key key = Key::kScheme;
  std::string text;
  std::unordered_set<std::string> values;  // Lower case.
  std::vector<std::string> prefixes;       // kPath.
  std::unique_ptr<RE2> regex;
  NumberRange range;

  // Nothing if what the rule is about is not known.
  [[nodiscard]] std::optional<bool> matches(const FilterFacts& facts) const {
    switch (key) {
      case Key::kScheme:
        return values.contains(facts.url.scheme);
      case Key::kHost:
        return facts.url.host.has_value() && has_host(values, *facts.url.host);
      case Key::kExtension:
        return values.contains(extension_of(facts.url));
      case Key::kPath: {
        const std::string path = facts.url.pathname();
        return std::any_of(prefixes.begin(), prefixes.end(),
                           [&](const std::string& prefix) { return path.starts_with(prefix); });
      }
      case Key::kRegex:
        return RE2::PartialMatch(facts.url.href_without_fragment(), *regex);
      case Key::kDepth:
        return range.holds(facts.depth);
      case Key::kStatus:
        if (facts.status == 0) return std::nullopt;
        return range.holds(static_cast<uint64_t>(facts.status));
      case Key::kType:
        if (facts.media_type.empty()) return std::nullopt;
        return has_type(values, facts.media_type);
      case Key::kLength:
        if (!facts.bytes.has_value()) return std::nullopt;
        return range.holds(*facts.bytes);
      case Key::kLanguage:
        if (facts.language.empty()) return std::nullopt;
        return has_language(values, facts.language);
    }
    return std::nullopt;
  }
};

class FilterParser {
 public:
  FilterParser(std::string_view name, const Filters::ReadList& read_list)
      : name_(name), read_list_(read_list) {}

  Result<Filters> parse(std::string_view text) {
    for (line_ = 1; !text.empty(); ++line_) {
      const std::string_view line = trim(take_line(text));
      if (line.empty() || line.starts_with('#')) continue;
      WEFT_TRY(line.starts_with('[') ? parse_stage(line) : parse_rule(line));
    }
    return std::move(filters_);
  }

  [[nodiscard]] bool mentions(size_t stage) const { return mentioned_[stage]; }

 private:
  [[nodiscard]] Error error(std::string_view what) const {
    return {ErrorCode::kInvalidArgument, fmt::format("{}:{}: {}", name_, line_, what)};
  }

  static std::string_view take_word(std::string_view& text) {
    text = trim(text);
    const size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    return word;
  }

  Status parse_stage(std::string_view line) {
    for (size_t i = 0; i < kStageNames.size(); ++i) {
      if (line != fmt::format("[{}]", kStageNames[i])) continue;
      stage_ = i;
      mentioned_[i] = true;
      return {};
    }
    return error(
        fmt::format("no stage {}; there are [enqueue], [download], [save], [parse]", line));
  }

  Status parse_rule(std::string_view line) {
    if (!stage_.has_value()) return error("a rule before the first [stage]");
    auto rule = std::make_shared<Filters::Rule>();
    rule->text = fmt::format("{}: {}", kStageNames[*stage_], line);
    const std::string_view action = take_word(line);
    if (action == "allow")
      rule->action = Action::kAllow;
    else if (action == "deny")
      rule->action = Action::kDeny;
    else if (action == "only")
      rule->action = Action::kOnly;
    else
      return error(fmt::format("'{}' is not allow, deny or only", action));
    const std::string_view key = take_word(line);
    const auto* const found = std::find_if(std::begin(kKeys), std::end(kKeys),
                                           [&](const auto& k) { return k.first == key; });
    if (found == std::end(kKeys)) {
      std::vector<std::string_view> names;
      for (const auto& [name, first_stage] : kKeys) names.push_back(name);
      return error(fmt::format("'{}' is none of {}", key, fmt::join(names, ", ")));
    }
    rule->key = static_cast<Key>(found - std::begin(kKeys));
    if (static_cast<size_t>(found->second) > *stage_)
      return error(fmt::format("{} is not known before {}", key, kStageNames[*stage_]));
    WEFT_TRY(parse_values(trim(line), *rule));
    filters_.stages_[*stage_].push_back(std::move(rule));
    return {};
  }

  Status parse_values(std::string_view text, Filters::Rule& rule) {
    if (text.empty()) return error("a rule without a value");
    if (rule.key == Key::kDepth || rule.key == Key::kStatus || rule.key == Key::kLength) {
      const std::optional<NumberRange> range = parse_comparison(text);
      if (!range.has_value())
        return error(fmt::format("'{}' is not a number like 404, >= 2 or > 10M", text));
      rule.range = *range;
      return {};
    }
    std::vector<std::string> words;
    while (!(text = trim(text)).empty()) WEFT_TRY(add_word(take_word(text), words));
    if (rule.key == Key::kRegex) return compile(words, rule);
    if (rule.key == Key::kPath) {
      rule.prefixes = std::move(words);
      return {};
    }
    for (std::string& word : words) rule.values.insert(normal_value(rule.key, word));
    return {};
  }

  // Lower case; hosts without "*.", extensions without ".".
  static std::string normal_value(Key key, std::string_view word) {
    if (key == Key::kHost && word.starts_with("*.")) word.remove_prefix(2);
    if (key == Key::kExtension && word.starts_with('.')) word.remove_prefix(1);
    return ascii_lower(word);
  }

  Status add_word(std::string_view word, std::vector<std::string>& words) {
    if (!word.starts_with('@')) {
      words.emplace_back(word);
      return {};
    }
    const auto list = read_list_(std::string(word.substr(1)));
    if (!list.ok()) return error(list.error().message);
    for (const std::string_view line : list_lines(*list)) words.emplace_back(line);
    return {};
  }

  Status compile(const std::vector<std::string>& words, Filters::Rule& rule) {
    std::string all;
    for (const std::string& word : words) {
      const RE2 alone(word, RE2::Quiet);
      if (!alone.ok()) return error(fmt::format("'{}': {}", word, alone.error()));
      all += fmt::format("{}(?:{})", all.empty() ? "" : "|", word);
    }
    RE2::Options options(RE2::Quiet);
    options.set_max_mem(int64_t{64} << 20);
    rule.regex = std::make_unique<RE2>(all, options);
    if (!rule.regex->ok()) return error(rule.regex->error());
    return {};
  }

  std::string name_;
  const Filters::ReadList& read_list_;
  int line_ = 0;
  std::optional<size_t> stage_;
  std::array<bool, 4> mentioned_ = {};
  Filters filters_;
};

const Filters& Filters::defaults() {
  static const Filters filters = [] {
    const ReadList none;
    auto parsed = FilterParser("defaults", none).parse(kDefaultRules);
    WEFT_CHECK(parsed.ok());
    return std::move(*parsed);
  }();
  return filters;
}

Result<Filters> Filters::parse(std::string_view text, std::string_view name,
                               const ReadList& read_list) {
  FilterParser parser(name, read_list);
  WEFT_ASSIGN(Filters filters, parser.parse(text));
  for (size_t i = 0; i < filters.stages_.size(); ++i) {
    if (!parser.mentions(i)) filters.stages_[i] = defaults().stages_[i];
  }
  return filters;
}

Result<Filters> Filters::load(const std::string& path) {
  constexpr uint64_t kMaxList = uint64_t{1} << 30;
  WEFT_ASSIGN(const std::string text, read_file(path, uint64_t{16} << 20));
  const auto folder = std::filesystem::path(path).parent_path();
  return parse(text, path, [&](const std::string& name) {
    return read_file((folder / name).string(), kMaxList);
  });
}

FilterVerdict Filters::judge(FilterStage stage, const FilterFacts& facts) const {
  for (const auto& rule : stages_[static_cast<size_t>(stage)]) {
    const std::optional<bool> match = rule->matches(facts);
    if (!match.has_value()) continue;
    if (rule->action == Action::kOnly) {
      if (!*match) return {false, rule->text};
    } else if (*match) {
      return {rule->action == Action::kAllow, rule->text};
    }
  }
  return {};
}

}  // namespace weft::crawl
