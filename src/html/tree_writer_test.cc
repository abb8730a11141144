#include "html/tree_writer.h"

#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "dom/document.h"

namespace weft::html {
namespace {

using dom::NodeKind;

// A tree of plain node objects; a name tells each node from the others.
struct PlainTree {
  struct Node {
    uint32_t name;
    uint32_t parent;
    std::vector<uint32_t> children;
  };
  std::vector<Node> nodes = {{0, kNoRow, {}}};

  uint32_t insert(Place place, uint32_t name) {
    const auto n = static_cast<uint32_t>(nodes.size());
    nodes.push_back({name, kNoRow, {}});
    attach(n, place);
    return n;
  }
  void attach(uint32_t n, Place place) {
    nodes[n].parent = place.parent;
    auto& siblings = nodes[place.parent].children;
    const auto at = place.before == kNoRow
                        ? siblings.end()
                        : std::find(siblings.begin(), siblings.end(), place.before);
    siblings.insert(at, n);
  }
  void detach(uint32_t n) {
    if (nodes[n].parent == kNoRow) return;
    std::erase(nodes[nodes[n].parent].children, n);
    nodes[n].parent = kNoRow;
  }
  [[nodiscard]] bool contains(uint32_t top, uint32_t n) const {
    for (; n != kNoRow; n = nodes[n].parent) {
      if (n == top) return true;
    }
    return false;
  }
  // "name(children)" in document order.
  [[nodiscard]] std::string text(uint32_t n = 0) const {
    std::string out = std::to_string(nodes[n].name);
    if (nodes[n].children.empty()) return out;
    out += "(";
    for (const uint32_t child : nodes[n].children) out += text(child) + " ";
    return out + ")";
  }
};

std::string text_of(const dom::Storage& s, uint32_t n = 0) {
  std::string out = std::to_string(n == 0 ? 0 : static_cast<uint32_t>(s.name[n]));
  if (s.end[n] == n + 1) return out;
  out += "(";
  for (uint32_t c = n + 1; c < s.end[n]; c = s.end[c]) {
    EXPECT_EQ(s.parent[c], n);
    EXPECT_EQ(s.depth[c], s.depth[n] + 1);
    out += text_of(s, c) + " ";
  }
  return out + ")";
}

// How a round may change the tree: kAppend only as a parser does on tidy pages.
enum class Changes { kAppend, kAny };

void check_random_tree(uint32_t seed, Changes changes) {
  std::mt19937 random(seed);
  dom::Storage storage;
  TreeWriter writer;
  writer.start(storage);
  PlainTree plain;
  std::vector<uint32_t> open = {0};
  for (uint32_t name = 1; name < 40; ++name) {
    const Row row{.name = dom::Atom{name}};
    const uint32_t what = changes == Changes::kAny ? random() % 10 : 0;
    const auto any = static_cast<uint32_t>(random() % plain.nodes.size());
    const auto& children = plain.nodes[any].children;
    Place place{open.back()};
    if (what == 9 && !children.empty()) place = {any, children[random() % children.size()]};
    if (what == 8) place = {any};
    const uint32_t node = writer.insert(place, row);
    ASSERT_EQ(node, plain.insert(place, name));
    if (what == 7 && any != 0 && !plain.contains(any, open.back())) {
      plain.detach(any);
      plain.attach(any, {open.back()});
      writer.move(any, {open.back()});
    }
    if (what == 6 && any != 0 && std::none_of(open.begin(), open.end(), [&](uint32_t o) {
          return plain.contains(any, o);
        })) {
      plain.detach(any);
      writer.detach(any);
    }
    if (what < 6 && random() % 2 == 0 && plain.nodes[node].parent != kNoRow) open.push_back(node);
    while (open.size() > 1 && random() % 3 == 0) open.pop_back();
  }
  writer.finish("", UINT32_MAX);
  ASSERT_EQ(text_of(storage), plain.text()) << "seed " << seed;
}

TEST(TreeWriterTest, WritesTidyTreesInDocumentOrder) {
  for (uint32_t seed = 0; seed < 300; ++seed) check_random_tree(seed, Changes::kAppend);
}

TEST(TreeWriterTest, SortsTreesThatWereChangedAnywhere) {
  for (uint32_t seed = 0; seed < 2'000; ++seed) {
    check_random_tree(seed, Changes::kAny);
    if (HasFatalFailure()) return;
  }
}

TEST(TreeWriterTest, JoinsTextThatStandsTogether) {
  const std::string source = "onetwo three";
  dom::Storage storage;
  TreeWriter writer;
  writer.start(storage);
  const auto text = [](uint32_t offset, uint32_t length) {
    return Row{.kind = NodeKind::kText, .payload = offset, .payload_size = length};
  };
  const uint32_t p = writer.append(0, {.name = dom::atoms::kP});
  writer.insert_text({p}, text(0, 3));
  writer.insert_text({p}, text(3, 3));  // Contiguous: a longer view.
  writer.insert_text({p}, text(7, 5));  // Not contiguous: joined in the arena.
  writer.finish(source.data(), UINT32_MAX);
  const dom::Document doc(std::move(storage), dom::Source::borrow(source));
  ASSERT_EQ(doc.size(), 3U);
  EXPECT_EQ(doc.text(dom::NodeId{2}), "onetwothree");
}

// "</html> <!--x--> ": the comment is a child of the document, the spaces go to body.
TEST(TreeWriterTest, JoinsTextAcrossANodeThatWentElsewhere) {
  const std::string source = "ab";
  dom::Storage storage;
  TreeWriter writer;
  writer.start(storage);
  const uint32_t body = writer.append(0, {.name = dom::atoms::kBody});
  writer.insert_text({body}, {.kind = NodeKind::kText, .payload = 0, .payload_size = 1});
  writer.append(0, {.kind = NodeKind::kComment});
  writer.insert_text({body}, {.kind = NodeKind::kText, .payload = 1, .payload_size = 1});
  writer.finish(source.data(), UINT32_MAX);
  const dom::Document doc(std::move(storage), dom::Source::borrow(source));
  ASSERT_EQ(doc.size(), 4U);
  EXPECT_EQ(doc.text(dom::NodeId{2}), "ab");
}

TEST(TreeWriterTest, KeepsAPrefixWhenThereAreTooManyNodes) {
  dom::Storage storage;
  TreeWriter writer;
  writer.start(storage);
  uint32_t parent = 0;
  for (int i = 0; i < 10; ++i) parent = writer.append(parent, {.name = dom::atoms::kDiv});
  writer.finish("", 4);
  EXPECT_EQ(storage.size, 4U);
  for (uint32_t n = 0; n < 4; ++n) EXPECT_EQ(storage.end[n], 4U);
}

}  // namespace
}  // namespace weft::html
