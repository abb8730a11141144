#include "dom/table_grid.h"

#include <map>
#include <random>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"

namespace weft::dom {
namespace {

using ::testing::ElementsAre;
using Role = TableGrid::Role;

NodeId first_table(const Document& doc) {
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) == atoms::kTable) return n;
  }
  return kNoNode;
}

std::vector<Role> roles(const TableGrid& grid) {
  std::vector<Role> roles;
  for (const TableGrid::Row& row : grid.rows) roles.push_back(row.role);
  return roles;
}

// (row, column) → cell, one entry a slot.
using Slots = std::map<std::pair<size_t, size_t>, NodeId>;

Slots slots_of(const TableGrid& grid) {
  Slots slots;
  for (size_t r = 0; r < grid.rows.size(); ++r) {
    for (const TableGrid::Cell& cell : grid.cells_of(grid.rows[r])) {
      for (uint32_t c = cell.column; c < cell.column + cell.width; ++c) {
        EXPECT_TRUE(slots.emplace(std::pair{r, c}, cell.node).second) << "two cells in a slot";
        EXPECT_LT(c, grid.width);
      }
    }
  }
  return slots;
}

// The slow twin: every slot by itself.
struct Spans {
  uint32_t columns, rows;
};
using Group = std::vector<std::vector<Spans>>;  // By row and cell.

Slots slow_slots(const Document& doc, const std::vector<Group>& groups) {
  std::vector<NodeId> cells;
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) == atoms::kTd) cells.push_back(n);
  }
  Slots slots;
  size_t row = 0, cell = 0;
  for (const Group& group : groups) {
    const size_t end = row + group.size();
    for (const auto& spans : group) {
      size_t column = 0;
      for (const Spans span : spans) {
        while (slots.contains({row, column})) ++column;
        const size_t below = span.rows == 0 ? end : std::min<size_t>(end, row + span.rows);
        for (size_t x = column; x < column + span.columns; ++x) {
          if (slots.contains({row, x})) continue;
          for (size_t y = row; y < below; ++y) slots.emplace(std::pair{y, x}, cells[cell]);
        }
        column += span.columns;
        ++cell;
      }
      ++row;
    }
  }
  return slots;
}

TEST(TableGridTest, LaysCellsLikeSingleSlots) {
  std::mt19937 random(7);
  const auto pick = [&](uint32_t least, uint32_t most) {
    return least + static_cast<uint32_t>(random() % (most - least + 1));
  };
  for (int round = 0; round < 3000; ++round) {
    std::vector<Group> groups(pick(1, 2));
    std::string html = "<table>";
    for (Group& group : groups) {
      html += "<tbody>";
      group.resize(pick(1, 4));
      for (auto& row : group) {
        html += "<tr>";
        row.resize(pick(0, 4));
        for (Spans& span : row) {
          span = {pick(1, 3), pick(0, 3)};
          html += "<td colspan=" + std::to_string(span.columns) +
                  " rowspan=" + std::to_string(span.rows) + ">x";
        }
      }
    }
    const Document doc = html::parse(html).document;
    EXPECT_EQ(slots_of(table_grid(doc, first_table(doc))), slow_slots(doc, groups)) << html;
  }
}

TEST(TableGridTest, TellsWhatRowsAreFor) {
  const Document doc = html::parse(
                           "<table><thead><tr><th rowspan=2>City<th colspan=2>People"
                           "<tr><th>2010<th>2020"
                           "<tbody><tr><td colspan=3>South<tr><td>Ulm<td><td>12<tr><td><td><td>"
                           "<tr><th>City<th>2010<th>2020<tr><th>Jena<td>1<td>2"
                           "<tfoot><tr><td>Sum<td>1<td>14")
                           .document;
  const TableGrid grid = table_grid(doc, first_table(doc));
  EXPECT_THAT(roles(grid), ElementsAre(Role::kHeader, Role::kHeader, Role::kHeading, Role::kData,
                                       Role::kEmpty, Role::kHeader, Role::kData, Role::kFooter));
  EXPECT_THAT(column_names(doc, grid), ElementsAre("City", "People 2010", "People 2020"));
}

