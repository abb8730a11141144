// After the rendered text collection steps of
// https://html.spec.whatwg.org/#the-innertext-idl-attribute. The standard asks the layout engine
// for each element's display and white-space; here both come from the user agent style sheet's
// rules by name, and from the style attribute.
//
// One loop over the ids; the elements that are not plain inline ones are a stack, since only they
// act when they end. Line breaks are asked for, not written: those asked for at one place count
// once (the largest), and none is written before the first or behind the last character.
//
// DEVIATION: the line feed of a <br> at the end of a block is the block's own (as browsers draw
// it); blocks at the edges of a table cell break no line, so that a row of a data table is one line
// with tabs; a row without any text leaves nothing behind.

#include "dom/visible_text.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "dom/text.h"

namespace weft::dom {
namespace {

enum class Display : uint8_t { kNone, kInline, kBlock, kParagraph, kRow, kCell };

// How the user agent style sheet displays an element, by its name.
constexpr std::array<Display, atoms::kCount> kDefaultDisplay = [] {
  namespace a = atoms;
  std::array<Display, a::kCount> table{};
  table.fill(Display::kInline);
  const auto set = [&](Display display, std::initializer_list<Atom> names) {
    for (const Atom name : names) table[static_cast<size_t>(name)] = display;
  };
  set(Display::kNone,
      {a::kArea,  a::kAudio,  a::kBase,   a::kBasefont, a::kCanvas,   a::kDatalist, a::kEmbed,
       a::kHead,  a::kIframe, a::kLink,   a::kMeta,     a::kNoembed,  a::kNoframes, a::kObject,
       a::kParam, a::kRp,     a::kScript, a::kStyle,    a::kTemplate, a::kTitle,    a::kVideo});
  set(Display::kParagraph, {a::kP});
  set(Display::kRow, {a::kTr});
  set(Display::kCell, {a::kTd, a::kTh});
  set(Display::kBlock,
      {a::kAddress,  a::kArticle, a::kAside,     a::kBlockquote, a::kBody,   a::kCaption,
       a::kCenter,   a::kDd,      a::kDetails,   a::kDialog,     a::kDir,    a::kDiv,
       a::kDl,       a::kDt,      a::kFieldset,  a::kFigcaption, a::kFigure, a::kFooter,
       a::kForm,     a::kH1,      a::kH2,        a::kH3,         a::kH4,     a::kH5,
       a::kH6,       a::kHeader,  a::kHgroup,    a::kHr,         a::kHtml,   a::kLegend,
       a::kLi,       a::kListing, a::kMain,      a::kMenu,       a::kNav,    a::kOl,
       a::kOptgroup, a::kOption,  a::kPlaintext, a::kPre,        a::kSearch, a::kSection,
       a::kSummary,  a::kTable,   a::kTbody,     a::kTfoot,      a::kThead,  a::kUl,
       a::kXmp});
  return table;
}();

Display default_display(Atom name) {
  return is_known(name) ? kDefaultDisplay[static_cast<size_t>(name)] : Display::kInline;
}

bool is_any_of(std::string_view value, std::initializer_list<std::string_view> keywords) {
  return std::any_of(keywords.begin(), keywords.end(), [&](std::string_view keyword) {
    return equals_ignoring_ascii_case(value, keyword);
  });
}

// The display that a style attribute asks for; `otherwise` for values that change nothing here.
Display styled_display(std::string_view value, Display otherwise) {
  if (is_any_of(value, {"none"})) return Display::kNone;
  if (is_any_of(value, {"inline", "inline-block", "inline-flex", "inline-grid", "contents"}))
    return Display::kInline;
  if (is_any_of(value, {"table-row"})) return Display::kRow;
  if (is_any_of(value, {"table-cell"})) return Display::kCell;
  if (is_any_of(value, {"block", "flex", "grid", "list-item", "table", "flow-root"})) {
    return otherwise == Display::kParagraph ? otherwise : Display::kBlock;
  }
  return otherwise;
}

bool preserves_space(Atom name) {
  return name == atoms::kPre || name == atoms::kTextarea || name == atoms::kListing ||
         name == atoms::kXmp || name == atoms::kPlaintext;
}

// Text with line breaks that are asked for and spaces that are held back until a character follows.
class Lines {
 public:
  // At least `count` line feeds before what follows.
  void require_breaks(size_t count) {
    if (!at_cell_start_) breaks_ = std::max(breaks_, count);
    space_ = false;
  }

