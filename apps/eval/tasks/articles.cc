// weft eval articles: main content, bodies, and who wrote them when, on domains that the judging model has not seen.
//
// The model that ships is fitted to all pages of `articles` and `bodies`, so it cannot be judged on them. The one used here
// (apps/eval/models) was fitted without a third of the registered domains, and is judged on their pages alone.
//
//   content   token F1 of `articles`, by page type; texts that must and must not be there; title, author and date
//   body      F1 of runs of four words of `bodies`, from mean precision and mean recall; its news of 2023 to 2026 apart
//   site      as content, on the domains with several pages, each page read with the texts of the others
//   v-wrapper as body, by [Zheng]'s chapter 6 on estimated layouts
//   news      title, author and date of `news`, one article a site; none of it was learned from

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

#include "base/enum_names.h"
#include "base/file.h"
#include "base/strings.h"
#include "eval/import/articles.h"
#include "eval/metrics/article_text.h"
#include "eval/task.h"
#include "html/parser.h"
#include "read/article.h"
#include "read/v_wrapper.h"
#include "render/estimate.h"

namespace weft::eval {

// apps/eval/models.
std::span<const EmbeddedFile> judging_model_files();

namespace articles_task {
namespace {

constexpr size_t kJudgedFold = 0;
constexpr size_t kSitePages = 3;  // Of a domain, for the method `site`.

model::Page page_of(const ArticlePage& truth, const Limits& limits) {
  model::Page page;
  page.id = truth.id;
  page.url = truth.url;
  const auto html = read_file(truth.html);
  if (html.ok()) page.document = html::parse(*html, {.limits = limits}).document;
  return page;
}

std::string words_of(std::string_view text) {
  std::string words;
  read::for_each_word(text, [&](std::string_view word) { (words += ' ') += word; });
  return words + ' ';
}

// A name that is equal, or one of which contains the other.
bool same_name(std::string_view found, std::string_view truth) {
  const std::string a = words_of(found), b = words_of(truth);
  return a.find(b) != std::string::npos || b.find(a) != std::string::npos;
}

// The day, counted; nothing for what is no date.
std::optional<long> day_of(std::string_view iso) {
  int year = 0, month = 0, day = 0;
  if (iso.size() < 10 ||
      std::sscanf(std::string(iso.substr(0, 10)).c_str(), "%d-%d-%d", &year, &month, &day) != 3)
    return std::nullopt;
  const int shifted = month <= 2 ? year - 1 : year;
  return 365L * shifted + shifted / 4 - shifted / 100 + shifted / 400 +
         (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day;
}

// Found and true statements of one kind.
struct Statements {
  Counts counts;
  void add(bool found, bool truth, bool right) {
    counts.found += found ? 1 : 0;
    counts.truth += truth ? 1 : 0;
    counts.correct += found && truth && right ? 1 : 0;
  }
};

// What is added up over pages.
struct Sums {
  std::map<std::string, std::vector<TextScore>> scores;  // By name of the group.
  Statements title, author, date;
  size_t with = 0, with_found = 0, without = 0, without_found = 0, typed = 0, types_right = 0;
  std::mutex mutex;

  void add_statements(const ArticlePage& truth, const read::Article& article) {
    title.add(article.title.found(), !truth.title.empty(),
              words_of(article.title.value) == words_of(truth.title));
    author.add(article.author.found(), !truth.author.empty(),
               same_name(article.author.value, truth.author));
    const auto found = day_of(article.date.value), day = day_of(truth.date);
    // A day apart is a matter of time zones.
    date.add(found.has_value(), day.has_value(), found && day && std::abs(*found - *day) <= 1);
  }
  void add_snippets(const ArticlePage& truth, const std::string& text) {
    const std::string words = words_of(text);
    const auto has = [&](const std::string& one) {
      return words.find(words_of(one)) != std::string::npos;
    };
    with += truth.with.size();
    without += truth.without.size();
    with_found += static_cast<size_t>(std::count_if(truth.with.begin(), truth.with.end(), has));
    without_found +=
        static_cast<size_t>(std::count_if(truth.without.begin(), truth.without.end(), has));
  }
};

struct Means {
  double precision = 0, recall = 0, f1 = 0;
};
Means means_of(const std::vector<TextScore>& scores) {
  Means means;
  const auto count = static_cast<double>(std::max<size_t>(1, scores.size()));
  for (const TextScore& one : scores) {
    means.precision += one.precision / count;
    means.recall += one.recall / count;
    means.f1 += one.f1() / count;
  }
  return means;
}

void add_statement_figures(const Sums& sums, Report& report) {
  for (const auto& [name, one] :
       {std::pair{"title", &sums.title}, {"author", &sums.author}, {"date", &sums.date}}) {
    report.figure(std::string(name) + "_precision", one->counts.precision());
    report.figure(std::string(name) + "_recall", one->counts.recall());
  }
}

Report run_content(const TaskContext& context, const std::vector<ArticlePage>& pages,
                   const read::ArticleModel& model) {
  Sums sums;
  for_each_parallel(context, "reading", pages.size(), [&](size_t i) {
    const model::Page page = page_of(pages[i], context.limits);
    const read::Article article = read::read_article(page, {}, model);
    const std::string text = read::plain_text(page.document, article);
    const std::lock_guard lock(sums.mutex);
    sums.scores[pages[i].type].push_back(token_score(text, pages[i].text));
    sums.add_statements(pages[i], article);
    sums.add_snippets(pages[i], text);
    ++sums.typed;
    sums.types_right += name_of(article.type) == pages[i].type ? 1 : 0;
  });
  Report report;
  std::vector<TextScore> all;
  for (const auto& [type, scores] : sums.scores) {
    all.insert(all.end(), scores.begin(), scores.end());
    const Means means = means_of(scores);
    report.row("type", type,
               {{"f1", means.f1},
                {"precision", means.precision},
                {"recall", means.recall},
                {"pages", scores.size()}});
  }
  const Means means = means_of(all);
  report.score = means.f1;
  report.figure("precision", means.precision);
  report.figure("recall", means.recall);
  report.figure("with_found", share(sums.with_found, sums.with));
  report.figure("without_found", share(sums.without_found, sums.without));
  report.figure("type_accuracy", share(sums.types_right, sums.typed));
  add_statement_figures(sums, report);
  report.figure("pages", all.size());
  return report;
}

// `read` makes an article of a page.
template <typename Read>
Report run_body(const TaskContext& context, const std::vector<ArticlePage>& pages, Read read) {
  std::map<std::string, std::vector<TextScore>> scores;
  std::mutex mutex;
  for_each_parallel(context, "reading", pages.size(), [&](size_t i) {
    const model::Page page = page_of(pages[i], context.limits);
    const TextScore score =
        shingle_score(read::plain_text(page.document, read(page)), pages[i].text);
    const std::lock_guard lock(mutex);
    scores["all"].push_back(score);
    scores[pages[i].type].push_back(score);
    if (pages[i].is_modern()) scores["2023-26"].push_back(score);
  });
  Report report;
  for (const auto& [name, of_group] : scores) {
    const Means means = means_of(of_group);
    const double f1 = f1_of(means.precision, means.recall);
    if (name == "all") report.score = f1;
    if (name == "2023-26") report.figure("news_of_2023_26", f1);
    report.row("source", name,
               {{"f1", f1},
                {"precision", means.precision},
                {"recall", means.recall},
                {"pages", of_group.size()}});
  }
  report.figure("pages", pages.size());
  return report;
}

Report run_site(const TaskContext& context, const std::vector<ArticlePage>& pages,
                const read::ArticleModel& model) {
  std::map<std::string, std::vector<const ArticlePage*>> domains;
  for (const ArticlePage& page : pages) domains[page.domain].push_back(&page);
  std::erase_if(domains, [](const auto& one) { return one.second.size() < kSitePages; });
  std::vector<TextScore> alone, together;
  for (const auto& [domain, of_domain] : domains) {
    std::vector<model::Page> parsed;
    read::SiteTexts texts;
    for (const ArticlePage* one : of_domain) {
      parsed.push_back(page_of(*one, context.limits));
      texts.add(read::blocks_of(parsed.back().document));
    }
    for (size_t i = 0; i < parsed.size(); ++i) {
      for (const read::SiteTexts* site : {static_cast<const read::SiteTexts*>(nullptr),
                                          static_cast<const read::SiteTexts*>(&texts)}) {
        const read::Article article = read::read_article(parsed[i], {.site = site}, model);
        (site == nullptr ? alone : together)
            .push_back(
                token_score(read::plain_text(parsed[i].document, article), of_domain[i]->text));
      }
    }
  }
  Report report;
  report.score = means_of(together).f1;
  report.figure("alone", means_of(alone).f1);
  report.figure("pages", alone.size());
  report.figure("domains", domains.size());
  return report;
}

Report run_news(const TaskContext& context, const std::vector<ArticlePage>& pages,
                const read::ArticleModel& model) {
  Sums sums;
  for_each_parallel(context, "reading", pages.size(), [&](size_t i) {
    const model::Page page = page_of(pages[i], context.limits);
    const read::Article article = read::read_article(page, {}, model);
    const std::lock_guard lock(sums.mutex);
    sums.add_statements(pages[i], article);
  });
  Report report;
  // What the labels leave out may be on the page all the same: precision says little here.
  report.score =
      (sums.title.counts.recall() + sums.author.counts.recall() + sums.date.counts.recall()) / 3;
  report.figure("title", sums.title.counts.recall());
  report.figure("author", sums.author.counts.recall());
  report.figure("date", sums.date.counts.recall());
  report.figure("pages", pages.size());
  return report;
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const read::ArticleModel model, read::read_article_model(judging_model_files()));
  const bool by_sight = context.method == "v-wrapper";
  const bool body = context.method == "body" || by_sight, news = context.method == "news";
  WEFT_ASSIGN(std::vector<ArticlePage> pages, news   ? import_news(context.data.at(2))
                                              : body ? import_bodies(context.data.at(1))
                                                     : import_articles(context.data.at(0)));
  std::erase_if(pages, [&](const ArticlePage& page) {
    return (!news && article_fold(page.domain) != kJudgedFold) || !keeps_site(context, page.domain);
  });
  if (by_sight) {
    WEFT_ASSIGN(const read::VWrapper wrapper, read::read_v_wrapper(judging_model_files()));
    return run_body(context, pages, [&](const model::Page& page) {
      return read::read_article_by_sight(page, render::estimate_layout(page.document), wrapper);
    });
  }
  if (body) {
    return run_body(context, pages, [&](const model::Page& page) {
      return read::read_article(page, {.output = read::Output::kBody}, model);
    });
  }
  if (news) return run_news(context, pages, model);
  if (context.method == "site") return run_site(context, pages, model);
  return run_content(context, pages, model);
}

}  // namespace

TaskSpec task() {
  return {
      .name = "articles",
      .summary = "Main content, bodies, title, author and date of single pages of unseen domains",
      .metric =
          "token F1 (content, site), F1 of runs of four words (body), mean recall of title, "
          "author, "
          "date (news)",
      .data_sets = {"articles", "bodies", "news"},
      .methods = {"content", "body", "site", "news", "v-wrapper"},
      .run = run};
}

}  // namespace articles_task
}  // namespace weft::eval
