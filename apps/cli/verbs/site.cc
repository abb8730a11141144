// weft site: show, check, pack a site bundle; its rules, and those that people pin; its history, and
// going back to an earlier wrapper.

#include <unistd.h>

#include <array>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/check.h"
#include "base/file.h"
#include "base/json.h"
#include "base/shortened.h"
#include "cli/rules.h"
#include "cli/verb.h"
#include "model/schema_file.h"
#include "site/bundle.h"
#include "site/pins.h"
#include "warc/codec.h"
#include "wrap/rules/rule_xpath.h"
#include "wrap/rules/rules_wrapper.h"

namespace weft::cli::site_verb {
namespace {

namespace fs = std::filesystem;
using site::Bundle;

struct Options {
  std::string action;
  std::string site;
  std::string name;  // Of a template, or of an attribute.
  std::string rule;
  std::string template_name;
  uint32_t version = 0;
  size_t limit = 20;
};

// --- show ---

std::string template_line(const model::Template& value) {
  const std::string wrapper =
      value.wrapper_version == 0 ? "no wrapper" : fmt::format("wrapper v{}", value.wrapper_version);
  return fmt::format("  {:<16} {:>8.4g}  {:>8} pages  {:<12} {}\n", value.name, value.importance,
                     value.size, wrapper, value.url_pattern);
}

Result<std::string> describe(const Bundle& site) {
  WEFT_ASSIGN(const auto templates, site.templates());
  WEFT_ASSIGN(const auto samples, site.samples());
  WEFT_ASSIGN(const auto schema, site.schema());
  WEFT_ASSIGN(const auto runs, site.runs(1));
  std::string out = fmt::format("{}\n", site.directory());
  if (schema)
    out += fmt::format("schema     {}, {} attributes\n", schema->name, schema->attributes.size());
  out += fmt::format("pages      {} kept\n", samples.size());
  if (!runs.empty()) {
    out += fmt::format("last run   {} {}: {} pages, {} records, {}\n", runs[0].verb,
                       runs[0].ended_at, runs[0].pages, runs[0].records, runs[0].outcome);
  }
  out += fmt::format("templates  {}\n", templates.size());
  for (const model::Template& value : templates) out += template_line(value);
  return out;
}

// Templates with their wrapper versions, schema, samples and the latest runs.
Json template_to_json(const model::Template& value,
                      const std::vector<site::WrapperVersion>& versions) {
  Json json = {{"name", value.name},
               {"signature", dom::to_string(value.signature)},
               {"url_pattern", value.url_pattern},
               {"importance", value.importance},
               {"size", value.size},
               {"wrapper_version", value.wrapper_version},
               {"wrappers", Json::array()}};
  for (const site::WrapperVersion& version : versions) {
    if (version.template_name != value.name) continue;
    json["wrappers"].push_back({{"version", version.version},
                                {"kind", version.kind},
                                {"note", version.note},
                                {"created_at", version.created_at},
                                {"file", version.file}});
  }
  return json;
}

Json run_to_json(const site::Run& run) {
  return {{"id", run.id},
          {"verb", run.verb},
          {"started_at", run.started_at},
          {"ended_at", run.ended_at},
          {"pages", run.pages},
          {"records", run.records},
          {"failures", run.failures},
          {"outcome", run.outcome},
          {"details", run.details}};
}

Result<Json> bundle_to_json(const Bundle& site) {
  WEFT_ASSIGN(const auto templates, site.templates());
  WEFT_ASSIGN(const auto versions, site.wrapper_history());
  WEFT_ASSIGN(const auto samples, site.samples());
  WEFT_ASSIGN(const auto schema, site.schema());
  WEFT_ASSIGN(const auto runs, site.runs(10));
  Json json = {{"site", site.directory()}};
  if (schema) json["schema"] = write_json(*schema);
  json["templates"] = Json::array();
  for (const model::Template& value : templates)
    json["templates"].push_back(template_to_json(value, versions));
  json["samples"] = Json::array();
  for (const site::Sample& sample : samples) {
    json["samples"].push_back({{"template", sample.template_name},
                               {"role", std::string(name_of(sample.role))},
                               {"page", sample.page},
                               {"url", sample.url}});
  }
  json["runs"] = Json::array();
  for (const site::Run& run : runs) json["runs"].push_back(run_to_json(run));
  return json;
}

Result<ExitCode> show(Context& context, const Bundle& site) {
  WEFT_ASSIGN(const Json json, bundle_to_json(site));
  WEFT_ASSIGN(const std::string text, describe(site));
  context.print(json, text);
  return ExitCode::kGood;
}

// --- check ---

Result<ExitCode> check(Context& context, const Bundle& site) {
  WEFT_ASSIGN(const auto found, site.check());
  for (const std::string& problem : found.problems) context.complain(problem);
  for (const std::string& stray : found.strays)
    context.note(fmt::format("{} belongs to nothing and may be deleted", stray));
  context.print({{"files", found.files},
                 {"pages", found.pages},
                 {"problems", found.problems},
                 {"strays", found.strays}},
                fmt::format("{}: {} files, {} pages, {} problems\n", site.directory(), found.files,
                            found.pages, found.problems.size()));
  return found.problems.empty() ? ExitCode::kGood : ExitCode::kUnhealthy;
}

// --- pack ---

constexpr size_t kBlock = 512;  // Of a tar archive (POSIX ustar).

// Fields of the header, from IEEE 1003.1 (ustar Interchange Format): name, offset.
struct TarHeader {
  std::array<char, kBlock> bytes{};

