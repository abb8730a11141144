// Bundle: everything Weft remembers of one site, in one directory, the site bundle.
//
//   site.sqlite     facts: templates, wrapper versions, samples, golden extractions, labels and the
//                   acts they come from, proposals, runs, history
//   wrappers/       one JSON file per wrapper version
//   schema/         one JSON file per schema version
//   pages/          WARC files with sample and bellwether pages
//
//   WEFT_ASSIGN(Bundle site, Bundle::open("shop.site", Bundle::Mode::kWrite));
//   WEFT_TRY(site.put_template({.name = "product", .signature = s}));
//   WEFT_ASSIGN(uint32_t version, site.put_wrapper("product", *wrapper, "learned from 12 labels"));
//
// Every call is one transaction: when it has returned, its effect survives kill -9 and power
// failure; if it has not, nothing of it is seen. Files are written beside their place and renamed
// before the row that names them is committed, so the database is the only authority and a stray
// file means nothing.
//
// Processes: any number of readers and one writer at a time; a second writer waits up to ten
// seconds, then fails with kTimeout. Readers see the state of the last commit. Threads: a Bundle
// belongs to one at a time. Format: docs/formats/site-bundle.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/extraction.h"
#include "model/schema.h"
#include "model/template.h"
#include "model/wrapper.h"
#include "site/label_acts.h"

namespace weft::site {

// A page as it is kept: its bytes and how they were obtained.
struct StoredPage {
  std::string id;
  std::string url;
  int status = 200;
  std::string content_type;
  std::string fetched_at;  // ISO 8601, UTC.
  std::string body;        // Without transfer and content encodings.
};

enum class SampleRole : uint8_t {
  kSample,      // labelled, or chosen to be
  kBellwether,  // visited again to see whether the site has changed
  kFresh,       // as it is now, of a template that is not healthy
  kFormer,      // as it was before the last repair
};
std::span<const std::string_view> names_of(SampleRole);

struct Sample {
  std::string template_name;
  SampleRole role = SampleRole::kSample;
  std::string page;  // StoredPage::id
  std::string url;
  std::string fetched_at;
};

// Where the pinned rules of a new wrapper come from (pins.h).
enum class Pins : uint8_t {
  kCarried,  // the version before
  kAsGiven,  // the wrapper itself
};

struct WrapperVersion {
  std::string template_name;
  uint32_t version = 0;
  std::string kind;
  std::string note;        // Why it was made.
  std::string created_at;  // ISO 8601, UTC.
  std::string file;        // Within the bundle.
  bool current = false;
};

// One run of a verb over the site.
struct Run {
  int64_t id = 0;  // Given by add_run.
  std::string verb;
  std::string started_at;
  std::string ended_at;
  uint64_t pages = 0;
  uint64_t records = 0;
  uint64_t failures = 0;
  std::string outcome;  // "good", "unhealthy", "partial", "failed"
  std::string details;  // JSON; empty for none.
};

// A line of the site's history: everything that changed it.
struct Event {
  int64_t id = 0;
  std::string at;
  std::string action;   // "put-template", "put-wrapper", "rollback"…
  std::string subject;  // The template or page concerned.
  std::string detail;
};

// A wrapper that waits for a person to accept it, e.g. a repair.
struct Proposal {
  int64_t id = 0;  // Given by add_proposal.
  std::string template_name;
  std::string created_at;
  std::string wrapper;         // Its JSON.
  std::string proof;           // JSON: what changed, and why that is right.
  std::string state = "open";  // "open", "accepted", "rejected"
  std::string decided_at;
};

// Labels of one template, and which of its pages are finished.
struct KeptLabels {
  std::vector<model::Label> labels;
  std::set<std::string> finished;
};

struct BundleCheck {
  uint64_t files = 0;
  uint64_t pages = 0;
  std::vector<std::string> problems;  // Each makes the bundle unhealthy.
  std::vector<std::string> strays;  // Files that nothing names: left by a killed writer, harmless.
};

class Bundle {
 public:
  enum class Mode : uint8_t {
    kRead,    // must exist
    kWrite,   // must exist; brings an older format forward
    kCreate,  // as kWrite, and made if it does not exist
  };

