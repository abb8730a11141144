// weft eval group: does clustering by shingles find the templates ([Vertex] III-A)?
//
// The pages of all sites of a data set are thrown together; the site (the directory a page lies in)
// is the truth. A page that no cluster takes counts as a member of one further cluster. Two kinds
// of coverage, the share of pages that some signature covers which was learned from others:
//   coverage_unseen   learned from every second page, of the others
//   coverage_large    as in Fig. 3: learned from a fifth of the pages, of all that are in large
//                     clusters

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/file.h"
#include "eval/data.h"
#include "eval/import/swde.h"
#include "eval/metrics/clusters.h"
#include "eval/metrics/counts.h"
#include "eval/task.h"
#include "group/cluster.h"
#include "html/parser.h"

namespace weft::eval::group_task {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPaperSample = 5;  // One page in so many: 20 %.

struct Signatures {
  std::vector<dom::ShingleVector> vectors;
  std::vector<uint32_t> site;
  std::vector<std::string> site_names;
};

Result<dom::ShingleOptions> shingle_options(std::string_view method) {
  if (method == "tags") return dom::ShingleOptions{};
  if (method == "bytes") return dom::ShingleOptions{.byte_hashes = true};
  if (method == "collapsed") return dom::ShingleOptions{.kind = dom::ShingleKind::kCollapsed};
  if (method == "places") return dom::ShingleOptions{.kind = dom::ShingleKind::kPlaces};
  return Error{ErrorCode::kInvalidArgument, fmt::format("no method {}", method)};
}

Result<Signatures> read_signatures(const TaskContext& context, const fs::path& data,
                                   const dom::ShingleOptions& options) {
  Signatures result;
  html::Parser parser;
  std::map<std::string, std::vector<fs::path>> sites;
  for (const fs::path& file : files_below(data)) {
    const bool page = file.extension() == ".htm" || file.extension() == ".html";
    if (page) sites[file.parent_path().filename().string()].push_back(file);
  }
  for (const auto& [name, files] : sites) {
    if (!keeps_site(context, name)) continue;
    for (const fs::path& file : files) {
      WEFT_ASSIGN(const std::string bytes, read_file(file));
      auto parsed = parser.parse(dom::Source::borrow(bytes), {.limits = context.limits});
      result.vectors.push_back(dom::shingle_vector(parsed.document, options));
      result.site.push_back(static_cast<uint32_t>(result.site_names.size()));
      parser.recycle(std::move(parsed.document));
      context.progress->advance(1, bytes.size());
    }
    result.site_names.push_back(name);
  }
  return result;
}

using Vectors = std::vector<dom::ShingleVector>;

Vectors every(size_t step, const Vectors& all, size_t from) {
  Vectors some;
  for (size_t i = from; i < all.size(); i += step) some.push_back(all[i]);
  return some;
}

group::Clustering clusters_of(const Vectors& pages) {
  return group::cluster_pages(pages, {.min_count = group::default_min_count(pages.size())});
}

// The share of `pages` that a signature covers which was learned from `learned`.
double coverage(const Vectors& pages, const Vectors& learned) {
  if (pages.empty()) return 1;
  const auto clusters = clusters_of(learned).clusters;
  const auto covered = std::count_if(pages.begin(), pages.end(), [&](const auto& page) {
    return group::find_cluster(clusters, page) != group::kUnassigned;
  });
  return share(static_cast<uint64_t>(covered), pages.size());
}

// Pages of clusters with more than 100 pages and 0.1 % of all ([Vertex] III-A).
Vectors of_large_clusters(const Vectors& pages, const group::Clustering& clustering) {
  const auto least = std::max<size_t>(100, pages.size() / 1000);
  Vectors large;
  for (size_t p = 0; p < pages.size(); ++p) {
    const uint32_t c = clustering.assignment[p];
    if (c != group::kUnassigned && clustering.clusters[c].size > least) large.push_back(pages[p]);
  }
  return large;
}

Row measure(const std::string& name, const Signatures& pages) {
  const Vectors& all = pages.vectors;
  const group::Clustering clustering = clusters_of(all);
  const size_t clusters = clustering.clusters.size();
  std::vector<uint32_t> found = clustering.assignment;
  const auto unassigned = std::count(found.begin(), found.end(), group::kUnassigned);
  std::replace(found.begin(), found.end(), group::kUnassigned, static_cast<uint32_t>(clusters));
  const ClusterAgreement agreement = compare_clusters(found, pages.site);
  const Vectors large = of_large_clusters(all, clustering);
  return {"set",
          name,
          {{"nmi", agreement.normalized_mutual_information},
           {"purity", agreement.purity},
           {"adjusted_rand", agreement.adjusted_rand},
           {"clusters_per_site", share(clusters, pages.site_names.size())},
           {"unassigned", share(static_cast<uint64_t>(unassigned), all.size())},
           {"coverage_unseen", coverage(every(2, all, 1), every(2, all, 0))},
           {"coverage_large", coverage(large, every(kPaperSample, all, 0))},
           {"pages", all.size()}}};
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const dom::ShingleOptions options, shingle_options(context.method));
  Report report;
  for (const fs::path& data : context.data) {
    WEFT_ASSIGN(const Signatures pages, read_signatures(context, data, options));
    if (!pages.vectors.empty()) report.rows.push_back(measure(data.filename().string(), pages));
  }
  if (report.rows.empty() && context.only.empty())
    return Error{ErrorCode::kNotFound,
                 "nothing to judge: the data given has no .htm or .html files"};
  report.figures = mean_figures(report.rows);
  report.score = figure_of(report.figures, "nmi");
  report.notes.push_back(
      "site = truth; sites that use several templates keep purity but lower nmi");
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "group",
          .summary = "Pages of several sites, clustered by shingles",
          .metric = "normalised mutual information with the sites",
          .data_sets = kSwdeSets,
          .methods = {"places", "tags", "collapsed", "bytes"},
          .run = run};
}

}  // namespace weft::eval::group_task
