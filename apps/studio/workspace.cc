// Whatever takes longer than a click is a job with a thread of its own and a progress that can be asked for:
//
//   open     read the pages, group them, make a site of each archive
//   fetch    a page that a person asked for, or what pages need to be looked at
//   extract  records of all pages into a file of JSON lines, from which the table pages through
//   domain   say by a domain what is what
//   watch    judge the site by newer pages
//
// Paths are looked at after links are followed; one that leads out of the root is refused.

#include "studio/workspace.h"

#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/file.h"
#include "base/strings.h"
#include "crawl/fetch/page_requisites.h"
#include "model/record_writer.h"
#include "site/extract.h"
#include "store/sqlite.h"
#include "studio/domain_view.h"
#include "studio/json_views.h"
#include "studio/practice_archive.h"
#include "studio/watching.h"
#include "url/url.h"

namespace weft::studio {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostUploadBytes = uint64_t{2} << 30;
constexpr const char* kUploads = "studio-uploads";
constexpr const char* kPracticeArchive = "practice-shop.warc.gz";
// Of a template, of which looks are fetched when somebody asks.
constexpr size_t kPagesWithLooks = 5;
constexpr std::string_view kFormats[] = {"csv", "jsonl", "sqlite", "parquet"};

// "shop" of "shop.warc.gz", "crawl/shop.site", "shop/".
std::string stem_of(const fs::path& path) {
  std::string name = path.filename().string();
  if (name.empty()) name = path.parent_path().filename().string();
  const size_t dot = name.find('.', 1);
  return dot == std::string::npos ? name : name.substr(0, dot);
}

bool is_safe_name(std::string_view name) {
  return !name.empty() && name.size() <= 128 && name[0] != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' ||
                  c == '.';
         });
}

// What a site at a URL is called: "shop-example" of "https://shop.example/".
Result<std::string> name_for(const std::string& url) {
  const auto parsed = url::Url::parse(url);
  if (!parsed.ok() || !parsed->is_http())
    return Error{ErrorCode::kInvalidArgument, fmt::format("{} is not an http or https URL", url)};
  std::string name = parsed->host_and_port();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-') c = '-';
  }
  return name;
}

// What is wrong with what a page gave, a sentence each; at most so many of a run are kept.
constexpr size_t kMostTroubles = 200;
std::vector<std::string> troubles_of(const extract::PageResult& result) {
  std::vector<std::string> out;
  if (result.empty_handed) out.push_back("no record");
  for (const extract::RecordHealth& health : result.health) {
    for (const std::string& name : health.missing) out.push_back(name + " missing");
    for (const std::string& name : health.mistyped) out.push_back(name + " is not of its type");
  }
  return out;
}

Result<std::vector<std::string>> columns_of(store::Database& database, std::string_view schema) {
  std::vector<std::string> columns;
  WEFT_ASSIGN(
      store::Statement info,
      database.prepare(fmt::format("SELECT name FROM pragma_table_info('records', '{}')", schema)));
  WEFT_TRY(info.each([&](const store::Statement& row) { columns.emplace_back(row.text(0)); }));
  return columns;
}

// The condition that a record is not so in `before`: its page has no record there with the same in all columns that
// people see. Columns that were not there are empty.
std::string differs(const std::vector<std::string>& columns,
                    const std::vector<std::string>& known) {
  std::string now, then;
  for (const std::string& column : columns) {
    if (column.starts_with('_') && column != "_page") continue;
    const std::string name = store::quote_identifier(column);
    const bool was = std::find(known.begin(), known.end(), column) != known.end();
    now += fmt::format("{}ifnull({}, '')", now.empty() ? "" : ", ", name);
    then += (then.empty() ? "" : ", ") + (was ? fmt::format("ifnull({}, '')", name) : "''");
  }
  return fmt::format("({}) NOT IN (SELECT {} FROM before.records)", now, then);
}

