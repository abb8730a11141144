#include "cli/page_source.h"

#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/testing/temp_folder.h"
#include "cli/page_loop.h"
#include "dom/text.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "warc/rendered.h"
#include "warc/writer.h"

namespace weft::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

class PageSourceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(directory_ + "/sub");
    put("b.html", "<p>b");
    put("sub/a.htm", "<p>a");
    put("notes.txt", "no page");
    std::string file;
    warc::Writer writer([&](std::string_view bytes) {
      file += bytes;
      return Status();
    });
    (void)writer.write_warcinfo("x");
    (void)writer.write({.target_uri = "https://w.example/1",
                        .content = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>w"});
    (void)writer.write(
        {.target_uri = "https://w.example/2", .content = "HTTP/1.1 404 Not Found\r\n\r\ngone"});
    (void)writer.write({.target_uri = "https://w.example/3",
                        .content = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx"});
    put("c.warc.gz", file);
  }
  void put(const std::string& name, const std::string& bytes) const {
    std::ofstream(directory_ + "/" + name, std::ios::binary) << bytes;
  }
  [[nodiscard]] std::string at(const std::string& name) const { return directory_ + "/" + name; }

  static std::vector<std::string> ids(PageSource source) {
    std::vector<std::string> names;
    while (auto page = source.next()) names.push_back((page->error ? "!" : "") + page->id);
    return names;
  }

  const TempFolder temporary_;
  const std::string directory_ = temporary_.path();
};

TEST_F(PageSourceTest, ReadsFilesDirectoriesGlobsListsAndArchives) {
  EXPECT_THAT(ids(PageSource({at("b.html")})), ElementsAre(at("b.html")));
  EXPECT_THAT(ids(PageSource({directory_})),
              ElementsAre(at("b.html"), "https://w.example/1", at("sub/a.htm")));
  EXPECT_THAT(ids(PageSource({at("*.html"), at("sub/?.htm")})),
              ElementsAre(at("b.html"), at("sub/a.htm")));
  put("list", "# a list\n" + at("sub/a.htm") + "\n\n@" + at("list2") + "\n");
  put("list2", at("c.warc.gz"));
  EXPECT_THAT(ids(PageSource({"@" + at("list"), at("notes.txt")})),
              ElementsAre(at("sub/a.htm"), "https://w.example/1", at("notes.txt")));
}

TEST_F(PageSourceTest, GoesOnAfterWhatCannotBeRead) {
  put("loop", "@" + at("loop"));
  put("bad.html.gz", "not gzip");
  EXPECT_THAT(ids(PageSource({at("absent"), "@" + at("loop"), at("bad.html.gz"),
                              "http://127.0.0.1:9/x", at("b.html")})),
              ElementsAre("!" + at("absent"), "!@" + at("loop"), "!" + at("bad.html.gz"),
                          "!http://127.0.0.1:9/x", at("b.html")));
}

// What was made of a page follows it in the archive, and stands for it.
TEST_F(PageSourceTest, ARenderedPageStandsForTheOneThatWasSent) {
  std::string file;
  warc::Writer writer([&](std::string_view bytes) {
    file += bytes;
    return Status();
  });
  constexpr char kUrl[] = "https://w.example/app";
  const auto response = writer.write(
      {.target_uri = kUrl,
       .content = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<div id=app></div>"});
  const std::string html = "<html><head></head><body><p>Lamp</p></body></html>";
  const dom::Layout layout(html::parse(html).document);
  const std::string stored = dom::write_layout(layout);
  (void)warc::write_rendered(
      writer, {.target_uri = kUrl, .refers_to = response->id, .html = html, .layout = stored});
  (void)writer.write({.target_uri = "https://w.example/frame",
                      .content = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>frame",
                      .extra = {{warc::kPartOfField, kUrl}}});
  (void)writer.write({.target_uri = "https://w.example/2",
                      .content = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>two"});
  put("r.warc.gz", file);
  EXPECT_THAT(ids(PageSource({at("r.warc.gz")})), ElementsAre(kUrl, "https://w.example/2"));
  html::Parser parser;
  const model::Page page = parse_page(parser, *PageSource({at("r.warc.gz")}).next(), {});
  EXPECT_EQ(dom::text_content(page.document, dom::kRoot), "Lamp");
  EXPECT_EQ(page.layout, layout);
  const auto sent = PageSource({at("r.warc.gz")}, {.rendered = false}).next();
  EXPECT_EQ(sent->bytes, "<div id=app></div>");
}

TEST_F(PageSourceTest, RefusesPrivateAddresses) {
  PageSource source({"http://127.0.0.1:9/", "http://localhost:9/", "http://[::1]:9/"});
  while (auto page = source.next())
    EXPECT_EQ(page->error->code, ErrorCode::kPermission) << page->error->message;
}

TEST_F(PageSourceTest, CountsRecordsThatAreNoPage) {
  PageSource source({at("c.warc.gz")});
  while (source.next()) {
  }
  EXPECT_EQ(source.stats().archives, 1u);
  EXPECT_EQ(source.stats().other_records, 3u);
}

TEST_F(PageSourceTest, LoopsInOrderAndKeepsBadPages) {
  std::vector<std::string> inputs;
  for (int i = 0; i < 200; ++i) {
    put("sub/" + std::to_string(i) + ".html", "<title>" + std::to_string(i) + "</title>");
    inputs.push_back(at("sub/" + std::to_string(i) + ".html"));
  }
  inputs.insert(inputs.begin() + 7, at("absent.html"));
  for (const unsigned workers : {1U, 4U}) {
    const std::string bad = at("bad" + std::to_string(workers));
    PageSource source(inputs);
    std::vector<std::string> seen;
    Context context;
    context.options.jobs = workers;
    ::testing::internal::CaptureStderr();
    const PageLoopStats stats =
        for_each_page(context, source,
                      [&](unsigned, const model::Page& page) -> Result<InOrder> {
                        const std::string text = dom::normalized_text(page.document, dom::kRoot);
                        if (text == "13") return Error{ErrorCode::kUnhealthy, "unlucky"};
                        return InOrder([&seen, text] { seen.push_back(text); });
                      },
                      {.keep_bad = bad});
    const std::string complaints = ::testing::internal::GetCapturedStderr();
    ASSERT_EQ(seen.size(), 199u);
    EXPECT_EQ(seen[12], "12");
    EXPECT_EQ(seen[13], "14");
    EXPECT_EQ(seen.back(), "199");
    EXPECT_EQ(stats.bad, 2u);
    EXPECT_EQ(stats.exit_code(), ExitCode::kPartial);
    EXPECT_LT(complaints.find("absent.html"), complaints.find("unlucky"));
    EXPECT_EQ(*read_file(bad + "/000002.html"), "<title>13</title>");
    EXPECT_THAT(*read_file(bad + "/bad.jsonl"), ::testing::HasSubstr("unlucky"));
  }
}

}  // namespace
}  // namespace weft::cli