  // Fails with kNotFound, kUnsupported (written by a newer weft), kCorruption, kInvalidArgument
  // (not a bundle).
  static Result<Bundle> open(const std::string& directory, Mode mode);
  ~Bundle();
  Bundle(Bundle&&) noexcept;
  Bundle& operator=(Bundle&&) noexcept;

  [[nodiscard]] const std::string& directory() const;
  // Facts about the site as a whole: "name", "url", "language"…; empty for what nobody set.
  Result<std::string> fact(std::string_view key) const;
  Status put_fact(std::string_view key, std::string_view value);

  // --- templates ---
  // By importance, the highest first.
  Result<std::vector<model::Template>> templates() const;
  // Fails with kNotFound.
  Result<model::Template> find_template(std::string_view name) const;
  // Adds it, or replaces all but its wrapper.
  Status put_template(const model::Template& value);

  // --- wrappers ---
  // Stores a new version, makes it the current one and returns its number. Pinned rules of the
  // version before stay in force in it (pins.h): fails with kInvalidArgument if it cannot hold them.
  Result<uint32_t> put_wrapper(std::string_view template_name, const model::Wrapper& wrapper,
                               std::string_view note = "", Pins pins = Pins::kCarried);
  // Version 0 is the current one. Fails with kNotFound.
  Result<std::unique_ptr<model::Wrapper>> wrapper(std::string_view template_name,
                                                  uint32_t version = 0) const;
  // All versions, the newest first; of all templates if the name is empty.
  Result<std::vector<WrapperVersion>> wrapper_history(std::string_view template_name = "") const;
  // Makes an earlier version the current one; 0 is the one before the current.
  Result<uint32_t> rollback(std::string_view template_name, uint32_t version = 0);

  // --- schema ---
  Status put_schema(const model::Schema& schema);
  // Nothing if none was put.
  Result<std::optional<model::Schema>> schema() const;

  // --- pages ---
  // Stores pages in one WARC file. A page already kept in this role is replaced.
  Status put_samples(std::string_view template_name, SampleRole role,
                     const std::vector<StoredPage>& pages);
  // In the order they were put; of all templates if the name is empty.
  Result<std::vector<Sample>> samples(std::string_view template_name = "",
                                      std::optional<SampleRole> role = std::nullopt) const;
  Result<StoredPage> read_sample(const Sample& sample) const;

  // --- golden extractions: what a page is known to hold ---
  Status put_golden(std::string_view template_name, const model::Extraction& extraction);
  Result<std::vector<model::Extraction>> golden(std::string_view template_name) const;

  // --- labels, and the acts they come from (label_acts.h) ---
  // Puts an act at the end of the journal and keeps the labels that its page comes to by it. Gives
  // it back with its number and time; of an id that is there, what is there. REQUIRES: the template
  // exists.
  Result<Act> add_act(Act act);
  // Labels of pages that were finished elsewhere, at a terminal say: adds the acts that lead from
  // what is kept of these pages to them.
  Status put_labels(std::string_view template_name, const std::vector<model::Label>& labels);
  // Undoes an act, or brings it back. Fails with kNotFound.
  Status mark_act(int64_t number, bool undone);
  // In the order of the journal, undone ones included.
  Result<std::vector<Act>> acts(std::string_view template_name) const;
  Result<KeptLabels> labels(std::string_view template_name) const;
  // Grows with every act and every mark: whoever knows the same one knows the same labels.
  Result<int64_t> label_revision() const;

  // --- proposals ---
  Result<int64_t> add_proposal(const Proposal& proposal);
  // The latest first; those of a state, if one is named.
  Result<std::vector<Proposal>> proposals(std::string_view state = "") const;
  // Fails with kNotFound, kInvalidArgument when it was decided before.
  Status decide_proposal(int64_t id, bool accepted);

  // --- runs and history ---
  Result<int64_t> add_run(const Run& run);
  // The latest first, at most `limit`.
  Result<std::vector<Run>> runs(size_t limit = 100) const;
  Result<std::vector<Event>> history(size_t limit = 100) const;

  // --- care ---
  // Reads everything: database, files and their digests, pages, wrappers.
  Result<BundleCheck> check() const;
  // A consistent copy of the bundle's live files into `directory`, which must not exist. Read-only
  // media can serve it.
  Status copy_to(const std::string& directory) const;

 private:
  struct State;
  explicit Bundle(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace weft::site