// Gives every record to several writers.
class FanWriter final : public model::RecordWriter {
 public:
  void add(std::unique_ptr<model::RecordWriter> writer) { writers_.push_back(std::move(writer)); }
  Status write(const model::Extraction& extraction) override {
    for (const auto& writer : writers_) WEFT_TRY(writer->write(extraction));
    return {};
  }
  Status finish() override {
    for (const auto& writer : writers_) WEFT_TRY(writer->finish());
    return {};
  }

 private:
  std::vector<std::unique_ptr<model::RecordWriter>> writers_;
};

}  // namespace

// --- jobs ---

Json Job::json() const {
  const std::lock_guard lock(mutex_);
  const double seconds =
      state_ == "running"
          ? std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count()
          : seconds_;
  return {{"job", id},
          {"verb", verb},
          {"site", site},
          {"command", command},
          {"state", state_},
          {"error", error_},
          {"done", progress.done.load()},
          {"total", progress.total.load()},
          {"seconds", seconds},
          {"result", result_}};
}

void Job::end(const Status& status) {
  const std::lock_guard lock(mutex_);
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - started_).count();
  state_ = progress.stop ? "stopped" : status.ok() ? "done" : "failed";
  if (!status.ok()) error_ = status.error().message;
}

void Job::set_result(Json result) {
  const std::lock_guard lock(mutex_);
  result_ = std::move(result);
}

Workspace::Workspace(WorkspaceOptions options) : options_(std::move(options)) {
  std::string folder = (fs::temp_directory_path() / "weft-studio-XXXXXX").string();
  if (::mkdtemp(folder.data()) != nullptr) scratch_ = folder;
}

Workspace::~Workspace() {
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, job] : jobs_) job->progress.stop = true;
    threads.swap(threads_);
  }
  for (std::thread& thread : threads) thread.join();
  std::error_code ignored;
  if (!scratch_.empty()) fs::remove_all(scratch_, ignored);
}

std::shared_ptr<Job> Workspace::start(std::string verb, std::string command,
                                      std::function<Status(Job&)> work) {
  auto job = std::make_shared<Job>();
  job->verb = std::move(verb);
  job->command = std::move(command);
  const std::lock_guard lock(mutex_);
  job->id = ++last_job_;
  jobs_[job->id] = job;
  threads_.emplace_back([job, work = std::move(work)] { job->end(work(*job)); });
  return job;
}

std::shared_ptr<Job> Workspace::job(uint64_t id) const {
  const std::lock_guard lock(mutex_);
  const auto it = jobs_.find(id);
  return it == jobs_.end() ? nullptr : it->second;
}

std::vector<std::shared_ptr<Job>> Workspace::jobs() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Job>> all;
  for (const auto& [id, job] : jobs_) all.push_back(job);
  return all;
}

// --- opening ---

Result<std::string> Workspace::path_below_root(const std::string& path) const {
  std::error_code error;
  const fs::path asked =
      fs::path(path).is_absolute() ? fs::path(path) : fs::path(options_.root) / path;
  const fs::path real = fs::canonical(asked, error);
  if (error) return Error{ErrorCode::kNotFound, fmt::format("{}: {}", path, error.message())};
  const fs::path root(options_.root);
  const auto [end, rest] = std::mismatch(root.begin(), root.end(), real.begin(), real.end());
  if (end != root.end())
    return Error{ErrorCode::kPermission,
                 fmt::format("{} is not below {}: start weft studio with --root to open it", path,
                             options_.root)};
  return real.string();
}

Result<std::shared_ptr<StudioSite>> Workspace::site(const std::string& name) const {
  const std::lock_guard lock(mutex_);
  const auto it = sites_.find(name);
  if (it == sites_.end())
    return Error{ErrorCode::kNotFound, fmt::format("no site '{}' is open", name)};
  return it->second;
}

std::vector<std::shared_ptr<StudioSite>> Workspace::sites() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<StudioSite>> all;
  for (const auto& [name, site] : sites_) all.push_back(site);
  return all;
}

