// [Fiva] Table 1, in its order.
//
//   picture  SameLeft SameTop SameHeight SameWidth
//   tree     Node1IsLeaf Node2IsLeaf SameParent SamePage SameChildren SameChildHeight SameClassAttr
//            SamePath TreeEditDistance
//   content  SameContent DiffTokens DiffDigits DiffLetters DiffUpperCase DiffLowerCase
//
// Percentages are put into the classes 1 %, 10 %, 20 % … 100 %: the least that is not below them.
// Boxes are those of the pages' layouts. Where a page has none they are estimated: left by the number
// of the cell in its row, or of lists around the node; top by the lines before it; height by its lines;
// width by its longest text, in steps of ten characters. A line is a text.
//
// DEVIATION: of trees the first kMaxTree nodes are compared; of texts the first kMaxText characters.
//
// Tested by fivatech2_test.cc.

#include "templates/peer_features.h"

#include <algorithm>
#include <cmath>

#include "align/edit_distance.h"
#include "align/tree_edit_distance.h"
#include "base/hash.h"
#include "base/strings.h"
#include "value/whole_value.h"
#include "wrap/tag_spelling.h"

namespace weft::templates {
namespace {

constexpr uint32_t kMaxTree = 40;  // Nodes.
constexpr size_t kMaxText = 60;    // Bytes.

const std::vector<std::string> kYesNo = {"yes", "no"};
const std::vector<std::string> kLeaf = {"yes", "no", "both"};
const std::vector<std::string> kPercent = {"1%",  "10%", "20%", "30%", "40%", "50%",
                                           "60%", "70%", "80%", "90%", "100%"};
const std::vector<std::string> kCategories = {"no",       "date-time", "e-mail", "url",
                                              "currency", "decimal",   "phone",  "empty"};
constexpr uint8_t kStringCategory = 100;
constexpr uint8_t kEmptyCategory = 7;

std::vector<std::string> joined(std::vector<std::string> first,
                                const std::vector<std::string>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

// The class of a share: 0 for up to 1 %, 1 for up to 10 % …
float percent_class(double share) {
  return share <= 0.01 ? 0.0F : static_cast<float>(std::min(10.0, std::ceil(share * 10 - 1e-9)));
}

uint8_t category_of(std::string_view text) {
  using value::ValueType;
  if (text.empty()) return kEmptyCategory;
  if (text.size() > kMaxText) return kStringCategory;
  const size_t at = text.find('@');
  if (at != std::string_view::npos && text.find(' ') == std::string_view::npos &&
      text.find('.', at) != std::string_view::npos)
    return 2;
  if (text.starts_with("http://") || text.starts_with("https://") || text.starts_with("www."))
    return 3;
  const std::pair<ValueType, uint8_t> types[] = {{ValueType::kMoney, 4},
                                                 {ValueType::kNumber, 5},
                                                 {ValueType::kDate, 1},
                                                 {ValueType::kPhone, 6}};
  for (const auto& [type, category] : types) {
    if (value::whole_value(type, text, {})) return category;
  }
  return kStringCategory;
}

}  // namespace

const std::vector<ml::TreeAttribute>& peer_attributes() {
  // clang-format off
  static const std::vector<ml::TreeAttribute> kAttributes = {
    {"SameLeft", kYesNo},
    {"SameTop", kYesNo},
    {"SameHeight", kYesNo},
    {"SameWidth", kYesNo},
    {"Node1IsLeaf", kLeaf},
    {"Node2IsLeaf", kLeaf},
    {"SameParent", kYesNo},
    {"SamePage", kYesNo},
    {"SameChildren", {"yes", "no", "sim"}},
    {"SameChildHeight", kYesNo},
    {"SameClassAttr", {"yes", "no", "empty"}},
    {"SamePath", kYesNo},
    {"TreeEditDistance", kPercent},
    {"SameContent", joined(kCategories, kPercent)},
    {"DiffTokens", joined({"yes", "empty"}, kPercent)},
    {"DiffDigits", joined({"yes", "empty"}, kPercent)},
    {"DiffLetters", joined({"yes", "empty"}, kPercent)},
    {"DiffUpperCase", joined({"yes", "empty"}, kPercent)},
    {"DiffLowerCase", joined({"yes", "empty"}, kPercent)},
  };
  // clang-format on
  return kAttributes;
}

PeerFeatures::PeerFeatures(const std::vector<const model::Page*>& pages, const PageViews& views)
    : pages_(pages), views_(views), facts_(pages.size()), number_(pages.size()) {
  for (uint32_t p = 0; p < views.size(); ++p) read(p, *views[p]);
}

void PeerFeatures::read(uint32_t page, const wrap::PageView& view) {
  const dom::Document& doc = view.document();
  number_[page].assign(doc.size(), 0);
  std::vector<Facts>& all = facts_[page];
  all.emplace_back();
  if (view.root() == dom::kNoNode) return;
  uint32_t lines = 0;
  std::vector<std::pair<dom::Atom, uint32_t>> counts;
  for (const dom::NodeId n : doc.subtree(view.root())) {  // Parents first.
    if (!view.keeps(n)) continue;
    if (doc.is_text(n)) {
      ++lines;
      continue;
    }
    number_[page][dom::index(n)] = static_cast<uint32_t>(all.size());
    Facts facts;
    facts.top = lines;
    facts.spelling =
        doc.attribute(n, dom::atoms::kClass) ? hash_bytes(wrap::tag_spelling(doc, n)) : 0;
    all.push_back(std::move(facts));
  }
  // Numbered paths and left edges, by the children of each element.
  for (const dom::NodeId n : doc.subtree(view.root())) {
    if (!view.keeps(n) || doc.is_text(n)) continue;
    Facts& own = all[number_[page][dom::index(n)]];
    counts.clear();
    uint32_t cell = 0;
    for (const dom::NodeId c : doc.children(n)) {
      if (!view.keeps(c) || doc.is_text(c)) continue;
      uint32_t* count = nullptr;
      for (auto& [name, seen] : counts) {
        if (name == doc.name(c)) count = &seen;
      }
      if (count == nullptr) count = &counts.emplace_back(doc.name(c), 0).second;
      Facts& below = all[number_[page][dom::index(c)]];
      const uint64_t step = hash_combine(hash_bytes(doc.name_text(c)), ++*count);
      below.path = (step << 32) | (hash_combine(step, own.path >> 32) & 0xFFFFFFFFU);
      const bool is_cell = doc.name(c) == dom::atoms::kTd || doc.name(c) == dom::atoms::kTh;
      const bool is_list = doc.name(c) == dom::atoms::kUl || doc.name(c) == dom::atoms::kOl;
      below.left = is_cell ? own.left + 100 * ++cell : own.left + (is_list ? 1 : 0);
    }
  }
  // From the leaves up.
  for (uint32_t i = dom::index(doc.end(view.root())); i-- > dom::index(view.root());) {
    const dom::NodeId n{i};
    if (!view.keeps(n)) continue;
    const dom::NodeId parent = doc.parent(n);
    Facts& above = all[n == view.root() ? 0 : number_[page][dom::index(parent)]];
    if (doc.is_text(n)) {
      const std::string text = normalize_space(doc.text(n));
      above.width = std::max(above.width, static_cast<uint32_t>(text.size() / 10));
      ++above.nodes;
      above.height = std::max(above.height, 1U);
      above.shape += mix64(1);
      if (above.text.size() < kMaxText) above.text.insert(0, text.substr(0, kMaxText) + " ");
      continue;
    }
    Facts& own = all[number_[page][i]];
    own.shape = hash_combine(hash_bytes(doc.name_text(n)), own.shape);
    if (own.leaf) {
      own.text = normalize_space(own.text);
      bool within = false;
      for (const char c : own.text) {
        own.tokens += !within && c != ' ' ? 1 : 0;
        within = c != ' ';
        own.digits += is_ascii_digit(c) ? 1 : 0;
        own.letters += is_ascii_alpha(c) ? 1 : 0;
        own.upper += c >= 'A' && c <= 'Z' ? 1 : 0;
        own.lower += c >= 'a' && c <= 'z' ? 1 : 0;
      }
      own.category = category_of(own.text);
    } else {
      own.text.clear();
      own.category = kEmptyCategory;
    }
    if (n == view.root()) continue;
    above.leaf = false;
    above.nodes += own.nodes;
    above.height = std::max(above.height, own.height + 1);
    above.width = std::max(above.width, own.width);
    above.shape += mix64(own.shape);
  }
}

std::array<bool, kVisualFeatures> PeerFeatures::same_box(const PlacedNode& a,
                                                         const PlacedNode& b) const {
  const auto& x = pages_[a.page]->layout;
  const auto& y = pages_[b.page]->layout;
  if (x && y) {
    const dom::Box& p = x->box(a.node);
    const dom::Box& q = y->box(b.node);
    return {p.left == q.left, p.top == q.top, p.height == q.height, p.width == q.width};
  }
  const Facts& p = facts(a);
  const Facts& q = facts(b);
  return {p.left == q.left, p.top == q.top, p.nodes == q.nodes, p.width == q.width};
}

align::Tree PeerFeatures::small_tree(const PlacedNode& at) const {
  const wrap::PageView& view = *views_[at.page];
  const dom::Document& doc = view.document();
  align::Tree tree;
  for (const dom::NodeId n : doc.subtree(at.node)) {
    if (tree.size() == kMaxTree) break;
    if (!view.keeps(n)) continue;
    const uint64_t tag = doc.is_text(n) ? align::kTextSymbol : hash_bytes(doc.name_text(n));
    tree.append(static_cast<align::Symbol>(tag), doc.depth(n) - doc.depth(at.node), n);
  }
  tree.close_ends();
  return tree;
}

double PeerFeatures::tree_distance(const PlacedNode& a, const PlacedNode& b) {
  const uint64_t x = facts(a).shape;
  const uint64_t y = facts(b).shape;
  if (x == y) return 0;
  const auto [it, fresh] = distances_.try_emplace(mix64(x) + mix64(y), 1.0);
  if (fresh) {
    const align::Tree p = small_tree(a);
    const align::Tree q = small_tree(b);
    const auto distance = align::tree_edit_distance(p, q);
    if (distance.ok()) it->second = *distance / static_cast<double>(std::max(p.size(), q.size()));
  }
  return it->second;
}

std::array<float, kPeerFeatures> PeerFeatures::compare(const PlacedNode& a, const PlacedNode& b) {
  const Facts& x = facts(a);
  const Facts& y = facts(b);
  const auto yes = [](bool is) { return is ? 0.0F : 1.0F; };
  std::array<float, kPeerFeatures> out{};
  const auto boxes = same_box(a, b);
  for (size_t k = 0; k < boxes.size(); ++k) out[k] = yes(boxes[k]);
  out[4] = x.leaf && y.leaf ? 2.0F : yes(x.leaf);
  out[5] = x.leaf && y.leaf ? 2.0F : yes(y.leaf);
  const auto parent_tag = [&](const PlacedNode& at) {
    const dom::Document& doc = views_[at.page]->document();
    return doc.name_text(doc.parent(at.node));
  };
  out[6] = yes(parent_tag(a) == parent_tag(b));
  out[7] = yes(a.page == b.page);
  const double larger = std::max(x.nodes, y.nodes);
  const double less = std::min(x.nodes, y.nodes);
  out[8] = x.nodes == y.nodes ? 0.0F : larger - less < 0.1 * larger ? 2.0F : 1.0F;
  out[9] = yes(x.height == y.height);
  out[10] = x.spelling == 0 || y.spelling == 0 ? 2.0F : yes(x.spelling == y.spelling);
  out[11] = yes(x.path == y.path);
  out[12] = percent_class(tree_distance(a, b));
  if (x.category != y.category) {
    out[13] = 0;
  } else if (x.category != kStringCategory) {
    out[13] = x.category;
  } else {
    const auto distance =
        align::edit_distance(align::symbols_of(x.text), align::symbols_of(y.text));
    const double longer = static_cast<double>(std::max(x.text.size(), y.text.size()));
    out[13] = static_cast<float>(kCategories.size()) +
              percent_class(distance.ok() ? *distance / longer : 1.0);
  }
  const auto difference = [](uint32_t p, uint32_t q) {
    if (p == 0 && q == 0) return 1.0F;
    if (p == q) return 0.0F;
    const double most = std::max(p, q);
    return 2.0F + percent_class((most - std::min(p, q)) / most);
  };
  out[14] = difference(x.tokens, y.tokens);
  out[15] = difference(x.digits, y.digits);
  out[16] = difference(x.letters, y.letters);
  out[17] = difference(x.upper, y.upper);
  out[18] = difference(x.lower, y.lower);
  return out;
}

}  // namespace weft::templates
