// Walks the chosen blocks in the order of the page.
//
//   0. Content begins with the page's title, where it stands on the page and no block has it.
//   1. Around each block stand elements that say what it is: a list and its item, a quote, a heading. Those that it
//      shares with the block before stay open; the others are closed, the new ones opened. Everything else (div, section) is
//      layout and is dropped.
//   2. Within a block, inline elements are kept that carry meaning: links, emphasis, code.
//   3. A table that holds data (rows and columns, no long texts, most of its blocks chosen) is written whole; of other
//      tables the cells are paragraphs.
//   4. Pictures between the first and the last block are written where the element around them has chosen text or is a figure, each
//      address once.
//   5. A short link to a chosen <li> or <p> farther down refers to a note: <sup><a href="#n1">1</a></sup> … <li id=n1>.
//
// Tested by outline_test.cc.

#include "read/outline.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/key_numbers.h"
#include "base/strings.h"
#include "base/unicode_space.h"
#include "dom/text.h"
#include "url/url.h"

namespace weft::read {
namespace {

using dom::Atom;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr size_t kMaxCellWords = 60;  // Tables with longer cells are layout.
constexpr size_t kMaxAlt = 300;

bool is_structural(Atom name) {
  static constexpr std::array<Atom, 9> kNames = {
      atoms::kUl,         atoms::kOl, atoms::kLi, atoms::kBlockquote, atoms::kPre,
      atoms::kFigcaption, atoms::kDt, atoms::kDd, atoms::kP};
  return heading_level(name) != 0 || std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

bool is_kept_inline(Atom name) {
  static constexpr std::array<Atom, 13> kNames = {
      atoms::kA,    atoms::kEm,  atoms::kI,   atoms::kStrong, atoms::kB,
      atoms::kCode, atoms::kSub, atoms::kSup, atoms::kDel,    atoms::kMark,
      atoms::kS,    atoms::kKbd, atoms::kQ};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

struct OpenBlock {
  NodeId node;
  Atom name;
};

class OutlineWalk {
 public:
  OutlineWalk(const model::Page& page, const Article& article, OutlineWriter& writer)
      : page_(page), doc_(page.document), article_(article), writer_(writer) {}

  void run() {
    if (article_.blocks.empty()) return;
    find_tables();
    find_notes();
    write_title();
    uint32_t from = dom::index(article_.blocks.front().first);
    for (size_t b = 0; b < article_.blocks.size(); ++b) {
      const ArticleBlock& block = article_.blocks[b];
      pictures(from, dom::index(block.first));
      const NodeId table = table_of(block.node);
      if (table != dom::kNoNode) {
        if (table != last_table_) {
          close_to(0);
          write_table(table);
        }
        last_table_ = table;
        from = std::max(from, dom::index(doc_.end(table)));
        continue;
      }
      open_for(block);
      inline_text(block);
      from = dom::index(block.end);
    }
    close_to(0);
  }

 private:
  // Step 0.
  void write_title() {
    const NodeId title = article_.title.node;
    const bool chosen = std::any_of(article_.blocks.begin(), article_.blocks.end(),
                                    [&](const ArticleBlock& block) { return block.node == title; });
    if (article_.output != Output::kContent || title == dom::kNoNode || chosen) return;
    writer_.open_block(atoms::kH1, title);
    inline_text({.node = title, .first = dom::next(title), .end = doc_.end(title)});
    writer_.close_block(atoms::kH1);
  }

  // --- tables (step 3) ---

  void find_tables() {
    for (const ArticleBlock& block : article_.blocks) {
      NodeId outermost = dom::kNoNode;
      for (NodeId n = block.node; n != dom::kNoNode; n = doc_.parent(n)) {
        if (doc_.name(n) == atoms::kTable) outermost = n;
      }
      if (outermost == dom::kNoNode || (!tables_.empty() && tables_.back().node == outermost))
        continue;
      tables_.push_back({outermost, is_data_table(outermost)});
    }
  }
  [[nodiscard]] bool is_data_table(NodeId table) const {
    size_t chosen = 0, all = 0;
    for (const NodeId n : doc_.descendants(table)) {
      const Atom name = doc_.name(n);
      if (name == atoms::kTable || name == atoms::kPre || name == atoms::kBlockquote ||
          heading_level(name) != 0)
        return false;
      if (name == atoms::kTd || name == atoms::kTh) all += dom::has_text(doc_, n) ? 1 : 0;
    }
    const dom::TableGrid grid = dom::table_grid(doc_, table);
    if (grid.width < 2 || grid.rows.size() < 2) return false;
    NodeId last_cell = dom::kNoNode;
    for (const ArticleBlock& block : article_.blocks) {
      if (!doc_.contains(table, block.node)) continue;
      NodeId cell = block.node;
      while (cell != table && doc_.name(cell) != atoms::kTd && doc_.name(cell) != atoms::kTh)
        cell = doc_.parent(cell);
      chosen += cell != last_cell ? 1 : 0;
      last_cell = cell;
    }
    if (2 * chosen < all) return false;
    for (const dom::TableGrid::Cell& cell : grid.cells) {
      size_t words = 0;
      for_each_word(dom::normalized_text(doc_, cell.node), [&](std::string_view) { ++words; });
      if (words > kMaxCellWords) return false;
    }
    return true;
  }
  [[nodiscard]] NodeId table_of(NodeId n) const {
    for (const Table& table : tables_) {
      if (table.data && doc_.contains(table.node, n)) return table.node;
    }
    return dom::kNoNode;
  }

  void write_table(NodeId table) {
    const dom::TableGrid grid = dom::table_grid(doc_, table);
    writer_.open_table(grid);
    for (const NodeId n : doc_.children(table)) {
      if (doc_.name(n) != atoms::kCaption || !dom::has_text(doc_, n)) continue;
      writer_.open_block(atoms::kCaption, n);
      inline_text({.node = n, .first = dom::next(n), .end = doc_.end(n)});
      writer_.close_block(atoms::kCaption);
    }
    for (const dom::TableGrid::Row& row : grid.rows) {
      writer_.open_row(row);
      for (const dom::TableGrid::Cell& cell : grid.cells_of(row)) {
        writer_.open_cell(cell);
        inline_text({.node = cell.node, .first = dom::next(cell.node), .end = doc_.end(cell.node)});
        writer_.close_cell(cell);
      }
      writer_.close_row();
    }
    writer_.close_table();
  }

  // --- notes (step 5) ---

  void find_notes() {
    std::map<std::string_view, NodeId> named;
    for (const ArticleBlock& block : article_.blocks) {
      for (NodeId n = block.first; n < block.end; n = dom::next(n)) {
        if (doc_.name(n) != atoms::kA) continue;
        const std::string_view address = doc_.attribute(n, atoms::kHref).value_or("");
        if (!address.starts_with('#') || address.size() < 2 ||
            !is_note_sign(dom::normalized_text(doc_, n)))
          continue;
        if (named.empty()) named = named_elements();
        const auto target = named.find(address.substr(1));
        if (target == named.end() || target->second < doc_.end(n)) continue;
        const NodeId note = note_at(target->second);
        if (note == dom::kNoNode) continue;
        note_of_link_.emplace(n, 1 + numbers_.number(dom::index(note)));
        notes_.emplace(note, note_of_link_[n]);
      }
    }
  }
  // "3", "[12]", "a", "(†)"
  static bool is_note_sign(std::string_view text) {
    if (text.size() > 2 && (text[0] == '[' || text[0] == '('))
      text = text.substr(1, text.size() - 2);
    const bool number = std::all_of(text.begin(), text.end(), is_ascii_digit);
    return !text.empty() && text.size() <= 3 &&
           (number || !is_ascii_alpha(text.back()) || text.size() == 1);
  }
  [[nodiscard]] std::map<std::string_view, NodeId> named_elements() const {
    std::map<std::string_view, NodeId> named;
    for (NodeId n = dom::kRoot; dom::index(n) < doc_.size(); n = dom::next(n)) {
      if (!doc_.is_element(n)) continue;
      if (const auto id = doc_.attribute(n, atoms::kId)) named.emplace(*id, n);
    }
    return named;
  }
  // The p or li that the element is or begins, if it was chosen.
  [[nodiscard]] NodeId note_at(NodeId n) const {
    while (n != dom::kNoNode && is_inline(doc_.name(n))) n = doc_.parent(n);
    if (n == dom::kNoNode || (doc_.name(n) != atoms::kLi && doc_.name(n) != atoms::kP))
      return dom::kNoNode;
    const auto chosen = std::lower_bound(
        article_.blocks.begin(), article_.blocks.end(), n,
        [](const ArticleBlock& block, NodeId wanted) { return block.first < wanted; });
    return chosen != article_.blocks.end() && doc_.contains(n, chosen->first) ? n : dom::kNoNode;
  }

  // --- elements around blocks (step 1) ---

  void open_for(const ArticleBlock& block) {
    std::vector<OpenBlock> chain;
    for (NodeId n = block.node; n != dom::kNoNode && doc_.is_element(n); n = doc_.parent(n)) {
      const Atom name = doc_.name(n);
      if (is_structural(name)) chain.push_back({n, name});
    }
    std::reverse(chain.begin(), chain.end());
    // Text beside paragraphs, and text directly in a quote, is a paragraph.
    const Atom innermost = chain.empty() ? dom::kNoAtom : chain.back().name;
    const bool needs_paragraph = chain.empty() || innermost == atoms::kUl ||
                                 innermost == atoms::kOl || innermost == atoms::kBlockquote;
    if (needs_paragraph) chain.push_back({block.first, atoms::kP});
    size_t shared = 0;
    while (shared < chain.size() && shared < open_.size() &&
           chain[shared].node == open_[shared].node)
      ++shared;
    // A second block in the same paragraph or item begins a new paragraph there.
    close_to(shared);
    for (size_t k = shared; k < chain.size(); ++k) {
      writer_.open_block(chain[k].name, chain[k].node);
      if (const auto note = notes_.find(chain[k].node); note != notes_.end()) {
        writer_.begin_note(note->second);
        notes_.erase(note);
      }
      open_.push_back(chain[k]);
    }
    if (shared == chain.size()) writer_.line_break();
  }

  void close_to(size_t depth) {
    while (open_.size() > depth) {
      writer_.close_block(open_.back().name);
      open_.pop_back();
    }
  }

  // --- text (step 2) ---

  void inline_text(const ArticleBlock& block) {
    std::vector<std::pair<uint32_t, Atom>> open;  // Ends and names.
    std::vector<NodeId> around;
    for (NodeId n = doc_.parent(block.first); n != block.node && n != dom::kNoNode;
         n = doc_.parent(n)) {
      if (is_kept_inline(doc_.name(n))) around.push_back(n);
    }
    const auto open_inline = [&](NodeId n) {
      writer_.open_inline(doc_.name(n), n);
      open.emplace_back(dom::index(doc_.end(n)), doc_.name(n));
    };
    const auto close_before = [&](uint32_t i) {
      while (!open.empty() && open.back().first <= i) {
        writer_.close_inline(open.back().second);
        open.pop_back();
      }
    };
    for (auto it = around.rbegin(); it != around.rend(); ++it) open_inline(*it);
    const bool verbatim = block.kind == BlockKind::kCode;
    bool space = true;   // Nothing yet, or a space was written last.
    bool begun = false;  // Something was written since the last line break.
    for (uint32_t i = dom::index(block.first); i < dom::index(block.end); ++i) {
      const NodeId n{i};
      close_before(i);
      if (doc_.is_text(n)) {
        if (verbatim)
          writer_.text(doc_.text(n));
        else
          folded(doc_.text(n), space);
        begun = begun || !space;
      } else if (doc_.is_element(n)) {
        const Atom name = doc_.name(n);
        if (has_no_text(name) || is_permalink(doc_, n)) {
          i = dom::index(doc_.end(n)) - 1;
          continue;
        }
        if (const auto note = note_of_link_.find(n); note != note_of_link_.end()) {
          writer_.refer_to_note(note->second);
          space = false;
          i = dom::index(doc_.end(n)) - 1;
          continue;
        }
        if (touches_element_before(doc_, n) && !space && !verbatim && name != atoms::kBr &&
            is_inline(name))
          folded(" ", space);
        if (name == atoms::kBr || !is_inline(name)) {  // Only cells hold other blocks.
          if (name == atoms::kBr || begun) writer_.line_break();
          begun = false;
          space = true;
        } else if (name == atoms::kImg) {
          picture(n);
          space = false;
          begun = true;
        } else if (is_kept_inline(name) && doc_.subtree_size(n) > 1) {
          open_inline(n);
        }
      }
    }
    close_before(UINT32_MAX);
  }

  void folded(std::string_view text, bool& space) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
      const size_t past = skip_space(text, at);
      if (past > at) {
        if (!space) out += ' ';
        space = true;
        at = past;
        continue;
      }
      out += text[at++];
      space = false;
    }
    if (!out.empty()) writer_.text(out);
  }

  // --- pictures (step 4) ---

  void pictures(uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; ++i) {
      const NodeId n{i};
      if (doc_.name(n) != atoms::kImg || !belongs(n)) continue;
      if (!open_.empty() && !doc_.contains(open_.front().node, n)) close_to(0);
      const std::string address = picture_address(page_, n);
      if (!address.empty() && pictures_.insert(hash_bytes(address))) picture(n);
    }
  }
  // The picture's nearest element with text has chosen text, or the picture is in a figure beside chosen text.
  [[nodiscard]] bool belongs(NodeId img) const {
    NodeId n = doc_.parent(img);
    bool figure = false;
    while (n != dom::kNoNode && !dom::has_text(doc_, n)) {
      figure = figure || doc_.name(n) == atoms::kFigure;
      n = doc_.parent(n);
    }
    if (n == dom::kNoNode) return false;
    figure = figure || doc_.name(n) == atoms::kFigure;
    const NodeId holder = figure ? doc_.parent(n) : n;
    return std::any_of(article_.blocks.begin(), article_.blocks.end(),
                       [&](const ArticleBlock& block) {
                         return doc_.contains(holder == dom::kNoNode ? n : holder, block.node);
                       });
  }
  void picture(NodeId img) {
    const std::string address = picture_address(page_, img);
    if (address.empty()) return;
    std::string alt = normalize_space(doc_.attribute(img, atoms::kAlt).value_or(""));
    if (alt.size() > kMaxAlt) alt.clear();
    writer_.image(address, alt);
  }