Json Workspace::offers() const {
  Json all = Json::array();
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator it(options_.root, error), end; !error && it != end;
       it.increment(error))
    found.push_back(it->path());
  std::sort(found.begin(), found.end());
  for (const fs::path& path : found) {
    const std::string name = path.filename().string();
    if (name.starts_with('.') || name == kUploads || all.size() == 100) continue;
    const bool folder = fs::is_directory(path, error);
    const std::string lower = ascii_lower(name);
    const bool bundle = folder && fs::exists(path / "site.sqlite", error);
    const bool archive = lower.find(".warc") != std::string::npos;
    const bool page = lower.ends_with(".html") || lower.ends_with(".htm");
    if (!folder && !archive && !page) continue;
    all.push_back({{"path", name},
                   {"kind", bundle    ? "site bundle"
                            : folder  ? "folder"
                            : archive ? "archive"
                                      : "page"}});
  }
  return all;
}

Result<std::shared_ptr<Job>> Workspace::open(const std::string& path) {
  WEFT_ASSIGN(const std::string real, path_below_root(path));
  // A bundle knows where its pages are; pages may have a bundle beside them.
  std::string pages = real, bundle;
  if (fs::exists(real + "/site.sqlite")) {
    bundle = real;
    pages.clear();
    const auto kept = site::Bundle::open(real, site::Bundle::Mode::kRead);
    if (kept.ok()) {
      const std::string stated = kept->fact("pages").value_or("");
      if (const auto below = path_below_root(stated); !stated.empty() && below.ok()) pages = *below;
    }
  } else {
    bundle = options_.root + "/" + stem_of(real) + ".site";
  }
  const std::string name = stem_of(bundle);
  const std::string command =
      pages.empty()
          ? fmt::format("weft site show {}", shell_quoted(bundle))
          : fmt::format("weft group {}", shell_quoted(fs::relative(pages, options_.root).string()));
  return start("open", command, [this, name, pages, bundle](Job& job) -> Status {
    job.site = name;
    {
      const std::lock_guard lock(mutex_);
      const auto it = sites_.find(name);
      if (it != sites_.end() && it->second->path() == pages) return {};
    }
    return open_now(name, pages, bundle, job);
  });
}

Status Workspace::open_now(const std::string& name, const std::string& pages,
                           const std::string& bundle, Job& job) {
  WEFT_ASSIGN(auto opened, StudioSite::open(name, pages, bundle, options_.read_pages,
                                            options_.limits, job.progress));
  if (job.progress.stop) return {};
  const std::lock_guard lock(mutex_);
  sites_[name] = std::move(opened);
  return {};
}

// --- fetching ---

std::string Workspace::fetch_command(const std::string& bundle, const std::string& url) const {
  return fmt::format("weft crawl {} --depth 0 --requisites all --into {}", shell_quoted(url),
                     shell_quoted(fs::relative(bundle, options_.root).string() + "/fetched"));
}

Result<std::shared_ptr<Job>> Workspace::crawl(const std::string& url, uint32_t pages,
                                              uint32_t depth) {
  WEFT_ASSIGN(const std::string name, name_for(url));
  if (options_.crawl == nullptr)
    return Error{ErrorCode::kUnsupported, "this studio crawls nothing: use weft crawl"};
  CrawlWanted wanted{
      .url = url, .into = options_.root + "/" + name, .pages = pages, .depth = depth};
  std::string command = fmt::format("weft crawl {} --into {} --max-pages {} --depth {}",
                                    shell_quoted(url), shell_quoted(name), pages, depth);
  return start("crawl", std::move(command),
               [this, name, wanted = std::move(wanted)](Job& job) -> Status {
                 job.site = name;
                 job.progress.total = wanted.pages;
                 WEFT_TRY(options_.crawl(wanted, job.progress.stop));
                 // What was stopped is opened, too: the pages are there.
                 job.progress.stop = false;
                 return open_now(name, wanted.into, options_.root + "/" + name + ".site", job);
               });
}

