// One walk over the nodes, with the elements that are open on a stack.
//
//   1. Elements that end before this node are closed; one that is not inline closes the block.
//   2. An element that is not inline closes the block, too, and opens a place for the next.
//   3. Text is added to the open block: counted character by character, its words hashed.
//
// A block is kept when it has a word or another character that is not space.
//
// Tested by blocks_test.cc.

#include "read/blocks.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "base/unicode_space.h"
#include "dom/class_tokens.h"
#include "dom/visible_text.h"

namespace weft::read {
namespace {

using dom::Atom;
using dom::NodeId;
namespace atoms = dom::atoms;

// By atom: what an element is to blocks.
enum class Kind : uint8_t { kBlock, kInline, kNone };

constexpr auto kKinds = [] {
  std::array<Kind, atoms::kCount> kinds{};
  for (const uint32_t name :
       {atoms::kAIndex,      atoms::kAbbrIndex,  atoms::kBIndex,       atoms::kBdiIndex,
        atoms::kBdoIndex,    atoms::kCiteIndex,  atoms::kCodeIndex,    atoms::kDataIndex,
        atoms::kDfnIndex,    atoms::kEmIndex,    atoms::kIIndex,       atoms::kKbdIndex,
        atoms::kMarkIndex,   atoms::kQIndex,     atoms::kRpIndex,      atoms::kRtIndex,
        atoms::kRbIndex,     atoms::kRubyIndex,  atoms::kSIndex,       atoms::kSampIndex,
        atoms::kSmallIndex,  atoms::kSpanIndex,  atoms::kStrongIndex,  atoms::kSubIndex,
        atoms::kSupIndex,    atoms::kTimeIndex,  atoms::kUIndex,       atoms::kVarIndex,
        atoms::kWbrIndex,    atoms::kImgIndex,   atoms::kPictureIndex, atoms::kDelIndex,
        atoms::kInsIndex,    atoms::kLabelIndex, atoms::kFontIndex,    atoms::kBigIndex,
        atoms::kStrikeIndex, atoms::kTtIndex,    atoms::kNobrIndex,    atoms::kAcronymIndex,
        atoms::kBrIndex,     atoms::kInputIndex, atoms::kSourceIndex,  atoms::kMathIndex,
        atoms::kMiIndex,     atoms::kMoIndex,    atoms::kMnIndex,      atoms::kMrowIndex,
        atoms::kMsupIndex,   atoms::kMsubIndex,  atoms::kMfracIndex,   atoms::kSemanticsIndex}) {
    kinds[name] = Kind::kInline;
  }
  for (const uint32_t name :
       {atoms::kScriptIndex, atoms::kStyleIndex, atoms::kTemplateIndex, atoms::kHeadIndex,
        atoms::kSvgIndex, atoms::kIframeIndex, atoms::kObjectIndex, atoms::kCanvasIndex,
        atoms::kAudioIndex, atoms::kVideoIndex, atoms::kAnnotationIndex,
        atoms::kAnnotationXmlIndex}) {
    kinds[name] = Kind::kNone;
  }
  return kinds;
}();

Kind kind_of_element(Atom name) {
  return dom::is_known(name) ? kKinds[static_cast<uint32_t>(name)] : Kind::kBlock;
}

constexpr uint8_t kNoLandmark = 255;

constexpr auto kLandmarkOf = [] {
  std::array<uint8_t, atoms::kCount> of{};
  for (uint8_t& one : of) one = kNoLandmark;
  const auto set = [&](uint32_t name, Landmark landmark) {
    of[name] = static_cast<uint8_t>(landmark);
  };
  set(atoms::kArticleIndex, Landmark::kArticle);
  set(atoms::kMainIndex, Landmark::kMain);
  set(atoms::kNavIndex, Landmark::kNav);
  set(atoms::kHeaderIndex, Landmark::kHeader);
  set(atoms::kFooterIndex, Landmark::kFooter);
  set(atoms::kAsideIndex, Landmark::kAside);
  set(atoms::kFormIndex, Landmark::kForm);
  set(atoms::kTableIndex, Landmark::kTable);
  set(atoms::kUlIndex, Landmark::kList);
  set(atoms::kOlIndex, Landmark::kList);
  set(atoms::kFigureIndex, Landmark::kFigure);
  set(atoms::kSectionIndex, Landmark::kSection);
  set(atoms::kDialogIndex, Landmark::kDialog);
  set(atoms::kBlockquoteIndex, Landmark::kQuote);
  set(atoms::kPreIndex, Landmark::kPre);
  set(atoms::kButtonIndex, Landmark::kButton);
  set(atoms::kSelectIndex, Landmark::kSelect);
  set(atoms::kDlIndex, Landmark::kDescriptions);
  set(atoms::kH1Index, Landmark::kHeading);
  set(atoms::kH2Index, Landmark::kHeading);
  set(atoms::kH3Index, Landmark::kHeading);
  set(atoms::kH4Index, Landmark::kHeading);
  set(atoms::kH5Index, Landmark::kHeading);
  set(atoms::kH6Index, Landmark::kHeading);
  set(atoms::kAIndex, Landmark::kLink);
  set(atoms::kNoscriptIndex, Landmark::kNoscript);
  set(atoms::kTdIndex, Landmark::kCell);
  set(atoms::kPIndex, Landmark::kParagraph);
  return of;
}();

uint8_t landmark_of_role(std::string_view role) {
  struct Role {
    std::string_view name;
    Landmark landmark;
  };
  static constexpr Role kRoles[] = {
      {"article", Landmark::kArticle},    {"main", Landmark::kMain},
      {"navigation", Landmark::kNav},     {"banner", Landmark::kHeader},
      {"contentinfo", Landmark::kFooter}, {"complementary", Landmark::kAside},
      {"form", Landmark::kForm},          {"search", Landmark::kForm},
      {"dialog", Landmark::kDialog},      {"alertdialog", Landmark::kDialog},
      {"button", Landmark::kButton},      {"heading", Landmark::kHeading},
      {"list", Landmark::kList},          {"menu", Landmark::kNav},
      {"menubar", Landmark::kNav},        {"figure", Landmark::kFigure},
  };
  for (const Role& one : kRoles) {
    if (one.name == role) return static_cast<uint8_t>(one.landmark);
  }
  return kNoLandmark;
}

struct OpenElement {
  NodeId node;
  uint32_t end;
  uint8_t hidden = 0;
  bool block = true;
  bool link = false;
  bool bold = false;
  uint8_t heading = 0;
  std::array<uint8_t, kLandmarks> landmark_depth = {};
};

// What a byte is to words, as bits.
enum ByteClass : uint8_t {
  kLower = 1,
  kUpper = 2,
  kDigit = 4,
  kUnderscore = 8,
  kOfWord = kLower | kUpper | kDigit | kUnderscore,
  kSpace = 16,
  kMark = 32,  // Other ASCII.
  kBeyond = 64,
};

constexpr auto kByteClass = [] {
  std::array<uint8_t, 256> of{};
  for (int c = 0; c < 256; ++c) of[c] = c < 128 ? kMark : kBeyond;
  for (int c = 'a'; c <= 'z'; ++c) of[c] = kLower;
  for (int c = 'A'; c <= 'Z'; ++c) of[c] = kUpper;
  for (int c = '0'; c <= '9'; ++c) of[c] = kDigit;
  of['_'] = kUnderscore;
  for (const char c : {' ', '\t', '\n', '\f', '\r'}) of[static_cast<unsigned char>(c)] = kSpace;
  return of;
}();

uint8_t class_of_byte(char c) { return kByteClass[static_cast<unsigned char>(c)]; }

bool is_currency(char32_t c) { return c == '$' || c == 0x20AC || c == 0xA3 || c == 0xA5; }

class BlockWalk {
 public:
  BlockWalk(const dom::Document& doc, const BlockLimits& limits) : doc_(doc), limits_(limits) {
    result_.blocks_before.resize(doc.size() + 1);
    result_.words.reserve(doc.source().size() / 24);
    open_.push_back({.node = dom::kRoot, .end = doc.size()});
  }

