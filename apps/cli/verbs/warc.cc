// weft warc: look into WARC and ARC files, index and check them.

#include <algorithm>

#include <fmt/format.h>

#include "cli/verb.h"
#include "warc/cdxj.h"
#include "warc/http.h"
#include "warc/reader.h"
#include "warc/sha1.h"

namespace weft::cli::warc_verb {
namespace {

struct Options {
  std::string action;
  std::vector<std::string> files;
  std::string url;
  uint64_t offset = UINT64_MAX;
  bool headers = false;
  bool raw = false;
};

using Visit = std::function<void(const warc::Record&)>;

// Reads a file to its end; damage is a note, or a complaint of `check`.
Result<warc::ReadStats> visit(const std::string& path, const Visit& use) {
  WEFT_ASSIGN(warc::Reader reader, warc::Reader::open(path));
  while (const warc::Record* record = reader.next()) use(*record);
  if (!reader.status().ok()) return reader.status().error().in(path);
  return reader.stats();
}

void note_damage(const Context& context, const std::string& path, const warc::ReadStats& stats) {
  if (stats.damaged == 0 && !stats.truncated) return;
  context.note(fmt::format("{}: {} damaged places, {} bytes skipped{}", path, stats.damaged,
                           stats.skipped_bytes, stats.truncated ? ", truncated" : ""));
}

ExitCode code_for(uint64_t damaged) { return damaged == 0 ? ExitCode::kGood : ExitCode::kPartial; }

// Applies `use` to the records of all files.
Result<ExitCode> for_all(Context& context, const Options& options,
                         const std::function<void(const std::string&, const warc::Record&)>& use) {
  uint64_t damaged = 0;
  for (const std::string& path : options.files) {
    const auto stats = visit(path, [&](const warc::Record& record) { use(path, record); });
    if (!stats.ok()) return stats.error();
    note_damage(context, path, *stats);
    damaged += stats->damaged;
  }
  return code_for(damaged);
}

// --- ls ---

std::string_view media_type(const warc::Record& record, const Result<warc::HttpMessage>& http) {
  if (http.ok()) return http->media_type();
  const std::string_view type = record.header("Content-Type");
  return type.substr(0, type.find(';'));
}

Result<ExitCode> run_ls(Context& context, const Options& options) {
  return for_all(context, options, [&](const std::string& path, const warc::Record& record) {
    const auto http = record.is_http()
                          ? warc::parse_http(record.content)
                          : Result<warc::HttpMessage>(Error{ErrorCode::kUnsupported, ""});
    const int status = http.ok() ? http->status : 0;
    const std::string_view type = media_type(record, http);
    context.print({{"file", path},
                   {"offset", record.offset},
                   {"type", name_of(record.type)},
                   {"date", record.date()},
                   {"uri", record.target_uri()},
                   {"status", status},
                   {"mime", type},
                   {"bytes", record.content_length}},
                  fmt::format("{:>12} {:<9} {:>3} {:>10} {:<20} {}\n", record.offset,
                              name_of(record.type), status == 0 ? "" : std::to_string(status),
                              record.content_length, type, record.target_uri()));
  });
}

// --- cat ---

bool is_wanted(const Options& options, const warc::Record& record) {
  if (options.offset != UINT64_MAX) return record.offset == options.offset;
  const bool page =
      record.type == warc::RecordType::kResponse || record.type == warc::RecordType::kResource;
  return page && (options.url.empty() || record.target_uri() == options.url);
}

void write_record(Context& context, const Options& options, const warc::Record& record) {
  if (options.headers) {
    for (const warc::Field& field : record.headers)
      context.out.write(fmt::format("{}: {}\n", field.name, field.value));
    context.out.write("\n");
  }
  const auto http = warc::parse_http(record.content);
  if (options.raw || !record.is_http() || !http.ok()) {
    context.out.write(record.content);
  } else {
    context.out.write(warc::decode_body(*http).bytes);
  }
}

Result<ExitCode> run_cat(Context& context, const Options& options) {
  uint64_t found = 0;
  WEFT_ASSIGN(const ExitCode code,
              for_all(context, options, [&](const std::string&, const warc::Record& record) {
                if (!is_wanted(options, record)) return;
                ++found;
                write_record(context, options, record);
              }));
  if (found != 0) return code;
  context.note("no such record; weft warc ls lists them");
  return ExitCode::kNothing;
}

// --- index ---

Result<ExitCode> run_index(Context& context, const Options& options) {
  std::vector<std::string> lines;
  WEFT_ASSIGN(const ExitCode code,
              for_all(context, options, [&](const std::string& path, const warc::Record& record) {
                const std::string name = path.substr(path.find_last_of('/') + 1);
                if (std::string line = warc::cdxj_line(record, name); !line.empty())
                  lines.push_back(std::move(line) + "\n");
              }));
  std::sort(lines.begin(), lines.end());
  for (const std::string& line : lines) context.out.write(line);
  return code;
}

// --- check ---

struct Check {
  uint64_t digests = 0;
  uint64_t wrong_digests = 0;
  warc::ReadStats stats;
};

void check_digest(std::string_view label, std::string_view bytes, const warc::Record& record,
                  const Context& context, Check& check) {
  if (label.empty() || record.cut) return;
  ++check.digests;
  if (warc::digest_matches(label, bytes)) return;
  ++check.wrong_digests;
  context.complain(fmt::format("byte {}: wrong digest of {}", record.offset, record.target_uri()));
}

Result<Check> check_file(const Context& context, const std::string& path) {
  Check check;
  WEFT_ASSIGN(
      check.stats, visit(path, [&](const warc::Record& record) {
        check_digest(record.header("WARC-Block-Digest"), record.content, record, context, check);
        if (record.type != warc::RecordType::kResponse || !record.is_http()) return;
        const auto http = warc::parse_http(record.content);
        if (http.ok())
          check_digest(record.header("WARC-Payload-Digest"), http->body, record, context, check);
      }));
  for (const warc::Problem& problem : check.stats.problems) {
    context.complain(fmt::format("{}: byte {}: {}", path, problem.offset, problem.what));
  }
  return check;
}

Result<ExitCode> run_check(Context& context, const Options& options) {
  bool healthy = true;
  for (const std::string& path : options.files) {
    WEFT_ASSIGN(const auto check, check_file(context, path));
    const warc::ReadStats& stats = check.stats;
    healthy = healthy && stats.damaged == 0 && !stats.truncated && check.wrong_digests == 0;
    context.print(
        {{"file", path},
         {"records", stats.records},
         {"damaged", stats.damaged},
         {"skipped_bytes", stats.skipped_bytes},
         {"truncated", stats.truncated},
         {"digests", check.digests},
         {"wrong_digests", check.wrong_digests}},
        fmt::format(
            "{}: {} records, {} damaged places, {} bytes skipped, {} of {} digests wrong{}\n", path,
            stats.records, stats.damaged, stats.skipped_bytes, check.wrong_digests, check.digests,
            stats.truncated ? ", truncated" : ""));
  }
  return healthy ? ExitCode::kGood : ExitCode::kUnhealthy;
}

Result<ExitCode> run(Context& context, const Options& options) {
  if (options.action == "ls") return run_ls(context, options);
  if (options.action == "cat") return run_cat(context, options);
  if (options.action == "index") return run_index(context, options);
  return run_check(context, options);
}

void declare(Arguments& take, Options& options) {
  take.value("ACTION", options.action,
             "ls: a line per record; cat: the decoded bodies; index: CDXJ, sorted; "
             "check: damage and digests (exit code 3 if there is any)")
      .required()
      .one_of({"ls", "cat", "index", "check"});
  take.value("FILE", options.files, "WARC or ARC files, plain, .gz or .zst; - for standard input")
      .required();
  take.value("--url", options.url, "cat: only captures of this URL");
  take.value("--offset", options.offset, "cat: only the record at this byte of the file")
      .range(0, 1e15);
  take.flag("--headers", options.headers, "cat: with the record's headers");
  take.flag("--raw", options.raw, "cat: the block as it is, HTTP head and encodings included");
}

}  // namespace
}  // namespace weft::cli::warc_verb

const weft::cli::Verb weft::cli::kWarc{"warc", "List, print, index and check WARC and ARC files",
                                       "  weft warc ls crawl.warc.gz\n"
                                       "  weft warc cat crawl.warc.gz --url https://example.com/\n"
                                       "  weft warc index crawl.warc.gz -o crawl.cdxj\n"
                                       "  weft warc check *.warc.gz",
                                       prepare<warc_verb::declare, warc_verb::run>};
