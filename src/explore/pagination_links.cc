// Links that may be pagination, and what they look like. See pagination.h, steps 1 to 3 of pagination.cc.
//
//   1. Candidates: links that could be pagination by their text, class, rel or address; one in eight of
//      all, and hardly any right one is lost. What costs least is asked first.
//   2. The block of a link is the highest part of the page around it with at most 220 characters of text
//      (from prefix sums of text lengths). The numbers in it, linked or not, give the current page.
//   3. Features: the link's text, rel and class; its block; its address against the page's own; the
//      candidates beside it; and what a simple rule would say.
//
// Tested by pagination_test.cc.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <unordered_map>

#include "base/split.h"
#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "explore/pagination.h"
#include "explore/words.h"
#include "url/page_links.h"

namespace weft::explore {
namespace {

using dom::Document;
using dom::kNoNode;
using dom::NodeId;
namespace atoms = dom::atoms;

constexpr uint32_t kBlockText = 220;    // Bytes of text in a block.
constexpr size_t kMaxCandidates = 400;  // Of a page.
constexpr size_t kMaxLinkText = 80;
constexpr size_t kMaxBlockLevels = 12;  // Levels from a link to its block.
constexpr size_t kMaxBlockNumbers = 60;
constexpr size_t kManyFeatures = 80;  // More than a link mostly has.

constexpr std::string_view kDigits[] = {"0", "1", "2", "3", "4", "5", "6"};
std::string_view capped(size_t number, size_t most) { return kDigits[std::min(number, most)]; }

// --- texts ---

enum class TextKind { kEmpty, kNumber, kRange, kArrowRight, kArrowLeft, kDots, kWords };
constexpr std::string_view kTextKinds[] = {"empty", "number", "range", "right",
                                           "left",  "dots",   "words"};
constexpr std::string_view kPageKinds[] = {"page/empty", "page/number", "page/range", "page/right",
                                           "page/left",  "page/dots",   "page/words"};

bool is_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_ascii_digit);
}

std::optional<int64_t> whole_number(std::string_view text) {
  if (!is_digits(text) || text.size() > 9) return std::nullopt;
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Text without brackets and points around it: "[3]", "3.".
std::string_view bare(std::string_view text) {
  constexpr std::string_view kAround = "[](){}.,|:-–· ";
  while (!text.empty() && kAround.find(text.front()) != std::string_view::npos)
    text.remove_prefix(1);
  while (!text.empty() && kAround.find(text.back()) != std::string_view::npos)
    text.remove_suffix(1);
  return text;
}

bool has_any(std::string_view text, std::initializer_list<std::string_view> signs) {
  return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) {
    return text.find(sign) != std::string_view::npos;
  });
}

// OPTIMIZATION: most texts have neither '<' and '>' nor anything beyond ASCII.
bool may_have_arrow(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return c == '<' || c == '>' || (static_cast<unsigned char>(c) & 0x80) != 0;
  });
}
bool has_right_arrow(std::string_view text) {
  return may_have_arrow(text) && has_any(text, {"»", "›", "→", "►", "▶", ">", "⟩", "❯", "≫", "＞"});
}
bool has_left_arrow(std::string_view text) {
  return may_have_arrow(text) && has_any(text, {"«", "‹", "←", "◄", "◀", "<", "⟨", "❮", "≪", "＜"});
}

TextKind kind_of(std::string_view text) {
  if (!text.empty() && is_ascii_alpha(text.front())) return TextKind::kWords;
  const std::string_view core = bare(text);
  if (whole_number(core)) return TextKind::kNumber;
  if (core.empty()) return text.empty() ? TextKind::kEmpty : TextKind::kDots;
  const size_t dash = core.find_first_of("-–");
  if (dash != std::string_view::npos && is_digits(trim(core.substr(0, dash))) &&
      is_digits(bare(core.substr(dash + 1))))
    return TextKind::kRange;
  const bool letters = !plain_words(core, 40).empty();
  if (!letters && has_right_arrow(core)) return TextKind::kArrowRight;
  if (!letters && has_left_arrow(core)) return TextKind::kArrowLeft;
  if (!letters) return TextKind::kDots;
  return TextKind::kWords;
}

