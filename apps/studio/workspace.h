// Workspace: what is open in the studio, and work that takes long: opening, extracting.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/json.h"
#include "site/fetched_pages.h"
#include "studio/site.h"

namespace weft::studio {

// A crawl that a person wants, by `weft crawl`.
struct CrawlWanted {
  std::string url;
  std::string into;  // The folder.
  uint32_t pages = 100;
  uint32_t depth = 2;
};
// Crawls until it is over or `stop` is set. Fails with what the crawl says.
using CrawlSite = std::function<Status(const CrawlWanted& wanted, const std::atomic<bool>& stop)>;

struct WorkspaceOptions {
  std::string root;  // Absolute. Nothing outside it is read or written.
  ReadPages read_pages;
  Limits limits;
  CrawlSite crawl;       // Empty: nothing is crawled.
  site::NetOptions net;  // How pages are fetched when a person asks for them.
};

// Work under way. Threads: any.
struct Job {
  uint64_t id = 0;
  std::string verb;     // "open", "extract"
  std::string site;     // Its name, once known.
  std::string command;  // The same from a command line.
  Progress progress;

  [[nodiscard]] Json json() const;
  void end(const Status& status);
  void set_result(Json result);

 private:
  mutable std::mutex mutex_;
  std::string state_ = "running";  // "done", "failed", "stopped"
  std::string error_;
  Json result_ = Json::object();
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  double seconds_ = 0;
};

// Threads: any.
class Workspace {
 public:
  explicit Workspace(WorkspaceOptions options);
  ~Workspace();  // Stops jobs and waits for them.
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  [[nodiscard]] const std::string& root() const { return options_.root; }

  // A path that somebody asked for, absolute and without links; fails with kPermission if it is not
  // below the root, kNotFound if there is nothing.
  [[nodiscard]] Result<std::string> path_below_root(const std::string& path) const;

  // Opens a path below the root, or what is open under it already.
  Result<std::shared_ptr<Job>> open(const std::string& path);
  // Fetches a page, with what it needs to be looked at, and opens it as a site named for its host; pages that
  // were fetched of it before are there, too.
  Result<std::shared_ptr<Job>> open_url(const std::string& url);
  // Crawls a site into a folder named for its host, and opens it; a crawl that was there goes on.
  Result<std::shared_ptr<Job>> crawl(const std::string& url, uint32_t pages, uint32_t depth);
  // Fetches a page more for an open site, which is opened anew with it. The job's result says "page".
  Result<std::shared_ptr<Job>> fetch(const std::shared_ptr<StudioSite>& site,
                                     const std::string& url);
  // Opens a page that the last watch kept as it is now, beside the archive's, so that it can be labelled; the first
  // that is kept if `page` is empty. The job's result says "page" and "template".
  Result<std::shared_ptr<Job>> open_newer(const std::shared_ptr<StudioSite>& site,
                                          const std::string& template_name,
                                          const std::string& page);
  // Fetches what pages of a template need to be looked at, where the archive does not have it.
  Result<std::shared_ptr<Job>> fetch_looks(const std::shared_ptr<StudioSite>& site,
                                           const std::string& template_name);
  // Makes the practice site below the root, and opens it.
  Result<std::shared_ptr<Job>> open_practice();
  // Fails with kNotFound.
  [[nodiscard]] Result<std::shared_ptr<StudioSite>> site(const std::string& name) const;
  [[nodiscard]] std::vector<std::shared_ptr<StudioSite>> sites() const;
  // Pages, archives and bundles in the root itself, to be offered.
  [[nodiscard]] Json offers() const;

  // Saves what was learned for a template, or for all if it is empty, and runs all rules of the bundle
  // over the archive. The records are kept in every format until the studio ends.
  Result<std::shared_ptr<Job>> extract(const std::shared_ptr<StudioSite>& site,
                                       const std::string& template_name);
  // Judges a site by newer pages below the root, or by the practice shop redesigned; repairs are proposed.
  Result<std::shared_ptr<Job>> watch(const std::shared_ptr<StudioSite>& site,
                                     const std::string& path);
  Result<std::shared_ptr<Job>> watch_practice(const std::shared_ptr<StudioSite>& site);
  // Reads a site by a domain (domain_view.h).
  Result<std::shared_ptr<Job>> read_by_domain(const std::shared_ptr<StudioSite>& site,
                                              const std::string& domain);
  [[nodiscard]] const Limits& limits() const { return options_.limits; }
  // The file of the last extraction of a site in a format; empty if there is none.
  [[nodiscard]] std::string records_file(const std::string& site, const std::string& format) const;

  struct RecordQuery {
    std::string words;  // In any column; empty: all records.
    std::string sort;   // A column; empty: as extracted.
    bool backwards = false;
    // "doubt": the less sure; "missing": with an empty cell; "unhealthy": without a mandatory value; "changed": not so in
    // the extraction before; else all.
    std::string only;
    std::vector<std::string> mandatory;
    size_t after = 0;
    size_t limit = 200;
  };
  // Records of the last extraction: columns, rows, how many there are, and whether there was one before it to compare
  // with. Fails with kNotFound before there was one.
  [[nodiscard]] Result<Json> records(const std::string& site, const RecordQuery& query) const;

  [[nodiscard]] std::shared_ptr<Job> job(uint64_t id) const;
  [[nodiscard]] std::vector<std::shared_ptr<Job>> jobs() const;

  // --- uploads: files that were dropped on the page, in pieces ---
  // Fails with kInvalidArgument for a bad name or a gap, kLimitExceeded.
  Status append_upload(const std::string& upload, const std::string& name, uint64_t offset,
                       std::string_view bytes);
  [[nodiscard]] std::string upload_path(const std::string& upload) const;

 private:
  std::shared_ptr<Job> start(std::string verb, std::string command,
                             std::function<Status(Job&)> work);
  // Reads a site and puts it in the place of what was open under its name.
  Status open_now(const std::string& name, const std::string& pages, const std::string& bundle,
                  Job& job);
  // The command that fetches into the archive of a bundle.
  [[nodiscard]] std::string fetch_command(const std::string& bundle, const std::string& url) const;
  Status run_extraction(StudioSite& site, const std::string& template_name, Job& job);

  WorkspaceOptions options_;
  std::string scratch_;  // A folder of our own, gone at the end.

  mutable std::mutex mutex_;  // Guards what follows.
  std::map<std::string, std::shared_ptr<StudioSite>> sites_;
  std::map<uint64_t, std::shared_ptr<Job>> jobs_;
  std::vector<std::thread> threads_;
  std::map<std::string, std::string> records_;  // Site -> folder of its records.
  std::map<std::string, std::string> before_;   // The same of the extraction before.
  uint64_t last_job_ = 0;
};

}  // namespace weft::studio
