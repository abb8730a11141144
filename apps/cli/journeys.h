// Journeys (wrap/journey/) on the command line: pages for who walks a site, and files that hold a way.
#pragma once

#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "annotate/recognizer.h"
#include "base/json_fields.h"
#include "cli/page_loop.h"
#include "explore/walk.h"
#include "model/schema.h"
#include "render/pool.h"
#include "site/explore_site.h"
#include "site/render.h"
#include "wrap/journey/journey.h"

namespace weft::cli {

// An answer in the folder of a walk: a line of its answers.jsonl.
struct KeptAnswer {
  std::string request;  // Method, address, body and acts.
  std::string url;      // After redirects.
  int status = 0;
  std::string content_type;
  std::string file;    // Its bytes; empty if there are none.
  bool shown = false;  // In a browser: its layout is beside it.
  std::string error;   // Why there are none.
};
void describe(JsonFields& json, KeptAnswer& answer);

// Fetches one page after the other, politely, with the cookies that the site sets. With a folder every
// answer is kept there, and one that is there is not fetched again: a walk does the same on the same
// answers, so one that was killed goes on where it was. Cookies are not kept.
class WalkReader {
 public:
  static constexpr int kPoliteDelay = 1000;
  // `delay`: milliseconds between requests to one host.
  explicit WalkReader(const Context& context, int delay = kPoliteDelay);
  // From here on no page is fetched twice.
  void remember() { remembers_ = true; }
  // Reads what the folder has; makes it if there is none. Fails as files do.
  Status keep_in(const std::string& folder);
  // From here on pages are as they are after their scripts, in a browser, perhaps with pictures of them.
  // What would act on the site is refused, as a walk refuses it. Fails if there is no browser.
  struct Rendering {
    bool pictures = false;
    bool posts = false;  // Of data that scripts ask for.
  };
  Status render(Rendering how);
  // Where the seconds went so far.
  struct Time {
    double fetching = 0;  // And keeping delays.
    double drawing = 0;   // In a browser.
    double parsing = 0;
  };
  [[nodiscard]] const Time& time() const { return time_; }
  // What a page looked like, as PNG; empty if no picture was taken.
  [[nodiscard]] std::string_view picture(const std::string& url) const;
  Result<model::Page> operator()(const explore::FormRequest& request);
  // For who takes a function; *this must outlive it.
  [[nodiscard]] explore::Walk::PageReader function();

 private:
  RawPage fetch(const explore::FormRequest& request);
  RawPage fetch_or_read(const explore::FormRequest& request, const std::string& key);
  RawPage fetch_anew(const explore::FormRequest& request);
  void show(const explore::FormRequest& request, RawPage& raw);

  const Context& context_;
  Time time_;
  PageSource source_;
  html::Parser parser_;
  std::string folder_;
  std::map<std::string, KeptAnswer> kept_;  // By method, address, body and acts.
  std::ofstream index_;
  bool remembers_ = false;
  std::map<std::string, RawPage> remembered_;  // Likewise.
  std::optional<render::BrowserPool> pool_;
  std::optional<site::PageRenderer> renderer_;
  std::map<std::string, std::string> pictures_;  // By address.
};

struct JourneyFile {
  std::unique_ptr<wrap::JourneyWrapper> journey;
  model::Schema schema;  // Empty if the file has none.
};
// JSON, or OXPath as text. Fails as reading either does, naming the file.
Result<JourneyFile> read_journey(const std::string& path);
// OXPath if the name ends with .oxpath, with the wrapper it needs beside it (NAME.oxpath.json); else JSON.
Status write_journey(const std::string& path, const wrap::JourneyWrapper& journey,
                     const model::Schema& schema);

// The domain that is looked for, and all others that ship.
struct WalkDomains {
  std::optional<annotate::Recognizer> own;
  std::vector<annotate::Recognizer> others;
  void apply(site::ExploreOptions& options) const;
};
// None for "". Fails as reading a domain does.
Result<WalkDomains> read_walk_domains(const std::string& name);

// "NAME=VALUE" of --set.
Result<std::map<std::string, std::string>> read_parameters(const std::vector<std::string>& texts);

// Goes a journey and says whether its steps and lists are there; `repair` explores anew from where they are
// not, and replaces the file. Exit codes: good, unhealthy.
struct WatchedJourney {
  std::string path;
  bool repair = false;
  bool dry_run = false;
  bool allow_post = false;
  bool render = false;
};
Result<ExitCode> watch_journey(Context& context, const WatchedJourney& watched);

}  // namespace weft::cli
