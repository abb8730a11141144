// weft group: which pages share a template.
//
// A template is shown by what a person knows it by: where its pages are, and the headings that most of them have and most
// other pages lack. Its signature is for machines (--json).
//
//   t1      128 pages  shop.example/product/*
//           headings: Price · In stock · You may also like

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <sstream>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "eval/metrics/clusters.h"
#include "group/cluster.h"
#include "model/url_pattern.h"
#include "site/bundle.h"
#include "site/grouping.h"

namespace weft::cli::group_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string method = "places";
  uint64_t min_count = 0;
  uint64_t sample = 0;
  std::string truth;
  size_t examples = 3;
  std::string site;
};

struct Signed {
  std::string id;
  std::string url;
  dom::ShingleVector vector;
  site::PageSigns signs;  // Headings of the first kPagesWithHeadings pages alone.
};

// Pages whose headings are kept to tell templates apart.
constexpr size_t kPagesWithHeadings = 5'000;

struct Found {
  std::vector<group::Cluster> clusters;
  std::vector<std::vector<size_t>> members;  // Pages of each cluster; the unassigned last.
  uint64_t sample = 0;
  uint64_t min_count = 0;
};

// Reads the pages and keeps their signatures; complains about what cannot be read.
std::vector<Signed> sign(Context& context, PageSource& source, const dom::ShingleOptions& shingles,
                         bool& partial) {
  std::vector<Signed> pages;
  const PageLoopStats stats =
      for_each_page(context, source,
                    [&](unsigned, const model::Page& page) -> Result<InOrder> {
                      Signed one{page.id, page.url, dom::shingle_vector(page.document, shingles)};
                      one.signs = site::signs_of(page);
                      return InOrder([&pages, one = std::move(one)]() mutable {
                        if (pages.size() >= kPagesWithHeadings) one.signs.headings.clear();
                        pages.push_back(std::move(one));
                      });
                    },
                    {.phase = "grouping"});
  partial = stats.bad != 0 || source.stats().damaged != 0;
  return pages;
}

// Clusters a sample of the pages and assigns the others by signature.
Found cluster(const std::vector<Signed>& pages, const Options& options) {
  Found found;
  found.sample = options.sample != 0 ? std::min<uint64_t>(options.sample, pages.size())
                                     : group::clustering_sample_size(pages.size());
  found.min_count =
      options.min_count != 0 ? options.min_count : group::default_min_count(found.sample);
  std::vector<dom::ShingleVector> vectors;
  for (const Signed& page : pages) vectors.push_back(page.vector);
  std::vector<dom::ShingleVector> sample = vectors;
  if (found.sample < pages.size()) {
    std::mt19937_64 random(1);
    std::shuffle(sample.begin(), sample.end(), random);
    sample.resize(found.sample);
  }
  found.clusters =
      group::cluster_pages(sample, {.min_count = static_cast<uint32_t>(found.min_count)}).clusters;
  found.members.resize(found.clusters.size() + 1);
  for (size_t p = 0; p < pages.size(); ++p) {
    const uint32_t cluster = group::find_cluster(found.clusters, vectors[p]);
    found.members[std::min<size_t>(cluster, found.clusters.size())].push_back(p);
  }
  return found;
}

std::string url_pattern(const std::vector<Signed>& pages, const std::vector<size_t>& members) {
  std::vector<std::string> urls;
  for (const size_t p : members) urls.push_back(pages[p].url);
  return model::learn_url_pattern(urls);
}

// The class of each page: from a file of "page TAB class" lines, or with "dir" the directory it
// lies in.
Result<std::vector<uint32_t>> truth_classes(const std::vector<Signed>& pages,
                                            const std::string& truth) {
  std::map<std::string, std::string> class_of;
  if (truth != "dir") {
    WEFT_ASSIGN(const std::string text, read_file(truth));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const size_t tab = line.find('\t');
      if (tab != std::string::npos) class_of[line.substr(0, tab)] = line.substr(tab + 1);
    }
  }
  std::map<std::string, uint32_t> numbers;
  std::vector<uint32_t> classes;
  for (const Signed& page : pages) {
    const std::filesystem::path path(page.id);
    std::string name = truth == "dir" ? path.parent_path().string() : class_of[page.id];
    if (name.empty() && truth != "dir") name = class_of[path.filename().string()];
    if (name.empty()) {
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("--truth {}: no line for page {}", truth, page.id)};
    }
    classes.push_back(numbers.emplace(name, static_cast<uint32_t>(numbers.size())).first->second);
  }
  return classes;
}

Result<Json> agreement(const std::vector<Signed>& pages, const Found& found,
                       const std::string& truth) {
  WEFT_ASSIGN(const std::vector<uint32_t> classes, truth_classes(pages, truth));
  std::vector<uint32_t> assigned(pages.size());
  for (uint32_t c = 0; c < found.members.size(); ++c) {
    for (const size_t p : found.members[c]) assigned[p] = c;
  }
  const eval::ClusterAgreement result = eval::compare_clusters(assigned, classes);
  return Json{{"nmi", result.normalized_mutual_information},
              {"purity", result.purity},
              {"adjusted_rand", result.adjusted_rand}};
}

