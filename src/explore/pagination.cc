// Pagination. Idea and figures: the links between pages of one list stand together, count, and have
// addresses that differ from the page's own in one number.
//
//   page /list?page=2:   « Prev   1   [2]   3   …   9   Next »
//                        PREV  PAGE       PAGE    PAGE  NEXT
//
//   1. Candidates: links that could be pagination by their text, class, rel or address; one in eight of
//      all, and hardly any right one is lost.
//   2. The block of a link is the highest part of the page around it with at most 220 characters of text
//      (from prefix sums of text lengths). The numbers in it, linked or not, give the current page.
//   3. Features: the link's text, rel and class; its block; its address against the page's own; the
//      candidates beside it; and what a simple rule would say.
//   4. A role if none of them has less than 0.6; of the roles the most probable.
//   5. The whole page: the surest NEXT that leads somewhere is next; without one, one of at least 0.25;
//      without one, <link rel=next>; then, where pages are numbered, the next number or offset.
//
// Tested by pagination_test.cc.

#include "explore/pagination.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <set>

#include "base/check.h"
#include "base/split.h"
#include "base/strings.h"
#include "dom/class_tokens.h"
#include "dom/text.h"
#include "explore/form_types.h"
#include "explore/words.h"
#include "url/url.h"

namespace weft::explore {
namespace {

using dom::Document;
using dom::kNoNode;
using dom::NodeId;
namespace atoms = dom::atoms;

struct PaginationParameters {
  // Chosen on the development set, with the folds that the figures are from.
  float least_role = 0.4F;     // 1 - P(none) of a link that has a role.
  float least_repair = 0.25F;  // P(NEXT) that is enough where no link is NEXT.
};
constexpr PaginationParameters kPagination;

constexpr uint32_t kBlockText = 220;    // Characters of a block.
constexpr size_t kMaxCandidates = 400;  // Of a page.
constexpr size_t kMaxLinkText = 80;
constexpr size_t kMaxBlockLevels = 12;  // Levels from a link to its block.
constexpr size_t kMaxBlockNumbers = 60;

// --- texts ---

enum class TextKind { kEmpty, kNumber, kRange, kArrowRight, kArrowLeft, kDots, kWords };
constexpr std::string_view kTextKinds[] = {"empty", "number", "range", "right",
                                           "left",  "dots",   "words"};

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

bool has_right_arrow(std::string_view text) {
  return has_any(text, {"»", "›", "→", "►", "▶", ">", "⟩", "❯", "≫", "＞"});
}
bool has_left_arrow(std::string_view text) {
  return has_any(text, {"«", "‹", "←", "◄", "◀", "<", "⟨", "❮", "≪", "＜"});
}

TextKind kind_of(std::string_view text) {
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

// --- addresses ---

bool names_page(std::string_view name) {
  const std::string lower = ascii_lower(name);
  static const std::set<std::string_view> kNames = {
      "p",      "pg",    "pn",   "pageno", "start", "offset", "from",
      "skip",   "first", "st",   "begin",  "o",     "seite",  "pagina",
      "strona", "sida",  "side", "pag",    "cp",    "pno",    "curpage"};
  return kNames.contains(lower) || lower.find("page") != std::string::npos ||
         lower.find("offset") != std::string::npos || lower.find("start") != std::string::npos;
}

std::string without_fragment(std::string_view url) {
  return std::string(url.substr(0, url.find('#')));
}

// Digits replaced: what addresses of one kind share.
std::string mask_of(std::string_view url) {
  std::string mask;
  for (size_t i = 0; i < url.size(); ++i) {
    if (!is_ascii_digit(url[i]))
      mask += url[i];
    else if (mask.empty() || mask.back() != '0')
      mask += '0';
  }
  return mask;
}

using QueryPairs = std::map<std::string, std::string, std::less<>>;
QueryPairs query_of(std::string_view url) {
  QueryPairs pairs;
  const size_t mark = url.find('?');
  if (mark == std::string_view::npos) return pairs;
  std::string_view query = without_fragment(url).empty() ? url : url.substr(mark + 1);
  query = query.substr(0, query.find('#'));
  while (!query.empty()) {
    std::string_view pair = take_until(query, '&');
    const std::string_view name = take_until(pair, '=');
    pairs.emplace(name, pair);
  }
  return pairs;
}

// --- the page ---

struct BlockNumber {
  int64_t number;
  NodeId link;  // kNoNode: not linked.
  bool marked;  // As the current one, by class or address.
};

struct LinkBlock {
  NodeId node = kNoNode;
  std::vector<BlockNumber> numbers;
  std::optional<int64_t> current;
  bool ascends = false;
  double steps = 0;  // The share of numbers that follow the one before.
  bool has_page_class = false;
  size_t links = 0;
};

struct LinkInfo {
  NodeId node;
  std::string href;  // As written.
  std::string url;   // Absolute, without fragment.
  std::string text;
  std::string names;  // Plain words of class and id, its own and its parent's.
  Concepts concepts;  // Of text and title.
  Concepts named;     // Of the names.
  TextKind kind;
  bool leads;
  std::optional<PageNumber> number;
  size_t order;  // Among all links.
  NodeId block;
  std::string rel;
};

bool is_page_class(std::string_view names) {
  return names.find("pag") != std::string_view::npos;  // page, pager, pagination, paging, pagina
}

class PageLinks {
 public:
  PageLinks(const Document& doc, std::string_view url)
      : doc_(doc), url_(without_fragment(url)), base_(url::Url::parse(url_)) {
    own_ = page_number(url_);
    own_mask_ = mask_of(url_);
    own_query_ = query_of(url_);
    count_text();
    read_links();
  }

  std::vector<PaginationCandidate> candidates(ml::FeatureNames* names) {
    std::vector<PaginationCandidate> found;
    for (size_t i = 0; i < links_.size(); ++i) {
      PaginationCandidate candidate;
      candidate.node = links_[i].node;
      candidate.url = links_[i].url;
      candidate.text = links_[i].text;
      candidate.leads = links_[i].leads;
      candidate.features = features(i, names);
      found.push_back(std::move(candidate));
    }
    return found;
  }

  [[nodiscard]] const std::vector<LinkInfo>& links() const { return links_; }

 private:
  // Absolute, without a fragment; empty for what is no address.
  [[nodiscard]] std::string resolved(std::string_view href) const {
    const auto address = url::Url::parse(href, base_.ok() ? &*base_ : nullptr);
    return address.ok() ? address->href_without_fragment() : std::string();
  }

  // 2. Characters of text before each node.
  void count_text() {
    before_.resize(doc_.size() + 1);
    uint32_t sum = 0;
    for (const NodeId n : doc_.nodes()) {
      before_[dom::index(n)] = sum;
      if (!doc_.is_text(n) || dom::is_unread(doc_.name(doc_.parent(n)))) continue;
      for (const char c : doc_.text(n)) sum += is_html_space(c) ? 0 : 1;
    }
    before_[doc_.size()] = sum;
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

  // 1.
  void read_links() {
    size_t order = 0;
    for (const NodeId n : doc_.nodes()) {
      if (doc_.name(n) != atoms::kA) continue;
      const auto href = doc_.attribute(n, atoms::kHref);
      if (!href) continue;
      ++order;
      if (links_.size() == kMaxCandidates) break;
      if (text_in(n) > kMaxLinkText) continue;
      LinkInfo link = read_link(n, address_of(n, trim(*href)), order);
      if (is_candidate(link)) links_.push_back(std::move(link));
    }
  }

  static bool leads(std::string_view href) {
    return !href.empty() && !href.starts_with('#') && !href.starts_with("javascript:") &&
           !href.starts_with("mailto:");
  }

  // Links that are scripts may keep their address beside.
  [[nodiscard]] std::string_view address_of(NodeId n, std::string_view href) const {
    static const dom::Atom kDataHref = dom::atom_of("data-href");
    if (leads(href)) return href;
    const std::string_view beside = trim(doc_.attribute(n, kDataHref).value_or(""));
    return leads(beside) ? beside : href;
  }

  LinkInfo read_link(NodeId n, std::string_view href, size_t order) {
    LinkInfo link;
    link.node = n;
    link.href = href;
    link.order = order;
    link.leads = leads(href);
    link.url = link.leads ? resolved(href) : std::string();
    link.text = dom::normalized_text(doc_, n);
    std::string said = link.text + ' ' +
                       std::string(doc_.attribute(n, atoms::kTitle).value_or("")) + ' ' +
                       std::string(doc_.attribute(n, atoms::kAriaLabel).value_or(""));
    for (const NodeId x : doc_.descendants(n)) {
      if (doc_.name(x) == atoms::kImg)
        said += ' ' + std::string(doc_.attribute(x, atoms::kAlt).value_or(""));
    }
    link.concepts = concepts_in(plain_words(said, 160), WordMatch::kWhole);
    std::string names;
    for (const NodeId x : {n, doc_.parent(n)}) {
      names += ' ' + std::string(doc_.attribute(x, atoms::kClass).value_or("")) + ' ' +
               std::string(doc_.attribute(x, atoms::kId).value_or(""));
    }
    link.names = identifier_words(names, 160);
    link.named = concepts_in(link.names, WordMatch::kInside);
    link.kind = kind_of(link.text);
    link.number = page_number(link.url);
    link.rel = ascii_lower(doc_.attribute(n, atoms::kRel).value_or(""));
    link.block = block_of(n);
    return link;
  }

  static bool is_paging(Concepts concepts) {
    for (const Concept one : {Concept::kNext, Concept::kPrev, Concept::kFirst, Concept::kLast,
                              Concept::kPage, Concept::kMore, Concept::kOlder, Concept::kNewer}) {
      if (concepts.has(one)) return true;
    }
    return false;
  }

  bool is_candidate(const LinkInfo& link) {
    if (dom::has_token(link.rel, "next") || dom::has_token(link.rel, "prev")) return true;
    if (link.kind != TextKind::kWords && link.kind != TextKind::kEmpty) return true;
    const LinkBlock& block = this->block(link.block);
    if (link.text.size() <= 40 &&
        (is_paging(link.concepts) || has_right_arrow(link.text) || has_left_arrow(link.text) ||
         is_page_class(link.names) || block.has_page_class))
      return true;
    if (link.text.size() <= 30 && link.number) return true;
    if (link.text.size() <= 2 && (link.named.has(Concept::kNext) ||
                                  link.named.has(Concept::kPrev) || block.numbers.size() >= 2))
      return true;
    return own_ && link.number && own_->place == link.number->place &&
           std::abs(own_->number - link.number->number) == 1;
  }

  const LinkBlock& block(NodeId node) {
    const auto [found, fresh] = blocks_.try_emplace(node);
    if (fresh) found->second = read_block(node);
    return found->second;
  }

  LinkBlock read_block(NodeId node) {
    LinkBlock block;
    block.node = node;
    size_t levels = 0;
    for (NodeId a = node; a != kNoNode && ++levels <= 3; a = doc_.parent(a)) {
      if (doc_.name(a) == atoms::kBody) break;
      block.has_page_class =
          block.has_page_class ||
          is_page_class(ascii_lower(doc_.attribute(a, atoms::kClass).value_or("")) +
                        ascii_lower(doc_.attribute(a, atoms::kId).value_or("")));
    }
    NodeId link = kNoNode;
    for (const NodeId n : doc_.subtree(node)) {
      if (doc_.name(n) == atoms::kA) {
        link = n;
        ++block.links;
      }
      if (!dom::is_visible_text(doc_, n) || block.numbers.size() == kMaxBlockNumbers) continue;
      const auto number = whole_number(bare(trim(doc_.text(n))));
      if (!number) continue;
      const bool linked = link != kNoNode && doc_.contains(link, n);
      block.numbers.push_back({*number, linked ? link : kNoNode, linked && is_marked(link)});
    }
    find_current(block);
    return block;
  }

  // A link to the page itself, or one that says it is the current one.
  [[nodiscard]] bool is_marked(NodeId link) const {
    const std::string_view href = trim(doc_.attribute(link, atoms::kHref).value_or(""));
    if (href.empty() || href == "#" || doc_.attribute(link, atoms::kAriaCurrent)) return true;
    for (const NodeId x : {link, doc_.parent(link)}) {
      const std::string names = ascii_lower(doc_.attribute(x, atoms::kClass).value_or(""));
      if (has_any(names, {"current", "active", "selected", "highlight"})) return true;
    }
    return resolved(href) == url_;
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
  LinkRole simple_role(const LinkInfo& link, const LinkBlock& block) const {
    if (dom::has_token(link.rel, "next")) return LinkRole::kNext;
    if (dom::has_token(link.rel, "prev")) return LinkRole::kPrev;
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

  static std::string difference(int64_t d) {
    if (d == 0) return "0";
    if (std::abs(d) == 1) return d > 0 ? "+1" : "-1";
    return d > 0 ? "up" : "down";
  }

  void add_concepts_of(ml::FeatureList& list, std::string_view group, Concepts concepts) const {
    for (size_t c = 0; c <= static_cast<size_t>(Concept::kNewer); ++c) {
      if (concepts.has(static_cast<Concept>(c))) list.add(group, name_of(static_cast<Concept>(c)));
    }
  }

  // 3.
  ml::FeatureList features(size_t i, ml::FeatureNames* names) {
    const LinkInfo& link = links_[i];
    const LinkBlock& block = this->block(link.block);
    ml::FeatureList list(names);
    list.add("bias");
    const std::string kind(kTextKinds[static_cast<size_t>(link.kind)]);
    list.add("kind", kind);
    add_concepts_of(list, "says", link.concepts);
    add_concepts_of(list, "named", link.named);
    if (has_right_arrow(link.text)) list.add("arrow", "right");
    if (has_left_arrow(link.text)) list.add("arrow", "left");
    list.add("length", link.text.size() <= 2    ? "2"
                       : link.text.size() <= 10 ? "10"
                       : link.text.size() <= 20 ? "20"
                                                : "more");
    for (const std::string_view token : dom::TokenRange(link.rel))
      list.add("rel", token.substr(0, 12));
    size_t tokens = 0;
    for (const std::string_view token : dom::TokenRange(link.names)) {
      if (++tokens > 12) break;
      if (!is_long_number(token)) list.add("class", token);
    }
    const LinkRole simple = simple_role(link, block);
    list.add("simple", name_of(simple));
    add_block(list, link, block, kind);
    add_address(list, link, block);
    for (const int side : {-1, 1}) add_neighbour(list, i, side);
    return list;
  }

  void add_block(ml::FeatureList& list, const LinkInfo& link, const LinkBlock& block,
                 const std::string& kind) const {
    list.add("numbers", std::to_string(std::min<size_t>(block.numbers.size(), 4)));
    if (block.ascends) list.add("block", "ascends");
    if (block.has_page_class) list.add("block", "page-class");
    if (block.has_page_class) list.add("block-kind", "page/" + kind);
    list.add("block-steps", block.steps >= 0.9 ? "all" : block.steps >= 0.5 ? "half" : "few");
    list.add("block-links", std::to_string(std::min<size_t>(block.links, 6)));
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
    if (link.url == url_) list.add("url", "itself");
    if (mask_of(link.url) == own_mask_) list.add("url", "same-mask");
    if (link.url.starts_with(url_)) list.add("url", "longer");
    const QueryPairs query = query_of(link.url);
    size_t differing = 0;
    for (const auto& [name, value] : query) {
      const auto own = own_query_.find(name);
      differing += own == own_query_.end() || own->second != value ? 1 : 0;
    }
    for (const auto& [name, value] : own_query_) differing += query.contains(name) ? 0 : 1;
    list.add("query-differs", std::to_string(std::min<size_t>(differing, 3)));
    const std::string_view link_path = std::string_view(link.url).substr(0, link.url.find('?'));
    const std::string_view own_path = std::string_view(url_).substr(0, url_.find('?'));
    if (link_path == own_path) list.add("url", "same-path");
    const auto text = whole_number(bare(link.text));
    if (link.number) {
      list.add("url", "number");
      list.add("place", identifier_words(link.number->place));
      if (text) list.add("text-is-number", *text == link.number->number ? "yes" : "no");
      const int64_t own = own_ && own_->place == link.number->place ? own_->number : 1;
      list.add(own_ ? "to-own" : "to-first", difference(link.number->number - own));
      if (own_ && own_->place == link.number->place) {
        // Offsets: the least step up or down of the page.
        const int64_t d = link.number->number - own;
        if (d != 0 && d == least_step(link.number->place, own, d > 0))
          list.add("step", d > 0 ? "least-up" : "least-down");
      }
    } else if (own_) {
      list.add("url", "number-lost");
    }
    size_t alike = 0;
    const std::string mask = mask_of(link.url);
    for (const BlockNumber& one : block.numbers) {
      if (one.link == kNoNode) continue;
      const auto href = doc_.attribute(one.link, atoms::kHref);
      alike += href && mask_of(resolved(*href)) == mask ? 1 : 0;
    }
    list.add("alike", std::to_string(std::min<size_t>(alike, 3)));
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
    const std::string where = side < 0 ? "left" : "right";
    const size_t beside = i + static_cast<size_t>(side);
    const bool near =
        beside < links_.size() && (side < 0 ? links_[i].order - links_[beside].order
                                            : links_[beside].order - links_[i].order) <= 2;
    if (!near) {
      list.add(where, "none");
      return;
    }
    const LinkInfo& other = links_[beside];
    list.add(where, kTextKinds[static_cast<size_t>(other.kind)]);
    add_concepts_of(list, where + "-says", other.concepts);
    const auto own = whole_number(bare(links_[i].text));
    const auto its = whole_number(bare(other.text));
    if (own && its) list.add(where + "-number", difference(*its - *own));
    if (other.block == links_[i].block) list.add(where, "same-block");
    list.add(where + "-simple", name_of(simple_role(other, this->block(other.block))));
  }

  const Document& doc_;
  std::string url_;
  const Result<url::Url> base_;
  std::optional<PageNumber> own_;
  std::string own_mask_;
  QueryPairs own_query_;
  std::vector<uint32_t> before_;
  std::vector<LinkInfo> links_;
  std::map<NodeId, LinkBlock> blocks_;
};

// <link rel=next href=…>, wherever it stands.
std::string next_by_rel(const Document& doc, std::string_view url) {
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) != atoms::kLink) continue;
    const auto rel = doc.attribute(n, atoms::kRel);
    const auto href = doc.attribute(n, atoms::kHref);
    if (rel && href && dom::has_token(ascii_lower(*rel), "next"))
      return without_fragment(url::resolve(trim(*href), url));
  }
  return {};
}

// What leads nowhere without a script and says no more than this: "Load more", "Next page".
NodeId button_of(const Document& doc, Concept says, size_t least_words) {
  for (const NodeId n : doc.nodes()) {
    const dom::Atom name = doc.name(n);
    if (name != atoms::kButton && name != atoms::kA) continue;
    if (name == atoms::kA) {
      const std::string_view href = trim(doc.attribute(n, atoms::kHref).value_or(""));
      if (!href.empty() && !href.starts_with('#') && !href.starts_with("javascript:")) continue;
    }
    if (doc.subtree_size(n) > 12) continue;
    const std::string text = plain_words(dom::normalized_text(doc, n), 60);
    const auto words = static_cast<size_t>(std::count(text.begin(), text.end(), ' ')) + 1;
    if (text.size() <= 30 && words >= least_words && concepts_in(text, WordMatch::kWhole).has(says))
      return n;
  }
  return kNoNode;
}

}  // namespace

std::span<const std::string_view> names_of(LinkRole) {
  static constexpr std::string_view kNames[] = {"none", "page", "next", "prev", "first", "last"};
  static_assert(std::size(kNames) == kLinkRoles);
  return kNames;
}

std::optional<PageNumber> page_number(std::string_view url) {
  url = url.substr(0, url.find('#'));
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
    while (name_end > 0 && has_any(path.substr(name_end - 1, 1), {"-", "_", "/", ","})) --name_end;
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
  return PageLinks(doc, url).candidates(names);
}

std::string next_by_number(const Document& doc, std::string_view url) {
  const auto own = page_number(url);
  const int64_t wanted = (own ? own->number : 1) + 1;
  for (const PaginationCandidate& candidate : pagination_candidates(doc, url)) {
    const auto number = page_number(candidate.url);
    if (candidate.leads && number && number->number == wanted) return candidate.url;
  }
  return {};
}

Result<PaginationModel> PaginationModel::from_chain(ml::Chain chain) {
  const auto names = names_of(LinkRole());
  if (!std::equal(names.begin(), names.end(), chain.classes().begin(), chain.classes().end()))
    return Error{ErrorCode::kInvalidArgument, "a model of pagination is for other roles"};
  return PaginationModel(std::move(chain));
}

const PaginationModel& PaginationModel::shipped() {
  static const PaginationModel kShipped = [] {
    for (const EmbeddedFile& model : shipped_models()) {
      if (model.name != "explore-pagination") continue;
      auto chain = ml::read_chain(model.text);
      WEFT_CHECK(chain.ok());
      auto made = from_chain(std::move(*chain));
      WEFT_CHECK(made.ok());
      return std::move(*made);
    }
    WEFT_CHECK(false);
    std::abort();
  }();
  return kShipped;
}

Pagination PaginationModel::find(const Document& doc, std::string_view url) const {
  Pagination found;
  constexpr auto kNextRole = static_cast<size_t>(LinkRole::kNext);
  const std::string own = without_fragment(url);
  float best = 0;
  PageLink repair;
  for (PaginationCandidate& candidate : pagination_candidates(doc, url)) {
    const std::vector<float> p = chain_.probabilities(std::span(&candidate.features, 1));
    PageLink link{candidate.node, std::move(candidate.url), std::move(candidate.text)};
    std::copy_n(p.begin(), kLinkRoles, link.probabilities.begin());
    // 4.
    if (1 - p[0] >= kPagination.least_role)
      link.role = static_cast<LinkRole>(std::max_element(p.begin() + 1, p.end()) - p.begin());
    const bool elsewhere = candidate.leads && link.url != own;
    if (elsewhere && p[kNextRole] > best &&
        (link.role == LinkRole::kNext || link.role == LinkRole::kNone)) {
      best = p[kNextRole];
      repair = link;
    }
    if (link.role != LinkRole::kNone) found.links.push_back(std::move(link));
  }
  // 5.
  if (best >= kPagination.least_repair) {
    found.next_url = repair.url;
    found.next_confidence = static_cast<double>(best);
    found.next_by = "link";
    if (repair.role == LinkRole::kNone) {
      repair.role = LinkRole::kNext;
      const auto after =
          std::find_if(found.links.begin(), found.links.end(),
                       [&](const PageLink& link) { return link.node > repair.node; });
      found.links.insert(after, repair);
    }
  } else if (const std::string next = next_by_rel(doc, url); !next.empty() && next != own) {
    found.next_url = next;
    found.next_confidence = 0.9;
    found.next_by = "rel";
  } else {
    // The least number beyond the page's own; of a page without one, the link that says 2.
    const auto number = page_number(own);
    int64_t least = INT64_MAX;
    for (const PageLink& link : found.links) {
      const auto its = page_number(link.url);
      if (link.role != LinkRole::kPage || !its || link.url == own) continue;
      const bool beyond = number ? its->place == number->place && its->number > number->number
                                 : whole_number(bare(link.text)) == 2;
      if (!beyond || its->number >= least) continue;
      least = its->number;
      found.next_url = link.url;
      found.next_confidence = static_cast<double>(link.probabilities[1]);
      found.next_by = "number";
    }
  }
  found.more_button = button_of(doc, Concept::kMore, 2);
  found.next_button = button_of(doc, Concept::kNext, 1);
  if (const auto number = page_number(found.next_url)) found.parameter = number->place;
  return found;
}

}  // namespace weft::explore