// "page", "pager", "pagination", "Pagina".
bool names_pages(std::string_view names) {
  for (size_t at = 0; at + 3 <= names.size(); ++at) {
    if ((names[at] | 0x20) == 'p' && (names[at + 1] | 0x20) == 'a' && (names[at + 2] | 0x20) == 'g')
      return true;
  }
  return false;
}

// --- addresses ---

// A parameter or word before a number that counts pages or entries.
bool names_page(std::string_view name) {
  static constexpr std::string_view kNames[] = {
      "p",      "pg",    "pn",   "pageno", "start", "offset", "from",
      "skip",   "first", "st",   "begin",  "o",     "seite",  "pagina",
      "strona", "sida",  "side", "pag",    "cp",    "pno",    "curpage"};
  if (name.empty() || name.size() > 40) return false;
  std::array<char, 40> bytes;
  std::transform(name.begin(), name.end(), bytes.begin(), [](char c) { return ascii_lower(c); });
  const std::string_view lower(bytes.data(), name.size());
  for (const std::string_view one : kNames) {
    if (lower.front() == one.front() && lower == one) return true;
  }
  return lower.size() > 3 && has_any(lower, {"page", "offset", "start"});
}

// Digits replaced: what addresses of one kind share.
uint64_t mask_of(std::string_view url) {
  std::string mask;
  mask.reserve(url.size());
  for (const char c : url) {
    if (!is_ascii_digit(c))
      mask += c;
    else if (mask.empty() || mask.back() != '0')
      mask += '0';
  }
  return hash_bytes(mask);
}

using QueryPairs = std::vector<std::pair<std::string_view, std::string_view>>;
QueryPairs query_of(std::string_view url) {
  QueryPairs pairs;
  const size_t mark = url.find('?');
  if (mark == std::string_view::npos) return pairs;
  std::string_view query = url.substr(mark + 1);
  while (!query.empty()) {
    std::string_view pair = take_until(query, '&');
    const std::string_view name = take_until(pair, '=');
    pairs.emplace_back(name, pair);
  }
  return pairs;
}

const std::string_view* value_in(const QueryPairs& pairs, std::string_view name) {
  const auto found = std::find_if(pairs.begin(), pairs.end(),
                                  [&](const auto& pair) { return pair.first == name; });
  return found == pairs.end() ? nullptr : &found->second;
}

bool leads_elsewhere(std::string_view href) {
  return !href.empty() && !href.starts_with('#') && !href.starts_with("javascript:") &&
         !href.starts_with("mailto:");
}

// --- the page ---

struct BlockNumber {
  int64_t number;
  NodeId link;    // kNoNode: not linked.
  bool marked;    // As the current one, by class or address.
  uint64_t mask;  // Of its address; 0 without one.
};

struct LinkBlock {
  std::vector<BlockNumber> numbers;
  std::optional<int64_t> current;
  bool ascends = false;
  double steps = 0;  // The share of numbers that follow the one before.
  bool has_page_class = false;
  size_t links = 0;
};

struct LinkInfo {
  NodeId node = kNoNode;
  size_t order = 0;  // Among all links.
  std::string text;
  TextKind kind = TextKind::kEmpty;
  std::string_view rel;
  NodeId block = kNoNode;
  bool leads = false;
  std::string url;    // Absolute, without fragment.
  std::string names;  // Plain words of class and id, its own and its parent's.
  Concepts concepts;  // Of text and title.
  Concepts named;     // Of the names.
  std::optional<PageNumber> number;
};

class LinkTable {
 public:
  LinkTable(const Document& doc, std::string_view url) : doc_(doc), addresses_(url) {
    url_ = addresses_.page();
    if (addresses_.base() != nullptr) has_own_digits_ = has_digit(addresses_.base()->pathname());
    own_ = page_number(url_);
    own_mask_ = mask_of(url_);
    own_query_ = query_of(url_);
    read_links();
  }

