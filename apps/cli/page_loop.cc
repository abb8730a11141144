#include "cli/page_loop.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/file.h"
#include "base/json_fields.h"
#include "base/parallel.h"
#include "base/strings.h"

namespace weft::cli {
namespace {

constexpr const char* kFirstTemplate = "t1";

// What is read of the output of 'weft group --json'.
struct GroupedTemplate {
  std::string id;
  std::string signature;
  std::string url_pattern;
  double importance = 0;
  uint64_t size = 0;
  std::vector<std::string> pages;
};

void describe(JsonFields& json, GroupedTemplate& one) {
  json.required("id", one.id);
  json.required("signature", one.signature);
  json.field("url_pattern", one.url_pattern);
  json.field("importance", one.importance);
  json.field("size", one.size);
  json.field("pages", one.pages);
}

struct GroupFile {
  std::string method;
  std::vector<std::string> inputs;
  std::vector<GroupedTemplate> templates;
};

void describe(JsonFields& json, GroupFile& file) {
  json.required("method", file.method);
  json.check(dom::shingle_methods().contains(file.method), "method", "a method of 'weft group'");
  json.field("inputs", file.inputs);
  json.required("templates", file.templates);
}

// The templates of a grouping, as a site bundle keeps them.
Result<std::vector<model::Template>> templates_of(const GroupFile& file) {
  std::vector<model::Template> templates;
  for (const GroupedTemplate& one : file.templates) {
    WEFT_ASSIGN(const dom::MaskedShingle signature, dom::parse_shingle(one.signature));
    templates.push_back({.name = one.id,
                         .signature = signature,
                         .shingles = dom::shingle_methods().at(file.method),
                         .url_pattern = one.url_pattern,
                         .importance = one.importance,
                         .size = one.size});
  }
  return templates;
}

// Puts a bad page into `directory`. Failing to is not worth stopping for.
void keep_bad_page(const std::string& directory, const RawPage& raw, const Error& error,
                   uint64_t number) {
  std::error_code ignored;
  std::filesystem::create_directories(directory, ignored);
  const std::string file = fmt::format("{:06}.html", number);
  if (!raw.bytes.empty()) (void)write_file(directory + "/" + file, raw.bytes);
  const Json line = {{"page", raw.id},
                     {"error", error_code_name(error.code)},
                     {"message", error.message},
                     {"file", raw.bytes.empty() ? "" : file}};
  std::ofstream(directory + "/bad.jsonl", std::ios::app) << dump_json(line) << "\n";
}

}  // namespace

SourceOptions source_options(const Context& context) {
  SourceOptions options{.max_bytes = context.options.limits.max_bytes};
  options.fetch.allow_private = context.options.allow_private;
  return options;
}

Result<PageChoice> choose_inputs(const std::vector<std::string>& given,
                                 const std::string& group_file, const std::string& template_id) {
  if (group_file.empty()) {
    if (!given.empty()) return PageChoice{.inputs = given};
    return Error{ErrorCode::kInvalidArgument, "give the pages of one template, or --group FILE"};
  }
  WEFT_ASSIGN(const std::string text, read_file(group_file));
  const auto file = read_json_text<GroupFile>(text, "groups");
  if (!file.ok()) return file.error().in(group_file + ": not the output of 'weft group --json'");
  const std::string wanted = template_id.empty() ? kFirstTemplate : template_id;
  std::vector<std::string> known;
  for (const GroupedTemplate& one : file->templates) {
    known.push_back(one.id);
    if (one.id != wanted) continue;
    if (one.pages.empty())
      return Error{ErrorCode::kNotFound,
                   fmt::format("{}: template {} has no pages", group_file, wanted)};
    PageChoice choice{.inputs = given.empty() ? file->inputs : given,
                      .only = {one.pages.begin(), one.pages.end()}};
    if (choice.inputs.empty()) choice.inputs = one.pages;
    choice.template_name = wanted;
    WEFT_ASSIGN(choice.templates, templates_of(*file));
    return choice;
  }
  return Error{ErrorCode::kNotFound, fmt::format("{}: no template {}; it has {}", group_file,
                                                 wanted, fmt::join(known, ", "))};
}

ExitCode PageLoopStats::exit_code() const {
  if (pages + bad == 0) return ExitCode::kNothing;
  if (bad == 0) return ExitCode::kGood;
  return pages == 0 ? ExitCode::kFailed : ExitCode::kPartial;
}

std::string PageLoopStats::summary() const {
  const double time = std::max(seconds, 1e-9);
  const double rate = static_cast<double>(pages + bad) / time;
  return fmt::format("{} pages, {} bad, {:.0f} pages/s, {:.1f} MB/s", pages, bad, rate,
                     static_cast<double>(bytes) / 1e6 / time);
}

PageLoopStats for_each_raw_page(Context& context, PageSource& source, const RawPageWork& work,
                                const PageLoopOptions& options) {
  struct Done {
    Result<InOrder> finish;
    size_t bytes;
    RawPage bad;  // Only if it is to be kept.
  };
  const auto started = std::chrono::steady_clock::now();
  Progress& progress = options.phase.empty() ? Progress::none() : context.progress();
  progress.begin(options.phase, source.known_total());
  PageLoopStats stats;
  parallel_ordered(
      {.workers = context.workers()}, [&] { return source.next(); },
      [&](unsigned worker, RawPage raw) {
        Done done{InOrder(), raw.bytes.size(), {}};
        if (raw.error && !options.errors_too)
          done.finish = *raw.error;
        else
          done.finish = work(worker, raw);
        if (!done.finish.ok() && !options.keep_bad.empty()) done.bad = std::move(raw);
        return done;
      },
      [&](const Done& done) {
        stats.bytes += done.bytes;
        progress.advance(1, done.bytes, done.finish.ok() ? 0 : 1);
        if (done.finish.ok()) {
          ++stats.pages;
          if (*done.finish) (*done.finish)();
        } else {
          ++stats.bad;
          context.complain(done.finish.error().message);
          if (!options.keep_bad.empty())
            keep_bad_page(options.keep_bad, done.bad, done.finish.error(), stats.bad);
        }
        const bool ended = context.out.closed() || (options.ended && options.ended());
        return ended ? Flow::kStop : Flow::kContinue;
      });
  progress.end();
  stats.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return stats;
}

PageLoopStats for_each_page(Context& context, PageSource& source, const PageWork& work,
                            const PageLoopOptions& options) {
  std::vector<html::Parser> parsers(context.workers());
  return for_each_raw_page(
      context, source,
      [&](unsigned worker, const RawPage& raw) -> Result<InOrder> {
        model::Page page = parse_page(parsers[worker], raw, context.options.limits);
        Result<InOrder> finish = work(worker, page);
        parsers[worker].recycle(std::move(page.document));
        return finish;
      },
      options);
}

ExitCode write_each_page(
    Context& context, std::string_view phase, PageSource& source,
    const std::function<Result<std::string>(unsigned worker, const RawPage& page)>& text) {
  const PageLoopStats stats = for_each_raw_page(
      context, source,
      [&](unsigned worker, const RawPage& raw) -> Result<InOrder> {
        WEFT_ASSIGN(std::string made, text(worker, raw));
        return InOrder([&context, made = std::move(made)] { context.out.write(made); });
      },
      {.phase = std::string(phase)});
  return stats.exit_code();
}

namespace {

std::vector<model::Page> read_chosen(Context& context, const PageChoice& choice,
                                     const SourceOptions& options, size_t most,
                                     size_t& unreadable) {
  PageSource source(choice.inputs, options);
  std::vector<html::Parser> parsers(context.workers());
  std::vector<model::Page> pages;
  const PageLoopStats stats = for_each_raw_page(
      context, source,
      [&](unsigned worker, const RawPage& raw) -> Result<InOrder> {
        if (!choice.wants(raw.id)) return InOrder();
        auto page =
            std::make_shared<model::Page>(parse_page(parsers[worker], raw, context.options.limits));
        return InOrder([&pages, page] { pages.push_back(std::move(*page)); });
      },
      {.ended = [&] { return pages.size() >= most; }});
  unreadable += stats.bad;
  return pages;
}

}  // namespace

std::vector<model::Page> read_pages(Context& context, const PageChoice& choice,
                                    size_t& unreadable) {
  return read_chosen(context, choice, source_options(context), SIZE_MAX, unreadable);
}

std::vector<model::Page> read_some_pages(Context& context, PageChoice choice, size_t most,
                                         size_t& unreadable) {
  // Pages of a group that are files are read without looking through the folder they are in.
  if (std::all_of(choice.only.begin(), choice.only.end(),
                  [](const std::string& id) { return std::filesystem::exists(id); }) &&
      !choice.only.empty()) {
    choice.inputs.assign(choice.only.begin(), choice.only.end());
    choice.only.clear();
  }
  SourceOptions options = source_options(context);
  if (choice.only.empty()) {
    choice.inputs = thinned(std::move(choice.inputs), most);
    options.most_of_many = most;
  }
  return read_chosen(context, choice, options, most, unreadable);
}

}  // namespace weft::cli
