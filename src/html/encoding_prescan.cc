// The encoding prescan of the HTML standard:
// https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding. Step numbers are
// the standard's.
//
// It is a miniature tokenizer: comments and declarations are skipped, the attributes of <meta> are
// read, those of other tags are read and dropped (so that <a title="<meta charset=x>"> declares
// nothing). Running out of bytes anywhere ends it; then an XML declaration counts.
//
// Tested by encoding_test.cc with the cases of html5lib-tests/encoding.

#include "html/encoding_prescan.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/strings.h"

namespace weft::html {
namespace {

class Prescan {
 public:
  explicit Prescan(std::string_view bytes) : bytes_(bytes) {}

  Declaration run() {
    Declaration declaration;
    declaration.encoding = utf16_xml_declaration();
    while (declaration.encoding == Encoding::kUnknown && at_ < bytes_.size())
      declaration.encoding = step();
    if (declaration.encoding == Encoding::kUnknown) declaration.encoding = xml_encoding();
    declaration.unknown_label = std::move(unknown_label_);
    return declaration;
  }

 private:
  struct PrescanAttribute {
    std::string name;
    std::string value;
  };

  [[nodiscard]] bool ended() const { return at_ >= bytes_.size(); }
  [[nodiscard]] bool looking_at(std::string_view text) const {
    return bytes_.substr(at_).starts_with(text);
  }

  Encoding look_up(std::string_view label) {
    const Encoding encoding = encoding_for_label(label);
    if (encoding == Encoding::kUnknown && unknown_label_.empty()) unknown_label_ = label;
    return encoding;
  }

  // Step 3.
  [[nodiscard]] Encoding utf16_xml_declaration() const {
    using namespace std::string_view_literals;
    if (looking_at("<\0?\0x\0"sv)) return Encoding::kUtf16Le;
    if (looking_at("\0<\0?\0x"sv)) return Encoding::kUtf16Be;
    return Encoding::kUnknown;
  }

  // Step 4 and 5: deals with what is at the position and moves past it.
  Encoding step() {
    at_ = bytes_.find('<', at_);
    if (ended()) return Encoding::kUnknown;
    if (looking_at("<!--")) {
      at_ += 2;
      move_to_end_of("-->");
    } else if (at_meta()) {
      at_ += 5;
      const Encoding encoding = meta();
      skip_byte();
      return encoding;
    } else if (at_tag()) {
      at_ = bytes_.find_first_of("\t\n\f\r >", at_);
      while (next_attribute()) {
      }
      skip_byte();
    } else if (looking_at("<!") || looking_at("</") || looking_at("<?")) {
      move_to_end_of(">");
    } else {
      skip_byte();
    }
    return Encoding::kUnknown;
  }

  void skip_byte() {
    if (!ended()) ++at_;
  }

  void move_to_end_of(std::string_view text) {
    const size_t found = bytes_.find(text, at_);
    at_ = found == std::string_view::npos ? found : found + text.size();
  }

  [[nodiscard]] bool at_meta() const {
    const std::string_view tag = bytes_.substr(at_, 6);
    return tag.size() == 6 && equals_ignoring_ascii_case(tag.substr(0, 5), "<meta") &&
           (is_html_space(tag[5]) || tag[5] == '/');
  }

  [[nodiscard]] bool at_tag() const {
    const size_t letter = at_ + (looking_at("</") ? 2 : 1);
    return letter < bytes_.size() && is_ascii_alpha(bytes_[letter]);
  }

  // The "<meta" case of step 4.
  Encoding meta() {
    bool got_pragma = false;
    std::optional<bool> need_pragma;
    Encoding charset = Encoding::kUnknown;
    bool seen_http_equiv = false;
    bool seen_content = false;
    bool seen_charset = false;
    while (const std::optional<PrescanAttribute> attribute = next_attribute()) {
      if (attribute->name == "http-equiv" && !std::exchange(seen_http_equiv, true)) {
        got_pragma = attribute->value == "content-type";
      } else if (attribute->name == "content" && !std::exchange(seen_content, true)) {
        const Encoding found = from_content(attribute->value);
        if (found != Encoding::kUnknown && !need_pragma) {
          charset = found;
          need_pragma = true;
        }
      } else if (attribute->name == "charset" && !std::exchange(seen_charset, true)) {
        charset = look_up(attribute->value);
        need_pragma = false;
      }
    }
    if (ended() || !need_pragma || (*need_pragma && !got_pragma)) return Encoding::kUnknown;
    if (charset == Encoding::kUtf16Be || charset == Encoding::kUtf16Le) return Encoding::kUtf8;
    if (charset == Encoding::kXUserDefined) return Encoding::kWindows1252;
    return charset;
  }

