// HTML, Markdown, plain text and JSON of an article.
//
// Markdown is CommonMark, with tables as GitHub has them. Text that would be read as markup is escaped; line prefixes of quotes and
// items are put before every line at the end of a block, so nesting needs no look-ahead.
//
// Tested by outline_test.cc.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/enum_names.h"
#include "base/markup.h"
#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/path.h"
#include "dom/serialize.h"
#include "dom/text.h"
#include "read/outline.h"

namespace weft::read {
namespace {

using dom::Atom;
using dom::NodeId;
namespace atoms = dom::atoms;

// The number of the first item of an ordered list.
size_t start_of_list(const dom::Document& doc, NodeId list) {
  size_t start = 1;
  const std::string_view said = trim(doc.attribute(list, atoms::kStart).value_or(""));
  const auto end = std::from_chars(said.data(), said.data() + said.size(), start);
  return end.ec == std::errc() && start < 1'000'000'000 ? start : 1;  // CommonMark: nine digits.
}

class HtmlWriter final : public OutlineWriter {
 public:
  explicit HtmlWriter(const model::Page& page) : page_(page), doc_(page.document) {}

  void open_block(Atom name, NodeId node) override {
    out_ += '<';
    out_ += dom::known_name(name);
    if (const size_t start = name == atoms::kOl ? start_of_list(doc_, node) : 1; start != 1)
      out_ += " start=\"" + std::to_string(start) + '"';
    out_ += name == atoms::kUl || name == atoms::kOl || name == atoms::kBlockquote ? ">\n" : ">";
  }
  void close_block(Atom name) override {
    out_ += "</" + std::string(dom::known_name(name)) + ">\n";
  }
  void open_inline(Atom name, NodeId node) override {
    const std::string href =
        name == atoms::kA ? absolute_address(doc_.attribute(node, atoms::kHref).value_or(""), page_)
                          : "";
    out_ += '<' + std::string(dom::known_name(name));
    if (!href.empty()) out_ += " href=\"" + escape_markup(href) + '"';
    out_ += '>';
  }
  void close_inline(Atom name) override { out_ += "</" + std::string(dom::known_name(name)) + ">"; }
  void text(std::string_view text) override { out_ += escape_markup(text); }
  void line_break() override { out_ += "<br>\n"; }
  void image(std::string_view address, std::string_view alt) override {
    out_ += "<img src=\"" + escape_markup(address) + "\" alt=\"" + escape_markup(alt) + "\">\n";
  }
  void open_table(const dom::TableGrid&) override { out_ += "<table>\n"; }
  void open_row(const dom::TableGrid::Row&) override { out_ += "<tr>"; }
  void open_cell(const dom::TableGrid::Cell& cell) override {
    out_ += '<' + cell_name(cell);
    if (cell.width > 1) out_ += " colspan=\"" + std::to_string(cell.width) + '"';
    out_ += '>';
  }
  void close_cell(const dom::TableGrid::Cell& cell) override {
    out_ += "</" + cell_name(cell) + '>';
  }
  void close_row() override { out_ += "</tr>\n"; }
  void close_table() override { out_ += "</table>\n"; }
  void refer_to_note(size_t number) override {
    const std::string text = std::to_string(number);
    out_ += "<a href=\"#note-" + text + "\">" + text + "</a>";
  }
  void begin_note(size_t number) override {
    out_ += "<a id=\"note-" + std::to_string(number) + "\"></a>";
  }
  std::string take() { return std::move(out_); }

 private:
  [[nodiscard]] std::string cell_name(const dom::TableGrid::Cell& cell) const {
    return doc_.name(cell.node) == atoms::kTh ? "th" : "td";
  }

  const model::Page& page_;
  const dom::Document& doc_;
  std::string out_;
};

// Whether a text begins as a reference to a character does: "&copy;" on a page about HTML.
bool begins_like_reference(std::string_view text) {
  size_t end = 1;
  while (end < text.size() && end < 32 &&
         (is_ascii_alpha(text[end]) || is_ascii_digit(text[end]) || text[end] == '#'))
    ++end;
  return end > 1 && end < text.size() && text[end] == ';';
}

bool is_letter_or_digit(char c) { return is_ascii_alpha(c) || is_ascii_digit(c); }

// Whether a character has to be escaped: one that may be markup there, by what stands beside it.
bool may_be_markup(std::string_view text, size_t i) {
  const char before = i > 0 ? text[i - 1] : ' ', after = i + 1 < text.size() ? text[i + 1] : ' ';
  switch (text[i]) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
      return true;
    case '_':  // Within a word it is none.
      return !is_letter_or_digit(before) || !is_letter_or_digit(after);
    case '<':
      return is_ascii_alpha(after) || after == '/' || after == '!' || after == '?';
    case '~':
      return after == '~';
    case '&':
      return begins_like_reference(text.substr(i));
    default:
      return false;
  }
}

std::string escaped_markdown(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (may_be_markup(text, i)) out += '\\';
    out += text[i];
  }
  return out;
}