  std::vector<PaginationCandidate> candidates(ml::FeatureNames* names) {
    std::vector<PaginationCandidate> found;
    for (size_t i = 0; i < links_.size(); ++i) {
      PaginationCandidate& candidate = found.emplace_back();
      candidate.node = links_[i].node;
      candidate.leads = links_[i].leads;
      candidate.features = features(i, names);
    }
    for (size_t i = 0; i < links_.size(); ++i) {
      found[i].url = std::move(links_[i].url);
      found[i].text = std::move(links_[i].text);
    }
    return found;
  }

 private:
  // Absolute, without a fragment; empty for what is no address.
  [[nodiscard]] std::string resolved(std::string_view href) {
    const auto address = addresses_.resolve(href);
    return address ? std::string(address->href) : std::string();
  }

  // 1, and the sums of 2: bytes of text before each node.
  void read_links() {
    std::vector<NodeId> anchors;
    before_.resize(doc_.size() + 1);
    uint32_t sum = 0;
    for (const NodeId n : doc_.nodes()) {
      before_[dom::index(n)] = sum;
      if (doc_.name(n) == atoms::kA)
        anchors.push_back(n);
      else if (doc_.is_text(n) && !dom::is_unread(doc_.name(doc_.parent(n))))
        sum += trimmed_size(doc_.text(n));
    }
    before_[doc_.size()] = sum;
    size_t order = 0;
    for (const NodeId n : anchors) {
      const auto href = doc_.attribute(n, atoms::kHref);
      if (!href) continue;
      ++order;
      if (links_.size() == kMaxCandidates) break;
      if (text_in(n) > kMaxLinkText) continue;
      LinkInfo link;
      link.node = n;
      link.order = order;
      std::string text = dom::normalized_text(doc_, n);
      if (!is_candidate(link, text, trim(*href))) continue;
      link.text = std::move(text);
      read_rest(link, trim(*href));
      links_.push_back(std::move(link));
    }
  }

  static uint32_t trimmed_size(std::string_view text) {
    size_t begin = 0;
    size_t end = text.size();
    while (begin < end && is_html_space(text[begin])) ++begin;
    while (begin < end && is_html_space(text[end - 1])) --end;
    return static_cast<uint32_t>(end - begin);
  }

  [[nodiscard]] uint32_t text_in(NodeId n) const {
    return before_[dom::index(doc_.end(n))] - before_[dom::index(n)];
  }

  [[nodiscard]] NodeId block_of(NodeId link) const {
    NodeId block = link;
    size_t levels = 0;
    for (const NodeId a : doc_.ancestors(link)) {
      if (++levels > kMaxBlockLevels || text_in(a) > kBlockText || doc_.name(a) == atoms::kBody)
        break;
      block = a;
    }
    return block;
  }

  // Links that are scripts may keep their address beside.
  [[nodiscard]] std::string_view address_of(NodeId n, std::string_view href) const {
    static const dom::Atom kDataHref = dom::atom_of("data-href");
    if (leads_elsewhere(href)) return href;
    const std::string_view beside = trim(doc_.attribute(n, kDataHref).value_or(""));
    return leads_elsewhere(beside) ? beside : href;
  }

  // What a link shows, and what it keeps for readers: a title, the text in place of a picture.
  [[nodiscard]] Concepts said_by(NodeId n, std::string_view text) const {
    Concepts said = concepts_of_text(text, WordMatch::kWhole);
    for (const dom::Atom name : {atoms::kTitle, atoms::kAriaLabel}) {
      if (const auto more = doc_.attribute(n, name))
        said |= concepts_of_text(*more, WordMatch::kWhole);
    }
    for (const NodeId x : doc_.descendants(n)) {
      if (doc_.name(x) == atoms::kImg)
        said |= concepts_of_text(doc_.attribute(x, atoms::kAlt).value_or(""), WordMatch::kWhole);
    }
    return said;
  }

  // Whether an address may have a number that counts pages; its folder may come from the page's own.
  [[nodiscard]] bool may_have_number(std::string_view href) const {
    return leads_elsewhere(href) && (has_own_digits_ ? true : page_number(href).has_value());
  }