  // https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element
  Encoding from_content(std::string_view content) {
    size_t at = 0;
    while (true) {
      at = content.find("charset", at);  // The value is in lower case already.
      if (at == std::string_view::npos) return Encoding::kUnknown;
      at += 7;
      while (at < content.size() && is_html_space(content[at])) ++at;
      if (at < content.size() && content[at] == '=') break;
    }
    const std::string_view value = trim(content.substr(at + 1));
    if (value.empty()) return Encoding::kUnknown;
    if (value.front() == '"' || value.front() == '\'') {
      const size_t close = value.find(value.front(), 1);
      return close == std::string_view::npos ? Encoding::kUnknown
                                             : look_up(value.substr(1, close - 1));
    }
    return look_up(value.substr(0, value.find_first_of("\t\n\f\r ;")));
  }

  // "Get an attribute". Nothing at the end of the tag, or of the bytes.
  std::optional<PrescanAttribute> next_attribute() {
    at_ = bytes_.find_first_not_of("\t\n\f\r /", at_);       // Step 1.
    if (ended() || bytes_[at_] == '>') return std::nullopt;  // Step 2.
    PrescanAttribute attribute;                              // Step 3.
    const size_t name = at_;
    at_ = bytes_.find_first_of("\t\n\f\r />=", at_ + 1);  // Steps 4, 5: '=' may begin a name.
    if (ended()) return std::nullopt;
    attribute.name = ascii_lower(bytes_.substr(name, at_ - name));
    at_ = bytes_.find_first_not_of("\t\n\f\r ", at_);  // Step 6.
    if (ended()) return std::nullopt;
    if (bytes_[at_] != '=') return attribute;              // Step 7.
    at_ = bytes_.find_first_not_of("\t\n\f\r ", at_ + 1);  // Steps 8, 9.
    if (ended()) return std::nullopt;
    const char first = bytes_[at_];
    if (first == '"' || first == '\'') return quoted_value(std::move(attribute), first);
    const size_t value = at_;
    at_ = bytes_.find_first_of("\t\n\f\r >", at_);  // Steps 10, 11.
    if (ended()) return std::nullopt;
    attribute.value = ascii_lower(bytes_.substr(value, at_ - value));
    return attribute;
  }

  std::optional<PrescanAttribute> quoted_value(PrescanAttribute attribute, char quote) {
    const size_t value = at_ + 1;
    at_ = bytes_.find(quote, value);
    if (ended()) return std::nullopt;
    attribute.value = ascii_lower(bytes_.substr(value, at_ - value));
    ++at_;
    return attribute;
  }

  // "Get an XML encoding".
  Encoding xml_encoding() {
    if (!bytes_.starts_with("<?xml")) return Encoding::kUnknown;
    const size_t end = bytes_.find('>');
    if (end == std::string_view::npos) return Encoding::kUnknown;
    const std::string_view declaration = bytes_.substr(0, end);
    size_t at = declaration.find("encoding");
    if (at == std::string_view::npos) return Encoding::kUnknown;
    at = skip_controls(declaration, at + 8);
    if (at >= end || declaration[at] != '=') return Encoding::kUnknown;
    at = skip_controls(declaration, at + 1);
    if (at >= end || (declaration[at] != '"' && declaration[at] != '\'')) return Encoding::kUnknown;
    const size_t close = declaration.find(declaration[at], at + 1);
    if (close == std::string_view::npos) return Encoding::kUnknown;
    const std::string_view label = declaration.substr(at + 1, close - at - 1);
    if (std::any_of(label.begin(), label.end(), is_control_or_space)) return Encoding::kUnknown;
    const Encoding encoding = look_up(label);
    return encoding == Encoding::kUtf16Be || encoding == Encoding::kUtf16Le ? Encoding::kUtf8
                                                                            : encoding;
  }

  static bool is_control_or_space(char c) { return static_cast<unsigned char>(c) <= 0x20; }

  static size_t skip_controls(std::string_view text, size_t at) {
    while (at < text.size() && is_control_or_space(text[at])) ++at;
    return at;
  }

  std::string_view bytes_;
  size_t at_ = 0;  // Beyond the end: the bytes ran out.
  std::string unknown_label_;
};

}  // namespace

Declaration prescan_encoding(std::string_view bytes) { return Prescan(bytes).run(); }

}  // namespace weft::html
