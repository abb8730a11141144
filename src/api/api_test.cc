// The library as its users see it: only headers of include/weft. What methods find is tested beside
// them; here that nothing is lost on the way.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <weft/weft.h>

namespace weft {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Page book(int number) {
  const std::string n = std::to_string(number);
  return Page::parse("<h1>Book " + n + "</h1><div class=nav>Home</div><p class=price>" + n +
                         ".50 €</p><ul><li>a" + n + "</li><li>b" + n + "</li></ul>",
                     {.url = "http://shop.example/" + n});
}

TEST(ApiTest, NodesKeepTheirPageAlive) {
  std::vector<Node> found;
  {
    const Page page = Page::parse("<p id=a title='x'>One<br>two</p>");
    found = *page.css("p");
  }
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].kind(), Node::Kind::kElement);
  EXPECT_EQ(found[0].name(), "p");
  EXPECT_EQ(found[0].text(), "One two");
  EXPECT_EQ(found[0].raw_text(), "Onetwo");
  EXPECT_EQ(found[0].attribute("TITLE"), "x");
  EXPECT_EQ(found[0].outer_html(), "<p id=\"a\" title=\"x\">One<br>two</p>");
  EXPECT_THAT(found[0].children(), SizeIs(3));
  EXPECT_EQ(found[0].parent()->name(), "body");
}

TEST(ApiTest, PathsLeadBack) {
  const Page page = Page::parse("<p>a<p class=x>b");
  for (const char* expression : {"//p[2]", "//p[2]/@class", "//p[1]/text()"}) {
    const auto found = page.xpath(expression);
    ASSERT_THAT(*found, SizeIs(1)) << expression;
    EXPECT_EQ(*page.at(found->front().path()), found->front());
  }
  EXPECT_EQ(page.at("/html[1]/body[1]/p[9]").error().code, ErrorCode::kNotFound);
}

TEST(ApiTest, QueriesComputeWhatTheyCompute) {
  const Page page = Page::parse("<a href=1>x</a><a href=2>y</a>");
  const auto count = Query::xpath("count(//a)")->evaluate(page.root());
  EXPECT_EQ(std::get<double>(*count), 2);
  EXPECT_EQ((*Query::css("a::attr(href)")->first(page.root()))->text(), "1");
  EXPECT_THAT(Query::css("a[").error().message, HasSubstr("column"));
  EXPECT_EQ(Query::xpath("count(//a)")->select(page.root()).error().code,
            ErrorCode::kInvalidArgument);
}

TEST(ApiTest, LearnsRunsExplainsAndSurvivesJson) {
  std::vector<Page> pages;
  for (int i = 1; i <= 6; ++i) pages.push_back(book(i));
  const Label labels[] = {{.page = 0, .attribute = "price", .value = "1.50 €"},
                          {.page = 1, .attribute = "price", .value = "2.50 €"}};
  const Schema schema{"Book", {{.name = "price", .type = "money"}}};
  const auto learned = learn(pages, labels, {.schema = schema});
  ASSERT_TRUE(learned.ok()) << learned.error().message;
  const auto again = Wrapper::parse(learned->wrapper.to_json());
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->schema().attributes[0].type, "money");
  const std::vector<Record> records = again->extract(pages[4]);
  ASSERT_THAT(records, SizeIs(1));
  EXPECT_EQ(records[0].text("price"), "5.50 €");
  EXPECT_EQ(records[0].find("price")->typed, "EUR 5.50");
  EXPECT_EQ(records[0].to_json(), R"({"price":"EUR 5.50"})");
  const auto node = pages[4].at(records[0].find("price")->path);
  ASSERT_TRUE(node.ok());
  const auto reasons = again->explain(*node);
  ASSERT_FALSE(reasons.empty());
  EXPECT_TRUE(reasons[0].extracted);
}

TEST(ApiTest, JsonHasNumbersWhereTheSchemaSaysSo) {
  const Record record{{{"title", {.text = "7"}}, {"weight", {.text = "2.50 kg", .typed = "2.5"}}}};
  EXPECT_EQ(record.to_json(), R"({"title":"7","weight":"2.5"})");
  EXPECT_EQ(record.to_json({"", {{.name = "weight", .type = "number"}}}),
            R"({"title":"7","weight":2.5})");
}

