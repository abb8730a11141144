// [Vertex] III-A, "8-byte shingle vector".
//
// 1. The page becomes a stream of tags (or of places), in document order: a scan of the name
//    column.
// 2. A window of l tags slides over the stream; its polynomial hash is updated by one tag entering
//    and one leaving, then mixed to 64 bits.
// 3. Eight hash functions are that mixed value times eight odd constants, upper 32 bits. For each
//    the minimum over all shingles is kept.
// 4. One byte of each minimum makes the vector.
//
// DEVIATION: the paper's hash functions have one-byte values and the vector holds their minima.
// Among a thousand random bytes the least is nearly always 0, so the claim that bytes agree with
// probability |S ∩ S'| / |S ∪ S'| needs wider hashes. Step 3 uses 32 bits;
// ShingleOptions::byte_hashes gives the formula as written.

#include "dom/shingle.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "base/hash.h"
#include "base/numbers.h"
#include "base/strings.h"
#include "base/visible_bytes.h"
#include "dom/column_scan.h"

namespace weft::dom {
namespace {

constexpr std::array<uint64_t, kShingleBytes> kMultipliers = {
    0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL, 0x165667b19e3779f9ULL, 0xd6e8feb86659fd93ULL,
    0xa0761d6478bd642fULL, 0xe7037ed1a0b428dbULL, 0x8ebc6af09c88c6e3ULL, 0x589965cc75374cc3ULL};
constexpr uint64_t kRollingBase = 0x2545f4914f6cdd1dULL;

// The least of each hash function over the shingles seen (step 3).
class Minima {
 public:
  explicit Minima(bool byte_hashes) : shift_(byte_hashes ? 56 : 32) { least_.fill(UINT32_MAX); }

  void add(uint64_t shingle) {
    any_ = true;
    for (unsigned i = 0; i < kShingleBytes; ++i) {
      const auto value = static_cast<uint32_t>((shingle * kMultipliers[i]) >> shift_);
      least_[i] = std::min(least_[i], value);
    }
  }

  // Step 4. The low byte: the high bytes of a minimum are nearly always zero.
  [[nodiscard]] ShingleVector vector() const {
    ShingleVector v;
    if (!any_) return v;
    for (unsigned i = 0; i < kShingleBytes; ++i) v.packed |= uint64_t{least_[i] & 0xFF} << (8 * i);
    return v;
  }

 private:
  std::array<uint32_t, kShingleBytes> least_{};
  unsigned shift_;
  bool any_ = false;
};

// Feeds tags, one at a time, and hands each full window to a Minima (step 2).
class Window {
 public:
  Window(uint32_t length, Minima& minima) : ring_(std::max(1U, length)), minima_(minima) {
    for (size_t i = 1; i < ring_.size(); ++i) leaving_factor_ *= kRollingBase;
  }

  void push(Atom tag) {
    const uint64_t entering = static_cast<uint64_t>(tag) + 1;
    if (seen_ >= ring_.size()) hash_ -= ring_[at_] * leaving_factor_;
    hash_ = hash_ * kRollingBase + entering;
    ring_[at_] = entering;
    if (++at_ == ring_.size()) at_ = 0;
    if (++seen_ >= ring_.size()) minima_.add(mix64(hash_));
  }

  // A page shorter than the window is one shingle.
  void finish() {
    if (seen_ > 0 && seen_ < ring_.size()) minima_.add(mix64(hash_));
  }

