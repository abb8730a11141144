// weft eval focus: how early a focused crawl finds what is relevant, on the link graph of an
// encyclopedia.
//
// Every topic with at least 60 articles is one focused crawl. Articles are divided by a hash of
// their name into two halves, each with the links inside it: the model is trained on one half and
// the crawl replayed on the other, from the article with the most links. Titles serve as anchor
// texts.

#include <algorithm>
#include <map>

#include "base/hash.h"
#include "crawl/plan/replay.h"
#include "eval/data.h"
#include "eval/task.h"
#include "url/encode.h"

namespace weft::eval::focus_task {
namespace {

constexpr size_t kSmallestTopic = 60;
// Every article is within four hops of every other, so the thesis' d = 4 would credit everything,
// and the way to an article says little: one hop back, no ancestors.
constexpr uint32_t kDepth = 1;
constexpr double kAlpha = 0;
constexpr double kShare = 0.8;  // of relevant documents to be found

struct Encyclopedia {
  std::vector<std::pair<std::string, std::string>> links;
  std::map<std::string, std::vector<std::string>> topics;  // Second level: "Science.Physics".
};

std::string topic_of(const std::string& category) {
  const size_t first = category.find('.');
  if (first == std::string::npos) return "";
  const size_t second = category.find('.', first + 1);
  return category.substr(first + 1, second == std::string::npos
                                        ? std::string::npos
                                        : category.find('.', second + 1) - first - 1);
}

// The two fields of every line that is not a comment.
Result<std::vector<std::pair<std::string, std::string>>> read_pairs(
    const std::filesystem::path& path) {
  WEFT_ASSIGN(auto rows, read_rows(path));
  std::vector<std::pair<std::string, std::string>> pairs;
  for (auto& row : rows) {
    if (row.size() == 2 && !row[0].starts_with('#'))
      pairs.emplace_back(std::move(row[0]), std::move(row[1]));
  }
  return pairs;
}

Result<Encyclopedia> read_encyclopedia(const std::filesystem::path& data) {
  std::filesystem::path folder = data / "webgraph_wikispeedia" / "wikispeedia_paths-and-graph";
  if (!std::filesystem::exists(folder)) folder = data;
  Encyclopedia out;
  WEFT_ASSIGN(out.links, read_pairs(folder / "links.tsv"));
  WEFT_ASSIGN(const auto categories, read_pairs(folder / "categories.tsv"));
  for (const auto& [article, category] : categories) {
    std::vector<std::string>& articles = out.topics[topic_of(category)];
    if (articles.empty() || articles.back() != article) articles.push_back(article);
  }
  std::erase_if(out.topics, [](const auto& topic) {
    return topic.first.empty() || topic.second.size() < kSmallestTopic;
  });
  return out;
}

unsigned half_of(std::string_view article) { return hash_bytes(article) & 1; }

std::string title_of(std::string_view article) {
  std::string title = url::percent_decode(article);
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

crawl::SiteLog half_site(const Encyclopedia& book, const std::vector<std::string>& relevant,
                         unsigned half) {
  crawl::SiteLog site;
  const auto url = [](const std::string& article) { return "https://encyclopedia/" + article; };
  for (const auto& [from, to] : book.links) {
    if (half_of(from) != half || half_of(to) != half) continue;
    const crawl::Vertex source = site.page(url(from));
    site.add_link(source, site.page(url(to)), title_of(to));
  }
  for (const std::string& article : relevant) {
    if (half_of(article) == half) site.set_relevant(site.page(url(article)));
  }
  site.finish();
  return site;
}

crawl::Vertex most_linking(const crawl::SiteLog& site) {
  crawl::Vertex best = 0;
  for (crawl::Vertex v = 0; v < site.size(); ++v) {
    if (site.links(v).size() > site.links(best).size()) best = v;
  }
  return best;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const Encyclopedia book, read_encyclopedia(context.data.front()));
  Report report;
  context.progress->begin("topics", book.topics.size());
  for (const auto& [topic, articles] : book.topics) {
    context.progress->advance(1);
    if (!keeps_site(context, topic)) continue;
    const crawl::SiteLog train = half_site(book, articles, 0);
    const crawl::SiteLog test = half_site(book, articles, 1);
    crawl::FocusModel model = crawl::train_focus({&train}, {.depth = kDepth});
    model.alpha = kAlpha;
    const auto visited = [&](crawl::CrawlPolicy policy) {
      return replay(test, most_linking(test), policy, model).visited_share_for(kShare);
    };
    report.row("topic", topic,
               {{"breadth_first", visited(crawl::CrawlPolicy::kBreadthFirst)},
                {"signals", visited(crawl::CrawlPolicy::kSignals)},
                {"weft", visited(crawl::CrawlPolicy::kWeft)}});
  }
  context.progress->end();
  if (report.rows.empty()) return Error{ErrorCode::kNotFound, "no topic with enough articles"};
  return report_of_orders(context, std::move(report.rows), "topics");
}

}  // namespace

TaskSpec task() {
  return {.name = "focus",
          .summary = "How early a focused crawl finds 80 % of the relevant documents",
          .metric = "1 - share of URLs visited until 80 % of the relevant documents are found",
          .data_sets = {"graphs"},
          .methods = {"weft", "signals", "breadth-first"},
          .run = run};
}

}  // namespace weft::eval::focus_task