  PageBlocks run() {
    const uint32_t size = doc_.size();
    uint32_t i = 1;
    while (i < size && result_.blocks.size() < limits_.blocks) {
      close_before(i);
      const NodeId n{i};
      result_.blocks_before[i] = begun_before();
      if (doc_.is_text(n)) {
        add_text(n);
      } else if (doc_.is_element(n)) {
        const Atom name = doc_.name(n);
        const Kind kind = kind_of_element(name);
        if (kind == Kind::kNone || doc_.name_space(n) == dom::Namespace::kSvg) {
          skip(i, dom::index(doc_.end(n)));
          i = dom::index(doc_.end(n));
          continue;
        }
        open_element(n, name, kind);
      }
      ++i;
    }
    close_block();
    for (; i <= size; ++i) result_.blocks_before[i] = begun_before();
    return std::move(result_);
  }

 private:
  // Numbers of nodes within [from, to), which have no blocks.
  void skip(uint32_t from, uint32_t to) {
    for (uint32_t i = from + 1; i < to; ++i) result_.blocks_before[i] = begun_before();
  }
  [[nodiscard]] uint32_t begun_before() const {
    return static_cast<uint32_t>(result_.blocks.size()) + (begun_ ? 1U : 0U);
  }

  void close_before(uint32_t i) {
    while (open_.back().end <= i) {
      if (open_.back().block) close_block();
      last_was_inline_end_ = !open_.back().block;
      open_.pop_back();
    }
  }