// The programming language that a class of a <pre> or of what is closely around or in it says:
// "language-c", "lang-c", "highlight-c", "highlight-source-c"; empty for none.
std::string language_of(const dom::Document& doc, NodeId pre) {
  constexpr uint32_t kLevels = 3;  // Of elements, the <pre> included.
  constexpr size_t kLongest = 20;
  NodeId n = dom::next(pre) < doc.end(pre) && doc.is_element(dom::next(pre)) ? dom::next(pre) : pre;
  for (uint32_t up = 0; up < kLevels && n != dom::kNoNode; ++up, n = doc.parent(n)) {
    if (!doc.is_element(n)) continue;
    for (std::string_view name : dom::class_tokens(doc, n)) {
      for (const std::string_view prefix :
           {"language-", "lang-", "highlight-source-", "highlight-"}) {
        if (!name.starts_with(prefix) || name.size() > prefix.size() + kLongest) continue;
        name.remove_prefix(prefix.size());
        const bool says_none =
            name.empty() || name == "default" || name == "none" || name == "text";
        const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
          return is_ascii_alpha(c) || is_ascii_digit(c) || c == '+' || c == '#' || c == '-';
        });
        return says_none || !plain ? "" : std::string(name);
      }
    }
  }
  return "";
}

class MarkdownWriter final : public OutlineWriter {
 public:
  explicit MarkdownWriter(const model::Page& page) : page_(page), doc_(page.document) {}

