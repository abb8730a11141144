// One pass over the tokens that matter (CSS Syntax Level 3 §4): comments, strings, names, and what a
// name followed by a parenthesis begins.
//
//   a{background:u\72l( x.png )}      a{background:url("/r/…/0")}
//   @import "theme.css" screen;       @import url("/r/…/1") screen;
#include "url/css_rewrite.h"

#include <cctype>
#include <vector>

#include "base/strings.h"

namespace weft::url {
namespace {

bool is_name_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class Rewriter {
 public:
  Rewriter(std::string_view css, const Readdress& readdress) : css_(css), readdress_(readdress) {}

  std::string run() {
    while (at_ < css_.size()) step();
    return std::move(out_);
  }

 private:
  void step() {
    const char c = css_[at_];
    if (css_.substr(at_).starts_with("/*")) {
      const size_t end = css_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? css_.size() : end + 2;
      out_ += ' ';  // A comment parts names.
    } else if (c == '"' || c == '\'') {
      const std::string text = string();
      if (!addressed_.empty() && addressed_.back())
        put_string(readdress_(text, Wanted::kImage));
      else
        put_string(text);
    } else if (c == '@') {
      at_rule();
    } else if (is_name_byte(c) || c == '\\') {
      word();
    } else {
      if (c == '(') addressed_.push_back(!addressed_.empty() && addressed_.back());
      if (c == ')' && !addressed_.empty()) addressed_.pop_back();
      if (c != '<') out_ += c;  // No style sheet needs one outside strings, and </style> ends it.
      ++at_;
    }
  }

  // A name with its escapes read.
  std::string name() {
    std::string text;
    while (at_ < css_.size() && (is_name_byte(css_[at_]) || css_[at_] == '\\')) {
      if (css_[at_] == '\\')
        escape(text);
      else
        text += css_[at_++];
    }
    return text;
  }

  void escape(std::string& text) {
    ++at_;
    if (at_ >= css_.size()) return;
    if (css_[at_] == '\n') {
      ++at_;
      return;
    }
    if (std::isxdigit(static_cast<unsigned char>(css_[at_])) == 0) {
      text += css_[at_++];
      return;
    }
    uint32_t value = 0;
    for (int i = 0;
         i < 6 && at_ < css_.size() && std::isxdigit(static_cast<unsigned char>(css_[at_])) != 0;
         ++i, ++at_) {
      const char c = css_[at_];
      const uint32_t digit =
          c <= '9' ? static_cast<uint32_t>(c - '0') : static_cast<uint32_t>((c | 0x20) - 'a') + 10;
      value = value * 16 + digit;
    }
    if (at_ < css_.size() && is_html_space(css_[at_])) ++at_;
    const bool good = value != 0 && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
    append_utf8(text, good ? static_cast<char32_t>(value) : U'\uFFFD');
  }

  // What stands between the quote here and the next; to the end of the line if there is none.
  std::string string() {
    const char quote = css_[at_++];
    std::string text;
    while (at_ < css_.size() && css_[at_] != quote && css_[at_] != '\n') {
      if (css_[at_] == '\\')
        escape(text);
      else
        text += css_[at_++];
    }
    if (at_ < css_.size() && css_[at_] == quote) ++at_;
    return text;
  }

  void put_string(std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    out_ += '"';
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\' || c == '<' || byte < 0x20) {
        out_ += '\\';
        out_ += kHex[byte >> 4];
        out_ += kHex[byte & 15];
        out_ += ' ';
      } else {
        out_ += c;
      }
    }
    out_ += '"';
  }

  // A name that was read is written so that it is read the same.
  void put_name(std::string_view text) {
    static constexpr char kHex[] = "0123456789abcdef";
    for (size_t i = 0; i < text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      const bool plain = is_name_byte(text[i]);
      if (plain) {
        out_ += text[i];
      } else {
        out_ += '\\';
        out_ += kHex[byte >> 4];
        out_ += kHex[byte & 15];
        out_ += ' ';
      }
    }
  }

  void skip_space() {
    while (at_ < css_.size() && is_html_space(css_[at_])) ++at_;
  }

  // After "url(": the address, and the parenthesis passed.
  std::string address() {
    skip_space();
    std::string text;
    if (at_ < css_.size() && (css_[at_] == '"' || css_[at_] == '\'')) {
      text = string();
    } else {
      while (at_ < css_.size() && css_[at_] != ')' && !is_html_space(css_[at_])) {
        if (css_[at_] == '\\')
          escape(text);
        else
          text += css_[at_++];
      }
    }
    while (at_ < css_.size() && css_[at_] != ')') ++at_;
    if (at_ < css_.size()) ++at_;
    return text;
  }

  void put_url(const std::string& text, Wanted wanted) {
    // A reference within the document reaches nothing.
    const std::string to = text.starts_with('#') ? text : readdress_(text, wanted);
    out_ += "url(";
    put_string(to.empty() ? "data:," : to);
    out_ += ')';
  }

  void word() {
    const size_t begin = at_;
    const std::string read = name();
    if (at_ == begin) {  // An escape at the very end.
      ++at_;
      return;
    }
    const std::string lower = ascii_lower(read);
    const bool call = at_ < css_.size() && css_[at_] == '(';
    if (call && (lower == "url" || lower == "src")) {
      ++at_;
      put_url(address(), in_font_face_ ? Wanted::kFont : Wanted::kImage);
      return;
    }
    // Numbers with units and colours may begin with a digit: as they are.
    const std::string_view raw = css_.substr(begin, at_ - begin);
    if (raw.find('\\') == std::string_view::npos)
      out_ += raw;
    else
      put_name(read);
    if (!call) return;
    out_ += '(';
    ++at_;
    addressed_.push_back(lower.ends_with("image-set") || lower == "image" ||
                         lower.ends_with("cross-fade"));
  }

  void at_rule() {
    ++at_;
    const std::string read = ascii_lower(name());
    in_font_face_ = read == "font-face";
    if (read == "charset" || read == "namespace") return skip_rule();
    if (read != "import") {
      out_ += '@';
      put_name(read);
      return;
    }
    skip_space();
    std::string to;
    if (at_ < css_.size() && (css_[at_] == '"' || css_[at_] == '\'')) {
      to = readdress_(string(), Wanted::kStyle);
    } else if (ascii_lower(css_.substr(at_, 4)) == "url(") {
      at_ += 4;
      to = readdress_(address(), Wanted::kStyle);
    }
    if (to.empty()) return skip_rule();
    out_ += "@import url(";
    put_string(to);
    out_ += ')';
  }

  // To the end of a rule without a block.
  void skip_rule() {
    while (at_ < css_.size() && css_[at_] != ';' && css_[at_] != '}') {
      if (css_[at_] == '"' || css_[at_] == '\'')
        string();
      else
        ++at_;
    }
    if (at_ < css_.size() && css_[at_] == ';') ++at_;
  }

  std::string_view css_;
  const Readdress& readdress_;
  size_t at_ = 0;
  std::string out_;
  std::vector<bool> addressed_;  // For each open parenthesis: strings in it are addresses.
  bool in_font_face_ = false;
};

}  // namespace

std::string rewrite_css(std::string_view css, const Readdress& readdress) {
  return Rewriter(css, readdress).run();
}

}  // namespace weft::url