  void open_element(NodeId n, Atom name, Kind kind) {
    const bool is_block = kind == Kind::kBlock;
    if (is_block) close_block();
    result_.blocks_before[dom::index(n)] = begun_before();
    if (name == atoms::kBr) {
      if (begun_ && breaks_in_row_ > 0) {
        close_block();
      } else if (begun_) {
        ++block_.breaks;
        ++breaks_in_row_;
        end_word();
      }
      return;
    }
    if (!is_block && last_was_inline_end_) end_word();  // <span>a</span><span>b</span>
    last_was_inline_end_ = false;
    if (begun_ && block_.first_inline == dom::kNoAtom) block_.first_inline = name;
    if (!begun_ && !is_block && pending_inline_ == dom::kNoAtom) pending_inline_ = name;
    if (is_block) pending_inline_ = dom::kNoAtom;
    if (doc_.subtree_size(n) == 1 || open_.size() >= limits_.depth) return;
    OpenElement next = open_.back();
    next.node = n;
    next.end = dom::index(doc_.end(n));
    next.block = is_block;
    next.link = next.link || name == atoms::kA;
    next.bold = next.bold || name == atoms::kB || name == atoms::kStrong;
    if (const int level = heading_level(name); level != 0)
      next.heading = static_cast<uint8_t>(level);
    if (name == atoms::kA && begun_) ++block_.links;
    if (name == atoms::kA && !begun_) ++pending_links_;
    const auto depth = static_cast<uint8_t>(std::min<uint32_t>(doc_.depth(n), 255));
    uint8_t landmark = dom::is_known(name) ? kLandmarkOf[static_cast<uint32_t>(name)] : kNoLandmark;
    for (const dom::AttributeEntry& entry : attribute_entries(doc_, n))
      read_attribute(n, entry.name, next, landmark);
    if (landmark != kNoLandmark) next.landmark_depth[landmark] = depth;
    open_.push_back(next);
  }

  void read_attribute(NodeId n, Atom name, OpenElement& element, uint8_t& landmark) const {
    static const Atom kAriaHidden = dom::atom_of("aria-hidden");
    if (name == atoms::kHidden) {
      element.hidden = 2;
    } else if (name == atoms::kRole) {
      const uint8_t of_role = landmark_of_role(doc_.attribute(n, name).value_or(""));
      if (of_role != kNoLandmark) landmark = of_role;
    } else if (name == atoms::kStyle) {
      const std::string_view style = doc_.attribute(n, name).value_or("");
      if (style.size() < 12 || style.find("none") == std::string_view::npos) return;
      if (dom::inline_style_value(style, "display") == "none") element.hidden = 2;
    } else if (name == kAriaHidden && doc_.attribute(n, name) == "true") {
      element.hidden = std::max<uint8_t>(element.hidden, 1);
    }
  }

  void begin_block(NodeId text) {
    begun_ = true;
    const auto owner = std::find_if(open_.rbegin(), open_.rend(),
                                    [](const OpenElement& one) { return one.block; });
    block_ = Block{.node = owner->node, .first = text, .end = text};
    block_.words_begin = static_cast<uint32_t>(result_.words.size());
    block_.hidden = open_.back().hidden;
    block_.heading = open_.back().heading;
    block_.landmark_depth = open_.back().landmark_depth;
    block_.first_inline = pending_inline_;
    block_.links = pending_links_;
    breaks_in_row_ = 0;
    last_ = ' ';
  }