Result<std::shared_ptr<Job>> Workspace::open_url(const std::string& url) {
  WEFT_ASSIGN(const std::string name, name_for(url));
  const std::string bundle = fmt::format("{}/{}.site", options_.root, name);
  return start("fetch", fetch_command(bundle, url), [this, name, bundle, url](Job& job) -> Status {
    job.site = name;
    std::string pages;
    if (const auto open = site(name); open.ok()) pages = (*open)->path();
    site::FetchedPages fetched(bundle + "/fetched", options_.net);
    WEFT_TRY(fetched.page(url, job.progress.stop));
    return open_now(name, pages, bundle, job);
  });
}

Result<std::shared_ptr<Job>> Workspace::fetch(const std::shared_ptr<StudioSite>& site,
                                              const std::string& url) {
  return start(
      "fetch", fetch_command(site->bundle_path(), url), [this, site, url](Job& job) -> Status {
        job.site = site->name();
        site::FetchedPages fetched(site->fetched_path(), options_.net);
        WEFT_ASSIGN(const std::string address, fetched.page(url, job.progress.stop));
        WEFT_TRY(open_now(site->name(), site->path(), site->bundle_path(), job));
        WEFT_ASSIGN(const auto now, this->site(site->name()));
        const auto page = now->page_at(address);
        if (!page) return Error{ErrorCode::kNotFound, address + " could not be read"};
        job.set_result({{"page", *page}, {"template", now->template_of(*page).page_template.name}});
        return {};
      });
}

Result<std::shared_ptr<Job>> Workspace::open_newer(const std::shared_ptr<StudioSite>& site,
                                                   const std::string& template_name,
                                                   const std::string& page) {
  std::optional<site::StoredPage> newer;
  const auto keep = [&](site::Bundle& bundle) -> Status {
    WEFT_ASSIGN(const auto samples, bundle.samples(template_name, site::SampleRole::kFresh));
    for (const site::Sample& sample : samples) {
      if (newer || (!page.empty() && sample.page != page)) continue;
      WEFT_ASSIGN(newer, bundle.read_sample(sample));
      newer->id += kNewer;
      WEFT_TRY(bundle.put_samples(template_name, site::SampleRole::kSample, {*newer}));
    }
    return {};
  };
  WEFT_TRY(site->with_own_bundle(keep));
  if (!newer)
    return Error{ErrorCode::kNotFound, "no page as it is now is kept: check newer pages first"};
  const std::string command =
      fmt::format("weft label --site {}",
                  shell_quoted(fs::relative(site->bundle_path(), options_.root).string()));
  return start("open", command, [this, site, id = newer->id](Job& job) -> Status {
    job.site = site->name();
    WEFT_TRY(open_now(site->name(), site->path(), site->bundle_path(), job));
    WEFT_ASSIGN(const auto now, this->site(site->name()));
    const auto number = now->page_of(id);
    if (!number) return Error{ErrorCode::kNotFound, id + " could not be read"};
    job.set_result({{"page", *number}, {"template", now->template_of(*number).page_template.name}});
    return {};
  });
}

Result<std::shared_ptr<Job>> Workspace::fetch_looks(const std::shared_ptr<StudioSite>& site,
                                                    const std::string& template_name) {
  const StudioTemplate* known = site->find_template(template_name);
  if (known == nullptr || known->sample.empty())
    return Error{ErrorCode::kNotFound, fmt::format("there is no template '{}'", template_name)};
  std::vector<std::string> wanted;
  for (size_t i = 0; i < std::min(known->sample.size(), kPagesWithLooks); ++i) {
    const model::Page& page =
        site->pages()[known->sample[i * known->sample.size() /
                                    std::min(known->sample.size(), kPagesWithLooks)]];
    for (std::string& url : crawl::page_requisites(page.document, page.url)) {
      if (!site->has_resource(url)) wanted.push_back(std::move(url));
    }
  }
  const model::Page& first = site->pages()[known->typical];
  return start(
      "fetch", fetch_command(site->bundle_path(), first.url),
      [this, site, wanted = std::move(wanted)](Job& job) -> Status {
        job.site = site->name();
        job.progress.total = wanted.size();
        site::FetchedPages fetched(site->fetched_path(), options_.net);
        WEFT_ASSIGN(const size_t came,
                    fetched.requisites(wanted, job.progress.stop, [&job] { ++job.progress.done; }));
        site->find_resources();
        job.set_result({{"fetched", came}});
        return {};
      });
}