Json describe(const std::vector<Signed>& pages, const Found& found, const Options& options) {
  const auto names = [&](const std::vector<size_t>& members) {
    Json ids = Json::array();
    for (const size_t p : members) ids.push_back(pages[p].id);
    return ids;
  };
  Json templates = Json::array();
  std::vector<const site::PageSigns*> all;
  for (const Signed& page : pages) all.push_back(&page.signs);
  for (size_t c = 0; c < found.clusters.size(); ++c) {
    const site::TemplateSigns signs = site::signs_of(all, found.members[c]);
    templates.push_back({{"id", fmt::format("t{}", c + 1)},
                         {"place", signs.place},
                         {"headings", signs.headings},
                         {"signature", to_string(found.clusters[c].signature)},
                         {"importance", found.clusters[c].importance},
                         {"size", found.members[c].size()},
                         {"url_pattern", url_pattern(pages, found.members[c])},
                         {"pages", names(found.members[c])}});
  }
  return {{"method", options.method},
          {"inputs", options.inputs},
          {"pages", pages.size()},
          {"sample", found.sample},
          {"min_count", found.min_count},
          {"templates", templates},
          {"unassigned", names(found.members.back())}};
}

// Templates are named anew by every grouping: rules that were learned for one of them would be run
// on the pages of another.
Status check_no_rules(const site::Bundle& site, const std::string& directory) {
  WEFT_ASSIGN(const std::vector<model::Template> templates, site.templates());
  for (const model::Template& one : templates) {
    if (one.wrapper_version == 0) continue;
    return Error{
        ErrorCode::kAlreadyExists,
        fmt::format("{0} has rules for {1}; 'weft watch --site {0} --regroup PAGE…' groups "
                    "a fresh crawl and carries them over, or name a new bundle",
                    directory, one.name)};
  }
  return {};
}

// Puts the templates into a site bundle, making it if need be.
Status store(const std::vector<Signed>& pages, const Found& found, const Options& options) {
  WEFT_ASSIGN(site::Bundle site, site::Bundle::open(options.site, site::Bundle::Mode::kCreate));
  WEFT_TRY(check_no_rules(site, options.site));
  for (size_t c = 0; c < found.clusters.size(); ++c) {
    model::Template one;
    one.name = fmt::format("t{}", c + 1);
    one.signature = found.clusters[c].signature;
    one.shingles = dom::shingle_methods().at(options.method);
    one.url_pattern = url_pattern(pages, found.members[c]);
    one.importance = static_cast<double>(found.clusters[c].importance);
    one.size = found.members[c].size();
    WEFT_TRY(site.put_template(one));
  }
  return {};
}

std::string as_text(const Json& json, size_t examples) {
  std::string text =
      fmt::format("{} pages, {} templates, {} pages in none\n", json["pages"].get<size_t>(),
                  json["templates"].size(), json["unassigned"].size());
  for (const auto& one : json["templates"]) {
    text += fmt::format("\n{:<5} {:>6} pages  {}\n", one["id"].get<std::string>(),
                        one["size"].get<size_t>(), one["place"].get<std::string>());
    std::vector<std::string> headings;
    for (const Json& heading : one["headings"]) headings.push_back(heading.get<std::string>());
    if (!headings.empty()) text += fmt::format("      headings: {}\n", fmt::join(headings, " · "));
    for (size_t i = 0; i < std::min(examples, one["pages"].size()); ++i) {
      text += fmt::format("      {}\n", one["pages"][i].get<std::string>());
    }
  }
  if (json.contains("agreement")) {
    const auto& a = json["agreement"];
    text += fmt::format("\nagainst truth: NMI {:.4f}, purity {:.4f}, adjusted Rand {:.4f}\n",
                        a["nmi"].get<double>(), a["purity"].get<double>(),
                        a["adjusted_rand"].get<double>());
  }
  return text;
}

Result<ExitCode> run(Context& context, const Options& options) {
  PageSource source(options.inputs, source_options(context));
  bool partial = false;
  const std::vector<Signed> pages =
      sign(context, source, dom::shingle_methods().at(options.method), partial);
  if (pages.empty()) {
    context.complain("no pages to group: give files, or directories with .html files");
    return ExitCode::kNothing;
  }
  const Found found = cluster(pages, options);
  Json json = describe(pages, found, options);
  if (!options.truth.empty()) {
    WEFT_ASSIGN(auto agreed, agreement(pages, found, options.truth));
    json["agreement"] = std::move(agreed);
  }
  if (!options.site.empty()) {
    WEFT_TRY(store(pages, found, options));
  }
  context.print(json, as_text(json, options.examples));
  if (found.clusters.empty()) {
    context.note(fmt::format("no template has {} pages; a lower --min-count may find smaller ones",
                             found.min_count));
  }
  return partial ? ExitCode::kPartial : ExitCode::kGood;
}

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto& [name, shingles] : dom::shingle_methods()) names.push_back(name);
  return names;
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("PAGE", options.inputs, "Files, directories, globs, WARC files, URLs, @lists, or -").required();
  take.value("--method", options.method, "What a page is a set of: places (default), tags (as in Vertex), collapsed, bytes").one_of(method_names());
  take.value("--min-count N", options.min_count, "Drop templates with fewer votes (default: 1 % of the sample, 2 to 20)").at_least(1);
  take.value("--sample N", options.sample, "Cluster N pages (default: 20 %, from 2,000 to 20,000)").at_least(1);
  take.value("--truth FILE|dir", options.truth, "Compare with classes: a file of page TAB class, or 'dir' for each page's directory");
  take.value("--site DIR", options.site, "Put the templates into this site bundle");
  take.value("--examples N", options.examples, "Pages shown per template").at_least(0);
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::group_verb

const weft::cli::Verb weft::cli::kGroup{"group", "Find which pages share a template",
                                        "  weft group site/\n"
                                        "  weft group --json site/ > templates.json\n"
                                        "  weft group --site shop.site crawl.warc.gz\n"
                                        "  weft group --method tags --truth dir pages/",
                                        prepare<group_verb::declare, group_verb::run>};
