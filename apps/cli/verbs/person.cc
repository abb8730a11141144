// weft person: who a page is about: name, position, affiliation, address, phone, fax, e-mail, picture.

#include <algorithm>

#include <fmt/format.h>

#include "base/enum_names.h"
#include "cli/page_loop.h"
#include "cli/verb.h"
#include "read/person.h"
#include "site/people.h"

namespace weft::cli::person_verb {
namespace {

struct Options {
  std::vector<std::string> inputs;
  std::string name;
  std::string method = "weft";
};

std::string lines_of(const read::Person& person) {
  std::string lines;
  for (size_t i = 0; i < read::kPersonFields; ++i) {
    const auto field = static_cast<read::PersonField>(i);
    const read::PersonValue* value = person.best(field);
    if (value != nullptr)
      lines +=
          fmt::format("{:<12} {}  ({:.2f})\n", name_of(field), value->value, value->confidence);
  }
  return lines;
}

std::string text_of(const model::Page& page, const site::PeopleOnPage& people) {
  std::string text = fmt::format("# {}\n", page.id);
  if (!people.listed.empty()) {
    for (const read::Person& one : people.listed) text += lines_of(one) + "\n";
    return text;
  }
  text += lines_of(people.page);
  if (people.page.kind == read::PersonPageKind::kPart) {
    text += "one page of a site about a person; more may be at:\n";
    for (const std::string& link : people.page.links) text += fmt::format("  {}\n", link);
  }
  return text + "\n";
}

Json json_of(const model::Page& page, const site::PeopleOnPage& people) {
  Json json = read::person_json(page, people.page);
  Json listed = Json::array();
  for (const read::Person& one : people.listed) listed.push_back(read::person_json(page, one));
  json["people"] = std::move(listed);
  return json;
}

std::string warning_of(const model::Page& page, const site::PeopleOnPage& people) {
  if (people.page.kind == read::PersonPageKind::kNobody)
    return fmt::format("{}: no person found on it", page.id);
  if (people.page.kind == read::PersonPageKind::kList && people.listed.empty())
    return fmt::format("{}: several people, in no list that could be told apart", page.id);
  return "";
}

// Prints each page's person.
ExitCode show_all(Context& context, const Options& options) {
  const auto method =
      enum_named<read::PersonMethod>(options.method).value_or(read::PersonMethod::kWeft);
  PageSource source(options.inputs, source_options(context));
  size_t found = 0;
  const PageLoopStats stats = for_each_page(
      context, source,
      [&](unsigned, const model::Page& page) -> Result<InOrder> {
        const site::PeopleOnPage people = site::people_on_page(page, method);
        const bool any = people.page.kind != read::PersonPageKind::kNobody;
        std::string text = context.options.json ? json_of(page, people).dump() + "\n"
                           : any                ? text_of(page, people)
                                                : "";
        return InOrder([&, any, text = std::move(text), warning = warning_of(page, people)] {
          found += any ? 1 : 0;
          if (!warning.empty()) context.note(warning);
          context.out.write(text);
        });
      },
      {.phase = "reading"});
  const ExitCode code = stats.exit_code();
  return code == ExitCode::kGood && found == 0 ? ExitCode::kNothing : code;
}

// --name: the candidate that is this person's homepage.
ExitCode choose(Context& context, const Options& options) {
  struct Candidate {
    std::string page;
    read::HomepageEvidence evidence;
    std::string text;
    Json json;
  };
  std::vector<Candidate> candidates;
  PageSource source(options.inputs, source_options(context));
  const PageLoopStats stats = for_each_page(
      context, source,
      [&](unsigned, const model::Page& page) -> Result<InOrder> {
        const site::PeopleOnPage people = site::people_on_page(page);
        Candidate one{page.id, read::homepage_evidence(page, people.page, options.name),
                      text_of(page, people), json_of(page, people)};
        return InOrder([&candidates, one = std::move(one)] { candidates.push_back(one); });
      },
      {.phase = "reading"});
  std::stable_sort(
      candidates.begin(), candidates.end(),
      [](const Candidate& a, const Candidate& b) { return a.evidence.score > b.evidence.score; });
  for (const Candidate& one : candidates) {
    std::string why;
    for (const std::string& reason : one.evidence.reasons)
      why += (why.empty() ? "" : "; ") + reason;
    context.note(fmt::format("{:5.1f}  {}: {}", one.evidence.score, one.page,
                             why.empty() ? "nothing speaks for it" : why));
  }
  if (candidates.empty()) return stats.exit_code();
  if (candidates.front().evidence.score < read::kLeastHomepageScore) {
    context.note(
        fmt::format("none of {} pages is the homepage of {}", candidates.size(), options.name));
    return ExitCode::kNothing;
  }
  context.out.write(context.options.json ? candidates.front().json.dump() + "\n"
                                         : candidates.front().text);
  return stats.exit_code();
}

ExitCode run(Context& context, const Options& options) {
  return options.name.empty() ? show_all(context, options) : choose(context, options);
}

void declare(Arguments& take, Options& options) {
  take.value("PAGE", options.inputs, "Files, directories, globs, WARC files, URLs, @lists, or -")
      .required();
  take.value("--name NAME", options.name,
             "The pages are candidates: only the one that is this person's homepage is shown");
  take.value("--method METHOD", options.method,
             "weft; or zheng ([Zheng] ch. 7: AdaBoost and relations between fields), "
             "zheng-alone (without the relations)")
      .one_of({"weft", "zheng", "zheng-alone"})
      .show_default()
      .excludes("--name");
}

}  // namespace
}  // namespace weft::cli::person_verb

const weft::cli::Verb weft::cli::kPerson{
    "person", "Who a page is about: name, position, affiliation, address, phone, e-mail, picture",
    "  weft person https://example.edu/~lee/\n"
    "  weft person --name 'Ann Lee' https://a.example/~lee https://b.example/staff/lee\n"
    "  weft person --json staff.html | jq -r '.people[].name[0].value'",
    prepare<person_verb::declare, person_verb::run>};
