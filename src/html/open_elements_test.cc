#include "html/open_elements.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "html/tags.h"

namespace weft::html {
namespace {

namespace a = dom::atoms;

// The stack as the standard speaks of it: every question is a walk from the top down.
class PlainStack {
 public:
  struct Entry {
    uint32_t node;
    dom::Atom name;
  };
  std::vector<Entry> entries;

  [[nodiscard]] int32_t last(dom::Atom name) const {
    return find_from_top([&](const Entry& e) { return e.name == name; });
  }
  // 13.2.4.2, "has an element in the specific scope".
  [[nodiscard]] bool in_scope(dom::Atom name, uint32_t ends) const {
    for (auto it = entries.rbegin(); it != entries.rend(); ++it) {
      if (it->name == name) return true;
      if ((tag_info(it->name).bits & ends) != 0) return false;
    }
    return false;
  }
  [[nodiscard]] int32_t nearest(uint32_t bits) const {
    return find_from_top([&](const Entry& e) { return (tag_info(e.name).bits & bits) != 0; });
  }

 private:
  template <typename Test>
  [[nodiscard]] int32_t find_from_top(Test test) const {
    for (size_t i = entries.size(); i-- > 0;) {
      if (test(entries[i])) return static_cast<int32_t>(i);
    }
    return -1;
  }
};

constexpr dom::Atom kNames[] = {a::kP,  a::kDiv,      a::kButton, a::kUl,
                                a::kLi, a::kTable,    a::kTd,     a::kSpan,
                                a::kB,  a::kTemplate, a::kSelect, a::kCaption};

void push(OpenElements& open, PlainStack& plain, uint32_t node, dom::Atom name) {
  open.push(node, OpenElements::slot_of(name), tag_info(name).bits);
  plain.entries.push_back({node, name});
}

void expect_same(const OpenElements& open, const PlainStack& plain) {
  ASSERT_EQ(static_cast<size_t>(open.size()), plain.entries.size());
  for (size_t i = 0; i < plain.entries.size(); ++i) {
    ASSERT_EQ(open.at(static_cast<int32_t>(i)).node, plain.entries[i].node);
  }
  for (const dom::Atom name : kNames) {
    ASSERT_EQ(open.last(name), plain.last(name));
    ASSERT_EQ(open.in_scope(name, Stop::kScope), plain.in_scope(name, kScope));
    ASSERT_EQ(open.in_scope(name, Stop::kButtonScope), plain.in_scope(name, kScope | kButtonScope));
    ASSERT_EQ(open.in_scope(name, Stop::kListScope), plain.in_scope(name, kScope | kListScope));
    ASSERT_EQ(open.in_scope(name, Stop::kTableScope), plain.in_scope(name, kTableScope));
  }
  ASSERT_EQ(open.stop(Stop::kSpecial), plain.nearest(kSpecial));
  ASSERT_EQ(open.stop(Stop::kItem), plain.nearest(kItemStop));
  ASSERT_EQ(open.stop(Stop::kMode), plain.nearest(kModeTag));
}

TEST(OpenElementsTest, AnswersAsAWalkDownTheStackWould) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    OpenElements open;
    PlainStack plain;
    uint32_t node = 0;
    push(open, plain, node++, a::kHtml);
    for (int step = 0; step < 60; ++step) {
      const uint32_t what = random() % 8;
      const auto size = static_cast<uint32_t>(plain.entries.size());
      if (what < 5 || size < 3) {
        push(open, plain, node++, kNames[random() % std::size(kNames)]);
      } else if (what < 7) {
        open.pop();
        plain.entries.pop_back();
      } else {
        const uint32_t position = 1 + random() % (size - 1);
        open.remove(static_cast<int32_t>(position));
        plain.entries.erase(plain.entries.begin() + position);
      }
      expect_same(open, plain);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(OpenElementsTest, TakesSeveralEntriesOut) {
  OpenElements open;
  PlainStack plain;
  for (uint32_t i = 0; i < 12; ++i) push(open, plain, i, i == 0 ? a::kHtml : kNames[i % 9]);
  open.remove_all({10, 7, 6, 3});
  for (const int position : {10, 7, 6, 3}) plain.entries.erase(plain.entries.begin() + position);
  expect_same(open, plain);
}

TEST(OpenElementsTest, MovesAnEntryUp) {
  OpenElements open;
  PlainStack plain;
  for (uint32_t i = 0; i < 8; ++i) push(open, plain, i, i == 0 ? a::kHtml : kNames[i]);
  open.remove_and_insert(2, 5, 99, OpenElements::slot_of(a::kB), tag_info(a::kB).bits);
  const PlainStack::Entry added{99, a::kB};
  plain.entries.insert(plain.entries.begin() + 6, added);
  plain.entries.erase(plain.entries.begin() + 2);
  expect_same(open, plain);
}

TEST(OpenElementsTest, FindsANodeAmongEntriesOfItsName) {
  OpenElements open;
  for (uint32_t i = 0; i < 100; ++i)
    open.push(i, OpenElements::slot_of(i % 2 == 0 ? a::kB : a::kSpan), 0);
  EXPECT_EQ(open.find(42, OpenElements::slot_of(a::kB)), 42);
  EXPECT_EQ(open.find(43, OpenElements::slot_of(a::kB)), -1);
  open.clear();
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(open.last(a::kB), -1);
}

}  // namespace
}  // namespace weft::html