Result<std::shared_ptr<Job>> Workspace::open_practice() {
  const std::string archive = options_.root + "/" + kPracticeArchive;
  if (!fs::exists(archive)) WEFT_TRY(write_practice_archive(archive));
  return open(kPracticeArchive);
}

// --- extraction ---

Status Workspace::run_extraction(StudioSite& site, const std::string& template_name, Job& job) {
  if (template_name.empty())
    WEFT_TRY(site.save_all());
  else
    WEFT_TRY(site.save(template_name));
  if (scratch_.empty()) return Error{ErrorCode::kIo, "there is no folder for temporary files"};
  const std::string folder = fmt::format("{}/{}", scratch_, job.id);
  std::error_code error;
  fs::create_directories(folder, error);
  WEFT_ASSIGN(const auto rules, site::RuleBook::load({.site = site.bundle_path()}));
  FanWriter writers;
  for (const std::string_view format : kFormats) {
    auto writer = model::open_record_writer(
        fmt::format("{}/records.{}", folder, format),
        {.mode = model::RecordWriterOptions::Mode::kReplace, .schema = &rules.schema()});
    if (!writer.ok()) return writer.error();
    writers.add(std::move(*writer));
  }
  site::Extraction run(rules, site.bundle_path());
  html::Parser parser;
  uint64_t unreadable = 0;
  Json troubles = Json::array();
  const auto trouble = [&](const std::string& id, const std::string& what) {
    if (troubles.size() == kMostTroubles) return;
    const auto number = site.page_of(id);
    troubles.push_back({{"id", id},
                        {"what", what},
                        {"page", number ? Json(*number) : Json()},
                        {"template", number ? site.template_of(*number).page_template.name : ""}});
  };
  Status failed;
  const auto one = [&](const site::RawPage& raw) {
    if (job.progress.stop) return false;
    ++job.progress.done;
    if (raw.error) {
      ++unreadable;
      trouble(raw.id, raw.error->message);
      return true;
    }
    std::optional<model::Page> page;
    const auto outcome = run.extract(raw.url, [&]() -> const model::Page& {
      if (!page) page = site::parse_page(parser, raw, options_.limits);
      return *page;
    });
    failed = outcome.ok() ? run.add(*outcome, writers) : Status(outcome.error());
    if (outcome.ok()) {
      for (const std::string& what : troubles_of(outcome->result)) trouble(raw.id, what);
    }
    return failed.ok();
  };
  const std::vector<std::string> inputs = site.inputs();
  if (inputs.empty())
    return Error{
        ErrorCode::kNotFound,
        "the archive of this site is not below the root, so there is nothing to extract from"};
  for (const std::string& input : inputs) WEFT_TRY(options_.read_pages(input, SIZE_MAX, one));
  if (!failed.ok()) return failed;
  if (job.progress.stop) return {};
  WEFT_TRY(writers.finish());
  run.finish(unreadable, false);
  const bool healthy = run.summary.unhealthy == 0;
  WEFT_TRY(run.remember(unreadable != 0 ? "partial" : healthy ? "good" : "unhealthy"));
  Json attributes = Json::array();
  for (const auto& [name, count] : run.summary.attributes)
    attributes.push_back({{"name", name},
                          {"records", count.records},
                          {"missing", count.missing},
                          {"mistyped", count.mistyped}});
  job.set_result({{"pages", run.summary.pages},
                  {"records", run.summary.records},
                  {"unhealthy", run.summary.unhealthy},
                  {"unreadable", unreadable},
                  {"troubles", std::move(troubles)},
                  {"unmatched", run.summary.unmatched + run.summary.skipped},
                  {"attributes", std::move(attributes)}});
  const std::lock_guard lock(mutex_);
  std::string& last = records_[site.name()];
  if (!last.empty()) {
    std::string& before = before_[site.name()];
    if (!before.empty()) fs::remove_all(before, error);
    before = last;
  }
  last = folder;
  return {};
}

