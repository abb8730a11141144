// weft seeds: the pages from which a crawl covers most ([Zheng] chapter 4).

#include <cmath>
#include <filesystem>
#include <fstream>
#include <optional>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "base/json.h"
#include "base/numbers.h"
#include "base/split.h"
#include "base/strings.h"
#include "cli/verb.h"
#include "crawl/crawl_graph.h"
#include "crawl/plan/seeds.h"
#include "report/line_chart.h"
#include "url/host.h"
#include "url/url.h"

namespace weft::cli::seeds_verb {
namespace {

struct Options {
  std::string graph;
  std::string values;
  std::string facts;
  std::string worth;
  std::string method = "sketch";
  crawl::SeedOptions seeds;
  bool compare = false;
  bool per_site = false;
  bool describe = false;
  std::string svg;
};

// A graph whose pages have names: numbers or URLs, as in the file.
struct NamedGraph {
  crawl::LinkGraph graph;
  std::vector<std::string> names;
  std::unordered_map<std::string, crawl::Vertex> ids;

  crawl::Vertex id(std::string_view name) {
    const auto [it, added] =
        ids.try_emplace(std::string(name), static_cast<crawl::Vertex>(names.size()));
    if (added) names.emplace_back(name);
    return it->second;
  }
};

// Calls use(first, second) for the two fields of every line of a file, "a<TAB or spaces>b"; comments
// and blank lines are passed over. A line with one field has an empty second one. `use` gives a
// Status, whose error is named by file and line.
template <typename Use>
Status for_each_pair(const std::string& path, Use use) {
  std::ifstream file(path);
  if (!file) return Error{ErrorCode::kNotFound, fmt::format("cannot read {}", path)};
  std::string text;
  for (uint64_t number = 1; std::getline(file, text); ++number) {
    const std::string_view line = trim(text);
    if (line.empty() || line.front() == '#') continue;
    const size_t cut = std::min(line.find_first_of("\t "), line.size());
    const Status status = use(line.substr(0, cut), trim(line.substr(cut)));
    if (!status.ok()) return status.error().in(fmt::format("{}:{}", path, number));
  }
  return {};
}

Error unreadable(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

Result<NamedGraph> read_graph(const std::string& path) {
  NamedGraph named;
  std::vector<std::pair<crawl::Vertex, crawl::Vertex>> links;
  const Status read =
      for_each_pair(path, [&](std::string_view from, std::string_view to) -> Status {
        if (to.empty()) return unreadable("expected 'source<TAB>target'");
        const crawl::Vertex source = named.id(from);
        links.emplace_back(source, named.id(to));
        return {};
      });
  WEFT_TRY(read);
  named.graph = crawl::LinkGraph::from_links(std::move(links),
                                             static_cast<crawl::Vertex>(named.names.size()));
  return named;
}

Result<std::vector<float>> read_values(const std::string& path, NamedGraph& named) {
  std::vector<float> values(named.graph.size(), 1.0F);
  if (path.empty()) return values;
  const Status read =
      for_each_pair(path, [&](std::string_view page, std::string_view value) -> Status {
        if (value.empty()) return {};
        const std::optional<float> parsed = parse_number<float>(value);
        if (!parsed) return unreadable(fmt::format("'{}' is not a number", value));
        if (const auto it = named.ids.find(std::string(page)); it != named.ids.end())
          values[it->second] = *parsed;
        return {};
      });
  WEFT_TRY(read);
  return values;
}

// Calls use(key, number) for every "key" or "key=number" of a list with commas; a bare key is 1.
// Fails with kInvalidArgument, naming the part that use() refuses.
template <typename Use>
Status for_each_setting(std::string_view list, Use use) {
  while (!list.empty()) {
    const std::string_view part = take_until(list, ',');
    const size_t equals = part.find('=');
    const std::optional<float> number =
        equals == std::string_view::npos ? 1 : parse_number<float>(part.substr(equals + 1));
    if (!number || !use(part.substr(0, equals), *number))
      return unreadable(fmt::format("cannot read '{}'", part));
  }
  return {};
}

Result<crawl::ValueRules> read_rules(std::string_view worth) {
  crawl::ValueRules rules;
  const std::pair<std::string_view, float*> fields[] = {{"page", &rules.page},
                                                        {"spam", &rules.spam},
                                                        {"error", &rules.error},
                                                        {"clicked", &rules.clicked},
                                                        {"unique", &rules.unique_share}};
  WEFT_TRY(for_each_setting(worth, [&](std::string_view key, float number) {
    for (const auto& [name, field] : fields) {
      if (name != key) continue;
      *field = number;
      return true;
    }
    return false;
  }));
  return rules;
}

Result<crawl::PageFacts> read_page_facts(std::string_view list) {
  crawl::PageFacts facts;
  WEFT_TRY(for_each_setting(list, [&](std::string_view key, float number) {
    if (key == "spam") return facts.spam = true;
    if (key == "error") return facts.error = true;
    if (key == "clicked") return facts.clicked = true;
    if (key != "uncrawled" || number < 0 || number > 1e9F) return false;
    facts.uncrawled_links = static_cast<uint32_t>(number);
    return true;
  }));
  return facts;
}

// What pages are worth by the rules of §4.3.1.
Status apply_facts(const Options& options, const NamedGraph& named, std::vector<float>& values) {
  WEFT_ASSIGN(const crawl::ValueRules rules, read_rules(options.worth));
  std::fill(values.begin(), values.end(), page_value({}, rules));
  return for_each_pair(options.facts, [&](std::string_view page, std::string_view list) -> Status {
    if (list.empty()) return {};
    WEFT_ASSIGN(const crawl::PageFacts facts, read_page_facts(list));
    if (const auto it = named.ids.find(std::string(page)); it != named.ids.end())
      values[it->second] = page_value(facts, rules);
    return {};
  });
}

// §4.1: each site gets a share of the seeds that is proportional to its pages, the largest sites
// first.
std::vector<crawl::Vertex> select_per_site(const NamedGraph& named,
                                           const std::vector<float>& values,
                                           const crawl::SeedOptions& options) {
  std::unordered_map<std::string, std::vector<crawl::Vertex>> sites;
  for (crawl::Vertex v = 0; v < named.graph.size(); ++v) {
    sites[url::site_of(named.names[v])].push_back(v);
  }
  std::vector<const std::vector<crawl::Vertex>*> by_size;
  for (const auto& [site, pages] : sites) by_size.push_back(&pages);
  std::sort(by_size.begin(), by_size.end(), [](const auto* a, const auto* b) {
    return a->size() != b->size() ? a->size() > b->size() : a->front() < b->front();
  });
  std::vector<crawl::Vertex> seeds;
  double owed = 0;
  for (const auto* pages : by_size) {
    owed += static_cast<double>(options.seeds) * static_cast<double>(pages->size()) /
            named.graph.size();
    const auto share = static_cast<uint32_t>(owed + 1e-9);
    if (share == 0) continue;
    owed -= share;
    std::unordered_map<crawl::Vertex, crawl::Vertex> local;
    for (const crawl::Vertex v : *pages) local.emplace(v, static_cast<crawl::Vertex>(local.size()));
    std::vector<std::pair<crawl::Vertex, crawl::Vertex>> links;
    std::vector<float> local_values(pages->size());
    for (const crawl::Vertex v : *pages) {
      local_values[local[v]] = values[v];
      for (const crawl::Vertex to : named.graph.out(v)) {
        if (const auto it = local.find(to); it != local.end())
          links.emplace_back(local[v], it->second);
      }
    }
    crawl::SeedOptions per_site = options;
    per_site.seeds = share;
    const auto graph =
        crawl::LinkGraph::from_links(std::move(links), static_cast<crawl::Vertex>(pages->size()));
    for (const crawl::Vertex v : select_seeds(graph, local_values, per_site))
      seeds.push_back((*pages)[v]);
  }
  return seeds;
}

struct MethodCurve {
  std::string method;
  std::vector<crawl::Vertex> seeds;
  std::vector<crawl::Coverage> curve;
};

MethodCurve run_method(const NamedGraph& named, const std::vector<float>& values,
                       const Options& options, crawl::SeedMethod method) {
  crawl::SeedOptions seed_options = options.seeds;
  seed_options.method = method;
  MethodCurve result{std::string(name_of(method))};
  result.seeds = options.per_site ? select_per_site(named, values, seed_options)
                                  : select_seeds(named.graph, values, seed_options);
  result.curve = coverage(named.graph, values, result.seeds, options.seeds.hops);
  return result;
}

void write_text(Context& context, const NamedGraph& named, const std::vector<MethodCurve>& curves,
                bool compare) {
  context.out.write(compare ? "method,seeds,page,pages,value\n" : "");
  for (const MethodCurve& c : curves) {
    for (size_t i = 0; i < c.seeds.size(); ++i) {
      const std::string& name = named.names[c.seeds[i]];
      context.out.write(
          compare ? fmt::format("{},{},{},{:.6f},{:.6f}\n", c.method, i + 1, name, c.curve[i].pages,
                                c.curve[i].value)
                  : fmt::format("{}\t{:.4f}\t{:.4f}\n", name, c.curve[i].pages, c.curve[i].value));
    }
  }
}

void write_json(Context& context, const NamedGraph& named, const std::vector<MethodCurve>& curves) {
  Json out;
  out["pages"] = named.graph.size();
  out["links"] = named.graph.links();
  for (const MethodCurve& c : curves) {
    Json seeds = Json::array();
    for (size_t i = 0; i < c.seeds.size(); ++i) {
      seeds.push_back({{"page", named.names[c.seeds[i]]},
                       {"covers_pages", c.curve[i].pages},
                       {"covers_value", c.curve[i].value}});
    }
    out["methods"][c.method] = seeds;
  }
  context.out.write(dump_json_pretty(out));
}

Status write_svg(const std::string& path, const std::vector<MethodCurve>& curves, uint32_t hops) {
  report::LineChart chart{
      fmt::format("Value covered within {} hops", hops), "seeds", "share of value", {}};
  for (const MethodCurve& c : curves) {
    report::LineChart::Series series{c.method, {}};
    for (size_t i = 0; i < c.curve.size(); ++i) series.points.emplace_back(i + 1, c.curve[i].value);
    chart.series.push_back(std::move(series));
  }
  return write_output(path, chart.svg());
}

// The graph of a crawl, and what its pages are worth by what the crawl knows of them.
Result<std::pair<NamedGraph, std::vector<float>>> read_crawl(const Options& options) {
  WEFT_ASSIGN(crawl::CrawlGraph crawled, crawl::read_crawl_graph(options.graph));
  WEFT_ASSIGN(crawl::ValueRules rules, read_rules(options.worth));
  const bool given = options.worth.find("unique") != std::string::npos;
  NamedGraph named{.graph = std::move(crawled.graph)};
  std::vector<float> values;
  for (crawl::Vertex v = 0; v < crawled.urls.size(); ++v) {
    named.id(crawled.urls[v]);
    if (!given) rules.unique_share = crawled.unique_shares[v];
    values.push_back(page_value(crawled.facts[v], rules));
  }
  return std::pair(std::move(named), std::move(values));
}

// How many components there are of each size.
void describe_graph(Context& context, const crawl::LinkGraph& graph) {
  const auto strong = component_sizes(strongly_connected_components(graph));
  const auto connected = component_sizes(connected_components(graph));
  Json out = {{"pages", graph.size()}, {"links", graph.links()}};
  std::string text = fmt::format("{} pages, {} links\n", graph.size(), graph.links());
  const std::pair<const char*, decltype(&strong)> kinds[] = {{"strongly_connected", &strong},
                                                             {"connected", &connected}};
  for (const auto& [name, sizes] : kinds) {
    text += fmt::format("\n{}: size, components\n", name);
    for (const auto& [size, count] : *sizes) {
      out[name].push_back({{"size", size}, {"components", count}});
      text += fmt::format("{}\t{}\n", size, count);
    }
  }
  context.out.write(context.options.json ? dump_json_pretty(out) : text);
}

Result<ExitCode> run(Context& context, const Options& options) {
  NamedGraph named;
  std::vector<float> crawled_values;
  const bool is_crawl = std::filesystem::is_directory(options.graph);
  if (is_crawl) {
    WEFT_ASSIGN(std::tie(named, crawled_values), read_crawl(options));
  } else {
    WEFT_ASSIGN(named, read_graph(options.graph));
  }
  if (named.graph.size() == 0) {
    context.note(fmt::format("{} has no links", options.graph));
    return ExitCode::kNothing;
  }
  if (options.describe) {
    describe_graph(context, named.graph);
    return ExitCode::kGood;
  }
  WEFT_ASSIGN(auto values, read_values(options.values, named));
  if (is_crawl && options.values.empty()) values = std::move(crawled_values);
  if (!options.facts.empty()) {
    WEFT_TRY(apply_facts(options, named, values));
  }
  WEFT_ASSIGN(const auto method, find_named<crawl::SeedMethod>(options.method, "seed method"));

  std::vector<MethodCurve> curves;
  if (options.compare) {
    for (int m = 0; m <= static_cast<int>(crawl::SeedMethod::kSketch); ++m) {
      if (crawl::SeedMethod(m) == crawl::SeedMethod::kGreedy &&
          method != crawl::SeedMethod::kGreedy)
        continue;
      curves.push_back(run_method(named, values, options, crawl::SeedMethod(m)));
    }
  } else {
    curves.push_back(run_method(named, values, options, method));
  }
  context.options.json ? write_json(context, named, curves)
                       : write_text(context, named, curves, options.compare);
  if (!options.svg.empty()) {
    WEFT_TRY(write_svg(options.svg, curves, options.seeds.hops));
  }
  return ExitCode::kGood;
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("GRAPH", options.graph, "A crawl's directory, or links, one 'source<TAB>target' a line; numbers or URLs").required();
  take.value("--values FILE", options.values, "What pages are worth, 'page<TAB>number' a line (default: 1 each)").excludes("--facts");
  take.value("--facts FILE", options.facts, "What is known of pages, 'page<TAB>spam,error,clicked,uncrawled=3' a line: values by the rules of the thesis");
  take.value("--worth", options.worth, "With --facts or a crawl: page=1,spam=-10,error=0,clicked=10,unique=0.3, any of them; unique is what a link to a page not yet crawled is worth; in a crawl by default the site's share of unique documents");
  take.value("--method", options.method, "random, pagerank, outdegree, maxout, maxweight, maxscc, rootscc, greedy or sketch").show_default();
  take.value("-k,--seeds", options.seeds.seeds, "How many seeds").show_default().at_least(1);
  take.value("--hops", options.seeds.hops, "How far the crawl goes from a seed").show_default().at_least(0);
  take.value("--depth", options.seeds.depth, "d of maxweight, maxscc and rootscc").show_default().at_least(0);
  take.value("--seed", options.seeds.random_seed, "Seed of what is random").show_default();
  take.flag("--per-site", options.per_site, "Split by registrable domain, seeds in proportion to pages");
  take.flag("--compare", options.compare, "Every method, as CSV (the exact greedy only with --method greedy)");
  take.flag("--describe", options.describe, "How many components of each size the graph has, instead of seeds");
  take.value("--svg FILE", options.svg, "Draw the value curves into FILE");
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::seeds_verb

const weft::cli::Verb weft::cli::kSeeds{
    "seeds", "Choose the pages from which a crawl covers most",
    "  weft seeds crawl/ -k 20 -o seeds.txt && weft crawl @seeds.txt --into next --contact …\n"
    "  weft seeds crawl/ --describe\n"
    "  weft seeds links.tsv -k 10 --hops 5\n"
    "  weft seeds links.tsv --values values.tsv --method maxweight --depth 2 --json\n"
    "  weft seeds links.tsv --facts facts.tsv --worth clicked=20,unique=0.3\n"
    "  weft seeds links.tsv --compare --svg curves.svg -o curves.csv",
    prepare<seeds_verb::declare, seeds_verb::run>};
