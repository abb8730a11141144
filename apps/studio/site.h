// StudioSite: pages that somebody opened, in templates, with a desk for each, and the bundle in which
// everything said about them is kept.
//
// Opened by path: files, a directory, WARC files, or a site bundle. Nothing is written before the first
// act; from then on the bundle is the state, and another program may change it at any time: what is here
// follows it (revision).
//
// Threads: every member takes the site's lock; what is given back by reference lives as long as the site
// and does not change, except desks, which are used under the lock (with_desk).
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "base/result.h"
#include "model/page.h"
#include "site/bundle.h"
#include "site/grouping.h"
#include "site/label_desk.h"
#include "site/raw_page.h"

namespace weft::studio {

// Reads pages of a path one after the other, at most `most`, spread where that can be told before
// reading; `use` says whether to go on.
using ReadPages = std::function<Status(const std::string& path, size_t most,
                                       const std::function<bool(const site::RawPage&)>& use)>;

// Pages that are opened to be looked at and grouped.
inline constexpr size_t kMostPages = 2'000;
// Of parsed pages together.
inline constexpr size_t kMostPageBytes = size_t{512} << 20;

// The last template, if there is need of it: pages that are like no others.
// What is added to the id of a page that was opened as it is now, beside the one that the archive has.
inline constexpr const char* kNewer = "#newer";
inline constexpr const char* kOthers = "others";

struct StudioTemplate {
  model::Template page_template;
  site::TemplateSigns signs;   // What a person knows it by.
  std::vector<size_t> pages;   // Of the site, in their order.
  std::vector<size_t> sample;  // Of these, evenly spread.
  size_t typical = 0;          // Of the sample: the one that most is stored of, else in the middle.
};

// How far opening, or another long work, has come.
struct Progress {
  std::atomic<uint64_t> done{0};
  std::atomic<uint64_t> total{0};  // 0: unknown.
  std::atomic<bool> stop{false};
};

// Something that an archive holds beside pages.
struct StoredResource {
  std::string content_type;
  std::string bytes;
};

class StudioSite {
 public:
  // `bundle`: where what is said is kept; may not exist yet. Fails as reading does, with kNotFound if
  // there are no pages.
  static Result<std::shared_ptr<StudioSite>> open(std::string name, std::string path,
                                                  std::string bundle, const ReadPages& read,
                                                  const Limits& limits, Progress& progress);

  [[nodiscard]] const std::string& name() const { return name_; }
  // Where its pages were opened from; empty: they are in the bundle alone.
  [[nodiscard]] const std::string& path() const { return path_; }
  // All places that hold its pages: the path, and the pages fetched since.
  [[nodiscard]] std::vector<std::string> inputs() const;
  // The archive of pages that were fetched for this site, in its bundle.
  [[nodiscard]] std::string fetched_path() const { return bundle_path_ + "/fetched"; }
  [[nodiscard]] const std::string& bundle_path() const { return bundle_path_; }
  [[nodiscard]] const std::deque<model::Page>& pages() const { return pages_; }
  [[nodiscard]] const std::vector<StudioTemplate>& templates() const { return templates_; }
  // Null if there is none.
  [[nodiscard]] const StudioTemplate* find_template(const std::string& name) const;
  [[nodiscard]] const StudioTemplate& template_of(size_t page) const {
    return templates_[template_of_[page]];
  }
  [[nodiscard]] bool truncated() const {
    return truncated_;
  }  // There are more pages than were read.

  // The page at an address, whatever its fragment; nothing if it is not among them.
  [[nodiscard]] std::optional<size_t> page_at(const std::string& url) const;
  // The page of an id.
  [[nodiscard]] std::optional<size_t> page_of(const std::string& id) const;

  // What the archive, or the folder of saved pages, holds for an address; nothing if it holds nothing.
  [[nodiscard]] std::optional<StoredResource> resource(const std::string& url) const;
  [[nodiscard]] bool has_resource(const std::string& url) const;
  // How much of what a page needs to be looked at is stored.
  struct Looks {
    size_t wanted = 0;
    size_t stored = 0;
  };
  [[nodiscard]] Looks looks_of(size_t page) const;
  // Looks again at what is stored: more was fetched.
  void find_resources();

