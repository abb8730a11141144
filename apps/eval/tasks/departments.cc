// weft eval departments: focused crawls for academic papers on generated department sites, the
// setting of [Zheng] 5.4 and Table 5.2.
//
// Eighteen sites, as in the thesis. Each is crawled with a model trained on the other half: the odd
// ones with what the even ones taught, and the other way round. "d is the only parameter we need to
// tune": it is tuned on the training sites alone, by replaying crawls of them. The thesis' own d =
// 4 is reported beside it; generated sites are less deep than the real ones it was best for.

#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/hash.h"
#include "crawl/plan/document_text.h"
#include "crawl/plan/replay.h"
#include "eval/task.h"

namespace weft::eval::departments_task {
namespace {

using crawl::Vertex;
using Words = std::vector<std::string>;

// Ways in which sites name the same thing.
// clang-format off
const Words kPublications = {"Publications", "Papers", "Selected publications", "Research papers", "Articles",
                             "Recent publications", "Conference papers"};
const Words kPeople = {"People", "Faculty", "Faculty directory", "Members", "Academic staff"};
const Words kResearch = {"Research", "Research groups", "Labs", "Research areas"};
const Words kTeaching = {"Courses", "Teaching", "Classes", "Course catalog", "Undergraduate program"};
const Words kNews = {"News", "Announcements", "Press releases", "What's new"};
const Words kEvents = {"Events", "Calendar", "Seminars", "Colloquia"};
const Words kOffices = {"About us", "Contact", "Admissions", "Jobs", "Giving", "Directions", "Facilities", "Forms",
                        "Accessibility"};
const Words kPdf = {"PDF", "[pdf]", "Full text", "Download", "paper", "Preprint (pdf)"};
const Words kReports = {"Technical reports", "Tech reports", "Working papers"};
const Words kTopics = {"web", "crawling", "learning", "graphs", "databases", "ranking", "vision", "networks", "theory",
                       "logic", "compilers", "robots", "privacy", "queries", "indexing", "streams", "storage",
                       "security", "kernels", "parsing", "planning", "markets", "genomes", "sensors"};
const Words kMethods = {"efficient", "scalable", "robust", "adaptive", "approximate", "automatic", "parallel",
                        "learning", "optimal", "incremental"};
const Words kGossip = {"wins", "award", "visit", "opening", "lecture", "students", "building", "dean", "alumni",
                       "grant", "picnic", "ceremony", "team", "contest", "welcome", "retires", "library", "parking"};
const Words kNames = {"adams", "baker", "chen", "dias", "evans", "fuchs", "gupta", "hahn", "ito", "jones", "klein",
                      "lopez", "meyer", "novak", "okafor", "park"};
// clang-format on

// A generated web site of a university department, where no real site can be shipped. [Zheng] 5.4
// crawled eighteen such sites.
//
// A department has people with homepages, publication lists and papers, research groups, courses
// with notes and homework, news, events and offices: a few thousand pages of which the papers are
// few and deep. Sites differ in the words of their links, in their addresses and in the size of
// every part; the same number makes the same site. Documents are texts, and whether one is a paper
// is decided by the rules of 5.3.2, not by the generator. The first page is the front page.
class Department {
 public:
  explicit Department(uint64_t number) : state_(mix64(number + 1)), number_(number) {
    front_ = page("/");
    deep_addresses_ = chance(0.5);
    paper_pages_ = chance(0.4);
    publications_ = pick(kPublications);
  }

  crawl::SiteLog build() {
    make_people(30 + below(60));
    make_research(3 + below(6));
    make_reports();
    make_courses(25 + below(60));
    make_archive("/news/", kNews, 200 + below(900), 40);
    make_archive("/events/", kEvents, 100 + below(500), 25);
    make_offices();
    for (const Vertex v : htmls_)
      for (const auto& [to, anchor] : menu_) link(v, to, anchor);
    site_.finish();
    return std::move(site_);
  }

 private:
  uint64_t below(uint64_t bound) {
    return (state_ = mix64(state_ + 0x9e3779b97f4a7c15ULL)) % bound;
  }
  bool chance(double p) { return static_cast<double>(below(1'000'000)) < p * 1e6; }
  const std::string& pick(const Words& words) { return words[below(words.size())]; }

  Vertex page(const std::string& path) {
    htmls_.push_back(site_.page(fmt::format("https://dept{}.example.edu{}", number_, path)));
    return htmls_.back();
  }
  void link(Vertex from, Vertex to, const std::string& anchor) { site_.add_link(from, to, anchor); }
  // A page that every page links to.
  Vertex section(const std::string& path, const std::string& name) {
    const Vertex v = page(path);
    menu_.emplace_back(v, name);
    return v;
  }

  std::string title() {
    return fmt::format("{} {} for {}", pick(kMethods), pick(kTopics), pick(kTopics));
  }