TEST(ApiTest, ErrorsSayWhatIsWrong) {
  const std::vector<Page> pages = {book(1)};
  EXPECT_EQ(
      learn(pages, std::vector<Label>{{.page = 3, .attribute = "x", .value = "y"}}).error().message,
      "a label names page 3 of 1");
  EXPECT_THAT(learn(pages, std::vector<Label>{{.attribute = "x", .value = "1.50 €"}},
                    {.schema = {"", {{.name = "x", .type = "colour"}}}})
                  .error()
                  .message,
              HasSubstr("there is no type colour"));
  EXPECT_THAT(mine_tables(pages[0], {.method = "magic"}).error().message, HasSubstr("magic"));
  EXPECT_EQ(Domain::shipped("unicorns").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(Site::open("/nowhere.site").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(WarcReader::open("/nowhere.warc").error().code, ErrorCode::kNotFound);
}

TEST(ApiTest, SchemasAreReadAndWritten) {
  const auto schema = Schema::parse(
      R"({"weft":"schema","version":1,"name":"Book","attributes":["title: text mandatory","tags: text set"]})");
  ASSERT_TRUE(schema.ok()) << schema.error().message;
  EXPECT_TRUE(schema->attributes[0].mandatory);
  EXPECT_TRUE(Schema::parse(schema->to_json())->attributes[1].set);
}

TEST(ApiTest, ReadsArchivesRecordByRecordAndPageByPage) {
  auto reader = WarcReader::open("examples/pages/books.warc");
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  std::vector<std::string> types;
  while (const WarcRecord* record = reader->next()) types.emplace_back(record->type);
  EXPECT_THAT(types, SizeIs(9));
  auto pages = WarcPages::open("examples/pages/books.warc");
  std::vector<std::string> headings;
  while (const auto page = pages->next()) headings.push_back(page->css("h1")->front().text());
  EXPECT_THAT(headings, SizeIs(8));
  EXPECT_EQ(headings[5], "Glass Mountain");
  EXPECT_EQ(pages->damaged(), 0U);
  EXPECT_TRUE(pages->status().ok());
}

TEST(ApiTest, PagesWithoutSomeNodesKnowTheOthers) {
  const Page page = Page::parse("<ul><li>a<i>!</i><li>b<li>c</ul>");
  const std::vector<Node> items = *page.css("li");
  const Page rest = page.without(std::vector<Node>{items[1], page.css("i")->front()});
  EXPECT_EQ(rest.css("ul")->front().outer_html(), "<ul><li>a</li><li>c</li></ul>");
  EXPECT_EQ(rest.counterpart(items[2])->text(), "c");
  EXPECT_EQ(rest.counterpart(items[1]), std::nullopt);
  EXPECT_EQ(rest.xpath("//li[2]/preceding-sibling::li")->front(), *rest.counterpart(items[0]));
  const Page less = rest.without(std::vector<Node>{*rest.counterpart(items[0])});
  EXPECT_EQ(less.text(), "c");
  EXPECT_EQ(less.counterpart(items[2]), std::nullopt) << "of the page before the last alone";
}

TEST(ApiTest, QueriesTakeVariablesAndNamespaces) {
  const Page page = Page::parse("<p class=a>x<p>y<svg><path/></svg>");
  const auto query = Query::xpath("//p[@class=$name]");
  EXPECT_THAT(std::get<std::vector<Node>>(*query->evaluate(page.root(), {{"name", "a"}})),
              SizeIs(1));
  EXPECT_FALSE(query->evaluate(page.root()).ok());
  const auto count = Query::xpath("count($nodes)");
  EXPECT_EQ(std::get<double>(*count->evaluate(page.root(), {{"nodes", *page.css("p")}})), 2);
  EXPECT_THAT(*Query::xpath("//s:path", {{"s", "http://www.w3.org/2000/svg"}})->select(page.root()),
              SizeIs(1));
}

TEST(ApiTest, ManyPagesComeInTheirOrder) {
  int next = 0;
  std::vector<std::string> seen;
  map_pages(
      [&]() -> std::optional<RawPage> {
        if (next == 50) return std::nullopt;
        return RawPage{"<p>" + std::to_string(next++), {}};
      },
      [](const Page& page) { return std::any(page.text()); },
      [&](const Page&, const std::any& text) {
        seen.push_back(std::any_cast<std::string>(text));
        return seen.size() < 40;
      },
      3);
  ASSERT_THAT(seen, SizeIs(40));
  EXPECT_EQ(seen[39], "39");
}

TEST(ApiTest, ArrowHoldsTextsNumbersListsAndWhatIsMissing) {
  const auto leaf = [](const char* text) { return Value{.text = text}; };
  auto records = std::make_shared<std::vector<Record>>();
  records->push_back({{{"title", leaf("Oak")}, {"weight", leaf("2.5")}}});
  records->push_back({{{"title", leaf("Elm")}, {"tags", {.items = {leaf("a"), leaf("b")}}}}});
  const Schema schema{"", {{.name = "weight", .type = "number"}, {.name = "title"}}};
  ArrowArrayStream stream;
  export_arrow(records, schema, &stream);
  records.reset();
  ArrowSchema shown;
  ASSERT_EQ(stream.get_schema(&stream, &shown), 0);
  ASSERT_EQ(shown.n_children, 3);
  EXPECT_STREQ(shown.children[0]->format, "g");
  EXPECT_STREQ(shown.children[1]->name, "title");
  EXPECT_STREQ(shown.children[2]->format, "+l");
  ArrowArray rows;
  ASSERT_EQ(stream.get_next(&stream, &rows), 0);
  EXPECT_EQ(rows.length, 2);
  const ArrowArray& weight = *rows.children[0];
  EXPECT_EQ(weight.null_count, 1);
  EXPECT_EQ(static_cast<const double*>(weight.buffers[1])[0], 2.5);
  const ArrowArray& tags = *rows.children[2];
  EXPECT_EQ(static_cast<const uint8_t*>(tags.buffers[0])[0], 0b10);
  EXPECT_EQ(static_cast<const int32_t*>(tags.buffers[1])[2], 2);
  EXPECT_EQ(std::string_view(static_cast<const char*>(tags.children[0]->buffers[2]), 2), "ab");
  ArrowArray end;
  ASSERT_EQ(stream.get_next(&stream, &end), 0);
  EXPECT_EQ(end.release, nullptr);
  stream.release(&stream);
  rows.release(&rows);
  shown.release(&shown);
}

TEST(ApiTest, GroupsPagesByTemplate) {
  std::vector<Page> pages;
  for (int i = 1; i <= 30; ++i) pages.push_back(book(i));
  const std::vector<PageGroup> groups = group_pages(pages);
  ASSERT_THAT(groups, SizeIs(1));
  EXPECT_THAT(groups[0].pages, SizeIs(30));
}

TEST(ApiTest, GroupingInStepsGivesTheSame) {
  std::vector<Page> pages;
  for (int i = 1; i <= 60; ++i) {
    pages.push_back(i % 3 == 0 ? Page::parse("<table><tr><td>" + std::to_string(i) + "<td><b>x</b>")
                               : book(i));
  }
  std::vector<uint64_t> vectors;
  for (const Page& page : pages) vectors.push_back(page_vector(page));
  std::vector<uint64_t> shuffled(vectors.rbegin(), vectors.rend());
  const std::vector<VectorGroup> steps = group_vectors(shuffled);
  const std::vector<PageGroup> groups = group_pages(pages);
  ASSERT_EQ(steps.size(), groups.size());
  ASSERT_THAT(groups, SizeIs(2));
  for (size_t g = 0; g < groups.size(); ++g) {
    for (const size_t page : groups[g].pages) EXPECT_EQ(find_group(steps, vectors[page]), g);
  }
}

}  // namespace
}  // namespace weft