  // --- what is said ---
  struct DeskState {
    site::LabelDesk& desk;
    const std::vector<site::Act>& acts;
    int64_t revision;
    double milliseconds;                // That the last change took to learn.
    bool stopped;                       // Learning was: what is found is as before it.
    const site::Act* marked = nullptr;  // The act that was undone, or brought back.
  };
  // Calls `use` with the desk of a template, brought up to date with the bundle. Fails with kNotFound,
  // else as the bundle does.
  Status with_desk(const std::string& template_name,
                   const std::function<Status(const DeskState&)>& use);
  // With the desk of a page's template, on which the page is put if it is not in the sample.
  Status with_desk_of(size_t page, const std::function<Status(const DeskState&)>& use);
  // Keeps an act, then as with_desk. `check` may refuse it, seeing the desk as it is.
  Status act(site::Act act, const std::function<Status(const DeskState&)>& use);
  // Keeps acts of one template, and learns once.
  Status act_all(std::vector<site::Act> acts);
  // Undoes the last act of a template, brings back the next, or marks a certain one.
  Status undo(const std::string& template_name, const std::function<Status(const DeskState&)>& use);
  Status redo(const std::string& template_name, const std::function<Status(const DeskState&)>& use);
  Status mark(const std::string& template_name, int64_t number, bool undone,
              const std::function<Status(const DeskState&)>& use);

  model::Schema schema();
  Status put_schema(const model::Schema& schema);
  // Adds an attribute, unless there is one of this name.
  Status add_attribute(const model::Attribute& attribute);
  Status rename_attribute(const std::string& from, const std::string& to);

  // Of what is said, as the bundle has it now; nothing while somebody else uses the site, or if it
  // cannot be read. Never waits.
  [[nodiscard]] std::optional<int64_t> revision();

  // Ends the learning under way, or else the next: whoever waits for it is answered, and the act after it learns for
  // both. Never waits.
  void stop_learning() { stop_learning_ = true; }

  // The rules in force have changed: desks begin anew.
  void forget_desks();
  // Puts what was learned for a template in force. Fails with kNotFound if nothing was.
  Result<uint32_t> save(const std::string& template_name);
  // The same for every template of which somebody said something.
  Status save_all();

  // Runs `work` with the bundle, if there is one. REQUIRES: `work` does not call this site.
  Status with_bundle(const std::function<Status(site::Bundle&)>& work);
  // As with_bundle, and makes it if there is none.
  Status with_own_bundle(const std::function<Status(site::Bundle&)>& work);

 private:
  struct Desk {
    std::unique_ptr<site::LabelDesk> desk;
    std::vector<site::Act> acts;
    int64_t revision = -1;  // Of the bundle when the desk was brought up to date.
    double milliseconds = 0;
    bool stopped = false;
    [[nodiscard]] DeskState state() { return {*desk, acts, revision, milliseconds, stopped}; }
  };
  struct ResourcePlace {
    std::string file;
    uint64_t offset = 0;
    uint64_t length = 0;
  };

  StudioSite() = default;
  // The address of what is stored for an address: of where it redirects to.
  [[nodiscard]] std::optional<ResourcePlace> place_of_resource(const std::string& url) const;
  // The file beside saved pages that a file: address names; empty if it is not below their folder.
  [[nodiscard]] std::string file_at(const std::string& url) const;
  void choose_typical(StudioTemplate& of) const;
  void read_signs();
  void make_templates(const std::vector<model::Template>& known,
                      const std::map<std::string, std::string>& template_of);
  Result<site::Bundle*> bundle(bool make);
  // One that has the template, too.
  Result<site::Bundle*> bundle_with(const std::string& template_name);
  Result<Desk*> desk_of(const std::string& template_name);
  Status refresh(Desk& desk, const std::string& template_name);
  Status keep_page(const std::string& template_name, const std::string& page);
  model::Schema schema_locked();
  Status put_schema_locked(const model::Schema& schema);

  std::string name_;
  std::string path_;
  std::string bundle_path_;
  std::deque<model::Page> pages_;
  std::vector<StudioTemplate> templates_;
  std::vector<size_t> template_of_;
  std::map<std::string, size_t> by_url_;  // Pages.
  std::map<std::string, size_t> by_id_;
  std::string folder_;  // Of saved pages; empty: they are in archives.
  bool truncated_ = false;

  mutable std::mutex resources_mutex_;  // Guards what follows.
  std::map<std::string, ResourcePlace> resources_;
  std::map<std::string, std::string> redirects_;

  std::atomic<bool> stop_learning_ = false;

  std::mutex mutex_;  // Guards what follows.
  std::unique_ptr<site::Bundle> bundle_;
  model::Inducer rules_ = induce::remembering_rules();  // Of all desks.
  std::map<std::string, Desk> desks_;
  std::optional<model::Schema> schema_;
  std::set<std::string> kept_pages_;
};

}  // namespace weft::studio
