// weft article: the main content of any page, as Markdown, HTML, text or JSON.

#include <fmt/format.h>

#include "base/enum_names.h"
#include "base/file.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "read/article.h"
#include "read/v_wrapper.h"
#include "render/estimate.h"

namespace weft::cli::article_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string part = "content";
  std::string to = "markdown";
  bool site = false;
  std::string method = "weft";
  std::string model;
};

// What stands before the text: only what is known.
std::string front_matter(const model::Page& page, const read::Article& article) {
  std::string lines = "---\n";
  const auto line = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    std::string quoted;
    append_json_string(quoted, value);
    lines += fmt::format("{}: {}\n", name, quoted);
  };
  line("title", article.title.value);
  line("author", article.author.value);
  line("date", article.date.value);
  line("language", article.language);
  line("site", article.site);
  line("type", name_of(article.type));
  line("url", page.url);
  return lines + "---\n\n";
}

std::string written(const model::Page& page, const read::Article& article, const Options& options,
                    bool json) {
  if (json || options.to == "json") return read::article_json(page, article).dump() + "\n";
  if (article.blocks.empty()) return "";
  if (options.to == "text") return read::plain_text(page.document, article);
  if (options.to == "html")
    return fmt::format("<article>\n{}</article>\n", read::clean_html(page, article));
  return front_matter(page, article) + read::markdown(page, article);
}

void warn(const Context& context, const model::Page& page, const read::Article& article) {
  for (const std::string& one : article.contradictions)
    context.note(fmt::format("{}: {}", page.id, one));
  if (article.blocks.empty())
    context.note(
        fmt::format("{}: no main content found; a page that scripts fill shows it only "
                    "after they ran",
                    page.id));
}

// Reads a page by the method that was asked for.
class Reader {
 public:
  static Result<Reader> make(const Options& options) {
    Reader reader;
    reader.reading_.output =
        enum_named<read::Output>(options.part).value_or(read::Output::kContent);
    if (!options.model.empty()) {
      WEFT_ASSIGN(const std::string file, read_file(options.model));
      auto wrapper = read::parse_v_wrapper(file);
      if (!wrapper.ok()) return wrapper.error().in(options.model);
      reader.by_sight_ = std::move(*wrapper);
    } else if (options.method == "v-wrapper") {
      WEFT_ASSIGN(reader.by_sight_, read::read_v_wrapper(read::v_wrapper_model_files()));
    }
    return reader;
  }
  [[nodiscard]] const read::ReadOptions& options() const { return reading_; }
  [[nodiscard]] read::Article read(const model::Page& page) const {
    if (!by_sight_) return read::read_article(page, reading_);
    if (page.layout) return read::read_article_by_sight(page, *page.layout, *by_sight_);
    return read::read_article_by_sight(page, render::estimate_layout(page.document), *by_sight_);
  }

 private:
  read::ReadOptions reading_;
  std::optional<read::VWrapper> by_sight_;
};

Result<ExitCode> run(Context& context, const Options& options) {
  WEFT_ASSIGN(const Reader reader, Reader::make(options));
  PageSource source(options.inputs, source_options(context));
  size_t empty = 0;
  const auto write = [&](const model::Page& page, const read::Article& article,
                         const std::string& text) {
    warn(context, page, article);
    empty += article.blocks.empty() ? 1 : 0;
    context.out.write(text);
  };
  uint64_t pages_read = 0;
  ExitCode code = ExitCode::kGood;
  if (options.site) {
    size_t unreadable = 0;
    const auto pages = read_pages(context, {.inputs = options.inputs}, unreadable);
    read::read_site(pages, reader.options(), [&](size_t i, const read::Article& article) {
      write(pages[i], article, written(pages[i], article, options, context.options.json));
    });
    pages_read = pages.size();
    if (unreadable > 0) code = pages.empty() ? ExitCode::kFailed : ExitCode::kPartial;
  } else {
    const PageLoopStats stats = for_each_page(
        context, source,
        [&](unsigned, const model::Page& page) -> Result<InOrder> {
          // The page is gone when this returns; what is left to do has all it needs.
          read::Article article = reader.read(page);
          model::Page named;
          named.id = page.id;
          return InOrder([&write, named = std::make_shared<model::Page>(std::move(named)), article,
                          text = written(page, article, options, context.options.json)] {
            write(*named, article, text);
          });
        },
        {.phase = "reading"});
    pages_read = stats.pages;
    code = stats.exit_code();
  }
  if (code == ExitCode::kGood && empty == pages_read) return ExitCode::kNothing;
  return code;
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs, "Files, directories, globs, WARC files, URLs, @lists, or -")
      .required();
  take.value("--part PART", options.part,
             "content: all that the page is there for; body: an article's running text alone")
      .one_of({"content", "body"})
      .show_default();
  take.value("--to FORMAT", options.to,
             "markdown, html, text, or json with every block and its node")
      .one_of({"markdown", "html", "text", "json"})
      .show_default();
  take.flag("--site", options.site,
            "The pages are of one site or several: what repeats on a site's pages is not content");
  take.value("--method METHOD", options.method,
             "weft, or v-wrapper ([Zheng] ch. 6): news by boxes and fonts, estimated where the "
             "page has no layout")
      .one_of({"weft", "v-wrapper"})
      .show_default()
      .excludes("--site");
  take.value("--model FILE", options.model,
             "A V-Wrapper that 'weft learn --inducer v-wrapper' made; --method v-wrapper with it")
      .excludes("--site");
}

}  // namespace
}  // namespace weft::cli::article_verb

const weft::cli::Verb weft::cli::kArticle{
    "article", "The main content of pages, with title, author and date",
    "  weft article https://example.org/story\n"
    "  weft article page.html --part body --to text\n"
    "  weft article crawl.warc.gz --site --json | jq -r .title.value\n"
    "  weft article 'pages/*.html' --to html -o articles.html\n"
    "  weft article --model news.json page.html",
    prepare<article_verb::declare, article_verb::run>};