  bool is_candidate(LinkInfo& link, std::string_view text, std::string_view href) {
    link.kind = kind_of(text);
    link.rel = doc_.attribute(link.node, atoms::kRel).value_or("");
    if (says_next(link.rel) || says_prev(link.rel)) return true;
    if (link.kind != TextKind::kWords && link.kind != TextKind::kEmpty) return true;
    link.block = block_of(link.node);
    if (text.size() <= 40 &&
        (has_page_names(link.node) || has_page_class(link.block) || has_right_arrow(text) ||
         has_left_arrow(text) || is_paging(said_by(link.node, text))))
      return true;
    if (text.size() <= 2 &&
        (says_either(names_of_node(link.node)) || block(link.block).numbers.size() >= 2))
      return true;
    href = address_of(link.node, href);
    if (!may_have_number(href)) return false;
    const auto number = page_number(resolved(href));
    if (text.size() <= 30 && number) return true;
    return own_ && number && own_->place == number->place &&
           std::abs(own_->number - number->number) == 1;
  }

  static bool says_next(std::string_view rel) {
    return !rel.empty() && dom::has_token(ascii_lower(rel), "next");
  }
  static bool says_prev(std::string_view rel) {
    return !rel.empty() && dom::has_token(ascii_lower(rel), "prev");
  }
  static bool says_either(const std::string& names) {
    const Concepts named = concepts_in(names, WordMatch::kInside);
    return named.has(Concept::kNext) || named.has(Concept::kPrev);
  }

  [[nodiscard]] bool has_page_names(NodeId n) const {
    for (const NodeId x : {n, doc_.parent(n)}) {
      for (const dom::Atom name : {atoms::kClass, atoms::kId}) {
        if (const auto names = doc_.attribute(x, name); names && names_pages(*names)) return true;
      }
    }
    return false;
  }

  [[nodiscard]] std::string names_of_node(NodeId n) const {
    std::string names;
    for (const NodeId x : {n, doc_.parent(n)}) {
      for (const dom::Atom name : {atoms::kClass, atoms::kId}) {
        if (const auto more = doc_.attribute(x, name)) names.append(1, ' ').append(*more);
      }
    }
    return identifier_words(names, 160);
  }

  void read_rest(LinkInfo& link, std::string_view href) {
    href = address_of(link.node, href);
    link.leads = leads_elsewhere(href);
    if (link.leads) link.url = resolved(href);
    link.concepts = said_by(link.node, link.text);
    if (link.block == kNoNode) link.block = block_of(link.node);
    link.names = names_of_node(link.node);
    link.named = concepts_in(link.names, WordMatch::kInside);
    link.number = page_number(link.url);
  }

  static bool is_paging(Concepts concepts) {
    for (const Concept one : {Concept::kNext, Concept::kPrev, Concept::kFirst, Concept::kLast,
                              Concept::kPage, Concept::kMore, Concept::kOlder, Concept::kNewer}) {
      if (concepts.has(one)) return true;
    }
    return false;
  }

  // A block's, or that of what is around it.
  [[nodiscard]] bool has_page_class(NodeId block) {
    const auto [known, fresh] = page_classes_.try_emplace(block, false);
    if (!fresh) return known->second;
    size_t levels = 0;
    for (NodeId a = block; a != kNoNode && ++levels <= 3; a = doc_.parent(a)) {
      if (doc_.name(a) == atoms::kBody) break;
      for (const dom::Atom name : {atoms::kClass, atoms::kId}) {
        if (const auto names = doc_.attribute(a, name); names && names_pages(*names))
          return known->second = true;
      }
    }
    return false;
  }

  const LinkBlock& block(NodeId node) {
    const auto [found, fresh] = blocks_.try_emplace(node);
    if (fresh) found->second = read_block(node);
    return found->second;
  }