Result<std::shared_ptr<Job>> Workspace::extract(const std::shared_ptr<StudioSite>& site,
                                                const std::string& template_name) {
  const std::string bundle = fs::relative(site->bundle_path(), options_.root).string();
  std::string command = fmt::format("weft extract --site {}", shell_quoted(bundle));
  for (const std::string& input : site->inputs())
    command += " " + shell_quoted(fs::relative(input, options_.root).string());
  command += fmt::format(" -o {}.csv", shell_quoted(site->name()));
  auto job = start("extract", std::move(command), [this, site, template_name](Job& running) {
    running.site = site->name();
    running.progress.total = site->truncated() ? 0 : site->pages().size();
    return run_extraction(*site, template_name, running);
  });
  return job;
}

Result<std::shared_ptr<Job>> Workspace::watch(const std::shared_ptr<StudioSite>& site,
                                              const std::string& path) {
  WEFT_ASSIGN(const std::string real, path_below_root(path));
  std::string command =
      fmt::format("weft watch --site {} --repair {}",
                  shell_quoted(fs::relative(site->bundle_path(), options_.root).string()),
                  shell_quoted(fs::relative(real, options_.root).string()));
  return start("watch", std::move(command), [this, site, real](Job& running) {
    running.site = site->name();
    return watch_site(*site, real, options_.read_pages, options_.limits, running);
  });
}

Result<std::shared_ptr<Job>> Workspace::read_by_domain(const std::shared_ptr<StudioSite>& site,
                                                       const std::string& domain) {
  std::string command = "weft auto";
  if (!domain.empty()) command += " --domain " + shell_quoted(domain);
  for (const std::string& input : site->inputs())
    command += " " + shell_quoted(fs::relative(input, options_.root).string());
  return start("domain", std::move(command), [this, site, domain](Job& running) {
    running.site = site->name();
    return studio::read_by_domain(*site, domain, options_.root, options_.limits, running);
  });
}

Result<std::shared_ptr<Job>> Workspace::watch_practice(const std::shared_ptr<StudioSite>& site) {
  const std::string archive = options_.root + "/practice-shop-new.warc.gz";
  WEFT_TRY(write_practice_archive(archive,
                                  practice_shop({{practice::RedesignKind::kRenamedClasses, 5},
                                                 {practice::RedesignKind::kChangedNesting, 2}})));
  return watch(site, archive);
}

std::string Workspace::records_file(const std::string& site, const std::string& format) const {
  if (std::find(std::begin(kFormats), std::end(kFormats), format) == std::end(kFormats)) return {};
  const std::lock_guard lock(mutex_);
  const auto it = records_.find(site);
  return it == records_.end() ? std::string() : fmt::format("{}/records.{}", it->second, format);
}

