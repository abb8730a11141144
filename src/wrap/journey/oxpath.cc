// OXPath, a subset: see oxpath.h. One pass over the text; XPath is cut out by its ends ("/{", ":<", "]", ")") outside
// strings and brackets, and compiled by select/.
// Tested by oxpath_test.cc, which has the wrapper of Fig. 5.5; fuzzed by oxpath_fuzz.cc.

#include "wrap/journey/oxpath.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/strings.h"
#include "select/query.h"
#include "wrap/journey/xpath_wrapper.h"

namespace weft::wrap {
namespace {

constexpr size_t kMaxOxpathBytes = size_t{1} << 20;
constexpr size_t kMaxActs = 1000;

bool is_name_char(char c) { return is_ascii_alpha(c) || is_ascii_digit(c) || c == '_' || c == '-'; }

// What Fig. 5.5 abbreviates, written out; strings are left alone.
std::string without_abbreviations(std::string_view path) {
  constexpr std::pair<std::string_view, std::string_view> kShort[] = {
      {"prec-sibl::", "preceding-sibling::"},
      {"foll-sibl::", "following-sibling::"},
      {"norm()", "normalize-space(.)"},
      {"norm(", "normalize-space("},
      {"len(", "string-length("},
  };
  std::string out;
  char quote = 0;
  for (size_t i = 0; i < path.size();) {
    const char c = path[i];
    if (quote != 0 || c == '"' || c == '\'') {
      if (quote == 0)
        quote = c;
      else if (c == quote)
        quote = 0;
      out += c;
      ++i;
      continue;
    }
    const bool starts = i == 0 || !is_name_char(path[i - 1]);
    const auto found = std::find_if(std::begin(kShort), std::end(kShort), [&](const auto& pair) {
      return starts && path.substr(i).starts_with(pair.first);
    });
    if (found == std::end(kShort)) {
      out += c;
      ++i;
    } else {
      out += found->second;
      i += found->first.size();
    }
  }
  return std::string(trim(out));
}

std::string oxpath_string(std::string_view text) {
  const char quote = text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out(1, quote);
  for (const char c : text) {
    if (c != quote) out += c;  // OXPath has no escapes; a text with both quotes loses one kind.
  }
  return out + quote;
}

class OxpathParser {
 public:
  explicit OxpathParser(std::string_view text) : text_(text) {}

  Result<std::unique_ptr<JourneyWrapper>> parse(std::shared_ptr<const model::Wrapper> inner) {
    Journey journey;
    std::optional<XPathRecords> records;
    bool extracts = false;
    do {
      WEFT_ASSIGN(std::string start, document());
      if (!journey.paths.empty() && start != journey.start)
        return problem("all ways of a journey begin at one address");
      journey.start = std::move(start);
      WEFT_ASSIGN(JourneyPath path, way());
      journey.paths.push_back(std::move(path));
      if (take("/{extract")) {
        WEFT_TRY(end_of_act());
        extracts = true;
      } else {
        WEFT_ASSIGN(XPathRecords read, extraction());
        if (records && !(*records == read)) return problem("all ways of a journey extract alike");
        records = std::move(read);
      }
    } while (take("|"));
    skip();
    if (at_ != text_.size()) return problem("the journey should end here");
    if (extracts && records) return problem("either {extract /} or records, not both");
    if (extracts) {
      if (inner == nullptr) return problem("{extract /} needs a wrapper beside the text");
      return std::make_unique<JourneyWrapper>(std::move(journey), std::move(inner));
    }
    WEFT_ASSIGN(auto wrapper,
                XPathWrapper::make(std::move(records->at), std::move(records->attributes)));
    return std::make_unique<JourneyWrapper>(std::move(journey), std::move(wrapper));
  }

 private:
  struct XPathRecords {
    std::string at;
    std::vector<XPathAttribute> attributes;
    bool operator==(const XPathRecords&) const = default;
  };