  void close_block() {
    pending_inline_ = dom::kNoAtom;
    pending_links_ = 0;
    if (!begun_) return;
    begun_ = false;
    end_word();
    block_.words_end = static_cast<uint32_t>(result_.words.size());
    block_.last = class_of(last_);
    result_.blocks.push_back(block_);
  }

  static char class_of(char32_t c) {
    if (c == '.' || c == '!' || c == '?' || c == 0x2026 || c == 0x3002) return '.';
    if (c == ':') return ':';
    if (c == ',' || c == ';') return ',';
    if (c < 128)
      return is_ascii_digit(static_cast<char>(c))   ? '0'
             : is_ascii_alpha(static_cast<char>(c)) ? 'a'
                                                    : '?';
    return u_isalnum(static_cast<UChar32>(c)) != 0 ? 'a' : '?';
  }

  void add_text(NodeId n) {
    const std::string_view text = doc_.text(n);
    size_t at = skip_space(text, 0);
    if (at == text.size()) {
      if (!text.empty() && begun_) end_word();
      return;
    }
    if (!begun_) begin_block(n);
    if (at > 0) end_word();
    breaks_in_row_ = 0;
    last_was_inline_end_ = false;
    block_.end = dom::next(n);
    const OpenElement& in = open_.back();
    const uint32_t before = block_.characters;
    while (at < text.size()) {
      const uint8_t of = class_of_byte(text[at]);
      if ((of & kOfWord) != 0) {
        at = add_run(text, at);
      } else if (of == kSpace) {
        ++at;
        end_word();
      } else if (of == kMark) {
        const char c = text[at++];
        add_mark(c, at < text.size() ? text[at] : ' ');
      } else if (const size_t length = space_length(text, at); length != 0) {
        at += length;
        end_word();
      } else {
        add_other(next_code_point(text, at));
      }
    }
    const uint32_t added = block_.characters - before;
    if (in.link) block_.link_characters += added;
    if (in.bold) block_.bold_characters += added;
  }

  // Adds the ASCII letters, digits and underscores at `at`; returns where they end. They are a word, or part of one whose other
  // letters stand in another text or are of another script.
  size_t add_run(std::string_view text, size_t at) {
    size_t end = at;
    uint8_t seen = 0;
    for (; end < text.size(); ++end) {
      const uint8_t of = class_of_byte(text[end]);
      if ((of & kOfWord) == 0) break;
      seen |= of;
    }
    const std::string_view run = text.substr(at, end - at);
    const uint8_t first = class_of_byte(run[0]);
    if (block_.characters == 0) block_.lower_start = first == kLower;
    if (first == kDigit && is_currency(last_)) ++block_.prices;
    block_.characters += static_cast<uint32_t>(run.size());
    last_ = static_cast<unsigned char>(run.back());
    const bool begins = word_.empty();
    if (begins) word_upper_ = first == kUpper;
    const bool ends = end < text.size() && class_of_byte(text[end]) != kBeyond;
    if (seen == kLower) {  // OPTIMIZATION: most words are whole, and of small letters.
      if (begins && ends) {
        add_word(run);
      } else {
        word_.append(run);
      }
      return end;
    }
    for (const char c : run) {
      const uint8_t of = class_of_byte(c);
      block_.upper += of == kUpper ? 1 : 0;
      block_.digits += of == kDigit ? 1 : 0;
      block_.code += of == kUnderscore ? 1 : 0;
      word_.push_back(of == kUpper ? ascii_lower(c) : c);
    }
    if (ends) end_word();
    return end;
  }

  void add_mark(char c, char following) {
    ++block_.characters;
    end_word();
    switch (c) {
      case '.':
      case '!':
      case '?':
        // The last of a block is counted when it closes.
        if (is_html_space(following) || following == '"' || following == ')') pending_end_ = true;
        break;
      case ',':
      case ';':
        ++block_.commas;
        if (c == ';') ++block_.code;
        break;
      case '|':
        ++block_.separators;
        break;
      case '{':
      case '}':
      case '=':
      case '<':
      case '>':
        ++block_.code;
        break;
      case '$':
        if (last_ < 128 && is_ascii_digit(static_cast<char>(last_))) ++block_.prices;
        break;
      default:
        break;
    }
    last_ = static_cast<unsigned char>(c);
  }