TEST(TableGridTest, AWideRowBelowEachRowIsItsDetail) {
  const auto roles_of = [](std::string_view rows) {
    const Document doc = html::parse("<table>" + std::string(rows)).document;
    return roles(table_grid(doc, first_table(doc)));
  };
  const std::string row = "<tr><td>1<td>2", wide = "<tr><td colspan=2>w";
  EXPECT_THAT(roles_of(row + wide + row + wide + row + wide),
              ElementsAre(Role::kData, Role::kDetail, Role::kData, Role::kDetail, Role::kData,
                          Role::kDetail));
  EXPECT_THAT(roles_of(wide + row + wide + row + wide + row),
              ElementsAre(Role::kHeading, Role::kData, Role::kHeading, Role::kData, Role::kHeading,
                          Role::kData))
      << "sections of one row each";
  EXPECT_THAT(roles_of(row + row + wide + row + row + wide + row + row + wide),
              ::testing::Not(::testing::Contains(Role::kDetail)))
      << "most rows have none";
}

TEST(TableGridTest, LettersOfAnIndexAreHeadings) {
  const Document doc = html::parse(
                           "<table><tr><td><th>Entry<td>\u00a0<th>Section"
                           "<tr><th>A<td><td><td><tr><td><td>abs<td>\u00a0<td>Numbers"
                           "<tr><th>B<td><td><td><tr><td><td>bits<td>\u00a0<td>Bytes")
                           .document;
  EXPECT_THAT(roles(table_grid(doc, first_table(doc))),
              ElementsAre(Role::kHeader, Role::kHeading, Role::kData, Role::kHeading, Role::kData));
}

TEST(TableGridTest, ANameAloneAmongNamesIsData) {
  const Document doc =
      html::parse("<table><tr><th>Town<th>People<tr><th>Ulm<td>9<tr><th>Jena<td>").document;
  EXPECT_THAT(roles(table_grid(doc, first_table(doc))),
              ElementsAre(Role::kHeader, Role::kData, Role::kData));
}

TEST(TableGridTest, ATableOfHeaderCellsHasData) {
  const Document doc = html::parse("<table><tr><th>A<th>B<tr><th>1<th>2").document;
  EXPECT_THAT(roles(table_grid(doc, first_table(doc))), ElementsAre(Role::kHeader, Role::kData));
}

TEST(TableGridTest, AColumnCountsTheWidthsOfTheCellsBeforeIt) {
  const Document doc =
      html::parse("<table><tr><td>a<td colspan=3>b<td>c<td colspan=x>d<th>e<td colspan=200>f<td>g")
          .document;
  std::vector<uint32_t> columns;
  for (const NodeId n : doc.nodes()) {
    if (doc.name(n) == atoms::kTd || doc.name(n) == atoms::kTh)
      columns.push_back(column_in_row(doc, n));
  }
  EXPECT_THAT(columns, ElementsAre(1, 2, 5, 6, 7, 8, 0));
  EXPECT_EQ(column_in_row(doc, first_table(doc)), 0U);
}

TEST(TableGridTest, HostileSpansStayBounded) {
  std::string html = "<table><tr>";
  for (int c = 0; c < 2000; ++c) html += "<td colspan=9999999999 rowspan=65534>x";
  html += "<tr>";
  for (int c = 0; c < 990; ++c) html += "<td rowspan=0>x";
  for (int r = 0; r < 20'000; ++r) html += "<tr><td rowspan=9>x";
  const Document doc = html::parse(html).document;
  const TableGrid grid = table_grid(doc, first_table(doc));
  EXPECT_LE(grid.width, kMaxGridColumns);
  EXPECT_LE(grid.cells.size(), 8u * doc.size());
  EXPECT_EQ(grid.rows.size(), 20'002u);
}

}  // namespace
}  // namespace weft::dom