  void open_block(Atom name, NodeId node) override {
    end_paragraph();
    if (name == atoms::kLi) {
      const bool ordered = !lists_.empty() && lists_.back().ordered;
      const std::string mark = ordered ? std::to_string(++lists_.back().number) + ". " : "- ";
      prefixes_.push_back({mark, std::string(mark.size(), ' ')});
      item_begins_ = true;
    } else if (name == atoms::kUl || name == atoms::kOl) {
      lists_.push_back(
          {name == atoms::kOl, name == atoms::kOl ? start_of_list(doc_, node) - 1 : 0});
    } else if (name == atoms::kBlockquote) {
      prefixes_.push_back({"> ", "> "});
    } else if (name == atoms::kPre) {
      verbatim_ = true;
      language_ = language_of(doc_, node);
    } else if (const int level = heading_level(name); level != 0) {
      paragraph_ = std::string(static_cast<size_t>(level), '#') + ' ';
      heading_ = true;
    } else if (name == atoms::kDt || name == atoms::kFigcaption || name == atoms::kCaption) {
      block_sign_ = name == atoms::kDt ? "**" : "*";
      paragraph_ = block_sign_;
    }
  }
  void close_block(Atom name) override {
    if (!block_sign_.empty()) {
      while (paragraph_.ends_with(' ')) paragraph_.pop_back();
      if (paragraph_ == block_sign_) paragraph_.clear();
      if (!paragraph_.empty()) paragraph_ += block_sign_;
      block_sign_ = "";
    }
    end_paragraph();
    verbatim_ = verbatim_ && name != atoms::kPre;
    heading_ = false;
    if (name == atoms::kLi || name == atoms::kBlockquote) {
      prefixes_.pop_back();
      shared_ = std::min(shared_, prefixes_.size());
    }
    if (name == atoms::kUl || name == atoms::kOl) lists_.pop_back();
  }
  void open_inline(Atom name, NodeId node) override {
    if (verbatim_) return;
    marks_.push_back({paragraph_.size(), 0, "", ""});
    if (name == atoms::kA) {
      const auto href = doc_.attribute(node, atoms::kHref);
      marks_.back().address = href ? absolute_address(*href, page_) : "";
      if (!marks_.back().address.empty()) paragraph_ += '[';
    } else {
      paragraph_ += marks_.back().sign = new_sign(name);
      code_ += is_code(name) ? 1 : 0;
    }
    marks_.back().inside = paragraph_.size();
  }
  // "**word **" is no emphasis: spaces go outside the marks, and marks around nothing go away.
  void close_inline(Atom name) override {
    if (verbatim_ || marks_.empty()) return;
    const Mark mark = marks_.back();
    marks_.pop_back();
    code_ -= is_code(name) ? 1 : 0;
    if (paragraph_.size() <= mark.inside) {
      paragraph_.resize(std::min(paragraph_.size(), mark.begin));
      return;
    }
    const bool space = mark.inside > mark.begin && paragraph_.ends_with(' ');
    if (space) paragraph_.pop_back();
    if (!mark.address.empty())
      paragraph_ += "](" + address_text(mark.address) + ')';
    else if (mark.sign.starts_with('<') && paragraph_[mark.inside] == '[')
      paragraph_.erase(mark.begin, mark.sign.size());  // A link is high enough.
    else if (mark.sign.starts_with('<'))
      paragraph_ += "</" + std::string(mark.sign.substr(1));
    else
      paragraph_ += mark.sign;
    if (space) paragraph_ += ' ';
  }
  void text(std::string_view text) override {
    if (!marks_.empty() && marks_.back().inside == paragraph_.size() && text.starts_with(' ') &&
        !verbatim_) {
      size_t outermost = marks_.size() - 1;  // Of the marks that stand together here.
      while (outermost > 0 && marks_[outermost - 1].inside == marks_[outermost].begin) --outermost;
      paragraph_.insert(marks_[outermost].begin, 1, ' ');
      for (size_t k = outermost; k < marks_.size(); ++k) {
        ++marks_[k].begin;
        ++marks_[k].inside;
      }
      text.remove_prefix(1);
    }
    if (verbatim_)
      paragraph_ += text;
    else if (code_ > 0)
      add_code(text);
    else
      paragraph_ += escaped_markdown(text);
  }
  void line_break() override {
    if (paragraph_.empty()) return;
    paragraph_ += heading_ ? " " : verbatim_ ? "\n" : in_cell_ ? "<br>" : "  \n";
  }
  void image(std::string_view address, std::string_view alt) override {
    const bool alone = paragraph_.empty() && !in_cell_;
    const bool touches = !alone && marks_.empty() && !paragraph_.ends_with(' ');
    if (touches && !paragraph_.empty()) paragraph_ += ' ';
    paragraph_ += "![" + escaped_markdown(alt) + "](" + address_text(address) + ')';
    if (alone && marks_.empty()) end_paragraph();
  }
  void open_table(const dom::TableGrid& grid) override {
    end_paragraph();
    width_ = grid.width;
    cells_.clear();
    if (grid.rows.front().role != dom::TableGrid::Role::kHeader) close_row();  // An empty header.
  }
  void open_row(const dom::TableGrid::Row&) override { cells_.assign(width_, ""); }
  void open_cell(const dom::TableGrid::Cell&) override { in_cell_ = true; }
  void close_cell(const dom::TableGrid::Cell& cell) override {
    while (paragraph_.ends_with("<br>")) paragraph_.resize(paragraph_.size() - 4);
    for (size_t at = paragraph_.find('|'); at != std::string::npos;
         at = paragraph_.find('|', at + 2))
      paragraph_.insert(at, "\\");
    cells_[cell.column] = trim(std::exchange(paragraph_, {}));
    code_run_.clear();
    in_cell_ = false;
  }
  void close_row() override {
    cells_.resize(width_);
    const bool first = table_.empty();
    table_ += '|';
    for (const std::string& cell : cells_) table_ += ' ' + cell + " |";
    table_ += '\n';
    if (!first) return;
    table_ += '|';
    for (size_t c = 0; c < width_; ++c) table_ += " --- |";
    table_ += '\n';
  }
  void close_table() override {
    paragraph_ = std::exchange(table_, {});
    end_paragraph();
  }
  void refer_to_note(size_t number) override { paragraph_ += "[^" + std::to_string(number) + ']'; }
  void begin_note(size_t number) override {
    const std::string mark = "[^" + std::to_string(number) + "]: ";
    if (item_begins_)
      prefixes_.back() = {mark, "    "};
    else
      paragraph_ = mark;
  }
  std::string take() {
    end_paragraph();
    return std::move(out_);
  }