  // A document with a text of its own: the rules say whether it is a paper.
  Vertex document(const std::string& path, const std::string& text, uint32_t pages) {
    const std::string url = fmt::format("https://dept{}.example.edu{}", number_, path);
    const Vertex v = site_.page(url);
    if (crawl::classify_paper(url, text, pages).paper) site_.set_relevant(v);
    return v;
  }
  Vertex paper(const std::string& path) {
    const std::string body(600, 'x');
    std::string text = chance(0.85) ? "Abstract " : "";
    text += body + (chance(0.8) ? " Conclusion " : " ") + (chance(0.93) ? "References [1]" : "");
    return document(path, text, 4 + static_cast<uint32_t>(below(24)));
  }
  Vertex handout(const std::string& path) {
    return document(path, std::string(300, 'x'), 1 + static_cast<uint32_t>(below(60)));
  }

  void make_people(uint64_t count) {
    const Vertex list = section(deep_addresses_ ? "/people/" : "/faculty.html", pick(kPeople));
    for (uint64_t i = 0; i < count; ++i) {
      const std::string name = fmt::format("{}{}", pick(kNames), i);
      const std::string home = deep_addresses_ ? "/people/" + name + "/" : "/~" + name + "/";
      homes_.push_back(page(home));
      link(list, homes_.back(), name);
      fill_home(homes_.back(), home);
    }
  }

  void fill_home(Vertex home, const std::string& path) {
    link(home, handout(path + "cv.pdf"), "CV");
    if (chance(0.4)) link(home, page(path + "hobbies.html"), "Photos");
    if (chance(0.5)) link(home, page(path + "links.html"), "Links");
    if (!chance(0.7)) return;
    const std::string folder = deep_addresses_ ? path + "publications/" : path + "papers/";
    const Vertex list = page(deep_addresses_ ? folder : path + "pubs.html");
    link(home, list, chance(0.8) ? publications_ : pick(kPublications));
    const uint64_t papers = 3 + below(25);
    for (uint64_t i = 0; i < papers; ++i) add_paper(list, folder, i);
  }

  void add_paper(Vertex list, const std::string& folder, uint64_t i) {
    const std::string name = fmt::format("{}{}{}", pick(kTopics), 1995 + below(16), i);
    Vertex from = list;
    if (paper_pages_) {
      from = page(folder + name + ".html");
      link(list, from, title());
    }
    papers_.push_back(paper(folder + name + ".pdf"));
    link(from, papers_.back(), chance(0.6) ? pick(kPdf) : title());
    if (chance(0.3)) link(from, handout(folder + name + "-slides.pdf"), "Slides");
    if (chance(0.2)) link(from, page(folder + name + ".bib"), "BibTeX");
  }

  void make_research(uint64_t count) {
    const Vertex list = section("/research/", pick(kResearch));
    for (uint64_t i = 0; i < count; ++i) {
      const std::string folder = fmt::format("/research/{}{}/", pick(kTopics), i);
      const Vertex group = page(folder);
      link(list, group, pick(kTopics) + " group");
      for (int m = 0; m < 8; ++m) link(group, homes_[below(homes_.size())], pick(kNames));
      const Vertex joint = page(folder + "publications.html");
      link(group, joint, publications_);
      for (int p = 0; p < 12 && !papers_.empty(); ++p)
        link(joint, papers_[below(papers_.size())], title());
      for (int p = 0; p < 6; ++p) {
        const Vertex project = page(fmt::format("{}project{}.html", folder, p));
        link(group, project, pick(kTopics) + " project");
        if (chance(0.5))
          link(project, page(fmt::format("{}software{}.html", folder, p)), "Software");
        if (chance(0.4)) link(project, paper(fmt::format("{}p{}.pdf", folder, p)), pick(kPdf));
      }
    }
  }

  void make_reports() {
    if (!chance(0.6)) return;
    const Vertex list = page("/reports/");
    link(front_, list, pick(kReports));
    for (int year = 1998; year < 2010; ++year) {
      const Vertex of_year = page(fmt::format("/reports/{}.html", year));
      link(list, of_year, std::to_string(year));
      const uint64_t count = 2 + below(8);
      for (uint64_t i = 0; i < count; ++i)
        link(of_year, paper(fmt::format("/reports/tr{}-{:02}.pdf", year, i)), title());
    }
  }

  void make_courses(uint64_t count) {
    const Vertex list = section("/courses/", pick(kTeaching));
    for (uint64_t i = 0; i < count; ++i) {
      const std::string folder = fmt::format("/courses/cs{}/", 100 + i);
      const Vertex course = page(folder);
      link(list, course, fmt::format("CS {} {}", 100 + i, pick(kTopics)));
      link(course, homes_[below(homes_.size())], "Instructor");
      link(course, handout(folder + "syllabus.pdf"), "Syllabus");
      const uint64_t weeks = 4 + below(14);
      for (uint64_t week = 0; week < weeks; ++week) {
        const Vertex notes = page(fmt::format("{}lecture{}.html", folder, week));
        link(course, notes, fmt::format("Lecture {} {}", week, pick(kTopics)));
        if (chance(0.6))
          link(notes, handout(fmt::format("{}lecture{}.pdf", folder, week)), "Slides");
        if (chance(0.5)) link(course, handout(fmt::format("{}hw{}.pdf", folder, week)), "Homework");
        if (chance(0.1) && !papers_.empty()) link(notes, papers_[below(papers_.size())], "Reading");
      }
    }
  }