  LinkBlock read_block(NodeId node) {
    LinkBlock block;
    block.has_page_class = has_page_class(node);
    NodeId link = kNoNode;
    for (const NodeId n : doc_.subtree(node)) {
      if (doc_.name(n) == atoms::kA) {
        link = n;
        ++block.links;
      }
      if (!doc_.is_text(n) || block.numbers.size() == kMaxBlockNumbers) continue;
      const auto number = whole_number(bare(trim(doc_.text(n))));
      if (!number || dom::is_unread(doc_.name(doc_.parent(n)))) continue;
      const bool linked = link != kNoNode && doc_.contains(link, n);
      BlockNumber one{*number, linked ? link : kNoNode, false, 0};
      if (linked) {
        const auto href = doc_.attribute(link, atoms::kHref);
        const std::string url = resolved(href.value_or(""));
        one.marked = is_marked(link, trim(href.value_or("")), url);
        if (href) one.mask = mask_of(url);
      }
      block.numbers.push_back(one);
    }
    find_current(block);
    return block;
  }

  // A link to the page itself, or one that says it is the current one.
  [[nodiscard]] bool is_marked(NodeId link, std::string_view href, std::string_view url) const {
    if (href.empty() || href == "#" || url == url_ || doc_.attribute(link, atoms::kAriaCurrent))
      return true;
    for (const NodeId x : {link, doc_.parent(link)}) {
      const std::string names = ascii_lower(doc_.attribute(x, atoms::kClass).value_or(""));
      if (has_any(names, {"current", "active", "selected", "highlight"})) return true;
    }
    return false;
  }

  static void find_current(LinkBlock& block) {
    size_t follow = 0;
    size_t unlinked = 0;
    block.ascends = block.numbers.size() > 1;
    for (size_t i = 0; i < block.numbers.size(); ++i) {
      const BlockNumber& one = block.numbers[i];
      if (one.link == kNoNode) {
        ++unlinked;
        block.current = one.number;
      }
      if (i == 0) continue;
      follow += one.number == block.numbers[i - 1].number + 1 ? 1 : 0;
      block.ascends = block.ascends && one.number > block.numbers[i - 1].number;
    }
    if (block.numbers.size() > 1)
      block.steps = static_cast<double>(follow) / static_cast<double>(block.numbers.size() - 1);
    if (unlinked == 1) return;
    block.current.reset();
    for (const BlockNumber& one : block.numbers) {
      if (one.marked) block.current = one.number;
    }
    if (!block.current && !block.numbers.empty() && block.numbers.front().number == 2)
      block.current = 1;
  }

  // What a simple rule says; also a feature.
  static LinkRole simple_role(const LinkInfo& link, const LinkBlock& block) {
    if (says_next(link.rel)) return LinkRole::kNext;
    if (says_prev(link.rel)) return LinkRole::kPrev;
    const bool counted = block.numbers.size() >= 2 && block.steps >= 0.5;
    const bool pages = block.has_page_class || link.number;
    if (link.kind == TextKind::kNumber && counted && pages) return LinkRole::kPage;
    if (!counted && !pages) return LinkRole::kNone;
    if (link.concepts.has(Concept::kFirst)) return LinkRole::kFirst;
    if (link.concepts.has(Concept::kLast)) return LinkRole::kLast;
    if (link.concepts.has(Concept::kNext) || link.kind == TextKind::kArrowRight)
      return LinkRole::kNext;
    if (link.concepts.has(Concept::kPrev) || link.kind == TextKind::kArrowLeft)
      return LinkRole::kPrev;
    return LinkRole::kNone;
  }

  static std::string_view difference(int64_t d) {
    if (d == 0) return "0";
    if (std::abs(d) == 1) return d > 0 ? "+1" : "-1";
    return d > 0 ? "up" : "down";
  }

  static void add_concepts_of(ml::FeatureList& list, std::string_view group, Concepts concepts) {
    for (size_t c = 0; c <= static_cast<size_t>(Concept::kNewer); ++c) {
      if (concepts.has(static_cast<Concept>(c))) list.add(group, name_of(static_cast<Concept>(c)));
    }
  }