 private:
  struct Prefix {
    std::string first, other;
  };
  // An inline element that is open.
  struct Mark {
    size_t begin;   // Where its mark begins in the paragraph,
    size_t inside;  // and where what it marks does.
    std::string_view sign;
    std::string address;
  };
  struct List {
    bool ordered;
    size_t number;
  };

  // Empty where the same sign is around already: "****a** b**" is no emphasis.
  [[nodiscard]] std::string_view new_sign(Atom name) const {
    const std::string_view sign = sign_of(name);
    const bool open =
        sign == block_sign_ ||
        std::any_of(marks_.begin(), marks_.end(), [&](const Mark& m) { return m.sign == sign; });
    return open ? "" : sign;
  }
  static std::string_view sign_of(Atom name) {
    if (name == atoms::kEm || name == atoms::kI) return "*";
    if (name == atoms::kStrong || name == atoms::kB) return "**";
    if (name == atoms::kDel || name == atoms::kS) return "~~";
    if (name == atoms::kSub) return "<sub>";
    if (name == atoms::kSup) return "<sup>";
    return "";
  }
  static bool is_code(Atom name) { return name == atoms::kCode || name == atoms::kKbd; }

  // In a code span nothing else is markup, so the spans go into links and emphasis, not around them:
  // each run of text is one, with the spaces at its ends outside.
  void add_code(std::string_view text) {
    if (code_end_ == paragraph_.size() && !code_run_.empty()) {
      paragraph_.resize(code_begin_);
    } else {
      code_run_.clear();
      code_begin_ = paragraph_.size();
    }
    code_run_ += text;
    const std::string_view inside = trim(code_run_);
    const size_t before =
        inside.empty() ? 0 : static_cast<size_t>(inside.data() - code_run_.data());
    paragraph_ += code_run_.substr(0, before);
    if (!inside.empty()) {
      const std::string fence = inside.find('`') == std::string_view::npos ? "`" : "``";
      const std::string pad = fence.size() > 1 ? " " : "";
      paragraph_ += fence + pad + std::string(inside) + pad + fence;
    }
    paragraph_ += code_run_.substr(before + inside.size());
    code_end_ = paragraph_.size();
  }

  // "3. Limits" begins no list.
  static size_t number_at_start(std::string_view text) {
    size_t digits = 0;
    while (digits < text.size() && is_ascii_digit(text[digits])) ++digits;
    const bool marks = digits > 0 && digits <= 9 && digits + 1 < text.size() &&
                       (text[digits] == '.' || text[digits] == ')') && text[digits + 1] == ' ';
    return marks ? digits : 0;
  }

  static std::string address_text(std::string_view address) {
    const bool odd = address.find_first_of(" ()<>") != std::string_view::npos;
    if (!odd) return std::string(address);
    std::string out;
    for (const char c : address) {
      if (c == ' ')
        out += "%20";
      else if (c == '(')
        out += "%28";
      else if (c == ')')
        out += "%29";
      else if (c != '<' && c != '>')
        out += c;
    }
    return out;
  }

  // Writes what was gathered, each line behind the prefixes of the quotes and items around it.
  void end_paragraph() {
    while (!paragraph_.empty() && (paragraph_.back() == ' ' || paragraph_.back() == '\n'))
      paragraph_.pop_back();
    if (paragraph_.empty()) return;
    if (verbatim_) {
      const std::string fence = paragraph_.find("```") == std::string::npos ? "```" : "````";
      paragraph_ = fence + language_ + '\n' + paragraph_ + '\n' + fence;
    } else if (const size_t digits = number_at_start(paragraph_); digits > 0) {
      paragraph_.insert(digits, "\\");
    } else if (!heading_ &&
               std::string_view("#+->").find(paragraph_[0]) != std::string_view::npos) {
      paragraph_.insert(0, "\\");
    }
    // Items of a list stand close together; everything else is set off by an empty line.
    const bool close = item_begins_ && !lists_.empty() && after_item_;
    if (!out_.empty() && !close) {
      std::string blank;
      for (size_t p = 0; p < shared_; ++p) blank += prefixes_[p].other;
      while (!blank.empty() && blank.back() == ' ') blank.pop_back();
      out_ += blank + '\n';
    }
    std::string_view rest = paragraph_;
    bool first = true;
    while (!rest.empty()) {
      for (size_t p = 0; p < prefixes_.size(); ++p) {
        const bool marks = item_begins_ && first && p + 1 == prefixes_.size();
        out_ += marks ? prefixes_[p].first : prefixes_[p].other;
      }
      out_ += take_line(rest);
      out_ += '\n';
      first = false;
    }
    shared_ = prefixes_.size();
    after_item_ = !lists_.empty();
    item_begins_ = false;
    paragraph_.clear();
    code_run_.clear();
  }