 private:
  std::vector<uint64_t> ring_;
  Minima& minima_;
  uint64_t hash_ = 0;
  uint64_t leaving_factor_ = 1;
  size_t at_ = 0;
  size_t seen_ = 0;
};

bool is_element(const Storage& columns, uint32_t n) {
  return kind_of(columns.kind[n]) == NodeKind::kElement;
}

void scan_tags(const Document& doc, uint32_t length, Minima& minima) {
  const Storage& columns = doc.storage();
  Window window(length, minima);
  for (uint32_t n = 0; n < columns.size; ++n) {
    if (is_element(columns, n)) window.push(columns.name[n]);
  }
  window.finish();
}

// For every element whether its subtree, with repeats inside it reduced, is built like that of the
// element sibling before it. One pass from the last node to the first: children are complete before
// their parent.
std::vector<bool> repeated_blocks(const Document& doc) {
  const Storage& columns = doc.storage();
  struct Shape {
    uint64_t children = 0;   // Folded from the right, repeats left out.
    uint64_t next_hash = 0;  // Shape of the child seen last: the sibling to the right.
    uint32_t next = 0;       // That child; 0 for none.
  };
  std::vector<Shape> shapes(columns.size);
  std::vector<bool> repeated(columns.size, false);
  for (uint32_t n = columns.size; n-- > 1;) {
    if (!is_element(columns, n)) continue;
    const uint64_t hash = hash_combine(static_cast<uint64_t>(columns.name[n]), shapes[n].children);
    Shape& parent = shapes[columns.parent[n]];
    if (parent.next != 0 && parent.next_hash == hash) {
      repeated[parent.next] = true;
    } else {
      parent.children = hash_combine(hash, parent.children);
    }
    parent.next_hash = hash;
    parent.next = n;
  }
  return repeated;
}

void scan_collapsed(const Document& doc, uint32_t length, Minima& minima) {
  const Storage& columns = doc.storage();
  const std::vector<bool> repeated = repeated_blocks(doc);
  Window window(length, minima);
  for (uint32_t n = 0; n < columns.size;) {
    if (repeated[n]) {
      n = columns.end[n];
      continue;
    }
    if (is_element(columns, n)) window.push(columns.name[n]);
    ++n;
  }
  window.finish();
}

// The first class: later ones tend to be states (odd, last, active), which differ from page to
// page.
std::string_view first_token(const PlacedString& placed) {
  auto [classes, around] = placed;
  while (!classes.empty() && is_html_space(classes.front())) classes.remove_prefix(1);
  size_t end = 0;
  if (around.data() + around.size() - classes.data() >= kVisibleStep) {
    end = static_cast<size_t>(std::countr_one(visible_bytes(classes.data())));
    end = std::min(end, classes.size());
  }
  while (end < classes.size() && !is_html_space(classes[end])) ++end;
  return classes.substr(0, end);
}

const AttributeEntry* class_of(const Storage& columns, uint32_t element) {
  const AttributeEntry* entry = columns.attributes.data() + columns.payload[element];
  const AttributeEntry* end = entry + columns.payload_size[element];
  for (; entry != end; ++entry) {
    if (entry->name == atoms::kClass) return entry;
  }
  return nullptr;
}

// Hands on shingles, but not those that it has just seen: most rows of a page repeat the last.
class FewerRepeats {
 public:
  explicit FewerRepeats(Minima& minima) : minima_(minima) {}

  void add(uint64_t shingle) {
    uint64_t& place = recent_[shingle % recent_.size()];
    if (place == shingle) return;
    place = shingle;
    minima_.add(shingle);
  }