Result<Json> Workspace::records(const std::string& site, const RecordQuery& query) const {
  const std::string file = records_file(site, "sqlite");
  if (file.empty()) return Error{ErrorCode::kNotFound, "nothing is extracted yet: run it first"};
  std::string before;
  {
    const std::lock_guard lock(mutex_);
    if (const auto it = before_.find(site); it != before_.end())
      before = it->second + "/records.sqlite";
  }
  WEFT_ASSIGN(store::Database database,
              store::Database::open(file, store::Database::Mode::kImmutable));
  WEFT_ASSIGN(const std::vector<std::string> columns, columns_of(database, "main"));
  std::string changed = "0";
  if (query.only == "changed" && !before.empty()) {
    WEFT_TRY(database.execute(fmt::format("ATTACH '{}' AS before", before)));
    WEFT_ASSIGN(const std::vector<std::string> known, columns_of(database, "before"));
    changed = differs(columns, known);
  }
  // 1. The condition, over the columns that people see.
  std::string words, empty;
  for (const std::string& column : columns) {
    if (column.starts_with('_')) continue;
    const std::string name = store::quote_identifier(column);
    words += fmt::format("{}{} LIKE ?1 ESCAPE '\\'", words.empty() ? "" : " OR ", name);
    empty += fmt::format("{}{} IS NULL OR {} = ''", empty.empty() ? "" : " OR ", name, name);
  }
  std::string where = fmt::format("(?1 = '' OR {})", words.empty() ? "0" : words);
  if (query.only == "missing" && !empty.empty()) where += " AND (" + empty + ")";
  if (query.only == "unhealthy") {
    std::string broken = "0";
    for (const std::string& column : columns) {
      if (std::find(query.mandatory.begin(), query.mandatory.end(), column) !=
          query.mandatory.end())
        broken += fmt::format(" OR {0} IS NULL OR {0} = ''", store::quote_identifier(column));
    }
    where += " AND (" + broken + ")";
  }
  if (query.only == "changed") where += " AND (" + changed + ")";
  if (query.only == "doubt") where += fmt::format(" AND _confidence < {}", site::kSureValue);
  std::string pattern;
  for (const char c : query.words) {
    if (c == '%' || c == '_' || c == '\\') pattern += '\\';
    pattern += c;
  }
  if (!pattern.empty()) pattern = "%" + pattern + "%";
  // 2. The order: the key of the row makes it one order.
  std::string order = "rowid";
  if (std::find(columns.begin(), columns.end(), query.sort) != columns.end())
    order = fmt::format("{} {}, rowid", store::quote_identifier(query.sort),
                        query.backwards ? "DESC" : "ASC");
  WEFT_ASSIGN(store::Statement counting,
              database.prepare("SELECT count(*) FROM records WHERE " + where));
  counting.bind(1, std::string_view(pattern));
  int64_t total = 0;
  WEFT_TRY(counting.each([&](const store::Statement& row) { total = row.integer(0); }));
  WEFT_ASSIGN(store::Statement select,
              database.prepare(fmt::format(
                  "SELECT * FROM records WHERE {} ORDER BY {} LIMIT ?2 OFFSET ?3", where, order)));
  select.bind(1, std::string_view(pattern));
  select.bind(2, static_cast<int64_t>(std::min<size_t>(query.limit, 500)));
  select.bind(3, static_cast<int64_t>(query.after));
  Json rows = Json::array();
  WEFT_TRY(select.each([&](const store::Statement& row) {
    Json cells = Json::array();
    for (size_t i = 0; i < columns.size(); ++i)
      cells.push_back(std::string(row.text(static_cast<int>(i))));
    rows.push_back(std::move(cells));
  }));
  return Json{{"columns", columns},
              {"rows", std::move(rows)},
              {"total", total},
              {"after", query.after},
              {"compared", !before.empty()}};
}

// --- uploads ---

std::string Workspace::upload_path(const std::string& upload) const {
  return fmt::format("{}/{}/{}", options_.root, kUploads, upload);
}

Status Workspace::append_upload(const std::string& upload, const std::string& name, uint64_t offset,
                                std::string_view bytes) {
  if (!is_safe_name(upload) || !is_safe_name(name))
    return Error{ErrorCode::kInvalidArgument,
                 "names of uploads are letters, digits, '-', '_' and '.'"};
  if (offset + bytes.size() > kMostUploadBytes)
    return Error{ErrorCode::kLimitExceeded, "a file may have 2 GiB: open it by its path instead"};
  const fs::path folder = upload_path(upload);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return Error{ErrorCode::kIo, fmt::format("cannot make {}", folder.string())};
  const fs::path file = folder / name;
  const uint64_t have = fs::exists(file, error) ? fs::file_size(file, error) : 0;
  if (offset == 0 && have > 0 && !bytes.empty()) fs::remove(file, error);
  if (offset != 0 && offset != have)
    return Error{
        ErrorCode::kInvalidArgument,
        fmt::format("the file has {} bytes, so that a piece at {} does not follow", have, offset)};
  std::ofstream out(file, std::ios::binary | std::ios::app);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  return out.good() ? Status() : Status(Error{ErrorCode::kIo, "the disk is full, or not writable"});
}

}  // namespace weft::studio
