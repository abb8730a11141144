// weft domain: descriptions drafted from a schema or from examples; gazetteers compiled; what sites taught of a domain, learned, shown, pruned and shared.

#include <iostream>

#include <fmt/format.h>

#include "base/file.h"
#include "base/json_fields.h"
#include "cli/verb.h"
#include "domain/draft.h"
#include "domain/memory.h"
#include "model/record_json.h"
#include "site/input_files.h"

namespace weft::cli::domain_verb {
namespace {

struct Options {
  std::string command;
  std::vector<std::string> files;
  std::string domain;
  std::string memory;
  std::string site;
  std::string schema;
  std::vector<std::string> refused, believed, dropped;
  std::vector<std::string> forgotten;
  size_t least_sites = domain::MemoryParameters().least_sites;
  double lower = 0.3;
  double upper = 0.7;
  bool by_share = false;
};

Result<std::vector<model::Extraction>> read_examples(const std::vector<std::string>& files) {
  std::vector<model::Extraction> all;
  for (const std::string& file : files) {
    WEFT_ASSIGN(const std::string text, read_file(file));
    auto records = model::read_records(text);
    if (!records.ok()) return records.error().in(file);
    all.insert(all.end(), std::make_move_iterator(records->begin()),
               std::make_move_iterator(records->end()));
  }
  return all;
}

Result<ExitCode> draft(Context& context, const Options& options) {
  if (options.domain.empty() || (options.schema.empty() && options.files.empty()))
    return Error{ErrorCode::kInvalidArgument,
                 "new needs --domain NAME, and --schema FILE or records to learn from"};
  model::Schema schema;
  if (!options.schema.empty()) {
    WEFT_ASSIGN(schema, site::read_schema_file(options.schema));
  }
  WEFT_ASSIGN(const std::vector<model::Extraction> examples, read_examples(options.files));
  context.out.write(domain::draft_domain(options.domain, schema, examples));
  return ExitCode::kGood;
}

Result<domain::DomainMemory> read_memory(const std::string& path, bool must_exist) {
  if (path.empty())
    return Error{ErrorCode::kInvalidArgument, "--memory FILE says where terms are remembered"};
  return site::read_memory(path, must_exist);
}

// Records of one site, or memories of others.
Result<ExitCode> learn(Context& context, const Options& options) {
  if (options.domain.empty() || options.site.empty() || options.files.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "learn needs --domain D, --site NAME and records, as 'weft auto' writes them"};
  WEFT_ASSIGN(const annotate::Domain domain, site::read_domain(options.domain));
  WEFT_ASSIGN(domain::DomainMemory memory, read_memory(options.memory, false));
  if (!memory.domain.empty() && memory.domain != domain.name)
    return Error{ErrorCode::kInvalidArgument,
                 fmt::format("{} is of {}, not of {}", options.memory, memory.domain, domain.name)};
  WEFT_ASSIGN(const std::vector<model::Extraction> records, read_examples(options.files));
  const size_t fresh = memory.learn(options.site, records, domain);
  WEFT_TRY(site::write_memory(options.memory, memory));
  context.note(fmt::format("{}: {} new terms; {} sites are known", options.site, fresh,
                           memory.sites().size()));
  return ExitCode::kGood;
}

Result<ExitCode> show(Context& context, const Options& options) {
  WEFT_ASSIGN(const domain::DomainMemory memory, read_memory(options.memory, true));
  Json attributes = Json::object();
  for (const auto& [attribute, terms] : memory.terms()) {
    Json believed = Json::array();
    for (const domain::BelievedTerm& term :
         memory.believed(attribute, {.least_sites = options.least_sites})) {
      const auto& evidence = terms.at(term.term);
      Json sites = Json::object();
      for (const auto& [site, records] : evidence.sites) sites[site] = records;
      believed.push_back(
          {{"term", term.term}, {"confidence", term.confidence}, {"sites", std::move(sites)}});
      if (!context.options.json)
        context.out.write(fmt::format("{}\t{}\t{:.2f}\t{} sites\n", attribute, term.term,
                                      term.confidence, term.sites));
    }
    attributes[attribute] = {{"terms", terms.size()}, {"believed", std::move(believed)}};
  }
  if (context.options.json)
    context.out.write(
        dump_json({{"domain", memory.domain}, {"attributes", std::move(attributes)}}) + "\n");
  return ExitCode::kGood;
}

// What is given goes: terms that few sites have, sites, refused terms; memories of others come in.
Result<ExitCode> prune(Context& context, const Options& options) {
  WEFT_ASSIGN(domain::DomainMemory memory, read_memory(options.memory, true));
  for (const std::string& site : options.forgotten) memory.forget_site(site);
  using Judge = void (domain::DomainMemory::*)(const std::string&, const std::string&);
  const std::tuple<const char*, const std::vector<std::string>&, Judge> verdicts[] = {
      {"--refuse", options.refused, &domain::DomainMemory::refuse},
      {"--believe", options.believed, &domain::DomainMemory::accept},
      {"--drop", options.dropped, &domain::DomainMemory::forget}};
  for (const auto& [option, terms, judge] : verdicts) {
    for (const std::string& term : terms) {
      const size_t equals = term.find('=');
      if (equals == std::string::npos)
        return Error{ErrorCode::kInvalidArgument,
                     fmt::format("{} {}: write ATTRIBUTE=TERM", option, term)};
      (memory.*judge)(term.substr(0, equals), term.substr(equals + 1));
    }
  }
  for (const std::string& file : options.files) {
    WEFT_ASSIGN(const domain::DomainMemory other, read_memory(file, true));
    if (!memory.domain.empty() && other.domain != memory.domain)
      return Error{ErrorCode::kInvalidArgument,
                   fmt::format("{} is of {}, not of {}", file, other.domain, memory.domain)};
    memory.merge(other);
  }
  const size_t gone = options.files.empty() ? memory.prune(options.least_sites) : 0;
  WEFT_TRY(site::write_memory(options.memory, memory));
  context.note(fmt::format("{} terms forgotten; {} sites are known", gone, memory.sites().size()));
  return ExitCode::kGood;
}

// The dialogue of [Amber] 4.7: y, n, nothing to go on, q to end. What is answered is kept.
Result<ExitCode> ask(Context& context, const Options& options) {
  WEFT_ASSIGN(domain::DomainMemory memory, read_memory(options.memory, true));
  if (options.lower > options.upper)
    return Error{ErrorCode::kInvalidArgument, "--lower is above --upper: nothing is in between"};
  size_t answered = 0;
  std::vector<std::pair<std::string, domain::BelievedTerm>> questions;
  for (const auto& [attribute, terms] : memory.terms()) {
    domain::MemoryParameters bounds;
    bounds.lower = options.lower;
    bounds.upper = options.upper;
    if (options.by_share)
      bounds = memory.bounds_by_share(attribute, options.lower, 1 - options.upper);
    bounds.least_sites = options.least_sites;
    for (domain::BelievedTerm& term : memory.doubtful(attribute, bounds))
      questions.emplace_back(attribute, std::move(term));
  }
  for (const auto& [attribute, term] : questions) {
    context.note(fmt::format("is '{}' a {}? [{:.0f} % sure, {} sites] (y, n, q)", term.term,
                             attribute, 100 * term.confidence, term.sites));
    std::string line;
    if (!std::getline(std::cin, line) || line == "q") break;
    if (line != "y" && line != "n") continue;
    ++answered;
    if (line == "y")
      memory.accept(attribute, term.term);
    else
      memory.refuse(attribute, term.term);
  }
  if (answered > 0) WEFT_TRY(site::write_memory(options.memory, memory));
  context.note(fmt::format("{} of {} questions answered", answered, questions.size()));
  return questions.empty() ? ExitCode::kNothing : ExitCode::kGood;
}

Result<ExitCode> compile(Context& context, const Options& options) {
  if (options.files.empty())
    return Error{ErrorCode::kInvalidArgument,
                 "compile needs gazetteers: files of one term a line, as descriptions name them"};
  for (const std::string& file : options.files) {
    WEFT_ASSIGN(const std::string compiled, site::compile_gazetteer_file(file));
    context.note(
        fmt::format("{}: mapped from now on where {} is named, until it changes", compiled, file));
  }
  return ExitCode::kGood;
}

Result<ExitCode> run(Context& context, const Options& options) {
  if (options.command == "compile") return compile(context, options);
  if (options.command == "ask") return ask(context, options);
  if (options.command == "new") return draft(context, options);
  if (options.command == "learn") return learn(context, options);
  return options.command == "show" ? show(context, options) : prune(context, options);
}

void declare(Arguments& take, Options& options) {
  // clang-format off
  take.value("COMMAND", options.command, "new, compile, learn, show, ask, prune or merge").required().one_of({"new", "compile", "learn", "show", "ask", "prune", "merge"});
  take.value("FILE", options.files, "new, learn: records, JSON Lines; compile: gazetteers; merge: memories of others");
  take.value("--domain D", options.domain, "new: its name; learn: a domain that ships, or a *.domain.toml");
  take.value("--schema FILE", options.schema, "new: the attributes, as in docs/formats/schema.md");
  take.value("--memory FILE", options.memory, "learn, show, ask, prune, merge: where terms are remembered");
  take.value("--site NAME", options.site, "learn: whose records these are; what it taught before is replaced");
  take.value("--least-sites N", options.least_sites, "show, prune: sites that a term needs").show_default().at_least(1);
  take.value("--lower P", options.lower, "ask: terms less sure are left alone").show_default().range(0, 1);
  take.value("--upper P", options.upper, "ask: terms surer are believed unasked").show_default().range(0, 1);
  take.flag("--by-share", options.by_share, "ask: --lower and --upper are shares of the terms, the least sure first");
  take.value("--forget SITE", options.forgotten, "prune: all that this site taught");
  take.value("--refuse ATTR=TERM", options.refused, "prune: never believe this term");
  take.value("--believe ATTR=TERM", options.believed, "prune: believe it, whatever sites have it");
  take.value("--drop ATTR=TERM", options.dropped, "prune: forget all that is known of it");
  // clang-format on
}

}  // namespace
}  // namespace weft::cli::domain_verb

const weft::cli::Verb weft::cli::kDomain{
    "domain", "Draft domain descriptions; remember what sites taught of one",
    "  weft domain new --domain lamps lamps.jsonl -o lamps.domain.toml\n"
    "  weft domain new --domain lamps --schema lamp.schema.json -o lamps.domain.toml\n"
    "  weft domain compile towns.txt\n"
    "  weft auto --domain cars one/ -o one.jsonl && weft domain learn --domain cars --memory "
    "cars.memory.json --site one one.jsonl\n"
    "  weft domain show --memory cars.memory.json\n"
    "  weft domain ask --memory cars.memory.json --lower 0.3 --upper 0.7\n"
    "  weft auto --domain cars --memory cars.memory.json another/\n"
    "  weft domain prune --memory cars.memory.json --forget one --refuse colour=new\n"
    "  weft domain merge --memory cars.memory.json theirs.memory.json",
    prepare<domain_verb::declare, domain_verb::run>};