  const model::Page& page_;
  const dom::Document& doc_;
  std::string out_;
  std::string paragraph_;
  std::vector<Prefix> prefixes_;
  std::vector<List> lists_;
  std::vector<Mark> marks_;
  size_t shared_ = 0;            // Prefixes that the paragraph before has, too.
  std::string_view block_sign_;  // Around the whole paragraph.
  size_t width_ = 0;  // Of the table at hand, its rows so far, and the cells of the next.
  std::string table_;
  std::vector<std::string> cells_;
  bool in_cell_ = false;
  bool item_begins_ = false;
  bool after_item_ = false;
  bool verbatim_ = false;
  bool heading_ = false;
  std::string language_;  // Of the <pre> at hand.
  int code_ = 0;          // Elements of code that are open.
  // The last run of code: its text, and where its span stands in the paragraph.
  std::string code_run_;
  size_t code_begin_ = 0, code_end_ = 0;
};

Json fact_json(const dom::Document& doc, const Fact& fact) {
  if (!fact.found()) return {};
  Json json = {{"value", fact.value}, {"source", fact.source}, {"confidence", fact.confidence}};
  if (fact.node != dom::kNoNode) json["node"] = dom::indexed_path(doc, fact.node);
  return json;
}

Json blocks_json(const dom::Document& doc, const std::vector<ArticleBlock>& blocks) {
  Json json = Json::array();
  for (const ArticleBlock& block : blocks) {
    json.push_back({{"kind", name_of(block.kind)},
                    {"node", dom::indexed_path(doc, block.node)},
                    {"confidence", std::round(block.confidence * 1000) / 1000},
                    {"text", article_block_text(doc, block)}});
  }
  return json;
}

}  // namespace

std::string article_block_text(const dom::Document& doc, const ArticleBlock& block) {
  Block range{};
  range.node = block.node;
  range.first = block.first;
  range.end = block.end;
  return block_text(doc, range);
}

std::string plain_text(const dom::Document& doc, const Article& article) {
  std::string out;
  NodeId row_before = dom::kNoNode;
  BlockKind before = BlockKind::kText;
  for (const ArticleBlock& block : article.blocks) {
    NodeId row = dom::kNoNode;
    if (block.kind == BlockKind::kCell) {
      row = block.node;
      while (row != dom::kNoNode && doc.name(row) != atoms::kTr) row = doc.parent(row);
    }
    const bool same_row = row != dom::kNoNode && row == row_before;
    const bool same_list = block.kind == BlockKind::kItem && before == BlockKind::kItem;
    const bool same_table = block.kind == BlockKind::kCell && before == BlockKind::kCell;
    if (!out.empty()) out += same_row ? "\t" : same_list || same_table ? "\n" : "\n\n";
    out += article_block_text(doc, block);
    row_before = row;
    before = block.kind;
  }
  if (!out.empty()) out += '\n';
  return out;
}

std::string clean_html(const model::Page& page, const Article& article) {
  HtmlWriter writer(page);
  write_outline(page, article, writer);
  return writer.take();
}

std::string markdown(const model::Page& page, const Article& article) {
  MarkdownWriter writer(page);
  write_outline(page, article, writer);
  return writer.take();
}

Json article_json(const model::Page& page, const Article& article) {
  const dom::Document& doc = page.document;
  const auto rounded = [](double value) { return std::round(value * 1000) / 1000; };
  return {{"page", page.id},
          {"url", page.url},
          {"output", name_of(article.output)},
          {"type", name_of(article.type)},
          {"type_confidence", rounded(article.type_confidence)},
          {"title", fact_json(doc, article.title)},
          {"author", fact_json(doc, article.author)},
          {"date", fact_json(doc, article.date)},
          {"language", article.language.empty() ? Json() : Json(article.language)},
          {"site", article.site.empty() ? Json() : Json(article.site)},
          {"image", article.image.empty() ? Json() : Json(article.image)},
          {"confidence", rounded(article.confidence)},
          {"text", plain_text(doc, article)},
          {"markdown", markdown(page, article)},
          {"blocks", blocks_json(doc, article.blocks)},
          {"comments", blocks_json(doc, article.comments)},
          {"contradictions", article.contradictions}};
}

}  // namespace weft::read