  void put(size_t offset, std::string_view text) {
    std::memcpy(bytes.data() + offset, text.data(), text.size());
  }
  void put_octal(size_t offset, size_t width, uint64_t value) {
    put(offset, fmt::format("{:0{}o}", value, width - 1));
  }
};

// Header, bytes and padding of one file. REQUIRES: name shorter than 100 bytes, under 8 GiB of
// bytes.
std::string tar_entry(std::string_view name, std::string_view bytes) {
  WEFT_CHECK(name.size() < 100 && bytes.size() < (uint64_t{1} << 33));
  TarHeader header;
  header.put(0, name);
  header.put_octal(100, 8, 0644);                                        // mode
  header.put_octal(108, 8, 0);                                           // uid
  header.put_octal(116, 8, 0);                                           // gid
  header.put_octal(124, 12, bytes.size());                               // size
  header.put_octal(136, 12, static_cast<uint64_t>(std::time(nullptr)));  // mtime
  header.put(148, "        ");                          // checksum, as spaces while it is counted
  header.put(156, "0");                                 // a regular file
  header.put(257, std::string_view("ustar\00000", 8));  // magic and version
  unsigned sum = 0;
  for (const char c : header.bytes) sum += static_cast<unsigned char>(c);
  header.put(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  std::string out(header.bytes.data(), kBlock);
  out += bytes;
  out.append((kBlock - bytes.size() % kBlock) % kBlock, '\0');
  return out;
}

// What ends an archive.
std::string tar_end() { return std::string(2 * kBlock, '\0'); }

// A directory that is gone when this is.
class Temporary {
 public:
  explicit Temporary(std::string path) : path_(std::move(path)) {}
  ~Temporary() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Status write_archive(Context& context, const std::string& directory, const std::string& name) {
  warc::Compressor compressor(warc::codec_of_path(context.options.output));
  std::string packed;
  const auto write = [&](std::string_view bytes) {
    packed.clear();
    compressor.write(bytes, packed);
    context.out.write(packed);
  };
  std::error_code error;
  for (const char* folder : {"", "schema/", "wrappers/", "pages/"}) {
    for (const auto& entry : fs::directory_iterator(directory + "/" + folder, error)) {
      if (!entry.is_regular_file(error)) continue;
      WEFT_ASSIGN(const std::string bytes, read_file(entry.path().string()));
      write(
          tar_entry(fmt::format("{}/{}{}", name, folder, entry.path().filename().string()), bytes));
    }
  }
  write(tar_end());
  packed.clear();
  compressor.finish(packed);
  context.out.write(packed);
  return {};
}

Result<ExitCode> pack(Context& context, const Bundle& site) {
  fs::path directory = fs::path(site.directory()).lexically_normal();
  if (!directory.has_filename()) directory = directory.parent_path();
  const Temporary copy(fmt::format("{}.pack.{}", directory.string(), getpid()));
  WEFT_TRY(site.copy_to(copy.path()));
  WEFT_TRY(write_archive(context, copy.path(), directory.filename().string()));
  return ExitCode::kGood;
}

// --- history, rollback ---

constexpr size_t kEventsPerLine = 64;  // Of one kind in a row, e.g. a golden record a page.
constexpr size_t kDetailBytes = 240;

// One line for events of one kind in a row.
void write_history(Context& context, const std::vector<site::Event>& events, size_t lines) {
  for (size_t first = 0; first < events.size() && lines > 0; --lines) {
    const site::Event& event = events[first];
    size_t next = first + 1;
    while (next < events.size() && events[next].action == event.action &&
           events[next].subject == event.subject)
      ++next;
    const std::string times =
        next - first > 1 ? fmt::format("{} times, last: ", next - first) : std::string();
    context.out.write(fmt::format("{}  {:<16} {:<16} {}{}\n", event.at, event.action, event.subject,
                                  times, shortened(event.detail, kDetailBytes)));
    first = next;
  }
}

Result<ExitCode> history(Context& context, const Bundle& site, const Options& options) {
  const bool json = context.options.json;
  WEFT_ASSIGN(const auto events,
              site.history(json ? options.limit : options.limit * kEventsPerLine));
  if (!json) write_history(context, events, options.limit);
  if (!json) return ExitCode::kGood;
  for (const site::Event& event : events) {
    context.out.write(dump_json({{"id", event.id},
                                 {"at", event.at},
                                 {"action", event.action},
                                 {"subject", event.subject},
                                 {"detail", event.detail}}) +
                      "\n");
  }
  return ExitCode::kGood;
}

Result<ExitCode> rollback(Context& context, Bundle& site, const Options& options) {
  if (options.name.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "which template? e.g. weft site rollback shop.site product"};
  WEFT_ASSIGN(const auto version, site.rollback(options.name, options.version));
  context.note(fmt::format("{} now uses wrapper version {}", options.name, version));
  return ExitCode::kGood;
}

// --- rules, pin, unpin ---

struct ListedRule {
  std::string attribute;
  size_t number = 0;  // 0: pinned.
  std::string text;
  const wrap::Rule* rule = nullptr;
  bool in_force = false;
};

void list_rules(const wrap::RecordRules& rules, const std::string& prefix,
                std::vector<ListedRule>& out) {
  for (const wrap::AttributeRules& attribute : rules.attributes) {
    const std::string name = prefix + attribute.name;
    if (attribute.pinned) {
      const wrap::Rule& rule = *attribute.pinned;
      out.push_back({name, 0, rule.query.empty() ? to_xpath(rule) : rule.query, &rule, true});
    }
    for (size_t i = 0; i < attribute.rules.size(); ++i) {
      const wrap::Rule& rule = attribute.rules[i];
      out.push_back({name, i + 1, to_xpath(rule), &rule, i == 0 && !attribute.pinned});
    }
  }
  for (const wrap::RecordRules& set : rules.nested) list_rules(set, prefix + set.name + ".", out);
}

Result<ExitCode> rules(Context& context, const Bundle& site, const Options& options) {
  WEFT_ASSIGN(const auto templates, site.templates());
  Json json = Json::array();
  std::string text;
  for (const model::Template& one : templates) {
    if (one.wrapper_version == 0) continue;
    if (!options.template_name.empty() && one.name != options.template_name) continue;
    WEFT_ASSIGN(const auto wrapper, site.wrapper(one.name));
    const auto* own = dynamic_cast<const wrap::RulesWrapper*>(wrapper.get());
    text += fmt::format("{}, version {}\n", one.name, one.wrapper_version);
    if (own == nullptr) {
      text += fmt::format("  a wrapper of kind '{}', which has no rules\n", wrapper->kind());
      continue;
    }
    std::vector<ListedRule> all;
    list_rules(own->rules(), "", all);
    for (const ListedRule& listed : all) {
      if (!options.name.empty() && listed.attribute != options.name) continue;
      text += fmt::format("  {:<16} {:>6} {} {}\n", listed.attribute,
                          listed.number == 0 ? "pinned" : std::to_string(listed.number),
                          listed.in_force ? '*' : ' ', without_usual_conditions(listed.text));
      json.push_back({{"template", one.name},
                      {"attribute", listed.attribute},
                      {"number", listed.number},
                      {"pinned", listed.number == 0},
                      {"in_force", listed.in_force},
                      {"rule", listed.text},
                      {"precision", listed.rule->statistics.precision},
                      {"support", listed.rule->statistics.support}});
    }
  }
  context.print(json, text);
  return ExitCode::kGood;
}

// The template named, or the only one.
Result<std::string> template_of(const Bundle& site, const Options& options) {
  if (!options.template_name.empty()) return options.template_name;
  WEFT_ASSIGN(const auto templates, site.templates());
  if (templates.size() == 1) return templates.front().name;
  return Error{ErrorCode::kInvalidArgument,
               fmt::format("{} has {} templates: say --template NAME (weft site show lists them)",
                           site.directory(), templates.size())};
}

Result<ExitCode> pin(Context& context, Bundle& site, const Options& options) {
  if (options.name.empty() || options.rule.empty())
    return Error{
        ErrorCode::kInvalidArgument,
        "which attribute, and by which rule? e.g. weft site pin shop.site price '.price b'"};
  WEFT_ASSIGN(const std::string name, template_of(site, options));
  WEFT_ASSIGN(const uint32_t version, site::pin_rule(site, name, options.name, options.rule));
  context.note(
      fmt::format("{} of {} is pinned from wrapper version {} on; weft site unpin takes it "
                  "back",
                  options.name, name, version));
  return ExitCode::kGood;
}

Result<ExitCode> unpin(Context& context, Bundle& site, const Options& options) {
  WEFT_ASSIGN(const std::string name, template_of(site, options));
  WEFT_ASSIGN(const uint32_t version, site::unpin_rule(site, name, options.name));
  context.note(
      fmt::format("{} of {} is as learned again, wrapper version {}", options.name, name, version));
  return ExitCode::kGood;
}

Result<ExitCode> run(Context& context, const Options& options) {
  const bool writes = options.action == "rollback" || options.action == "migrate" ||
                      options.action == "pin" || options.action == "unpin";
  WEFT_ASSIGN(auto site,
              Bundle::open(options.site, writes ? Bundle::Mode::kWrite : Bundle::Mode::kRead));
  if (options.action == "show") return show(context, site);
  if (options.action == "check") return check(context, site);
  if (options.action == "pack") return pack(context, site);
  if (options.action == "history") return history(context, site, options);
  if (options.action == "rollback") return rollback(context, site, options);
  if (options.action == "rules") return rules(context, site, options);
  if (options.action == "pin") return pin(context, site, options);
  if (options.action == "unpin") return unpin(context, site, options);
  return ExitCode::kGood;  // migrate: opening it did.
}

void declare(Arguments& take, Options& options) {
  take.value("ACTION", options.action,
             "show; check: read everything (exit code 3 if something is wrong); pack: one "
             "archive; history; rollback: an earlier wrapper; rules: those of every attribute, the "
             "best first; pin: a rule that stays whatever is learned or repaired; unpin: take it "
             "back; migrate: bring an older bundle forward")
      .required()
      .one_of({"show", "check", "pack", "history", "rollback", "rules", "pin", "unpin", "migrate"});
  take.value("SITE", options.site, "The site bundle, a directory").required();
  take.value("NAME", options.name, "rollback: the template; rules, pin, unpin: the attribute");
  take.value("RULE", options.rule,
             "pin: XPath or CSS (from the record, where records have elements), or the number of a "
             "learned rule");
  take.value("--template NAME", options.template_name,
             "rules, pin, unpin: the template (default: the only one)");
  take.value("--version", options.version, "rollback: this version (default: the one before)")
      .at_least(1);
  take.value("--limit", options.limit, "history: how many lines (default: 20)").at_least(1);
}

}  // namespace
}  // namespace weft::cli::site_verb

const weft::cli::Verb weft::cli::kSite{
    "site", "Show, check, pack, pin and roll back what weft remembers of a site",
    "  weft site show shop.site\n"
    "  weft site check shop.site\n"
    "  weft site pack shop.site -o shop.tar.gz\n"
    "  weft site rollback shop.site product\n"
    "  weft site rules shop.site\n"
    "  weft site pin shop.site price '.price b'\n"
    "  weft site unpin shop.site price",
    prepare<site_verb::declare, site_verb::run>};
