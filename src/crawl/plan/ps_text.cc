// A PostScript document is a program, and an interpreter for programs from the web is a risk out of
// proportion to a few words (docs/adr/0032). But programs that typeset do little else than
//
//   72 720 moveto (Abstract) show
//
// and those of dvips, which wrote most papers of the time, say it in one-letter operators:
//
//   Fa 300 400 a(W)-8 b(e)20 b(presen)n(t)g(a)f(metho)q(d)0 550 y(In)h(the)…
//
// So the text is in the strings outside of procedures, and what lies between two strings tells
// whether they belong to one word:
//   1. only what follows the prolog counts: strings of procedures, definitions and fonts do not;
//   2. dvips: `n b` moves by n after the string; c to k move as the last b did, -4 to 4 more; l to
//      t move by -4 to 4; `n w` moves by n; a, x and y begin elsewhere. A move of more than a
//      fortieth of an inch is a space;
//   3. others: strings are words unless nothing but numbers and showing operators lies between.
// Pages are counted by %%Page comments, without those by showpage. Bytes 11 to 15 are TeX's
// ligatures.
//
// Tested by ps_text_test.cc.

#include "crawl/plan/document_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace weft::crawl {
namespace {

constexpr std::string_view kSpaces = " \t\r\n\f";
constexpr std::string_view kDelimiters = "()<>[]{}/%";
constexpr size_t kLongestString = 65'535;   // The language's limit.
constexpr double kDefaultResolution = 300;  // Dots per inch, where dvips does not say.
constexpr double kSpacesPerInch = 40;       // A narrower move is a kern.

bool is_space(char c) { return kSpaces.find(c) != std::string_view::npos || c == '\0'; }
bool is_delimiter(char c) { return kDelimiters.find(c) != std::string_view::npos; }

class PsReader {
 public:
  PsReader(std::string_view bytes, uint64_t max_text) : rest_(bytes), max_text_(max_text) {
    has_page_comments_ = bytes.find("\n%%Page:") != std::string_view::npos ||
                         bytes.find("\r%%Page:") != std::string_view::npos;
    in_pages_ = !has_page_comments_;
  }

  DocumentText read() {
    while (!rest_.empty() && result_.text.size() < max_text_) step();
    show();
    if (result_.pages == 0 && !result_.text.empty()) result_.pages = 1;
    return std::move(result_);
  }

 private:
  void step() {
    const char c = rest_.front();
    if (is_space(c)) {
      rest_.remove_prefix(1);
    } else if (c == '%') {
      comment();
    } else if (c == '(') {
      string();
    } else if (c == '<' || c == '>' || c == '[' || c == ']') {
      angle(c);
    } else if (c == '{' || c == '}') {
      rest_.remove_prefix(1);
      depth_ = c == '{' ? depth_ + 1 : std::max(depth_ - 1, 0);
    } else {
      word();
    }
  }

  void comment() {
    const size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (line.starts_with("%%Page:")) {
      if (result_.pages++ > 0) end_page();
      depth_ = 0;
      in_pages_ = true;
    } else if (line.starts_with("%%Trailer")) {
      in_pages_ = !has_page_comments_;
    } else if (line.starts_with("%%BeginBinary") || line.starts_with("%%BeginData")) {
      skip_past("%%EndBinary", "%%EndData");
    }
  }

  void skip_past(std::string_view one, std::string_view other) {
    const size_t end = std::min({rest_.find(one), rest_.find(other), rest_.size()});
    rest_.remove_prefix(end);
  }

  void end_page() {
    show();
    result_.text += '\f';
    gap_ = false;
  }

  // Hexadecimal strings are pictures and bitmap fonts.
  void angle(char c) {
    const bool hex = c == '<' && rest_.size() > 1 && rest_[1] != '<';
    const size_t end = hex ? std::min(rest_.find('>'), rest_.size() - 1) + 1 : 1;
    rest_.remove_prefix(end);
  }

  void string() {
    rest_.remove_prefix(1);
    std::string bytes;
    for (int level = 1; !rest_.empty(); rest_.remove_prefix(1)) {
      const char c = rest_.front();
      if (c == '\\') {
        append_escaped(bytes);
        continue;
      }
      level += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (level == 0 || bytes.size() >= kLongestString) break;
      bytes += c;
    }
    rest_.remove_prefix(std::min<size_t>(1, rest_.size()));
    if (depth_ > 0 || !in_pages_) return;
    show();  // Two strings in a row: the first was shown by what has no name.
    pending_ = std::move(bytes);
    has_pending_ = true;
  }