  // 3.
  ml::FeatureList features(size_t i, ml::FeatureNames* names) {
    const LinkInfo& link = links_[i];
    const LinkBlock& block = this->block(link.block);
    ml::FeatureList list(names);
    list.reserve(kManyFeatures);
    list.add("bias");
    list.add("kind", kTextKinds[static_cast<size_t>(link.kind)]);
    add_concepts_of(list, "says", link.concepts);
    add_concepts_of(list, "named", link.named);
    if (has_right_arrow(link.text)) list.add("arrow", "right");
    if (has_left_arrow(link.text)) list.add("arrow", "left");
    list.add("length", link.text.size() <= 2    ? "2"
                       : link.text.size() <= 10 ? "10"
                       : link.text.size() <= 20 ? "20"
                                                : "more");
    for (const std::string_view token : dom::TokenRange(link.rel))
      list.add("rel", ascii_lower(token.substr(0, 12)));
    size_t tokens = 0;
    for (const std::string_view token : dom::TokenRange(link.names)) {
      if (++tokens > 12) break;
      if (!is_long_number(token)) list.add("class", token);
    }
    list.add("simple", name_of(simple_role(link, block)));
    add_block(list, link, block);
    add_address(list, link, block);
    for (const int side : {-1, 1}) add_neighbour(list, i, side);
    return list;
  }

  static void add_block(ml::FeatureList& list, const LinkInfo& link, const LinkBlock& block) {
    list.add("numbers", capped(block.numbers.size(), 4));
    if (block.ascends) list.add("block", "ascends");
    if (block.has_page_class) list.add("block", "page-class");
    if (block.has_page_class) list.add("block-kind", kPageKinds[static_cast<size_t>(link.kind)]);
    list.add("block-steps", block.steps >= 0.9 ? "all" : block.steps >= 0.5 ? "half" : "few");
    list.add("block-links", capped(block.links, 6));
    if (!block.numbers.empty()) {
      const int64_t most = block.numbers.back().number;
      if (most >= 28 && most <= 31 && block.numbers.size() >= 25) list.add("block", "calendar");
      list.add("block-last", most > 1000 ? "1000" : most > 31 ? "31" : "small");
    }
    if (block.current) {
      list.add("block", "current");
      if (const auto number = whole_number(bare(link.text)))
        list.add("to-current", difference(*number - *block.current));
      if (link.number && block.numbers.size() >= 2)
        list.add("url-to-current", difference(link.number->number - *block.current));
    }
  }

  void add_address(ml::FeatureList& list, const LinkInfo& link, const LinkBlock& block) const {
    if (!link.leads) {
      list.add("url", "none");
      return;
    }
    const uint64_t mask = mask_of(link.url);
    if (link.url == url_) list.add("url", "itself");
    if (mask == own_mask_) list.add("url", "same-mask");
    if (link.url.starts_with(url_)) list.add("url", "longer");
    const QueryPairs query = query_of(link.url);
    size_t differing = 0;
    for (const auto& [name, value] : query) {
      const std::string_view* const own = value_in(own_query_, name);
      differing += own == nullptr || *own != value ? 1 : 0;
    }
    for (const auto& [name, value] : own_query_)
      differing += value_in(query, name) == nullptr ? 1 : 0;
    list.add("query-differs", capped(differing, 3));
    const std::string_view link_path = std::string_view(link.url).substr(0, link.url.find('?'));
    const std::string_view own_path = std::string_view(url_).substr(0, url_.find('?'));
    if (link_path == own_path) list.add("url", "same-path");
    add_number(list, link);
    const auto alike = static_cast<size_t>(
        std::count_if(block.numbers.begin(), block.numbers.end(),
                      [&](const BlockNumber& one) { return one.mask == mask; }));
    list.add("alike", capped(alike, 3));
  }

  void add_number(ml::FeatureList& list, const LinkInfo& link) const {
    if (!link.number) {
      if (own_) list.add("url", "number-lost");
      return;
    }
    list.add("url", "number");
    list.add("place", identifier_words(link.number->place));
    if (const auto text = whole_number(bare(link.text)))
      list.add("text-is-number", *text == link.number->number ? "yes" : "no");
    const bool as_own = own_ && own_->place == link.number->place;
    const int64_t d = link.number->number - (as_own ? own_->number : 1);
    list.add(own_ ? "to-own" : "to-first", difference(d));
    // Offsets: the least step up or down of the page.
    if (as_own && d != 0 && d == least_step(link.number->place, own_->number, d > 0))
      list.add("step", d > 0 ? "least-up" : "least-down");
  }