  [[nodiscard]] Error problem(std::string_view what) const {
    const std::string_view before = text_.substr(0, std::min(at_, text_.size()));
    const size_t line = static_cast<size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    const size_t begin = before.find_last_of('\n');
    const size_t column = before.size() - (begin == std::string_view::npos ? 0 : begin + 1) + 1;
    return {ErrorCode::kInvalidArgument,
            fmt::format("oxpath: {}, at line {}, column {}", what, line, column)};
  }

  void skip() {
    while (at_ < text_.size() && is_html_space(text_[at_])) ++at_;
  }
  // White space may stand between the characters of a token's parts, as the figure breaks lines.
  bool take(std::string_view token) {
    const size_t before = at_;
    for (const char c : token) {
      skip();
      if (at_ == text_.size() || text_[at_] != c) {
        at_ = before;
        return false;
      }
      ++at_;
    }
    return true;
  }
  [[nodiscard]] bool sees(std::string_view token) {
    const size_t before = at_;
    const bool there = take(token);
    at_ = before;
    return there;
  }

  Result<std::string> string() {
    skip();
    if (at_ == text_.size() || (text_[at_] != '"' && text_[at_] != '\''))
      return problem("a string is missing");
    const char quote = text_[at_];
    const size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) return problem("a string has no end");
    std::string value(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return value;
  }

  Result<std::string> name() {
    skip();
    const size_t begin = at_;
    while (at_ < text_.size() && is_name_char(text_[at_])) ++at_;
    if (begin == at_) return problem("a name is missing");
    return std::string(text_.substr(begin, at_ - begin));
  }

  // The XPath up to one of the ends, outside strings, brackets and parentheses.
  Result<std::string> xpath(std::initializer_list<std::string_view> ends,
                            std::string_view before = "") {
    skip();
    const size_t begin = at_;
    char quote = 0;
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (quote != 0) {
        if (c == quote) quote = 0;
        continue;
      }
      if (depth == 0) {
        const std::string_view rest = text_.substr(at_);
        if (std::any_of(ends.begin(), ends.end(),
                        [&](std::string_view end) { return rest.starts_with(end); }))
          break;
      }
      if (c == '"' || c == '\'') quote = c;
      if (c == '[' || c == '(') ++depth;
      if (c == ']' || c == ')') --depth;
      if (depth < 0) break;
    }
    std::string path =
        std::string(before) + without_abbreviations(text_.substr(begin, at_ - begin));
    const auto query = select::Query::xpath(path);
    if (!query.ok()) return problem("'" + path + "': " + query.error().message);
    return path;
  }

  Result<std::string> document() {
    if (!take("doc(")) return problem("a journey begins with doc(\"address\")");
    WEFT_ASSIGN(std::string start, string());
    if (!take(")")) return problem("')' is missing");
    return start;
  }

  Status end_of_act() {
    if (!take("/}")) return problem("an act ends with '/}'");
    return {};
  }

  // Whether an act comes next, before anything is extracted.
  [[nodiscard]] bool act_follows() const {
    char quote = 0;
    for (size_t i = at_; i < text_.size(); ++i) {
      if (quote != 0) {
        if (text_[i] == quote) quote = 0;
        continue;
      }
      if (text_[i] == '"' || text_[i] == '\'') quote = text_[i];
      const std::string_view rest = text_.substr(i);
      if (rest.starts_with(":<")) return false;
      if (rest.starts_with("/{")) return true;
    }
    return false;
  }