  // Leaves its last byte to the caller.
  void append_escaped(std::string& bytes) {
    if (rest_.size() < 2) return;
    const char c = rest_[1];
    if (c < '0' || c > '7') {
      rest_.remove_prefix(1);
      constexpr std::string_view kNames = "nrtbf";
      if (kNames.find(c) != std::string_view::npos)
        bytes += ' ';
      else if (c != '\n' && c != '\r')
        bytes += c;
      return;
    }
    int value = 0;
    size_t digits = 0;
    while (digits < 3 && 1 + digits < rest_.size() && rest_[1 + digits] >= '0' &&
           rest_[1 + digits] <= '7')
      value = value * 8 + (rest_[1 + digits++] - '0');
    bytes += static_cast<char>(value);
    rest_.remove_prefix(digits);
  }

  void word() {
    size_t end = rest_.front() == '/' ? 1 : 0;
    while (end < rest_.size() && !is_space(rest_[end]) && !is_delimiter(rest_[end])) ++end;
    end = std::max<size_t>(end, 1);
    const std::string_view token = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (depth_ > 0) return;
    double value = 0;
    const auto [stop, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (error == std::errc() && stop == token.data() + token.size())
      number(value);
    else if (token.front() != '/')
      execute(token);
  }

  void number(double value) {
    before_last_ = last_;
    last_ = value;
  }

  void execute(std::string_view name) {
    if (name == "TeXDict") dvips_ = true;
    if (name == "@start") {  // … resolution resolution (name) @start
      if (before_last_ > 0) resolution_ = before_last_;
      drop();
    } else if (name == "def" || name == "put" || name == "run" || name == "print") {
      drop();
    } else if (name == "showpage" && !has_page_comments_) {
      ++result_.pages;
      end_page();
    } else if (dvips_ && name.size() == 1) {
      dvips(name.front());
    } else if (name.ends_with("show")) {
      show();
    } else if (!(dvips_ && name.front() == 'F')) {  // A font does not end a word.
      show();
      gap_ = true;
    }
  }

  // Step 2.
  void dvips(char operation) {
    show();
    double move = 0;
    if (operation == 'b') {
      delta_ = move = last_;
    } else if (operation >= 'c' && operation <= 'k') {
      delta_ = move = delta_ + (operation - 'g');
    } else if (operation == 'w') {
      move = last_;
    } else if (operation == 'a' || operation == 'x' || operation == 'y') {
      move = resolution_;
    }
    if (move > resolution_ / kSpacesPerInch || move < -resolution_) gap_ = true;
  }

  void drop() { has_pending_ = false; }

  void show() {
    if (!has_pending_) return;
    has_pending_ = false;
    if (gap_ && !result_.text.empty()) result_.text += ' ';
    gap_ = false;
    for (const char c : pending_) append_character(static_cast<unsigned char>(c));
  }

  void append_character(unsigned char c) {
    constexpr std::array<std::string_view, 5> kLigatures = {"ff", "fi", "fl", "ffi", "ffl"};
    if (c >= 11 && c <= 15) {
      result_.text += kLigatures[c - 11U];
    } else if (c < 0x20 || c == 0x7F) {
      result_.text += ' ';
    } else if (c < 0x80) {
      result_.text += static_cast<char>(c);
    } else {  // Latin-1.
      result_.text += static_cast<char>(0xC0 | c >> 6);
      result_.text += static_cast<char>(0x80 | (c & 0x3F));
    }
  }

  std::string_view rest_;
  uint64_t max_text_;
  DocumentText result_;
  bool has_page_comments_ = false;
  bool in_pages_ = false;
  bool dvips_ = false;
  int depth_ = 0;  // Of procedures.
  double resolution_ = kDefaultResolution;
  double last_ = 0;  // Numbers.
  double before_last_ = 0;
  double delta_ = 0;  // The last move of b to k.
  std::string pending_;
  bool has_pending_ = false;
  bool gap_ = false;  // A space belongs before what is shown next.
};

}  // namespace

bool is_postscript(std::string_view bytes) {
  constexpr size_t kJobControl = 1024;
  return bytes.starts_with("%!") || bytes.starts_with("\4%!") ||
         (bytes.starts_with("\x1B%-12345X") &&
          bytes.substr(0, kJobControl).find("%!") != std::string_view::npos);
}

Result<DocumentText> ps_text(std::string_view bytes, uint64_t max_text) {
  if (!is_postscript(bytes)) return Error{ErrorCode::kInvalidArgument, "not a PostScript document"};
  return PsReader(bytes, max_text).read();
}

}  // namespace weft::crawl