  struct Table {
    NodeId node;
    bool data;
  };

  const model::Page& page_;
  const dom::Document& doc_;
  const Article& article_;
  OutlineWriter& writer_;
  std::vector<OpenBlock> open_;
  std::vector<Table> tables_;
  NodeId last_table_ = dom::kNoNode;
  KeyNumbers numbers_;                     // Of notes, by node.
  std::map<NodeId, size_t> note_of_link_;  // By link.
  std::map<NodeId, size_t> notes_;         // By p or li; those that have not begun.
  KeyNumbers pictures_;                    // Addresses, hashed.
};

}  // namespace

std::string absolute_address(std::string_view address, const model::Page& page) {
  address = trim(address);
  const std::string lower = ascii_lower(address.substr(0, 12));
  if (address.empty() || lower.starts_with("javascript:") || lower.starts_with("data:")) return "";
  const std::string absolute = url::resolve(address, page.url);
  return absolute.empty() ? std::string(address) : absolute;
}

std::string picture_address(const model::Page& page, NodeId img) {
  const dom::Document& doc = page.document;
  for (const Atom size : {atoms::kWidth, atoms::kHeight}) {
    const auto value = doc.attribute(img, size);
    if (value && (*value == "1" || *value == "0")) return "";
  }
  // What scripts put into src when the picture is scrolled into view.
  static const std::array<Atom, 4> kSources = {atoms::kSrc, dom::atom_of("data-src"),
                                               dom::atom_of("data-lazy-src"),
                                               dom::atom_of("data-original")};
  for (const Atom name : kSources) {
    const std::string_view source = trim(doc.attribute(img, name).value_or(""));
    if (std::string address = absolute_address(source, page); !address.empty()) return address;
  }
  return "";
}

void write_outline(const model::Page& page, const Article& article, OutlineWriter& writer) {
  OutlineWalk(page, article, writer).run();
}

}  // namespace weft::read
