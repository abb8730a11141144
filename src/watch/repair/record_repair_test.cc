// Relearning list pages with the real inducer.

#include <fmt/format.h>

#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/inducers.h"
#include "watch/repair/repair.h"

namespace weft::watch {
namespace {

constexpr const char* kRecordNouns[] = {"Lamp", "Chair", "Table", "Sofa", "Desk", "Shelf"};

std::string record_title(int i) { return fmt::format("Oak {} {}", kRecordNouns[i % 6], 30 + i); }
std::string price(int i) { return fmt::format("€ {}.50", 10 + 7 * i); }

constexpr int kPages = 6;

using PageForm = std::string (*)(int number);

// All that is known of one page.
model::Extraction known_page(int number) {
  model::Extraction known;
  known.page = fmt::format("http://shop/list/{}", number);
  for (int i = 6 * number; i < 6 * number + 6; ++i) {
    model::Record record;
    record.id = std::to_string(i);
    record.set("title", model::Value::leaf(record_title(i)));
    record.set("price", model::Value::leaf(price(i)));
    known.records.push_back(std::move(record));
  }
  return known;
}

model::Page new_page(int number, PageForm form) {
  return model::html_page("<html><body><h1>Our range</h1>" + form(number) +
                              "<p>Delivery from € 17.50</p></body></html>",
                          {.id = fmt::format("http://shop/list/{}", number)});
}

// What the repaired wrapper gives on the last page.
std::vector<Seen> repaired(PageForm form) {
  model::Schema schema;
  schema.attributes = {{.name = "title", .mandatory = true, .constant = true},
                       {.name = "price", .type = model::ValueType::kMoney}};
  std::vector<model::Extraction> golden;
  std::vector<model::Page> fresh;
  for (int p = 0; p < kPages; ++p) {
    golden.push_back(known_page(p));
    fresh.push_back(new_page(p, form));
  }
  const HealthModel health = HealthModel::learn(seen_on(golden), schema);
  EXPECT_TRUE(health.many_records());
  RepairInput input{nullptr, &health, &schema, {}, {"title", "price"}, {}};
  input.inducer = *induce::find_inducer("rules");
  for (size_t i = 0; i < fresh.size(); ++i) input.pages.push_back({&fresh[i], &golden[i]});
  const Repair done = repair(input);
  EXPECT_EQ(done.accepted(), 2u) << done.attributes[0].reason << "; " << done.attributes[1].reason;
  return done.wrapper == nullptr ? std::vector<Seen>{} : seen_on(done.wrapper->apply(fresh.back()));
}

void expect_last_page(const std::vector<Seen>& seen) {
  ASSERT_EQ(seen.size(), 6u);
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(texts(seen[i].values, "title"), std::vector{record_title(30 + i)});
    EXPECT_EQ(texts(seen[i].values, "price"), std::vector{price(30 + i)});
  }
}

TEST(RecordRepairTest, AListThatBecameAGridIsLearnedAgain) {
  expect_last_page(repaired([](int number) {
    std::string html = "<div class=grid>";
    for (int i = 6 * number; i < 6 * number + 6; ++i)
      html += fmt::format(
          "<div class=card><span class=amount>{}</span><div><h3>{}</h3></div>"
          "</div>",
          price(i), record_title(i));
    return html + "</div>";
  }));
}

// Three records side by side: a row of titles, a row of prices.
TEST(RecordRepairTest, AListThatBecameACrossedTableIsLearnedAgain) {
  expect_last_page(repaired([](int number) {
    std::string html = "<table>";
    for (int i = 6 * number; i < 6 * number + 6; i += 3) {
      std::string titles, prices;
      for (int j = i; j < i + 3; ++j) {
        titles += fmt::format("<td><b>{}</b></td>", record_title(j));
        prices += fmt::format("<td><span>{}</span></td>", price(j));
      }
      html += "<tr>" + titles + "</tr><tr>" + prices + "</tr>";
    }
    return html + "</table>";
  }));
}

// One more on the first page, without an element of its own, that nobody has seen before.
TEST(RecordRepairTest, ANewRecordAmongThoseKnownDoesNotTeachThatItsPlaceIsNone) {
  expect_last_page(repaired([](int number) {
    std::string html = "<div>";
    if (number == 0) html += "<h3>Oak Lamp 900</h3><p>€ 501.99</p>";
    for (int i = 6 * number; i < 6 * number + 6; ++i)
      html += fmt::format("<h3>{}</h3><p>{}</p>", record_title(i), price(i));
    return html + "</div>";
  }));
}

// Every second one; what was known of it is a part of it now.
TEST(RecordRepairTest, ATitleThatWasEditedIsTakenWhole) {
  const auto title = [](int i) { return record_title(i) + (i % 2 == 0 ? "" : " (new)"); };
  const std::vector<Seen> seen = repaired([](int number) {
    std::string html;
    for (int i = 6 * number; i < 6 * number + 6; ++i)
      html += fmt::format("<div class=card><h3>{}{}</h3><p>{}</p></div>", record_title(i),
                          i % 2 == 0 ? "" : " (new)", price(i));
    return html;
  });
  ASSERT_EQ(seen.size(), 6u);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(texts(seen[i].values, "title"), std::vector{title(30 + i)});
}

TEST(RecordRepairTest, APriceBeforeTheTitleBelongsToIt) {
  expect_last_page(repaired([](int number) {
    std::string html;
    for (int i = 6 * number; i < 6 * number + 6; ++i)
      html += fmt::format("<p>{}</p><h3>{}</h3>", price(i), record_title(i));
    return html;
  }));
}

}  // namespace
}  // namespace weft::watch