  // Items on pages of an archive, each page linking to the next.
  void make_archive(const std::string& folder, const Words& names, uint64_t count,
                    uint64_t on_a_page) {
    Vertex list = section(folder, pick(names));
    Vertex before = list;
    for (uint64_t i = 0; i < count; ++i) {
      if (i > 0 && i % on_a_page == 0) {
        const Vertex next = page(fmt::format("{}page{}.html", folder, i / on_a_page));
        link(list, next, "Older");
        list = next;
      }
      const Vertex item = page(fmt::format("{}{}.html", folder, i));
      link(list, item, fmt::format("{} {} {}", pick(kGossip), pick(kGossip), pick(kTopics)));
      if (i > 0) link(item, before, "Previous");
      if (chance(0.3)) link(item, homes_[below(homes_.size())], pick(kNames));
      before = item;
    }
  }

  void make_offices() {
    for (const std::string& name : kOffices) {
      const Vertex office = page(fmt::format("/office/{}.html", name.substr(0, 4)));
      link(front_, office, name);
      for (uint64_t i = 0; i < 3 + below(12); ++i) {
        const Vertex sub = page(fmt::format("/office/{}{}.html", name.substr(0, 4), i));
        link(office, sub, pick(kGossip));
        if (chance(0.4))
          link(sub, handout(fmt::format("/office/{}{}-form.pdf", name.substr(0, 4), i)), "Form");
      }
    }
  }

  uint64_t state_;
  uint64_t number_;
  crawl::SiteLog site_;
  Vertex front_ = 0;
  bool deep_addresses_ = false;
  bool paper_pages_ = false;
  std::string publications_;
  std::vector<Vertex> htmls_;
  std::vector<std::pair<Vertex, std::string>> menu_;
  std::vector<Vertex> homes_;
  std::vector<Vertex> papers_;
};

constexpr uint64_t kSites = 18;
constexpr double kShare = 0.8;  // of relevant documents to be found

constexpr uint32_t kThesisDepth = 4;

using Sites = std::vector<const crawl::SiteLog*>;

double visited_share(const crawl::SiteLog& site, crawl::CrawlPolicy policy,
                     const crawl::FocusModel& model) {
  return replay(site, 0, policy, model).visited_share_for(kShare);
}

// The model whose signals find papers earliest on the sites it was trained on.
crawl::FocusModel tuned_model(const Sites& sites) {
  crawl::FocusModel best;
  double least = std::numeric_limits<double>::infinity();
  for (uint32_t depth = 1; depth <= kThesisDepth; ++depth) {
    crawl::FocusModel model = train_focus(sites, {.depth = depth});
    double share = 0;
    for (const crawl::SiteLog* site : sites)
      share += visited_share(*site, crawl::CrawlPolicy::kSignals, model);
    if (share >= least) continue;
    least = share;
    best = std::move(model);
  }
  return best;
}

Result<Report> run(const TaskContext& context) {
  std::vector<crawl::SiteLog> sites;
  for (uint64_t i = 0; i < kSites; ++i) sites.push_back(Department(i).build());
  crawl::FocusModel tuned[2];
  crawl::FocusModel thesis[2];
  for (size_t half = 0; half < 2; ++half) {
    Sites others;
    for (size_t i = 0; i < kSites; ++i)
      if (i % 2 != half) others.push_back(&sites[i]);
    tuned[half] = tuned_model(others);
    thesis[half] = train_focus(others, {.depth = kThesisDepth});
  }
  Report report;
  context.progress->begin("sites", kSites);
  for (size_t i = 0; i < kSites; ++i) {
    context.progress->advance(1);
    const std::string name = fmt::format("dept{}", i);
    if (!keeps_site(context, name)) continue;
    const auto visited = [&](crawl::CrawlPolicy policy, const crawl::FocusModel* models) {
      return visited_share(sites[i], policy, models[i % 2]);
    };
    report.row("site", name,
               {{"breadth_first", visited(crawl::CrawlPolicy::kBreadthFirst, tuned)},
                {"signals_d4", visited(crawl::CrawlPolicy::kSignals, thesis)},
                {"signals", visited(crawl::CrawlPolicy::kSignals, tuned)},
                {"weft", visited(crawl::CrawlPolicy::kWeft, tuned)}});
  }
  context.progress->end();
  if (report.rows.empty()) return Error{ErrorCode::kNotFound, "no site of that name"};
  return report_of_orders(context, std::move(report.rows), "sites");
}

}  // namespace

TaskSpec task() {
  return {.name = "departments",
          .summary = "How early a focused crawl of generated department sites finds papers",
          .metric = "1 - share of URLs visited until 80 % of the papers are found",
          .data_sets = {},
          .methods = {"weft", "signals", "breadth-first"},
          .run = run};
}

}  // namespace weft::eval::departments_task
