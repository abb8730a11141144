// E-mail addresses in text and markup, plain and hidden. Tested by person_test.cc.
//
//   1. Plain ones: letters @ domain.
//   2. "at" and "dot" in brackets or as words, both or one of them beside a sign.
//   3. In markup: mailto:, the hexadecimal attribute of a large proxy (first byte: what the others are xored with), and scripts:
//      strings that stand beside each other are joined ("ann" + "@" + "uni.edu").

#include "read/email.h"

#include <algorithm>

#include <re2/re2.h>

#include "base/strings.h"
#include "dom/text.h"

namespace weft::read {
namespace {

constexpr size_t kMostEmailText = 2000;
constexpr size_t kMostScript = 20'000;

#define WEFT_LOCAL R"(([A-Za-z0-9][A-Za-z0-9._%+-]*))"
#define WEFT_AT R"((?:\s*[\[({<]\s*(?i:at|@)\s*[\])}>]\s*|\s*@\s*))"
#define WEFT_DOT R"((?:\s*[\[({<]\s*(?i:dot|\.)\s*[\])}>]\s*|\s+(?i:dot)\s+|\.))"
#define WEFT_DOMAIN \
  R"(([A-Za-z0-9-]+(?:)" WEFT_DOT R"([A-Za-z0-9-]+)*)" WEFT_DOT R"([A-Za-z]{2,6}))"

const RE2& plain_or_bracketed() {
  static const RE2 kForm(WEFT_LOCAL WEFT_AT WEFT_DOMAIN R"(\b)");
  return kForm;
}

// "ann at uni dot edu": both are words.
const RE2& spelled() {
  static const RE2 kForm(WEFT_LOCAL
                         R"(\s+(?i:at)\s+([A-Za-z0-9-]+(?:(?:\s+(?i:dot)\s+|\.)[A-Za-z0-9-]+)*)"
                         R"(\s+(?i:dot)\s+[A-Za-z]{2,6})\b)");
  return kForm;
}

// "E-mail: ann at uni.edu", the whole text.
const RE2& labelled() {
  static const RE2 kForm(
      R"(^\s*(?:(?i:e-?mail(?:\s+address)?)\s*[:=]?\s*)?)" WEFT_LOCAL
      R"(\s+(?i:at)\s+([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.(?:edu|com|org|net|gov|ac\.[a-z]{2}|[a-z]{2}))\s*\.?\s*$)");
  return kForm;
}

std::string plain_domain(std::string_view written) {
  static const RE2 kDot(WEFT_DOT);
  std::string domain(written);
  RE2::GlobalReplace(&domain, kDot, ".");
  return ascii_lower(domain);
}

// A name of a file is no address: "logo@2x.png".
bool is_domain(std::string_view domain) {
  const std::string_view end = domain.substr(domain.rfind('.') + 1);
  constexpr std::string_view kFiles[] = {"png", "jpg", "jpeg", "gif", "svg", "webp", "css", "js"};
  return std::find(std::begin(kFiles), std::end(kFiles), end) == std::end(kFiles);
}

void add_all(const RE2& form, std::string_view text, std::vector<FoundEmail>& found) {
  re2::StringPiece parts[3];
  for (size_t from = 0; from < text.size() && form.Match({text.data(), text.size()}, from,
                                                         text.size(), RE2::UNANCHORED, parts, 3);) {
    const auto begin = static_cast<uint32_t>(parts[1].data() - text.data());
    const auto end = static_cast<uint32_t>(parts[2].data() + parts[2].size() - text.data());
    from = end;
    std::string domain = plain_domain({parts[2].data(), parts[2].size()});
    if (!is_domain(domain)) continue;
    const bool taken = std::any_of(found.begin(), found.end(), [&](const FoundEmail& one) {
      return begin < one.end && one.begin < end;
    });
    if (!taken) found.push_back({begin, end, parts[1].as_string() + "@" + domain});
  }
}

int hex_digit(char c) {
  if (is_ascii_digit(c)) return c - '0';
  const char lower = ascii_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::string decoded(std::string_view hex) {
  std::string text;
  int key = -1;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) {
    const int high = hex_digit(hex[i]), low = hex_digit(hex[i + 1]);
    if (high < 0 || low < 0) return "";
    const int byte = high * 16 + low;
    if (key < 0)
      key = byte;
    else
      text += static_cast<char>(byte ^ key);
  }
  return text;
}

// The strings of a script, those joined by + being one; others are parted by a line feed.
std::string joined_strings(std::string_view script) {
  std::string joined;
  bool only_plus = false;  // Since the last string.
  for (size_t i = 0; i < script.size(); ++i) {
    const char c = script[i];
    if (c != '"' && c != '\'') {
      if (c != '+' && !is_html_space(c)) only_plus = false;
      continue;
    }
    const size_t end = script.find(c, i + 1);
    if (end == std::string_view::npos) break;
    if (!only_plus) joined += '\n';
    joined += script.substr(i + 1, end - i - 1);
    only_plus = true;
    i = end;
  }
  return joined;
}

std::string first_email(std::string_view text) {
  const std::vector<FoundEmail> found = find_emails(text);
  return found.empty() ? "" : found.front().address;
}

}  // namespace

std::vector<FoundEmail> find_emails(std::string_view text) {
  text = text.substr(0, kMostEmailText);
  std::vector<FoundEmail> found;
  const bool may_hold = text.find('@') != std::string_view::npos ||
                        text.find("at") != std::string_view::npos ||
                        text.find("AT") != std::string_view::npos;
  if (!may_hold) return found;
  add_all(plain_or_bracketed(), text, found);
  add_all(spelled(), text, found);
  if (found.empty()) add_all(labelled(), text, found);
  std::sort(found.begin(), found.end(),
            [](const FoundEmail& a, const FoundEmail& b) { return a.begin < b.begin; });
  return found;
}

std::string hidden_email(const dom::Document& doc, dom::NodeId n) {
  static const dom::Atom kProtected = dom::atom_of("data-cfemail");
  if (const auto hex = doc.attribute(n, kProtected)) return first_email(decoded(*hex));
  if (doc.name(n) == dom::atoms::kA) {
    const std::string_view href = doc.attribute(n, dom::atoms::kHref).value_or("");
    constexpr std::string_view kScheme = "mailto:";
    if (equals_ignoring_ascii_case(href.substr(0, kScheme.size()), kScheme))
      return first_email(href.substr(kScheme.size()));
  }
  if (doc.name(n) == dom::atoms::kScript) {
    const std::string script = dom::text_content(doc, n);
    if (script.size() <= kMostScript && script.find('@') != std::string::npos &&
        script.find("write") != std::string::npos)
      return first_email(joined_strings(script));
  }
  return "";
}

}  // namespace weft::read