  void break_line() {
    settle();
    out_.push_back('\n');
    ++line_feeds_;
    row_started_ = true;
  }

  void add_preserved(std::string_view text) {
    if (text.empty()) return;
    settle();
    out_.append(text);
    line_feeds_ = text.size() - (text.find_last_not_of('\n') + 1);
    wrote_text();
  }

  void add_collapsed(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
      size_t end = at;
      while (end < text.size() && !is_html_space(text[end])) ++end;
      if (end == at) {
        space_ = line_feeds_ == 0 && breaks_ == 0 && !at_cell_start_ && !out_.empty();
        ++at;
        continue;
      }
      const bool space = space_;
      settle();
      if (space) out_.push_back(' ');
      out_.append(text, at, end - at);
      line_feeds_ = 0;
      wrote_text();
      at = end;
    }
  }

  // --- tables ---
  struct Row {
    // Where the row starts in the text, and what to go back to if nothing comes of it.
    size_t begin = 0;
    size_t breaks = 0;
    size_t line_feeds = 0;
    uint64_t texts = 0;
    bool outer_started = false;
    bool has_cell = false;
  };

  Row begin_row() {
    require_breaks(1);
    return {out_.size(), breaks_, line_feeds_, texts_, std::exchange(row_started_, false)};
  }

  void begin_cell(Row& row) {
    if (row.has_cell) {
      if (row_started_) breaks_ = 0;  // The last block of the cell before.
      settle();
      out_.push_back('\t');
      line_feeds_ = 0;
      row_started_ = true;
    }
    row.has_cell = at_cell_start_ = true;
  }

  void end_row(const Row& row) {
    at_cell_start_ = false;
    if (texts_ == row.texts) {
      out_.resize(row.begin);
      breaks_ = row.breaks;
      line_feeds_ = row.line_feeds;
      row_started_ = false;
    } else {
      breaks_ = 0;  // The last block of the last cell.
    }
    row_started_ = row_started_ || row.outer_started;
    require_breaks(1);
  }

  std::string finish() {
    out_.erase(out_.find_last_not_of("\n\t") + 1);
    out_.erase(0, out_.find_first_not_of('\n'));
    return std::move(out_);
  }

 private:
  // Writes the line breaks that were asked for; those that <br> or <pre> wrote count.
  void settle() {
    if (breaks_ > line_feeds_ && !out_.empty()) {
      out_.append(breaks_ - line_feeds_, '\n');
      line_feeds_ = breaks_;
    }
    breaks_ = 0;
    space_ = false;
  }

  void wrote_text() {
    at_cell_start_ = false;
    row_started_ = true;
    ++texts_;
  }

  std::string out_;
  size_t breaks_ = 0;      // Asked for.
  size_t line_feeds_ = 0;  // At the end of the text.
  uint64_t texts_ = 0;     // How often text was written.
  bool space_ = false;     // White space since the last character.
  bool at_cell_start_ = false;
  bool row_started_ = false;  // The innermost row has text or a tab.
};

class Collector {
 public:
  Collector(const Document& doc, const VisibleTextOptions& options)
      : doc_(doc), options_(options) {}

  std::string run(NodeId top) {
    for (NodeId n = top; index(n) < index(doc_.end(top));) {
      while (!open_.empty() && !doc_.contains(open_.back().node, n)) leave();
      if (doc_.is_element(n)) {
        if (!enter(n, /*is_top=*/n == top)) {
          n = doc_.end(n);
          continue;
        }
      } else if (doc_.is_text(n) && shown()) {
        add(doc_.text(n));
      }
      n = next(n);
    }
    while (!open_.empty()) leave();
    return lines_.finish();
  }

 private:
  struct Open {
    NodeId node;
    Display display;
    bool preserve;
    bool shown;  // Not visibility:hidden.
    Lines::Row row;
  };

  [[nodiscard]] bool shown() const { return open_.empty() || open_.back().shown; }
  [[nodiscard]] bool preserve() const { return !open_.empty() && open_.back().preserve; }

  void add(std::string_view text) {
    if (preserve()) {
      lines_.add_preserved(text);
    } else {
      lines_.add_collapsed(text);
    }
  }

