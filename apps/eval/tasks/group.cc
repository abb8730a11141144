// weft eval group: does clustering by shingles find the templates ([Vertex] III-A)?
//
// The pages of all sites of a data set are thrown together; the site (the directory a page lies in)
// is the truth. A page that no cluster takes counts as a member of one further cluster. Coverage is
// that of Fig. 3: clusters are learned from every second page, and the share of the others that
// some signature covers is reported.

#include <map>

#include <fmt/format.h>

#include "eval/data.h"
#include "eval/metrics/clusters.h"
#include "eval/task.h"
#include "group/cluster.h"
#include "html/parser.h"

namespace weft::eval {
namespace {

namespace fs = std::filesystem;

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
    if (!keeps_site(context, name, result.site_names.size())) continue;
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

std::vector<dom::ShingleVector> every_second(const std::vector<dom::ShingleVector>& all,
                                             size_t from) {
  std::vector<dom::ShingleVector> half;
  for (size_t i = from; i < all.size(); i += 2) half.push_back(all[i]);
  return half;
}

double coverage_of_unseen(const std::vector<dom::ShingleVector>& vectors) {
  const auto learned = every_second(vectors, 0), unseen = every_second(vectors, 1);
  if (unseen.empty()) return 1;
  const auto clusters =
      group::cluster_pages(learned, {.min_count = group::default_min_count(learned.size())})
          .clusters;
  size_t covered = 0;
  for (const auto v : unseen)
    covered += group::find_cluster(clusters, v) != group::kUnassigned ? 1 : 0;
  return static_cast<double>(covered) / static_cast<double>(unseen.size());
}

Row measure(const std::string& name, const Signatures& pages) {
  const auto clustering = group::cluster_pages(
      pages.vectors, {.min_count = group::default_min_count(pages.vectors.size())});
  std::vector<uint32_t> found = clustering.assignment;
  size_t unassigned = 0;
  for (uint32_t& cluster : found) {
    if (cluster != group::kUnassigned) continue;
    cluster = static_cast<uint32_t>(clustering.clusters.size());
    ++unassigned;
  }
  const ClusterAgreement agreement = compare_clusters(found, pages.site);
  const auto count = static_cast<double>(std::max<size_t>(1, pages.vectors.size()));
  return {
      "set",
      name,
      {{"nmi", agreement.normalized_mutual_information},
       {"purity", agreement.purity},
       {"adjusted_rand", agreement.adjusted_rand},
       {"clusters_per_site", static_cast<double>(clustering.clusters.size()) /
                                 static_cast<double>(std::max<size_t>(1, pages.site_names.size()))},
       {"unassigned", static_cast<double>(unassigned) / count},
       {"coverage_unseen", coverage_of_unseen(pages.vectors)},
       {"pages", count}}};
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
  const auto sets = static_cast<double>(std::max<size_t>(1, report.rows.size()));
  for (size_t f = 0; !report.rows.empty() && f < report.rows[0].figures.size(); ++f) {
    double sum = 0;
    for (const Row& row : report.rows) sum += row.figures[f].value;
    report.figure(report.rows[0].figures[f].name, sum / sets);
  }
  if (!report.figures.empty()) report.score = report.figures[0].value;
  report.notes.push_back(
      "site = truth; sites that use several templates keep purity but lower nmi");
  return report;
}

const Task kGroup({.name = "group",
                   .summary = "Pages of several sites, clustered by shingles",
                   .metric = "normalised mutual information with the sites",
                   .data_sets = {"swde-book", "swde-camera", "swde-job", "swde-restaurant"},
                   .methods = {"places", "tags", "collapsed", "bytes"},
                   .run = run});

}  // namespace
}  // namespace weft::eval
