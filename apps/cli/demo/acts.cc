// The list of acts, and the first five: a site opens, is fetched, parsed,
// grouped and mined.

#include <chrono>
#include <map>

#include <fmt/format.h>

#include "cli/demo/act.h"
#include "crawl/fetch/robots.h"
#include "crawl/fetch/url_list.h"
#include "eval/metrics/clusters.h"
#include "eval/metrics/record_set.h"
#include "group/cluster.h"
#include "html/parser.h"
#include "mine/mine.h"
#include "mine/region.h"

namespace weft::cli::demo {
namespace {

constexpr size_t kShown = 4;  // Records of a list, and columns of a record.

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// --- 1: a site opens ---

Status serve(Stage& stage) {
  WEFT_ASSIGN(stage.server, practice::Server::start(stage.site_options));
  const auto site = stage.server->site();
  std::map<std::string, size_t> templates;
  for (const practice::Page& page : site->pages) ++templates[page.template_name];
  stage.screen.say(fmt::format("“{}”, {} pages, now at {}", site->name, site->pages.size(),
                               stage.server->origin()));
  std::string list;
  for (const auto& [name, count] : templates)
    list += fmt::format("{}{} {}", list.empty() ? "" : " · ", count, name);
  stage.screen.say(list, Ink::kDim);
  stage.facts["serve"] = {{"origin", stage.server->origin()}, {"pages", site->pages.size()}};
  return {};
}

// --- 2: its pages come over HTTP, found through robots.txt and the sitemap ---

Status fetch_list(Stage& stage, const std::string& url, size_t& bytes) {
  WEFT_ASSIGN(const std::string xml, get(stage, url));
  const crawl::UrlList list = crawl::read_url_list(xml, url);
  for (const crawl::ListedUrl& listed : list.entries) {
    if (list.kind == crawl::ListKind::kSitemapIndex) {
      WEFT_TRY(fetch_list(stage, listed.url, bytes));
      continue;
    }
    DemoPage& page = stage.pages.emplace_back();
    page.key = listed.url;
    WEFT_ASSIGN(page.bytes, get(stage, listed.url));
    bytes += page.bytes.size();
  }
  return {};
}

Status fetch(Stage& stage) {
  WEFT_ASSIGN(const std::string robots, get(stage, stage.server->origin() + "/robots.txt"));
  const Stopwatch watch;
  size_t bytes = 0;
  const crawl::Robots rules = crawl::Robots::parse(robots);
  for (const std::string& sitemap : rules.sitemaps()) WEFT_TRY(fetch_list(stage, sitemap, bytes));
  stage.screen.say(fmt::format("{} pages, {:.1f} KB, {:.0f} pages/s over loopback",
                               stage.pages.size(), static_cast<double>(bytes) / 1e3,
                               static_cast<double>(stage.pages.size()) / watch.seconds()));
  stage.facts["fetch"] = {
      {"pages", stage.pages.size()}, {"bytes", bytes}, {"robots_bytes", robots.size()}};
  return {};
}

// --- 3: bytes become trees ---

Status parse_pages(Stage& stage) {
  const Stopwatch watch;
  size_t nodes = 0;
  size_t bytes = 0;
  for (DemoPage& page : stage.pages) {
    parse(stage.context, page);
    nodes += page.page->document.size();
    bytes += page.bytes.size();
  }
  const double seconds = watch.seconds();
  stage.screen.say(fmt::format("{} nodes in {:.1f} ms: {:.0f} MB/s, {:.0f} pages/s on one core",
                               nodes, seconds * 1e3, static_cast<double>(bytes) / 1e6 / seconds,
                               static_cast<double>(stage.pages.size()) / seconds));
  stage.facts["parse"] = {{"nodes", nodes}, {"seconds", seconds}};
  return {};
}

// --- 4: which pages share a template ---

Status group_pages(Stage& stage) {
  const auto site = stage.server->site();
  std::vector<dom::ShingleVector> vectors;
  std::vector<uint32_t> made;  // The template each page was really made from.
  std::map<std::string, uint32_t> numbers;
  for (const site::ReadPage& page : stage.pages) {
    vectors.push_back(
        dom::shingle_vector(page.page->document, {.kind = dom::ShingleKind::kPlaces}));
    const practice::Page* truth = truth_of(*site, page);
    const std::string name = truth == nullptr ? "" : truth->template_name;
    made.push_back(numbers.try_emplace(name, static_cast<uint32_t>(numbers.size())).first->second);
  }
  const group::Clustering found =
      group::cluster_pages(vectors, {.min_count = group::default_min_count(vectors.size())});
  std::vector<std::vector<std::string>> rows = {{"template", "pages", "URLs"}};
  for (uint32_t c = 0; c < found.clusters.size() && c < 6; ++c) {
    std::vector<std::string> urls;
    for (size_t p = 0; p < stage.pages.size(); ++p) {
      if (found.assignment[p] == c)
        urls.push_back(stage.pages[p].key.substr(stage.server->origin().size()));
    }
    if (!urls.empty())
      rows.push_back({fmt::format("t{}", c + 1), std::to_string(urls.size()), urls.front()});
  }
  stage.screen.table(rows);
  const auto agreement = eval::compare_clusters(found.assignment, made);
  stage.screen.bar("purity", agreement.purity,
                   fmt::format("{:.3f} against the templates it was made from", agreement.purity));
  stage.facts["group"] = {{"templates", found.clusters.size()},
                          {"purity", agreement.purity},
                          {"adjusted_rand", agreement.adjusted_rand}};
  return {};
}

// --- 5: the table that is obviously on a list page, with nobody asked first
// ---

void show(Stage& stage, const mine::Region& region) {
  std::vector<std::vector<std::string>> rows(1);
  const size_t columns = std::min(region.columns.size(), kShown);
  for (size_t c = 0; c < columns; ++c) rows[0].push_back(region.columns[c].name);
  for (size_t r = 0; r < std::min(region.records.size(), kShown); ++r) {
    rows.emplace_back();
    for (size_t c = 0; c < columns; ++c) rows.back().push_back(region.columns[c].cells[r].text);
  }
  stage.screen.table(rows, 24);
  if (region.records.size() > kShown)
    stage.screen.say(fmt::format("… {} records", region.records.size()), Ink::kDim);
}

Status mine_lists(Stage& stage) {
  const auto site = stage.server->site();
  eval::RecordSetScore score;
  size_t lists = 0;
  for (const auto& [page, truth] : pages_of(stage, *site, "list")) {
    const dom::Document& document = page->page->document;
    const auto regions = mine::mine(document);
    const mine::Region region = regions.empty() ? mine::Region{} : regions.front();
    if (lists++ == 0) show(stage, region);
    std::vector<eval::TruthRecord> expected;
    for (const practice::TruthRecord& record : truth->records)
      expected.push_back(
          {practice::shown_text(record), record.values.empty() ? "" : record.values[0].text});
    score.add(eval::match_record_set(mine::record_texts(document, region), expected));
  }
  const double f1 = score.micro_f1();
  stage.screen.bar("records found", f1,
                   fmt::format("{:.3f} F1 over {} list pages, no labels", f1, lists));
  stage.facts["mine"] = {{"f1", f1}, {"lists", lists}};
  return {};
}

// clang-format off
constexpr Act kActs[] = {
    {"A web shop opens, made up and served on this machine", serve},
    {"Fetch it: robots.txt, sitemap, every page", fetch},
    {"Parse it, missing end tags and all", parse_pages},
    {"Group pages by the template they share", group_pages},
    {"Mine the lists: records nobody labelled", mine_lists},
    {"No label at all: what is it about, and what does it say?", read_alone},
    {"Point at two pages, learn the rules", learn_rules},
    {"Extract every item, and check", extract_items},
    {"Remember what the site says", remember_site},
    {"Overnight the site is redesigned", redesign_site},
    {"Watch: notice, and say what broke", watch_site},
    {"Repair, and prove it", repair_site},
    {"Extract every item again, and check", extract_items_again},
};
// clang-format on

}  // namespace

std::span<const Act> acts() { return kActs; }

Result<std::string> get(Stage& stage, const std::string& url) {
  WEFT_ASSIGN(crawl::FetchedPage fetched, stage.fetcher.fetch(url));
  if (fetched.status != 200) return Error{ErrorCode::kIo, fmt::format("cannot fetch {}", url)};
  return std::move(fetched.body);
}

void parse(const Context& context, DemoPage& page) {
  auto parsed = std::make_shared<model::Page>();
  parsed->id = parsed->url = page.key;
  parsed->document =
      html::parse(page.bytes, {.limits = context.options.limits, .transport_charset = "utf-8"})
          .document;
  page.page = std::move(parsed);
}

const practice::Page* truth_of(const practice::Site& site, const site::ReadPage& page) {
  return page.key.starts_with(site.origin)
             ? site.find(std::string_view(page.key).substr(site.origin.size()))
             : nullptr;
}

std::vector<KnownPage> pages_of(Stage& stage, const practice::Site& site,
                                std::string_view template_name) {
  std::vector<KnownPage> known;
  for (DemoPage& page : stage.pages) {
    const practice::Page* truth = truth_of(site, page);
    if (truth != nullptr && truth->template_name == template_name) known.push_back({&page, truth});
  }
  return known;
}

}  // namespace weft::cli::demo