  [[nodiscard]] int64_t least_step(std::string_view place, int64_t own, bool up) const {
    int64_t least = 0;
    for (const LinkInfo& other : links_) {
      if (!other.number || other.number->place != place) continue;
      const int64_t d = other.number->number - own;
      if (d == 0 || (d > 0) != up) continue;
      if (least == 0 || std::abs(d) < std::abs(least)) least = d;
    }
    return least;
  }

  void add_neighbour(ml::FeatureList& list, size_t i, int side) {
    const bool left = side < 0;
    const std::string_view where = left ? "left" : "right";
    const size_t beside = i + static_cast<size_t>(side);
    const bool near =
        beside < links_.size() && (left ? links_[i].order - links_[beside].order
                                        : links_[beside].order - links_[i].order) <= 2;
    if (!near) {
      list.add(where, "none");
      return;
    }
    const LinkInfo& other = links_[beside];
    list.add(where, kTextKinds[static_cast<size_t>(other.kind)]);
    add_concepts_of(list, left ? "left-says" : "right-says", other.concepts);
    const auto own = whole_number(bare(links_[i].text));
    const auto its = whole_number(bare(other.text));
    if (own && its) list.add(left ? "left-number" : "right-number", difference(*its - *own));
    if (other.block == links_[i].block) list.add(where, "same-block");
    list.add(left ? "left-simple" : "right-simple",
             name_of(simple_role(other, this->block(other.block))));
  }

  const Document& doc_;
  url::PageLinks addresses_;
  std::string url_;              // Of the page, without its fragment.
  bool has_own_digits_ = false;  // Its path, to which links may be relative.
  std::optional<PageNumber> own_;
  uint64_t own_mask_ = 0;
  QueryPairs own_query_;
  std::vector<uint32_t> before_;
  std::vector<LinkInfo> links_;
  std::unordered_map<NodeId, LinkBlock> blocks_;
  std::unordered_map<NodeId, bool> page_classes_;
};

}  // namespace

std::optional<PageNumber> page_number(std::string_view url) {
  url = url.substr(0, url.find('#'));
  if (!has_digit(url)) return std::nullopt;
  const size_t mark = url.find('?');
  if (mark != std::string_view::npos) {
    std::string_view query = url.substr(mark + 1);
    while (!query.empty()) {
      std::string_view value = take_until(query, '&');
      const std::string_view name = take_until(value, '=');
      const auto number = whole_number(value);
      if (number && names_page(name)) return PageNumber{*number, "?" + std::string(name) + "="};
    }
  }
  // The last number of the path that "page", "p" or a segment of its own names.
  const std::string_view path = url.substr(0, mark);
  const size_t host = path.find("://");
  size_t end = path.size();
  while (end > 0) {
    while (end > 0 && !is_ascii_digit(path[end - 1])) --end;
    size_t begin = end;
    while (begin > 0 && is_ascii_digit(path[begin - 1])) --begin;
    if (begin == end || (host != std::string_view::npos && begin < host + 3)) break;
    size_t name_end = begin;
    while (name_end > 0 &&
           std::string_view("-_/,").find(path[name_end - 1]) != std::string_view::npos)
      --name_end;
    size_t name = name_end;
    while (name > 0 && is_ascii_alpha(path[name - 1])) --name;
    const std::string_view word = path.substr(name, name_end - name);
    if (!word.empty() && names_page(word)) {
      if (const auto number = whole_number(path.substr(begin, end - begin)))
        return PageNumber{*number,
                          std::string(path.substr(name == 0 ? 0 : name - 1, begin - name + 1))};
    }
    end = begin;
  }
  return std::nullopt;
}

std::vector<PaginationCandidate> pagination_candidates(const Document& doc, std::string_view url,
                                                       ml::FeatureNames* names) {
  return LinkTable(doc, url).candidates(names);
}

}  // namespace weft::explore
