#include "watch/repair/list_column.h"

#include <fmt/format.h>

#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::watch {
namespace {

// Two rows a record: a title, then a price and a number of the same look.
std::string table(int items) {
  std::string html = "<html><body><table>";
  for (int i = 0; i < items; ++i)
    html += fmt::format("<tr><td><b>Lamp {}</b></td></tr><tr><td>€ {}</td><td>{}</td></tr>",
                        char('A' + i), 10 + i, 500 + i);
  return html + "</table></body></html>";
}

class ListColumnTest : public ::testing::Test {
 protected:
  // A page of so many items, of which `values` are known.
  void add_page(int items, const std::vector<std::string>& values) {
    add_page_of(table(items), values);
  }

  void add_page_of(const std::string& html, const std::vector<std::string>& values) {
    documents_.push_back(std::make_unique<dom::Document>(html::parse(html).document));
    searches_.push_back(std::make_unique<ValueSearch>(*documents_.back()));
    lists_.push_back({searches_.back().get(),
                      find_values(*searches_.back(), values, model::ValueType::kText),
                      {}});
  }

  std::vector<std::unique_ptr<dom::Document>> documents_;
  std::vector<std::unique_ptr<ValueSearch>> searches_;
  std::vector<ListOnPage> lists_;
};

TEST_F(ListColumnTest, WhatIsNotKnownIsFoundWhereTheOthersStand) {
  for (int page = 0; page < 3; ++page)
    add_page(6, {"€ 10", "€ 99", "€ 12", "€ 98", "€ 14", "€ 15"});
  ASSERT_TRUE(complete_lists(lists_));
  ASSERT_EQ(lists_[0].others.size(), 2u);
  EXPECT_EQ(lists_[0].others[0].spelling, "€ 11");
  EXPECT_EQ(lists_[0].others[1].spelling, "€ 13");
  EXPECT_EQ(lists_[0].known[2].occurrences.size(), 1u);
}

TEST_F(ListColumnTest, AColumnOfManyMoreNodesIsNotTheList) {
  for (int page = 0; page < 3; ++page) add_page(12, {"Lamp A", "Lamp B", "Lamp C", "Lamp D"});
  EXPECT_FALSE(complete_lists(lists_));
  EXPECT_TRUE(lists_[0].others.empty());
}

// The value before it is there on every second line only.
TEST_F(ListColumnTest, ClassesTellWhereIndicesShift) {
  std::string html = "<html><body>";
  for (int i = 0; i < 6; ++i)
    html += fmt::format("<div>{}<p class=price>€ {}</p><p class=left>{} left</p></div>",
                        i % 2 == 0 ? "<p class=new>New</p>" : "", 10 + i, i);
  for (int page = 0; page < 3; ++page)
    add_page_of(html, {"€ 10", "€ 99", "€ 12", "€ 13", "€ 14", "€ 15"});
  ASSERT_TRUE(complete_lists(lists_));
  ASSERT_EQ(lists_[0].others.size(), 1u);
  EXPECT_EQ(lists_[0].others[0].spelling, "€ 11");
}

TEST_F(ListColumnTest, NothingLocatedIsNoColumn) {
  add_page(6, {"Chair A", "Chair B", "Chair C", "Chair D"});
  EXPECT_FALSE(complete_lists(lists_));
}

}  // namespace
}  // namespace weft::watch