 private:
  Minima& minima_;
  std::array<uint64_t, 64> recent_{};
};

// Elements with a class were put there by the template, wherever they ended up.
void scan_classes(const Document& doc, FewerRepeats& shingles) {
  const Storage& columns = doc.storage();
  for_each_block(columns, {NodeKind::kElement, kMayHaveClass}, [&](const RowBlock& elements) {
    for (const uint32_t n : elements) {
      const AttributeEntry* entry = class_of(columns, n);
      if (entry == nullptr) continue;
      const auto classes = placed_string(doc, entry->value.offset, entry->value.length);
      shingles.add(
          hash_combine(static_cast<uint64_t>(columns.name[n]), hash_bytes(first_token(classes))));
    }
  });
}

// Elements without a class are skeleton near the root and mostly content (paragraphs, breaks,
// emphasis) further down, so only the skeleton counts.
void scan_skeleton(const Document& doc, FewerRepeats& shingles) {
  constexpr uint32_t kSkeletonDepth = 8;
  const Storage& columns = doc.storage();
  std::array<uint64_t, kSkeletonDepth> path{};  // of the latest element at each depth
  for_each_block(columns, {NodeKind::kElement}, [&](const RowBlock& elements) {
    const RowBlock near_root(elements,
                             [&](uint32_t n) { return columns.depth[n] < kSkeletonDepth; });
    for (const uint32_t n : near_root) {
      const uint32_t depth = columns.depth[n];
      path[depth] = hash_combine(path[depth - 1], static_cast<uint64_t>(columns.name[n]));
      const bool has_class = (columns.kind[n] & kMayHaveClass) != 0 && class_of(columns, n);
      if (!has_class) shingles.add(path[depth]);
    }
  });
}

void scan_places(const Document& doc, Minima& minima) {
  FewerRepeats shingles(minima);
  scan_classes(doc, shingles);
  scan_skeleton(doc, shingles);
}

}  // namespace

uint64_t mask_bits(uint8_t fixed) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < kShingleBytes; ++i) {
    if ((fixed >> i & 1) != 0) bits |= uint64_t{0xFF} << (8 * i);
  }
  return bits;
}

MaskedShingle MaskedShingle::of(ShingleVector v, uint8_t fixed) {
  return {v.packed & mask_bits(fixed), fixed};
}

bool MaskedShingle::covers(ShingleVector v) const {
  return (v.packed & mask_bits(fixed)) == packed;
}

unsigned MaskedShingle::agreeing(ShingleVector v) const {
  unsigned equal = 0;
  for (unsigned i = 0; i < kShingleBytes; ++i) {
    const bool is_fixed = (fixed >> i & 1) != 0;
    equal += is_fixed && ShingleVector{packed}.byte(i) == v.byte(i) ? 1 : 0;
  }
  return equal;
}

std::string to_string(const MaskedShingle& masked) {
  std::string text;
  for (unsigned i = 0; i < kShingleBytes; ++i) {
    if (i != 0) text += '.';
    text +=
        (masked.fixed >> i & 1) != 0 ? std::to_string(ShingleVector{masked.packed}.byte(i)) : "*";
  }
  return text;
}

std::string to_string(ShingleVector v) { return to_string(MaskedShingle{v.packed, 0xFF}); }

Result<MaskedShingle> parse_shingle(std::string_view text) {
  const Error bad{ErrorCode::kInvalidArgument,
                  "not a shingle signature: '" + std::string(text) + "'"};
  MaskedShingle masked;
  for (unsigned i = 0; i < kShingleBytes; ++i) {
    const size_t dot = i + 1 < kShingleBytes ? text.find('.') : text.size();
    if (dot == std::string_view::npos) return bad;
    const std::string_view part = text.substr(0, dot);
    text.remove_prefix(std::min(text.size(), dot + 1));
    if (part == "*") continue;
    const auto byte = parse_number<uint8_t>(part);
    if (!byte) return bad;
    masked.packed |= uint64_t{*byte} << (8 * i);
    masked.fixed |= static_cast<uint8_t>(1U << i);
  }
  return masked;
}

const std::map<std::string, ShingleOptions>& shingle_methods() {
  static const std::map<std::string, ShingleOptions> kMethods = {
      {"places", {.kind = ShingleKind::kPlaces}},
      {"tags", {.kind = ShingleKind::kTags}},
      {"collapsed", {.kind = ShingleKind::kCollapsed}},
      {"bytes", {.kind = ShingleKind::kTags, .byte_hashes = true}},
  };
  return kMethods;
}

ShingleVector shingle_vector(const Document& doc, const ShingleOptions& options) {
  Minima minima(options.byte_hashes);
  switch (options.kind) {
    case ShingleKind::kTags:
      scan_tags(doc, options.length, minima);
      break;
    case ShingleKind::kCollapsed:
      scan_collapsed(doc, options.length, minima);
      break;
    case ShingleKind::kPlaces:
      scan_places(doc, minima);
      break;
  }
  return minima.vector();
}

}  // namespace weft::dom
