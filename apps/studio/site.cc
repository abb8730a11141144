#include "studio/site.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "base/file.h"
#include "base/strings.h"
#include "crawl/fetch/fetcher.h"
#include "crawl/fetch/page_requisites.h"
#include "model/template_matcher.h"
#include "site/grouping.h"
#include "site/learn.h"
#include "studio/page_frame.h"
#include "url/encode.h"
#include "url/url.h"
#include "warc/http.h"
#include "warc/reader.h"

namespace weft::studio {
namespace {

namespace fs = std::filesystem;
using site::Bundle;

constexpr size_t kNone = SIZE_MAX;
// The longest picture or style sheet that is shown.
constexpr uint64_t kMostResourceBytes = uint64_t{16} << 20;
constexpr int kMostRedirects = 5;

bool is_archive(const fs::path& path) {
  const std::string name = ascii_lower(path.filename().string());
  return name.ends_with(".warc") || name.ends_with(".warc.gz") || name.ends_with(".warc.zst");
}

std::vector<std::string> archives_in(const std::string& path) {
  std::vector<std::string> found;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    if (is_archive(path)) found.push_back(path);
    return found;
  }
  for (fs::recursive_directory_iterator it(path, error), end; !error && it != end;
       it.increment(error)) {
    if (it->is_regular_file(error) && is_archive(it->path())) found.push_back(it->path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

// What a parsed page takes: its columns are made for more nodes than it has.
size_t held_bytes(const dom::Document& doc) {
  const dom::Storage& held = doc.storage();
  constexpr size_t kPerNode = 8 * sizeof(uint32_t) + sizeof(uint8_t);
  return doc.source().size() + held.capacity * kPerNode + held.arena.capacity() +
         held.attribute_capacity * sizeof(dom::AttributeEntry);
}

site::RawPage raw_of(const site::StoredPage& stored) {
  site::RawPage raw;
  raw.id = stored.id;
  raw.url = stored.url;
  raw.status = stored.status;
  raw.content_type = stored.content_type;
  raw.charset = "utf-8";
  raw.fetched_at = stored.fetched_at;
  raw.bytes = stored.body;
  return raw;
}

// Pages that a bundle keeps: all where nothing else is known of the site, else those opened as they are now.
Status read_kept_pages(const std::string& directory, bool all,
                       const std::function<bool(const site::RawPage&)>& use) {
  WEFT_ASSIGN(const Bundle bundle, Bundle::open(directory, Bundle::Mode::kRead));
  WEFT_ASSIGN(const auto samples, bundle.samples());
  std::set<std::string> seen;
  for (const site::Sample& sample : samples) {
    if (!all && !sample.page.ends_with(kNewer)) continue;
    if (!seen.insert(sample.page).second) continue;
    const auto stored = bundle.read_sample(sample);
    if (stored.ok() && !use(raw_of(*stored))) break;
  }
  return {};
}

}  // namespace

Result<std::shared_ptr<StudioSite>> StudioSite::open(std::string name, std::string path,
                                                     std::string bundle, const ReadPages& read,
                                                     const Limits& limits, Progress& progress) {
  std::shared_ptr<StudioSite> opened(new StudioSite());
  StudioSite& self = *opened;
  self.name_ = std::move(name);
  self.path_ = std::move(path);
  self.bundle_path_ = std::move(bundle);
  html::Parser parser;
  size_t bytes = 0;
  std::set<std::string> ids;
  const auto take = [&](const site::RawPage& raw) {
    if (progress.stop) return false;
    if (raw.error) return true;
    if (self.pages_.size() == kMostPages || bytes > kMostPageBytes) {
      self.truncated_ = true;
      return false;
    }
    if (!ids.insert(raw.id).second) return true;
    self.pages_.push_back(site::parse_page(parser, raw, limits));
    bytes += held_bytes(self.pages_.back().document);
    ++progress.done;
    return true;
  };
  for (const std::string& input : self.inputs()) WEFT_TRY(read(input, kMostPages + 1, take));
  if (fs::exists(self.bundle_path_ + "/site.sqlite"))
    WEFT_TRY(read_kept_pages(self.bundle_path_, /*all=*/self.path_.empty(), take));
  if (self.pages_.empty()) {
    return Error{ErrorCode::kNotFound,
                 fmt::format("{} holds no page: open HTML files, a WARC file, or a site bundle",
                             self.path_.empty() ? self.bundle_path_ : self.path_)};
  }
  std::vector<model::Template> known;
  std::map<std::string, std::string>
      template_of;  // Of pages as they are now: they look like no template yet.
  if (fs::exists(self.bundle_path_ + "/site.sqlite")) {
    // For writing, so that an older format is brought forward.
    WEFT_ASSIGN(const Bundle kept, Bundle::open(self.bundle_path_, Bundle::Mode::kWrite));
    WEFT_ASSIGN(known, kept.templates());
    WEFT_ASSIGN(const auto samples, kept.samples());
    for (const site::Sample& sample : samples) {
      if (sample.page.ends_with(kNewer)) template_of[sample.page] = sample.template_name;
    }
  }
  std::error_code error;
  if (const fs::path real = fs::canonical(self.path_, error); !error && !is_archive(real))
    self.folder_ = (fs::is_directory(real) ? real : real.parent_path()).string();
  for (size_t p = 0; p < self.pages_.size(); ++p) {
    self.by_id_.emplace(self.pages_[p].id, p);
    const auto parsed = url::Url::parse(address_of(self.pages_[p]));
    if (parsed.ok() && !self.pages_[p].id.ends_with(kNewer))
      self.by_url_.emplace(parsed->href_without_fragment(), p);
  }
  self.make_templates(known, template_of);
  self.read_signs();
  self.find_resources();
  for (StudioTemplate& one : self.templates_) self.choose_typical(one);
  return opened;
}

std::vector<std::string> StudioSite::inputs() const {
  std::vector<std::string> all;
  if (!path_.empty()) all.push_back(path_);
  if (fs::exists(fetched_path())) all.push_back(fetched_path());
  return all;
}

std::optional<size_t> StudioSite::page_at(const std::string& url) const {
  const auto parsed = url::Url::parse(url);
  if (!parsed.ok()) return std::nullopt;
  const auto it = by_url_.find(parsed->href_without_fragment());
  return it == by_url_.end() ? std::nullopt : std::optional(it->second);
}

std::optional<size_t> StudioSite::page_of(const std::string& id) const {
  const auto it = by_id_.find(id);
  return it == by_id_.end() ? std::nullopt : std::optional(it->second);
}

void StudioSite::choose_typical(StudioTemplate& of) const {
  if (of.sample.empty()) return;
  of.typical = of.sample[of.sample.size() / 2];
  size_t most = 0;
  for (const size_t p : of.sample) {
    const auto stored = looks_of(p).stored;
    if (stored <= most) continue;
    most = stored;
    of.typical = p;
  }
}

StudioSite::Looks StudioSite::looks_of(size_t page) const {
  Looks looks;
  for (const std::string& url :
       crawl::page_requisites(pages_[page].document, address_of(pages_[page]))) {
    ++looks.wanted;
    looks.stored += has_resource(url) ? 1 : 0;
  }
  return looks;
}

// Templates that are known are kept; pages that fit none of them are grouped anew, and what is left is one
// template more, the last.
void StudioSite::make_templates(const std::vector<model::Template>& known,
                                const std::map<std::string, std::string>& template_of) {
  template_of_.assign(pages_.size(), kNone);
  model::Template others{.name = kOthers};
  std::vector<model::Template> like;
  for (const model::Template& one : known) {
    if (one.name == kOthers)
      others = one;
    else
      like.push_back(one);
  }
  for (const model::Template& one : like) templates_.push_back({.page_template = one});
  if (auto matcher = model::TemplateMatcher::build(like); matcher.ok() && !like.empty()) {
    for (size_t p = 0; p < pages_.size(); ++p) {
      const auto match = matcher->match(pages_[p]);
      if (match.found()) template_of_[p] = match.index;
    }
  }
  for (size_t p = 0; p < pages_.size(); ++p) {
    const auto of = template_of.find(pages_[p].id);
    for (size_t t = 0; of != template_of.end() && t < like.size(); ++t) {
      if (like[t].name == of->second) template_of_[p] = t;
    }
  }
  std::vector<const model::Page*> left;
  std::vector<size_t> places;
  for (size_t p = 0; p < pages_.size(); ++p) {
    if (template_of_[p] != kNone) continue;
    left.push_back(&pages_[p]);
    places.push_back(p);
  }
  for (site::GroupedPages& group : site::group_pages(left)) {
    std::string& name = group.page_template.name;
    for (size_t i = templates_.size() + 1; find_template(name) != nullptr; ++i)
      name = fmt::format("t{}", i);
    for (const size_t p : group.pages) template_of_[places[p]] = templates_.size();
    templates_.push_back({.page_template = std::move(group.page_template)});
  }
  if (templates_.empty()) {  // A page or two: one template of all.
    templates_.push_back({.page_template = {.name = "page"}});
    std::fill(template_of_.begin(), template_of_.end(), 0);
  }
  const size_t last = templates_.size();
  std::replace(template_of_.begin(), template_of_.end(), kNone, last);
  if (std::find(template_of_.begin(), template_of_.end(), last) != template_of_.end())
    templates_.push_back({.page_template = std::move(others)});
  for (size_t p = 0; p < pages_.size(); ++p) templates_[template_of_[p]].pages.push_back(p);
  for (StudioTemplate& one : templates_) one.sample = site::desk_sample(one.pages);
}

void StudioSite::read_signs() {
  std::vector<site::PageSigns> signs;
  std::vector<const site::PageSigns*> all;
  for (const model::Page& page : pages_) {
    signs.push_back(site::signs_of(page));
    if (page.url.empty() && page.id.starts_with(folder_ + "/"))
      signs.back().address = page.id.substr(folder_.size() + 1);
  }
  for (const site::PageSigns& one : signs) all.push_back(&one);
  for (StudioTemplate& one : templates_) one.signs = site::signs_of(all, one.pages);
}

const StudioTemplate* StudioSite::find_template(const std::string& name) const {
  const auto it = std::find_if(templates_.begin(), templates_.end(),
                               [&](const auto& one) { return one.page_template.name == name; });
  return it == templates_.end() ? nullptr : &*it;
}

// --- resources ---

void StudioSite::find_resources() {
  std::vector<std::string> files;
  for (const std::string& input : inputs()) {
    for (std::string& file : archives_in(input)) files.push_back(std::move(file));
  }
  const std::lock_guard lock(resources_mutex_);
  for (const std::string& file : files) {
    auto reader = warc::Reader::open(file);
    if (!reader.ok()) continue;
    while (const warc::Record* record = reader->next()) {
      // The same content as another address has: it is stored once.
      if (record->type == warc::RecordType::kRevisit)
        redirects_.try_emplace(std::string(record->target_uri()),
                               record->header("WARC-Refers-To-Target-URI"));
      if (record->type != warc::RecordType::kResponse || !record->is_http()) continue;
      const auto http = warc::parse_http(record->content);
      if (!http.ok()) continue;
      const std::string url(record->target_uri());
      if (crawl::is_redirect(http->status))
        redirects_.try_emplace(url, url::resolve(http->header("Location"), url));
      if (http->status < 200 || http->status >= 300) continue;
      const std::string_view type = http->media_type();
      if (equals_ignoring_ascii_case(type, "text/html") || record->length == 0) continue;
      resources_.try_emplace(url, ResourcePlace{file, record->offset, record->length});
    }
  }
}

std::optional<StudioSite::ResourcePlace> StudioSite::place_of_resource(
    const std::string& url) const {
  const std::lock_guard lock(resources_mutex_);
  std::string at = url;
  for (int hop = 0; hop < kMostRedirects; ++hop) {
    if (const auto it = resources_.find(at); it != resources_.end()) return it->second;
    const auto next = redirects_.find(at);
    if (next == redirects_.end()) return std::nullopt;
    at = next->second;
  }
  return std::nullopt;
}

// Links are followed before it is asked whether the file is below the folder.
std::string StudioSite::file_at(const std::string& url) const {
  const auto parsed = url::Url::parse(url);
  if (folder_.empty() || !parsed.ok() || parsed->scheme != "file") return {};
  std::error_code error;
  const fs::path real = fs::canonical(url::percent_decode(parsed->pathname()), error);
  if (error || !real.string().starts_with(folder_ + "/") || !fs::is_regular_file(real)) return {};
  return real.string();
}

bool StudioSite::has_resource(const std::string& url) const {
  return url.starts_with("file:") ? !file_at(url).empty() : place_of_resource(url).has_value();
}

std::optional<StoredResource> StudioSite::resource(const std::string& url) const {
  StoredResource found;
  if (url.starts_with("file:")) {
    const std::string file = file_at(url);
    std::error_code error;
    if (file.empty() || fs::file_size(file, error) > kMostResourceBytes) return std::nullopt;
    auto bytes = read_file(file);
    if (!bytes.ok()) return std::nullopt;
    if (file.ends_with(".css")) found.content_type = "text/css";
    found.bytes = std::move(*bytes);
    return found;
  }
  const auto place = place_of_resource(url);
  if (!place) return std::nullopt;
  const Status read = warc::read_record_at(
      place->file, place->offset, place->length, [&](const warc::Record& record) -> Status {
        WEFT_ASSIGN(const auto http, warc::parse_http(record.content));
        found.content_type = http.media_type();
        found.bytes = warc::decode_body(http, kMostResourceBytes).bytes;
        return {};
      });
  if (!read.ok()) return std::nullopt;
  return found;
}

// --- the bundle ---

// Null where there is none and none is to be made.
Result<Bundle*> StudioSite::bundle(bool make) {
  if (bundle_ != nullptr) return bundle_.get();
  const bool exists = fs::exists(bundle_path_ + "/site.sqlite");
  if (!exists && !make) return static_cast<Bundle*>(nullptr);
  WEFT_ASSIGN(Bundle opened, Bundle::open(bundle_path_, Bundle::Mode::kCreate));
  if (!exists) {
    WEFT_TRY(opened.put_fact("name", name_));
    if (!path_.empty()) WEFT_TRY(opened.put_fact("pages", path_));
  }
  for (const StudioTemplate& one : templates_) {
    const std::string& name = one.page_template.name;
    if (name != kOthers && !opened.find_template(name).ok())
      WEFT_TRY(opened.put_template(one.page_template));
  }
  bundle_ = std::make_unique<Bundle>(std::move(opened));
  return bundle_.get();
}

// Pages like no others are a template once somebody labels one: until then extraction leaves them out.
Result<Bundle*> StudioSite::bundle_with(const std::string& template_name) {
  WEFT_ASSIGN(Bundle * kept, bundle(/*make=*/true));
  const StudioTemplate* known = find_template(template_name);
  if (known != nullptr && !kept->find_template(template_name).ok())
    WEFT_TRY(kept->put_template(known->page_template));
  return kept;
}

Status StudioSite::with_bundle(const std::function<Status(Bundle&)>& work) {
  const std::lock_guard lock(mutex_);
  WEFT_ASSIGN(Bundle * kept, bundle(/*make=*/false));
  return kept == nullptr ? Status() : work(*kept);
}

Status StudioSite::with_own_bundle(const std::function<Status(Bundle&)>& work) {
  const std::lock_guard lock(mutex_);
  WEFT_ASSIGN(Bundle * kept, bundle(/*make=*/true));
  return work(*kept);
}

std::optional<int64_t> StudioSite::revision() {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) return std::nullopt;
  const auto kept = bundle(/*make=*/false);
  if (!kept.ok()) return std::nullopt;
  if (*kept == nullptr) return 0;
  const auto now = (*kept)->label_revision();
  return now.ok() ? std::optional(*now) : std::nullopt;
}

model::Schema StudioSite::schema_locked() {
  if (schema_) return *schema_;
  schema_.emplace();
  const auto kept = bundle(/*make=*/false);
  if (!kept.ok() || *kept == nullptr) return *schema_;
  if (const auto stored = (*kept)->schema(); stored.ok() && *stored) schema_ = **stored;
  return *schema_;
}

model::Schema StudioSite::schema() {
  const std::lock_guard lock(mutex_);
  return schema_locked();
}

Status StudioSite::put_schema_locked(const model::Schema& schema) {
  WEFT_ASSIGN(Bundle * kept, bundle(/*make=*/true));
  WEFT_TRY(kept->put_schema(schema));
  schema_ = schema;
  for (auto& [name, desk] : desks_) desk.revision = -1;
  return {};
}

Status StudioSite::put_schema(const model::Schema& schema) {
  const std::lock_guard lock(mutex_);
  return put_schema_locked(schema);
}

Status StudioSite::add_attribute(const model::Attribute& attribute) {
  const std::lock_guard lock(mutex_);
  model::Schema schema = schema_locked();
  if (schema.find(attribute.name) != nullptr) return {};
  schema.attributes.push_back(attribute);
  return put_schema_locked(schema);
}

Status StudioSite::rename_attribute(const std::string& from, const std::string& to) {
  const std::lock_guard lock(mutex_);
  model::Schema schema = schema_locked();
  if (schema.find(to) != nullptr)
    return Error{ErrorCode::kAlreadyExists, fmt::format("there is an attribute '{}' already", to)};
  for (model::Attribute& one : schema.attributes) {
    if (one.name == from) one.name = to;
  }
  return put_schema_locked(schema);
}

// --- desks ---

Result<StudioSite::Desk*> StudioSite::desk_of(const std::string& template_name) {
  const StudioTemplate* known = find_template(template_name);
  if (known == nullptr)
    return Error{ErrorCode::kNotFound, fmt::format("there is no template '{}'", template_name)};
  Desk& desk = desks_[template_name];
  if (desk.desk == nullptr) {
    site::DeskInput input{.name = template_name, .rules = rules_};
    for (const size_t p : known->sample) input.pages.push_back(&pages_[p]);
    WEFT_ASSIGN(Bundle * kept, bundle(/*make=*/false));
    if (kept != nullptr) {
      if (auto wrapper = kept->wrapper(template_name); wrapper.ok())
        input.in_force = std::move(*wrapper);
      for (const StudioTemplate& other : templates_) {
        const std::string& name = other.page_template.name;
        if (name == template_name) continue;
        if (auto wrapper = kept->wrapper(name); wrapper.ok())
          input.others.push_back({name, std::move(*wrapper)});
      }
    }
    desk.desk = std::make_unique<site::LabelDesk>(std::move(input));
  }
  WEFT_TRY(refresh(desk, template_name));
  return &desk;
}

Status StudioSite::refresh(Desk& desk, const std::string& template_name) {
  WEFT_ASSIGN(Bundle * kept, bundle(/*make=*/false));
  int64_t revision = 0;
  if (kept != nullptr) {
    WEFT_ASSIGN(revision, kept->label_revision());
  }
  if (revision == desk.revision && !desk.stopped) return {};
  if (kept != nullptr) {
    WEFT_ASSIGN(desk.acts, kept->acts(template_name));
  }
  for (const site::Act& act : desk.acts) {  // Pages beyond the sample that somebody labelled.
    const auto page = page_of(act.page);
    if (page && template_of(*page).page_template.name == template_name)
      desk.desk->add(pages_[*page]);
  }
  const auto started = std::chrono::steady_clock::now();
  desk.stopped = !desk.desk->update(desk.acts, schema_locked(), &stop_learning_);
  if (desk.stopped) stop_learning_ = false;
  desk.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  desk.revision = revision;
  return {};
}

Status StudioSite::with_desk(const std::string& template_name,
                             const std::function<Status(const DeskState&)>& use) {
  const std::lock_guard lock(mutex_);
  WEFT_ASSIGN(Desk * desk, desk_of(template_name));
  return use(desk->state());
}

Status StudioSite::with_desk_of(size_t page, const std::function<Status(const DeskState&)>& use) {
  const std::lock_guard lock(mutex_);
  const std::string& name = template_of(page).page_template.name;
  WEFT_ASSIGN(Desk * desk, desk_of(name));
  if (desk->desk->add(pages_[page])) {
    desk->revision = -1;
    WEFT_TRY(refresh(*desk, name));
  }
  return use(desk->state());
}

// A labelled page is kept with its labels, so that both outlive the archive.
Status StudioSite::keep_page(const std::string& template_name, const std::string& page) {
  if (page.empty() || !kept_pages_.insert(page).second) return {};
  const auto number = page_of(page);
  if (!number) return {};
  const model::Page& kept = pages_[*number];
  return bundle_->put_samples(template_name, site::SampleRole::kSample,
                              {{.id = kept.id,
                                .url = kept.url,
                                .status = kept.status,
                                .content_type = "text/html; charset=utf-8",
                                .fetched_at = kept.fetched_at,
                                .body = std::string(kept.document.source())}});
}

Status StudioSite::act(site::Act act, const std::function<Status(const DeskState&)>& use) {
  const std::lock_guard lock(mutex_);
  const std::string template_name = act.template_name;
  WEFT_ASSIGN(Bundle * kept, bundle_with(template_name));
  WEFT_TRY(keep_page(template_name, act.page));
  WEFT_TRY(kept->add_act(std::move(act)));
  WEFT_ASSIGN(Desk * desk, desk_of(template_name));
  return use(desk->state());
}

Status StudioSite::act_all(std::vector<site::Act> acts) {
  const std::lock_guard lock(mutex_);
  for (site::Act& act : acts) {
    WEFT_ASSIGN(Bundle * kept, bundle_with(act.template_name));
    WEFT_TRY(keep_page(act.template_name, act.page));
    WEFT_TRY(kept->add_act(std::move(act)));
  }
  return {};
}

Status StudioSite::undo(const std::string& template_name,
                        const std::function<Status(const DeskState&)>& use) {
  int64_t number = 0;
  WEFT_TRY(with_desk(template_name, [&](const DeskState& state) -> Status {
    const site::Act* last = site::last_standing(state.acts);
    if (last == nullptr) return Error{ErrorCode::kNotFound, "there is nothing to undo"};
    number = last->number;
    return {};
  }));
  return mark(template_name, number, true, use);
}

Status StudioSite::redo(const std::string& template_name,
                        const std::function<Status(const DeskState&)>& use) {
  int64_t number = 0;
  WEFT_TRY(with_desk(template_name, [&](const DeskState& state) -> Status {
    const site::Act* next = site::next_undone(state.acts);
    if (next == nullptr) return Error{ErrorCode::kNotFound, "there is nothing to redo"};
    number = next->number;
    return {};
  }));
  return mark(template_name, number, false, use);
}

Status StudioSite::mark(const std::string& template_name, int64_t number, bool undone,
                        const std::function<Status(const DeskState&)>& use) {
  const std::lock_guard lock(mutex_);
  WEFT_ASSIGN(Bundle * kept, bundle(/*make=*/true));
  WEFT_TRY(kept->mark_act(number, undone));
  WEFT_ASSIGN(Desk * desk, desk_of(template_name));
  DeskState state = desk->state();
  for (const site::Act& act : desk->acts) {
    if (act.number == number) state.marked = &act;
  }
  return use(state);
}

void StudioSite::forget_desks() {
  const std::lock_guard lock(mutex_);
  desks_.clear();
}

Result<uint32_t> StudioSite::save(const std::string& template_name) {
  const std::lock_guard lock(mutex_);
  WEFT_TRY(bundle_with(template_name));
  WEFT_ASSIGN(Desk * desk, desk_of(template_name));
  const auto wrapper = desk->desk->wrapper();
  if (wrapper == nullptr)
    return Error{
        ErrorCode::kNotFound,
        fmt::format("nothing is learned for {} yet: point at a value first", template_name)};
  // What is in force already is no new version.
  WEFT_ASSIGN(const model::Template known, bundle_->find_template(template_name));
  if (const auto before = bundle_->wrapper(template_name);
      before.ok() && model::save_wrapper(**before) == model::save_wrapper(*wrapper))
    return known.wrapper_version;
  std::vector<const model::Page*> sample;
  for (const site::DeskPage& page : desk->desk->pages()) sample.push_back(page.page);
  const model::Schema schema = schema_locked();
  WEFT_ASSIGN(const site::PutWrapper put,
              site::put_in_site(
                  *bundle_, template_name, *wrapper,
                  fmt::format("learned from {} labels in the studio", desk->desk->labels().size()),
                  schema.attributes.empty() ? std::nullopt : std::optional(schema), sample));
  // Templates of which nobody said anything may be read by what is in force now.
  std::erase_if(desks_, [&](const auto& one) { return one.second.acts.empty(); });
  return put.version;
}

Status StudioSite::save_all() {
  for (const StudioTemplate& one : templates_) {
    const std::string& name = one.page_template.name;
    bool learned = false;
    WEFT_TRY(with_desk(name, [&](const DeskState& state) -> Status {
      learned = !state.acts.empty() && state.desk.wrapper() != nullptr;
      return {};
    }));
    if (learned) WEFT_TRY(save(name));
  }
  return {};
}

}  // namespace weft::studio
