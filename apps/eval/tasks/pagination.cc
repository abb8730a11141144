// weft eval pagination: NEXT, PREV, PAGE, FIRST and LAST links of pages, on registered domains that the
// model has not seen: it is learned anew without each fold of domains (eval/pagination_cases.h).
//
// Score: share of the pages with a NEXT link whose next page is the right one.

#include <algorithm>
#include <array>

#include "eval/metrics/counts.h"
#include "eval/pagination_cases.h"
#include "eval/task.h"

namespace weft::eval::pagination_task {
namespace {

using explore::LinkRole;

std::string without_fragment(const std::string& url) { return url.substr(0, url.find('#')); }

struct Tally {
  std::array<Counts, explore::kLinkRoles> roles;
  size_t with_next = 0;
  size_t right_next = 0;
  size_t without_next = 0;
  size_t false_next = 0;
  size_t without_any = 0;
  size_t false_any = 0;
};

void judge(const PaginationCase& one, const explore::Pagination& found, Tally& figures,
           Report& report) {
  for (const auto& [link, role] : one.truth) ++figures.roles[static_cast<size_t>(role)].truth;
  bool next = false;
  for (const explore::PageLink& link : found.links) {
    const auto truth = one.truth.find(link.node);
    Counts& counts = figures.roles[static_cast<size_t>(link.role)];
    ++counts.found;
    counts.correct += truth != one.truth.end() && truth->second == link.role ? 1 : 0;
    next = next || link.role == LinkRole::kNext;
  }
  std::string verdict;
  if (one.next_urls.empty()) {
    ++figures.without_next;
    figures.false_next += next ? 1 : 0;
    if (next) verdict = "false";
  } else {
    ++figures.with_next;
    const bool right =
        std::any_of(one.next_urls.begin(), one.next_urls.end(), [&](const std::string& url) {
          return without_fragment(url) == without_fragment(found.next_url);
        });
    figures.right_next += right ? 1 : 0;
    if (!right) verdict = found.next_url.empty() ? "missed" : "wrong";
  }
  if (one.truth.empty()) {
    ++figures.without_any;
    figures.false_any += found.links.empty() ? 0 : 1;
  }
  if (!verdict.empty())
    report.row("page", one.page + " " + verdict + " " + one.url,
               {{"links", static_cast<double>(found.links.size())}});
}

Result<Report> run(const TaskContext& context) {
  WEFT_ASSIGN(const PaginationCases cases, read_pagination_cases(context.data[0]));
  Tally figures;
  Report report;
  for (size_t fold = 0; fold < kPaginationFolds; ++fold) {
    const explore::PaginationModel model = train_pagination(cases, fold);
    for (const PaginationCase& one : cases.cases) {
      if (one.fold == fold) judge(one, model.find(*one.document, one.url), figures, report);
    }
  }
  report.score = share(figures.right_next, figures.with_next);
  for (size_t role = 1; role < explore::kLinkRoles; ++role) {
    report.figure(std::string(name_of(static_cast<LinkRole>(role))) + "_f1",
                  figures.roles[role].f1());
  }
  report.figure("pages_with_next", figures.with_next);
  report.figure("false_next", figures.false_next);
  report.figure("pages_without_next", figures.without_next);
  report.figure("any_false", figures.false_any);
  report.figure("pages_without_pagination", figures.without_any);
  report.figure("links", cases.links);
  report.figure("links_lost", cases.lost);
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "pagination",
          .summary = "Links to the next and other pages of a list, on domains not seen",
          .metric = "share of pages with a next page for which the right one is found",
          .data_sets = {"pagination"},
          .run = run};
}

}  // namespace weft::eval::pagination_task
