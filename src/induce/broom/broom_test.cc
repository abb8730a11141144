// Brooms: the figures of [Zheng] ch. 9 as fixtures, and labels that make no sense.

#include "induce/broom/broom.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/json.h"
#include "base/pointers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "html/parser.h"
#include "induce/tree/wrapper_induction.h"
#include "model/locate.h"
#include "wrap/kinds.h"
#include "wrap/tree/broom_wrapper.h"

namespace weft::induce {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

model::Page page(const std::string& id, const std::string& html) {
  return model::html_page(html, {.id = id});
}

// A label found on its page by its value.
model::Label label(const std::string& page, const std::string& record, const std::string& attribute,
                   const std::string& value) {
  return {.page = page, .record = record, .attribute = attribute, .path = "", .value = value};
}

// The broom of one record: its path, and its head as text; shared nodes are marked.
struct Shown {
  std::string path;
  std::string head;
  std::vector<std::string> shared;  // Tags of the non-exclusive nodes.
};

Shown show(const model::Page& page, const std::vector<model::Label>& labels,
           const std::string& record) {
  const auto nodes = label_nodes({.pages = {&page}, .labels = labels});
  EXPECT_TRUE(nodes.ok());
  wrap::Vocabulary vocabulary;
  wrap::BroomOptions options = wrap::BroomOptions::paper();
  options.tree.text = wrap::TextUse::kNever;
  const Broom broom = extract_broom(page.document, nodes->nodes, record, options, vocabulary);
  const wrap::WrapperTree head = fold(broom.head, {}, options.tree, vocabulary);
  Shown shown{"", to_text(head, vocabulary), {}};
  for (const dom::Atom tag : broom.path)
    shown.path += "/" + std::string(vocabulary.tag_spelling(tag));
  for (const wrap::WrapperNode& node : head.nodes) {
    if (!node.exclusive) shown.shared.emplace_back(vocabulary.tag_spelling(node.tag));
  }
  return shown;
}

// The records that a wrapper finds on a page, as "title|price".
std::vector<std::string> found_by(const Result<LearnedBrooms>& learned, const model::Page& on) {
  EXPECT_TRUE(learned.ok());
  // What is extracted is what was saved.
  const auto loaded = wrap::load_wrapper(model::save_wrapper(*learned->wrapper));
  EXPECT_TRUE(loaded.ok());
  std::vector<std::string> out;
  for (const model::Record& record : (*loaded)->apply(on).records) {
    std::string text;
    for (const auto& field : record.fields) {
      std::string values = field.value.text;
      for (const model::Value& item : field.value.items)
        values += (values.empty() ? "" : "+") + item.text;
      text += (text.empty() ? "" : "|") + field.name + "=" + values;
    }
    out.push_back(text);
  }
  return out;
}

// Those that a wrapper learned from `labels` finds.
std::vector<std::string> extract(const std::vector<const model::Page*>& pages,
                                 const std::vector<model::Label>& labels, const model::Page& on,
                                 const wrap::BroomOptions& options = {}) {
  return found_by(learn_brooms({.pages = pages, .labels = labels}, options), on);
}

// Fig. 9.4: records below boundary nodes of their own.
TEST(Broom, OfARecordInAnElementOfItsOwn) {
  const model::Page p = page("p",
                             "<ul><li><b>One</b><i>11</i></li><li><b>Two</b><i>22</i></li></ul>"
                             "<p>Foot</p>");
  const std::vector<model::Label> labels = {
      label("p", "1", "title", "One"), label("p", "1", "price", "11"),
      label("p", "2", "title", "Two"), label("p", "2", "price", "22")};
  for (const char* record : {"1", "2"}) {
    const Shown shown = show(p, labels, record);
    EXPECT_EQ(shown.path, "/html/body/ul/li");
    EXPECT_EQ(shown.head, "b(#text=title) i(#text=price)");
    EXPECT_THAT(shown.shared, IsEmpty());
  }
  const model::Page other = page("q",
                                 "<ul><li><b>Three</b><i>33</i></li><li><b>Four</b><i>44</i></li>"
                                 "<li><b>Five</b><i>55</i></li></ul>");
  EXPECT_THAT(extract({&p}, labels, other),
              ElementsAre("title=Three|price=33", "title=Four|price=44", "title=Five|price=55"));
}

// Fig. 9.5: several records share a boundary node; each has its run of children.
TEST(Broom, OfRecordsThatShareTheirBoundaryNode) {
  const model::Page p = page("p", "<div><h3>One</h3><p>11</p><h3>Two</h3><p>22</p></div>");
  const std::vector<model::Label> labels = {
      label("p", "1", "title", "One"), label("p", "1", "price", "11"),
      label("p", "2", "title", "Two"), label("p", "2", "price", "22")};
  const Shown shown = show(p, labels, "2");
  EXPECT_EQ(shown.path, "/html/body/div");
  EXPECT_EQ(shown.head, "h3(#text=title) p(#text=price)");
  const model::Page other = page("q",
                                 "<div><h3>A</h3><p>1</p><h3>B</h3><p>2</p><h3>C</h3><p>3</p>"
                                 "<h3>D</h3><p>4</p></div>");
  EXPECT_THAT(extract({&p}, labels, other), ElementsAre("title=A|price=1", "title=B|price=2",
                                                        "title=C|price=3", "title=D|price=4"));
}

// Fig. 9.6: crossed records: names in one row, prices in the next.
TEST(Broom, OfCrossedRecordsKeepsOnlyItsOwnNodes) {
  const model::Page p =
      page("p", "<table><tr><td>One</td><td>Two</td></tr><tr><td>11</td><td>22</td></tr></table>");
  const std::vector<model::Label> labels = {
      label("p", "1", "title", "One"), label("p", "1", "price", "11"),
      label("p", "2", "title", "Two"), label("p", "2", "price", "22")};
  const Shown shown = show(p, labels, "1");
  EXPECT_EQ(shown.path, "/html/body/table/tbody");
  EXPECT_EQ(shown.head, "tr(td(#text=title)) tr(td(#text=price))");
  EXPECT_THAT(shown.shared, ElementsAre("tr", "tr"));
  const model::Page other = page("q",
                                 "<table><tr><td>A</td><td>B</td><td>C</td></tr>"
                                 "<tr><td>1</td><td>2</td><td>3</td></tr></table>");
  EXPECT_THAT(extract({&p}, labels, other),
              ElementsAre("title=A|price=1", "title=B|price=2", "title=C|price=3"));
  EXPECT_THAT(extract({&p}, labels, other, wrap::BroomOptions::paper()),
              ElementsAre("title=A|price=1", "title=B|price=2", "title=C|price=3"));
}

TEST(Broom, KeepsValuesThatAListRepeats) {
  const model::Page p = page("p", "<ul><li>Ada</li><li>Bo</li></ul><div><p>x</p></div>");
  const std::vector<model::Label> labels = {label("p", "0", "author", "Ada"),
                                            label("p", "0", "author", "Bo"),
                                            label("p", "0", "title", "x")};
  const model::Page other = page("q", "<ul><li>Cy</li><li>Cy</li></ul><div><p>y</p></div>");
  EXPECT_THAT(extract({&p}, labels, other), ElementsAre("author=Cy+Cy|title=y"));
}

// The list of the other page has an element more around it.
TEST(Broom, SearchesThePageWhereNoTagPathLeadsToARecord) {
  const std::string list =
      "<ul><li class=i><b class=t>A</b><i class=p>1</i><li class=i><b class=t>B</b><i "
      "class=p>2</i>";
  const model::Page p = page("p", "<div>" + list + "</ul></div>");
  const model::Page other = page("q", "<div><section>" + list + "</ul></section></div>");
  const std::vector<model::Label> labels = {
      label("p", "1", "title", "A"), label("p", "1", "price", "1"), label("p", "2", "title", "B"),
      label("p", "2", "price", "2")};
  EXPECT_THAT(extract({&p}, labels, other), ElementsAre("title=A|price=1", "title=B|price=2"));
  EXPECT_THAT(extract({&p}, labels, other, {.loose_paths = false}), IsEmpty());
}

// The second title is a text and a <b>, the first a text alone.
// A page on which nobody found a price makes a broom of the title alone, which fits every page.
TEST(Broom, ABroomOfHalfARecordDoesNotBeatOneOfAll) {
  const auto html = [](const std::string& title, const std::string& more) {
    return fmt::format("<div><h1>{}</h1></div>{}", title, more);
  };
  std::vector<model::Page> pages;
  pages.push_back(page("a", html("A", "<p><b>1 EUR</b></p><hr>")));
  pages.push_back(page("b", html("B", "<p><b>2 EUR</b></p><hr>")));
  pages.push_back(page("c", html("C", "<ul><li>sold out</ul>")));
  const std::vector<model::Label> labels = {
      label("a", "0", "title", "A"), label("a", "0", "price", "1 EUR"),
      label("b", "0", "title", "B"), label("b", "0", "price", "2 EUR"),
      label("c", "0", "title", "C")};
  const model::Page on = page("x", html("X", "<em>new</em><p><b>9 EUR</b></p><i>y</i><hr>"));
  EXPECT_THAT(extract({&pages[0], &pages[1], &pages[2]}, labels, on),
              ElementsAre("title=X|price=9 EUR"));
}

TEST(Broom, TakesATextForItsElementWhereOthersAreElements) {
  const model::Page p = page("p",
                             "<ul><li><a>Red lamp</a><i>1</i><li><a>Blue <b>lamp</b></a><i>2</i>"
                             "</ul>");
  const std::vector<model::Label> labels = {
      label("p", "1", "title", "Red lamp"), label("p", "1", "price", "1"),
      label("p", "2", "title", "Blue lamp"), label("p", "2", "price", "2")};
  const model::Page other =
      page("q", "<ul><li><a><b>Lamp</b> of old</a><i>3</i><li><a>None</a><i>4</i></ul>");
  EXPECT_THAT(extract({&p}, labels, other),
              ElementsAre("title=Lamp of old|price=3", "title=None|price=4"));
}

// Fig. 9.7: equal prefixes are merged, siblings differ, equal paths share a node.
TEST(WrapperLibrary, MergesTagPaths) {
  using dom::atoms::kBody, dom::atoms::kDiv, dom::atoms::kHtml, dom::atoms::kTable;
  wrap::WrapperLibrary library;
  library.add({kHtml, kBody, kDiv}, 0);
  library.add({kHtml, kBody, kTable}, 1);
  library.add({kHtml, kBody, kDiv}, 2);
  library.add({kHtml, kBody}, 3);
  ASSERT_EQ(library.size(), 5U);
  const auto& body = library.node(library.node(library.node(0).children[0]).children[0]);
  EXPECT_EQ(body.tag, kBody);
  EXPECT_THAT(body.brooms, ElementsAre(3U));
  ASSERT_EQ(body.children.size(), 2U);
  EXPECT_THAT(library.node(body.children[0]).brooms, ElementsAre(0U, 2U));
  EXPECT_THAT(library.node(body.children[1]).brooms, ElementsAre(1U));
}

std::string acm_row(const char* name, const char* value) {
  return fmt::format("<tr><td>{}</td><td>{}</td></tr>", name, value);
}

// Fig. 9.8: the sponsor's and the publisher's row look alike; only their captions tell them apart.
struct Acm {
  model::Page a =
      page("a", "<table>" + acm_row("Authors", "Serge Abiteboul") + acm_row("Sponsor", "SIGMOD") +
                    acm_row("Publisher", "ACM New York") + "</table>");
  model::Page b = page("b", "<table>" + acm_row("Authors", "Christian W. Omlin") +
                                acm_row("Publisher", "ACM New York") + "</table>");
  model::Page c = page("c", "<table>" + acm_row("Authors", "Ann Other") +
                                acm_row("Publisher", "Springer") + "</table>");
  model::Page d = page("d", "<table>" + acm_row("Authors", "Dora Fourth") +
                                acm_row("Sponsor", "SIGIR") + "</table>");
  std::vector<const model::Page*> pages = {&a, &b, &d};
  std::vector<model::Label> labels = {
      label("d", "0", "author", "Dora Fourth"),     label("d", "0", "sponsor", "SIGIR"),
      label("a", "0", "author", "Serge Abiteboul"), label("a", "0", "sponsor", "SIGMOD"),
      label("a", "0", "publisher", "ACM New York"), label("b", "0", "author", "Christian W. Omlin"),
      label("b", "0", "publisher", "ACM New York")};
};

TEST(Broom, TellsRowsApartByTheirTemplateText) {
  const Acm acm;
  const wrap::BroomOptions paper = wrap::BroomOptions::paper();
  EXPECT_THAT(extract(acm.pages, acm.labels, acm.c, paper),
              ElementsAre("author=Ann Other|publisher=Springer"));
  EXPECT_THAT(extract({&acm.a, &acm.b, &acm.c, &acm.d}, acm.labels, acm.c),
              ElementsAre("author=Ann Other|publisher=Springer"));
  // Without the captions one of the two optional rows takes the place of the other.
  const model::Page e =
      page("e", "<table>" + acm_row("Authors", "Eve") + acm_row("Sponsor", "SIGKDD") + "</table>");
  EXPECT_THAT(extract(acm.pages, acm.labels, e, paper), ElementsAre("author=Eve|sponsor=SIGKDD"));
  wrap::BroomOptions blind = paper;
  blind.tree.text = wrap::TextUse::kNever;
  EXPECT_THAT(extract(acm.pages, acm.labels, e, blind), ElementsAre("author=Eve|publisher=SIGKDD"));
}

TEST(Broom, KeepsOnlyOverlappingTextAsTemplateText) {
  const Acm acm;
  const auto learned =
      learn_brooms({.pages = acm.pages, .labels = acm.labels}, wrap::BroomOptions::paper());
  ASSERT_TRUE(learned.ok());
  const wrap::Brooms& brooms = learned->wrapper->brooms();
  ASSERT_EQ(brooms.wrappers.size(), 1U);
  const std::string head = to_text(brooms.wrappers[0].head, brooms.vocabulary);
  EXPECT_THAT(head, ::testing::HasSubstr("#text'Publisher'"));
  EXPECT_THAT(head, ::testing::Not(::testing::HasSubstr("New York")));
}

TEST(Broom, TakesAttributesAndLists) {
  const auto item = [](const char* url, const char* title,
                       const std::vector<const char*>& authors) {
    std::string html = fmt::format("<div class=item><a href='{}'>{}</a><p>", url, title);
    for (const char* author : authors) html += fmt::format("<b>{}</b>, ", author);
    return html + "</p></div>";
  };
  const model::Page p = page("p", item("/1", "One", {"Ann", "Bob"}) + item("/2", "Two", {"Cid"}));
  std::vector<model::Label> labels = {
      label("p", "1", "title", "One"), label("p", "1", "author", "Ann"),
      label("p", "1", "author", "Bob"), label("p", "2", "title", "Two"),
      label("p", "2", "author", "Cid")};
  labels.push_back({.page = "p",
                    .record = "1",
                    .attribute = "url",
                    .path = "/html/body/div[1]/a/@href",
                    .value = "/1"});
  labels.push_back({.page = "p",
                    .record = "2",
                    .attribute = "url",
                    .path = "/html/body/div[2]/a/@href",
                    .value = "/2"});
  const model::Page q = page("q", item("/7", "Seven", {"X", "Y", "Z"}));
  EXPECT_THAT(extract({&p}, labels, q), ElementsAre("url=/7|title=Seven|author=X+Y+Z"));
}

TEST(Broom, ExplainsWhatItExtracts) {
  const Acm acm;
  const auto learned = learn_brooms({.pages = acm.pages, .labels = acm.labels});
  ASSERT_TRUE(learned.ok());
  const auto places = model::locate(acm.c.document, "Springer");
  ASSERT_EQ(places.size(), 1U);
  const auto explanations = learned->wrapper->explain(acm.c, places[0].node);
  ASSERT_EQ(explanations.size(), 1U);
  EXPECT_EQ(explanations[0].attribute, "publisher");
  EXPECT_TRUE(explanations[0].extracted);
  EXPECT_THAT(explanations[0].rule, ::testing::HasSubstr("html/body/table"));
}

// Algorithm 9: records join the nearest wrapper, wrappers that have come near each other merge.
TEST(IncrementalUpdate, MergesWhatIsNearAndKeepsApartWhatIsNot) {
  wrap::BroomOptions options = wrap::BroomOptions::paper();
  options.tree.text = wrap::TextUse::kNever;
  wrap::Vocabulary vocabulary;
  std::vector<model::Page> pages;
  for (const char* html :
       {"<b>x</b><i>x</i><u>x</u><s>x</s>", "<b>x</b><i>x</i><u>x</u><s>x</s><p>x</p>",
        "<h1>x</h1><h2>x</h2><h3>x</h3>", "<b>x</b><i>x</i><u>x</u><s>x</s>"})
    pages.push_back(page("p", html));
  std::vector<wrap::WrapperTree> wrappers;
  std::vector<size_t> sizes;
  for (const model::Page& p : pages) {
    update_wrappers(wrappers, wrap::DomTree::of_page(p.document), {}, options, vocabulary);
    sizes.push_back(wrappers.size());
  }
  EXPECT_THAT(sizes, ElementsAre(1U, 1U, 2U, 2U));
  EXPECT_EQ(wrappers[0].level, 3U);
  options.merge_theta = 1;  // Now everything that shares a node merges: html and body.
  update_wrappers(wrappers, wrap::DomTree::of_page(pages[0].document), {}, options, vocabulary);
  EXPECT_EQ(wrappers.size(), 1U);
  EXPECT_EQ(wrappers[0].level, 5U);
}

TEST(BroomUpdates, LearnsWrappersThatExtractAlike) {
  const Acm acm;
  BroomUpdates updates(wrap::BroomOptions::paper());
  EXPECT_THAT(found_by(updates.learn({.pages = acm.pages, .labels = acm.labels}), acm.c),
              ElementsAre("author=Ann Other|publisher=Springer"));
}

// What is remembered of earlier calls makes no difference: labels that come page by page, are
// changed, or taken back teach what they teach at once.
TEST(BroomUpdates, LearnFromNewLabelsWhatTheyWouldFromAll) {
  const std::array<model::Page, 3> pages = {
      page("p", "<ul><li><b>A1</b><i>1</i></li><li><b>B1</b><u>new</u><i>71</i></li></ul>"),
      page("q", "<ul><li><b>A2</b><i>2</i></li><li><b>B2</b><i>72</i></li></ul>"),
      page("r", "<ul><li><b>A3</b><i>3</i></li><li><b>B3</b><u>new</u><i>73</i></li></ul>")};
  model::InducerInput input{.pages = pointers_to(pages)};
  const auto label_page = [&](size_t p) {
    const std::string& id = pages[p].id;
    const std::string number = std::to_string(p + 1);
    for (const char* record : {"A", "B"}) {
      input.labels.push_back(label(id, record, "title", record + number));
      input.labels.push_back(label(id, record, "price", *record == 'A' ? number : "7" + number));
    }
  };
  BroomUpdates updates;
  const auto same_as_at_once = [&] {
    const auto updated = updates.learn(input);
    const auto fresh = BroomUpdates().learn(input);
    ASSERT_TRUE(updated.ok() && fresh.ok());
    EXPECT_EQ(updated->wrapper->to_json().dump(), fresh->wrapper->to_json().dump());
  };
  label_page(2);
  same_as_at_once();
  label_page(0);
  same_as_at_once();
  label_page(1);
  same_as_at_once();
  input.labels.resize(6);  // One record of the second page.
  same_as_at_once();
  input.labels.erase(input.labels.begin());  // A title of the first.
  same_as_at_once();
  std::reverse(input.pages.begin(), input.pages.end());
  same_as_at_once();
}

// --- labels that make no sense ---

TEST(Broom, LearnsFromASingleLabel) {
  const model::Page p = page("p", "<h1>One</h1><p>x</p>");
  const model::Page q = page("q", "<h1>Two</h1><p>y</p>");
  EXPECT_THAT(extract({&p}, {label("p", "0", "title", "One")}, q), ElementsAre("title=Two"));
}

TEST(Broom, LearnsFromALabelOnTheHtmlElement) {
  const model::Page p = page("p", "<h1>One</h1><p>x</p>");
  const model::Page q = page("q", "<h1>Two</h1><p>y</p>");
  const std::vector<model::Label> labels = {
      {.page = "p", .record = "0", .attribute = "all", .path = "/html", .value = "Onex"}};
  EXPECT_THAT(extract({&p}, labels, q), ElementsAre("all=Two y"));
}

TEST(Broom, LearnsFromRecordsThatOverlapInconsistently) {
  // Record 2's label lies inside the element that is record 1's value.
  const model::Page p = page("p", "<div><p>One <b>11</b> x</p><p>Two</p></div>");
  const std::vector<model::Label> labels = {{.page = "p",
                                             .record = "1",
                                             .attribute = "title",
                                             .path = "/html/body/div/p[1]",
                                             .value = ""},
                                            {.page = "p",
                                             .record = "2",
                                             .attribute = "price",
                                             .path = "/html/body/div/p[1]/b",
                                             .value = ""},
                                            {.page = "p",
                                             .record = "2",
                                             .attribute = "title",
                                             .path = "/html/body/div/p[2]",
                                             .value = ""}};
  const auto learned = learn_brooms({.pages = {&p}, .labels = labels});
  ASSERT_TRUE(learned.ok());
  EXPECT_FALSE(learned->wrapper->apply(p).records.empty());
}

TEST(Broom, RefusesLabelsThatPointNowhere) {
  const model::Page p = page("p", "<h1>One</h1>");
  EXPECT_EQ(learn_brooms({.pages = {&p}, .labels = {}}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(learn_brooms({.pages = {&p}, .labels = {label("q", "0", "t", "x")}}).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(learn_brooms({.pages = {&p}, .labels = {label("p", "0", "t", "x")}}).error().code,
            ErrorCode::kNotFound);
}

TEST(Broom, WorksTenThousandDeep) {
  std::string html;
  for (int i = 0; i < 10'000; ++i) html += "<div>";
  const model::Page p = page("p", html + "<b>One</b><i>1</i>");
  const model::Page q = page("q", html + "<b>Two</b><i>2</i>");
  const std::vector<model::Label> labels = {label("p", "0", "title", "One"),
                                            label("p", "0", "price", "1")};
  EXPECT_THAT(extract({&p}, labels, q), ElementsAre("title=Two|price=2"));
  EXPECT_THAT(extract({&p}, labels, q, wrap::BroomOptions::paper()),
              ElementsAre("title=Two|price=2"));
}

TEST(Broom, HasDefinedResultsAtThresholdsZeroAndOne) {
  const Acm acm;
  for (const double threshold : {0.0, 1.0}) {
    wrap::BroomOptions options = wrap::BroomOptions::paper();
    options.tree.epsilon = options.theta = threshold;
    EXPECT_THAT(extract(acm.pages, acm.labels, acm.c, options),
                ElementsAre("author=Ann Other|publisher=Springer"))
        << threshold;
  }
}

TEST(BroomWrapper, RefusesOtherJson) {
  for (
      const char* text :
      {"{}",
       R"({"options":1,"theta":1,"loose_paths":true,"records_per_page":1,"attributes":[],"brooms":[]})",
       R"({"options":{"prune":true,"attributes":true,"text":"template"},"theta":"x","loose_paths":true,"records_per_page":1,"attributes":[],"brooms":[]})",
       R"({"options":{"prune":true,"attributes":true,"text":"template"},"theta":1,"loose_paths":true,"records_per_page":1,"attributes":[],"brooms":[{"path":"html"}]})"}) {
    EXPECT_FALSE(wrap::BroomWrapper::from_json(*parse_json(text)).ok()) << text;
  }
}

}  // namespace
}  // namespace weft::induce