  Result<JourneyPath> way() {
    JourneyPath path;
    std::string from;  // The place of the act before, on the same page.
    for (;;) {
      WEFT_TRY(data_area());
      if (sees("/(") || sees("/{extract") || !act_follows()) break;
      if (path.steps.size() == kMaxActs) return problem("there are too many acts");
      const bool anew = sees("//");
      WEFT_ASSIGN(std::string at, xpath({"/{"}, anew ? "" : from));
      if (!take("/{")) return problem("an act is missing");
      JourneyStep step{.at = std::move(at)};
      if (take("click")) {
        from.clear();
      } else {
        step.act = JourneyAct::kFill;
        if (take("$")) {
          WEFT_ASSIGN(step.parameter, name());
          if (!take("=")) return problem("a parameter has a value: $name=\"value\"");
        }
        WEFT_ASSIGN(step.value, string());
        from = step.at;
      }
      WEFT_TRY(end_of_act());
      path.steps.push_back(std::move(step));
    }
    if (!take("/(")) return path;
    if (take("{next")) {
      path.next = kAnyNext;
    } else {
      WEFT_ASSIGN(path.next, xpath({"/{"}));
      if (!take("/{nextclick")) return problem("what is repeated ends with {nextclick /}");
    }
    WEFT_TRY(end_of_act());
    if (!take(")*")) return problem("')*' is missing");
    WEFT_TRY(data_area());
    return path;
  }

  // "./:<data_area>[? path:<name=…>]": facts of a page, passed over.
  Status data_area() {
    if (!take("./:<") && !take("/.:<")) return {};
    WEFT_ASSIGN(const std::string area, name());
    if (!take(">")) return problem("'>' is missing");
    while (sees("["))
      WEFT_TRY(attribute().ok() ? Status()
                                : Status(problem("a fact of the page is not well formed")));
    return {};
  }

  Result<XPathAttribute> attribute() {
    XPathAttribute attribute{.needed = true};
    if (!take("[")) return problem("'[' is missing");
    if (take("?")) attribute.needed = false;
    WEFT_ASSIGN(attribute.at, xpath({":<"}));
    if (!take(":<")) return problem("a value has a name: :<name>");
    WEFT_ASSIGN(attribute.name, name());
    if (take("=")) {
      WEFT_ASSIGN(attribute.value, xpath({">"}));
      if (attribute.value == "normalize-space(.)") attribute.value.clear();
    }
    if (!take(">")) return problem("'>' is missing");
    if (!take("]")) return problem("']' is missing");
    return attribute;
  }

  Result<XPathRecords> extraction() {
    XPathRecords records;
    WEFT_ASSIGN(records.at, xpath({":<"}));
    if (!take(":<record>")) return problem("records are missing: path:<record>");
    while (sees("[")) {
      WEFT_ASSIGN(XPathAttribute one, attribute());
      records.attributes.push_back(std::move(one));
    }
    return records;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::string to_oxpath(const JourneyWrapper& journey) {
  std::string records = "/{extract /}";
  if (const auto* written = dynamic_cast<const XPathWrapper*>(journey.inner().get())) {
    records = written->records() + ":<record>";
    for (const XPathAttribute& attribute : written->attributes()) {
      records += fmt::format("\n  [{}{}:<{}{}>]", attribute.needed ? "" : "? ", attribute.at,
                             attribute.name, attribute.value.empty() ? "" : "=" + attribute.value);
    }
  }
  std::string text;
  for (const JourneyPath& path : journey.journey().paths) {
    text += text.empty() ? "" : "| ";
    text += fmt::format("doc({})\n", oxpath_string(journey.journey().start));
    for (const JourneyStep& step : path.steps) {
      text += step.at + "/{";
      if (step.act == JourneyAct::kClick)
        text += "click";
      else
        text +=
            (step.parameter.empty() ? "" : "$" + step.parameter + "=") + oxpath_string(step.value);
      text += " /}\n";
    }
    if (path.next == kAnyNext)
      text += "/({next /})*\n";
    else if (!path.next.empty())
      text += fmt::format("/({}/{{nextclick /}})*\n", path.next);
    text += records + "\n";
  }
  return text;
}

Result<std::unique_ptr<JourneyWrapper>> parse_oxpath(std::string_view text,
                                                     std::shared_ptr<const model::Wrapper> inner) {
  if (text.size() > kMaxOxpathBytes)
    return Error{ErrorCode::kLimitExceeded, "oxpath: the text is longer than 1 MB"};
  return OxpathParser(text).parse(std::move(inner));
}

}  // namespace weft::wrap