  // False if the subtree is not displayed.
  bool enter(NodeId n, bool is_top) {
    const std::string_view style = doc_.attribute(n, atoms::kStyle).value_or(std::string_view());
    const Display display = display_of(n, style);
    if (display == Display::kNone && !is_top) return false;
    if (doc_.name(n) == atoms::kBr) lines_.break_line();
    Open open{n, display, preserve() || preserves_space(doc_.name(n)), shown(), {}};
    apply_style(style, open);
    begin(open);
    // A plain inline element changes nothing when it ends.
    if (display != Display::kInline || open.preserve != preserve() || open.shown != shown())
      open_.push_back(open);
    return true;
  }

  [[nodiscard]] Display display_of(NodeId n, std::string_view style) const {
    const Atom name = doc_.name(n);
    if (name == atoms::kNoscript && options_.noscript == VisibleTextOptions::Noscript::kSkip)
      return Display::kNone;
    const Display usual =
        doc_.name_space(n) == Namespace::kHtml ? default_display(name) : Display::kInline;
    if (usual == Display::kNone || doc_.attribute(n, atoms::kHidden)) return Display::kNone;
    if (name == atoms::kDialog && !doc_.attribute(n, atoms::kOpen)) return Display::kNone;
    if (style.empty()) return usual;
    const auto value = inline_style_value(style, "display");
    return value ? styled_display(*value, usual) : usual;
  }

  static void apply_style(std::string_view style, Open& open) {
    if (style.empty()) return;
    const auto visibility = inline_style_value(style, "visibility").value_or(std::string_view());
    if (is_any_of(visibility, {"hidden", "collapse"})) open.shown = false;
    if (is_any_of(visibility, {"visible"})) open.shown = true;
    const auto space = inline_style_value(style, "white-space").value_or(std::string_view());
    if (is_any_of(space, {"pre", "pre-wrap", "pre-line", "break-spaces"})) open.preserve = true;
    if (is_any_of(space, {"normal", "nowrap"})) open.preserve = false;
  }

  void begin(Open& open) {
    if (open.display == Display::kBlock) lines_.require_breaks(1);
    if (open.display == Display::kParagraph) lines_.require_breaks(2);
    if (open.display == Display::kRow) open.row = lines_.begin_row();
    const bool in_row = !open_.empty() && open_.back().display == Display::kRow;
    if (open.display == Display::kCell && in_row) lines_.begin_cell(open_.back().row);
  }

  void leave() {
    const Open& open = open_.back();
    if (open.display == Display::kBlock) lines_.require_breaks(1);
    if (open.display == Display::kParagraph) lines_.require_breaks(2);
    if (open.display == Display::kRow) lines_.end_row(open.row);
    open_.pop_back();
  }

  const Document& doc_;
  const VisibleTextOptions& options_;
  Lines lines_;
  std::vector<Open> open_;
};

// The end of the declaration at style[at]: the next semicolon outside quotes and brackets
// (url(data:a;b)).
size_t declaration_end(std::string_view style, size_t at) {
  char quote = 0;
  int brackets = 0;
  for (; at < style.size(); ++at) {
    const char c = style[at];
    if (c == '\\') {
      ++at;
    } else if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(') {
      ++brackets;
    } else if (c == ')') {
      if (brackets > 0) --brackets;
    } else if (c == ';' && brackets == 0) {
      return at;
    }
  }
  return style.size();
}

}  // namespace

bool breaks_line(Atom name) {
  const Display display = default_display(name);
  return name == atoms::kBr || (display != Display::kInline && display != Display::kNone);
}

std::optional<std::string_view> inline_style_value(std::string_view style,
                                                   std::string_view property) {
  std::optional<std::string_view> value;
  for (size_t at = 0; at < style.size();) {
    const size_t end = declaration_end(style, at);
    const std::string_view declaration = style.substr(at, end - at);
    const size_t colon = declaration.find(':');
    if (colon != std::string_view::npos &&
        equals_ignoring_ascii_case(trim(declaration.substr(0, colon)), property)) {
      const std::string_view text = declaration.substr(colon + 1);
      value = trim(text.substr(0, text.find('!')));
    }
    at = end + 1;
  }
  return value;
}

std::string visible_text(const Document& doc, NodeId n, const VisibleTextOptions& options) {
  return Collector(doc, options).run(n);
}

}  // namespace weft::dom