  void add_other(char32_t c) {
    ++block_.characters;
    if (append_word_character(word_, c)) {
      if (block_.characters == 1) block_.lower_start = u_islower(static_cast<UChar32>(c)) != 0;
      last_ = c;
      return;
    }
    end_word();
    if (c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0x0964) {
      ++block_.sentence_ends;
    } else if (c == 0xFF0C || c == 0x3001 || c == 0x060C) {
      ++block_.commas;
    } else if (c == 0x2022 || c == 0xB7 || c == 0xBB || c == 0x203A) {
      ++block_.separators;
    } else if (c == 0xA9) {
      block_.copyright = true;
    } else if (is_currency(c) && last_ < 128 && is_ascii_digit(static_cast<char>(last_))) {
      ++block_.prices;
    }
    last_ = c;
  }

  void end_word() {
    if (pending_end_) {
      ++block_.sentence_ends;
      pending_end_ = false;
    }
    if (word_.empty()) return;
    if (word_upper_) ++block_.capitalised;
    if (word_.size() == 4 && (word_.starts_with("19") || word_.starts_with("20")) &&
        is_ascii_digit(word_[2]) && is_ascii_digit(word_[3]))
      ++block_.years;
    add_word(word_);
    word_.clear();
    word_upper_ = false;
  }

  void add_word(std::string_view word) {
    if (word.size() <= 3 && !is_ascii_digit(word[0])) ++block_.short_words;
    const uint64_t key = ml::TokenTable::word_key(word);
    block_.text_key = result_.words.size() == block_.words_begin
                          ? key
                          : ml::TokenTable::joined(block_.text_key, key);
    result_.words.push_back(key);
  }

  const dom::Document& doc_;
  const BlockLimits& limits_;
  PageBlocks result_;
  std::vector<OpenElement> open_;
  bool begun_ = false;
  Block block_{};
  std::string word_;
  bool word_upper_ = false;
  bool pending_end_ = false;
  char32_t last_ = ' ';
  int breaks_in_row_ = 0;
  bool last_was_inline_end_ = false;
  Atom pending_inline_{};
  uint16_t pending_links_ = 0;
};

}  // namespace

bool is_inline(Atom name) { return kind_of_element(name) == Kind::kInline; }
bool has_no_text(Atom name) { return kind_of_element(name) == Kind::kNone; }

bool append_word_character(std::string& out, char32_t c) {
  if (c < 128) {
    const char ascii = ascii_lower(static_cast<char>(c));
    const bool word = is_ascii_digit(ascii) || is_ascii_alpha(ascii) || ascii == '_';
    if (word) out.push_back(ascii);
    return word;
  }
  constexpr uint32_t kWordMask = U_GC_L_MASK | U_GC_N_MASK;
  if ((U_MASK(u_charType(static_cast<UChar32>(c))) & kWordMask) == 0) return false;
  append_utf8(out, static_cast<char32_t>(u_tolower(static_cast<UChar32>(c))));
  return true;
}

PageBlocks blocks_of(const dom::Document& doc, const BlockLimits& limits) {
  return BlockWalk(doc, limits).run();
}

bool is_permalink(const dom::Document& doc, NodeId n) {
  if (doc.name(n) != atoms::kA || doc.subtree_size(n) > 3) return false;
  static constexpr std::string_view kSigns[] = {"¶", "#", "§", "🔗", "⚓", "↩", "↩︎", "↑", "^"};
  const std::string_view href = doc.attribute(n, atoms::kHref).value_or("");
  const NodeId last{dom::index(doc.end(n)) - 1};
  return href.find('#') != std::string_view::npos && doc.is_text(last) &&
         std::find(std::begin(kSigns), std::end(kSigns), trim(doc.text(last))) != std::end(kSigns);
}

bool touches_element_before(const dom::Document& doc, NodeId n) {
  const NodeId before{dom::index(n) - 1};
  return before != doc.parent(n) && (doc.is_element(before) || doc.parent(before) != doc.parent(n));
}

std::string block_text(const dom::Document& doc, const Block& block) {
  std::string text;
  for (uint32_t i = dom::index(block.first); i < dom::index(block.end); ++i) {
    const NodeId n{i};
    if (doc.is_element(n)) {
      if (has_no_text(doc.name(n)) || is_permalink(doc, n)) {
        i = dom::index(doc.end(n)) - 1;
        continue;
      }
      if (doc.name(n) == atoms::kBr || touches_element_before(doc, n)) text += ' ';
    } else if (doc.is_text(n)) {
      text += doc.text(n);
    }
  }
  return normalize_space(text);
}

}  // namespace weft::read
