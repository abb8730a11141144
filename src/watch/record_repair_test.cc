// Relearning list pages with the real inducer.

#include <fmt/format.h>

#include "gtest/gtest.h"
#include "html/parser.h"
#include "watch/repair.h"

namespace weft::watch {
namespace {

constexpr const char* kNouns[] = {"Lamp", "Chair", "Table", "Sofa", "Desk", "Shelf"};

std::string title(int i) { return fmt::format("Oak {} {}", kNouns[i % 6], 30 + i); }
std::string price(int i) { return fmt::format("€ {}.50", 10 + 7 * i); }

model::Page list_page(int number, bool redesigned) {
  std::string html = "<html><body><h1>Our range</h1>";
  html += redesigned ? "<div class=grid>" : "<ul class=items>";
  for (int i = 6 * number; i < 6 * number + 6; ++i) {
    html += redesigned ? fmt::format(
                             "<div class=card><span class=amount>{}</span><div><h3>{}</h3>"
                             "</div></div>",
                             price(i), title(i))
                       : fmt::format("<li><a class=name>{}</a> <b class=cost>{}</b></li>", title(i),
                                     price(i));
  }
  html += redesigned ? "</div>" : "</ul>";
  html += "<p>Delivery from € 17.50</p></body></html>";
  model::Page page;
  page.id = fmt::format("http://shop/list/{}", number);
  page.document = html::parse(html).document;
  return page;
}

TEST(RecordRepairTest, AListThatBecameAGridIsLearnedAgain) {
  model::Schema schema;
  schema.attributes = {{.name = "title", .mandatory = true, .constant = true},
                       {.name = "price", .type = model::ValueType::kMoney}};
  std::vector<model::Extraction> golden;
  std::vector<Seen> entities;
  std::vector<model::Page> fresh;
  for (int p = 0; p < 6; ++p) {
    model::Extraction known;
    known.page = fmt::format("http://shop/list/{}", p);
    for (int i = 6 * p; i < 6 * p + 6; ++i) {
      model::Record record;
      record.id = std::to_string(i);
      record.set("title", model::Value::leaf(title(i)));
      record.set("price", model::Value::leaf(price(i)));
      known.records.push_back(std::move(record));
    }
    for (Seen& seen : seen_on(known)) entities.push_back(std::move(seen));
    golden.push_back(std::move(known));
    fresh.push_back(list_page(p, true));
  }
  const HealthModel health = HealthModel::learn(entities, schema);
  ASSERT_TRUE(health.many_records());
  RepairInput input{nullptr, &health, &schema, {}, {"title", "price"}, {}};
  input.inducer = *model::find_inducer("rules");
  for (size_t i = 0; i < fresh.size(); ++i) input.pages.push_back({&fresh[i], &golden[i]});
  const Repair done = repair(input);
  ASSERT_EQ(done.accepted(), 2u) << done.attributes[0].reason << "; " << done.attributes[1].reason;
  const auto seen = seen_on(done.wrapper->apply(list_page(5, true)));
  ASSERT_EQ(seen.size(), 6u);
  EXPECT_EQ(texts(seen[2].values, "title"), std::vector{title(32)});
  EXPECT_EQ(texts(seen[2].values, "price"), std::vector{price(32)});
}

}  // namespace
}  // namespace weft::watch
