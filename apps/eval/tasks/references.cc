// weft eval references: made-up reference manuals, whose pages have several declarations, all alike, and
// wanted is the first; of a few labelled pages, on which a person pointed at elements.
//
//   <h1>floor</h1> <table class=decl> <tr class=dcl><td>float floor(float)</td><td>(1)</td>
//                                     <tr class=dcl><td>double floor(double)</td>      </table>
//   <p>Rounds <i>down</i>.</p> <p>Further words.</p>
//
// Manuals are laid out in four ways, as large ones are: rows of declarations above the text, blocks of
// code in named sections, terms with their definitions, and tables with a function a row. Pages have
// one to four declarations, texts with and without marks inside, and lack a header or a description at
// times. A value is right if it is exactly that of its place, or nothing where there is nothing.

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "base/pointers.h"
#include "eval/reference_pages.h"
#include "eval/task.h"
#include "html/parser.h"
#include "site/learn.h"

namespace weft::eval::references_task {
namespace {

constexpr size_t kSites = 8;  // Of each layout.
constexpr size_t kPages = 30;

using Random = std::mt19937;

size_t below(Random& random, size_t end) { return random() % end; }

template <size_t n>
std::string one_of(Random& random, const char* const (&texts)[n]) {
  return texts[below(random, n)];
}

// --- what pages say ---

struct Entry {
  std::string name;
  std::vector<std::string> declarations;  // HTML.
  std::string header;                     // Empty: it is not said.
  std::vector<std::string> paragraphs;    // HTML; of the description.
  std::string example;
};

Entry make_entry(Random& random, size_t number) {
  static constexpr const char* kVerbs[] = {"Rounds", "Sorts", "Copies", "Finds", "Counts", "Swaps"};
  static constexpr const char* kTypes[] = {"int", "double", "<b>long</b> double", "Iterator",
                                           "<a href=t>size_t</a>"};
  static constexpr const char* kEnds[] = {"the elements", "a <i>number</i> to a whole",
                                          "<code>x</code> and <code>y</code>, in this order",
                                          "what is left", "(see <a href=n>notes</a>) the range"};
  Entry entry;
  entry.name =
      fmt::format("{}_{}", one_of(random, {"fill", "abs", "merge", "find", "floor"}), number);
  const size_t declarations = 1 + below(random, 4);
  for (size_t i = 0; i < declarations; ++i) {
    entry.declarations.push_back(fmt::format("{} <b>{}</b>( {} x{} );", one_of(random, kTypes),
                                             entry.name, one_of(random, kTypes),
                                             i == 0 ? "" : ", int"));
  }
  if (below(random, 5) != 0)
    entry.header = one_of(random, {"algorithm", "cmath", "utility", "numeric"});
  const size_t paragraphs = below(random, 8) == 0 ? 0 : 1 + below(random, 3);
  for (size_t i = 0; i < paragraphs; ++i)
    entry.paragraphs.push_back(
        fmt::format("{} {}.", one_of(random, kVerbs), one_of(random, kEnds)));
  entry.example = fmt::format("{}({}) → {}", entry.name, below(random, 90), below(random, 90));
  return entry;
}

std::string joined(const std::vector<std::string>& parts, std::string_view form) {
  std::string out;
  for (const std::string& part : parts) out += fmt::format(fmt::runtime(form), part);
  return out;
}

// --- how they are laid out ---

std::string notes(Random& random) {
  std::string out = "<h3>Parameters</h3><table class=params>";
  const size_t parameters = 1 + below(random, 3);
  for (size_t i = 0; i < parameters; ++i)
    out += fmt::format("<tr><td>x{}<td>a <i>number</i> or <code>nil</code>", i);
  return out + "</table><h3>Notes</h3><p>Nothing is <b>checked</b>.</p><p>See also the index.</p>";
}

std::string rows_page(Random& random, const std::vector<Entry>& entries) {
  const Entry& entry = entries.front();
  std::string out = fmt::format("<h1>std::{}</h1><table class=decl>", entry.name);
  if (!entry.header.empty())
    out += fmt::format("<tr class=head><td>Defined in <code>&lt;{}&gt;</code>", entry.header);
  for (size_t i = 0; i < entry.declarations.size(); ++i) {
    out += fmt::format("<tr class='dcl{}'><td>{}", below(random, 2) == 0 ? "" : " since",
                       entry.declarations[i]);
    if (entry.declarations.size() > 1) out += fmt::format("<td>({})<td>(since 11)", i + 1);
  }
  return out + "</table>" + joined(entry.paragraphs, "<p>{}</p>") + notes(random);
}

std::string sections_page(Random& random, const std::vector<Entry>& entries) {
  const Entry& entry = entries.front();
  std::string out = fmt::format(
      "<div class=name><h2><span class=title>{0}</span></h2><p>{0} — a command</p></div>",
      entry.name);
  if (!entry.header.empty())
    out += fmt::format("<p class=lib>Library <code>{}</code></p>", entry.header);
  out += "<div class=synopsis><h2>Synopsis</h2>" +
         joined(entry.declarations, "<pre class=code>{}</pre>") + "</div>";
  if (!entry.paragraphs.empty())
    out +=
        "<div class=sect><h2>Description</h2>" + joined(entry.paragraphs, "<p>{}</p>") + "</div>";
  return out + "<div class=sect><h2>Examples</h2><pre class=code>" + entry.example +
         "</pre></div>" + notes(random);
}

std::string terms_page(Random& random, const std::vector<Entry>& entries) {
  const Entry& entry = entries.front();
  std::string out = fmt::format("<h1>{}</h1>", entry.name);
  if (!entry.header.empty())
    out += fmt::format("<p class=module>from <tt>{}</tt></p>", entry.header);
  out += "<dl class=function>" + joined(entry.declarations, "<dt><code>{}</code></dt>") + "<dd>" +
         joined(entry.paragraphs, "<p>{}</p>");
  if (below(random, 2) == 0)
    out += "<dl class=fields><dt>Raises</dt><dd><p>an <b>error</b></p></dd></dl>";
  return out + "</dd></dl>" + notes(random);
}

std::string table_page(Random& random, const std::vector<Entry>& entries) {
  std::string out = "<h1>Functions</h1><p>All of them.</p><table class=functions><tr><th>Function";
  for (const Entry& entry : entries) {
    out += "<tr><td class=entry>" + joined(entry.declarations, "<p class=signature>{}</p>");
    out += fmt::format("<p>{}</p><p>{}</p>",
                       entry.paragraphs.empty() ? "Does nothing." : entry.paragraphs.front(),
                       entry.example);
  }
  return out + "</table>" + notes(random);
}

struct Layout {
  std::string (*page)(Random&, const std::vector<Entry>&);
  ReferenceLayout truth;
};

std::vector<Layout> layouts() {
  // clang-format off
  return {
      {rows_page, {"rows", nullptr,
       {{"name", "//h1"}, {"declaration", "(//tr[has-class('dcl')])[1]/td[1]"}, {"header", "//tr[@class='head']//code"},
        {"description", "//table[@class='decl']/following-sibling::*[1][self::p]"}}}},
      {sections_page, {"sections", nullptr,
       {{"name", "//span[@class='title']"}, {"declaration", "(//div[@class='synopsis']/pre)[1]"}, {"header", "//p[@class='lib']/code"},
        {"description", "(//div[h2='Description']/p)[1]"}}}},
      {terms_page, {"terms", nullptr,
       {{"name", "//h1"}, {"declaration", "(//dl[@class='function']/dt)[1]"}, {"header", "//p[@class='module']/tt"},
        {"description", "//dl[@class='function']/dd/*[1][self::p]"}}}},
      {table_page, {"table", "//table[@class='functions']//tr[td]",
       {{"declaration", "(.//p[@class='signature'])[1]"}, {"description", ".//p[last() - 1]"}, {"example", ".//p[last()]"}}}},
  };
  // clang-format on
}

// --- judgement ---

ReferenceCounts judge_site(const Layout& layout, size_t labelled, unsigned seed) {
  Random random(seed);
  std::vector<model::Page> pages(kPages);
  for (size_t p = 0; p < kPages; ++p) {
    std::vector<Entry> entries;
    const size_t count = layout.truth.records == nullptr ? 1 : 3 + below(random, 5);
    for (size_t e = 0; e < count; ++e) entries.push_back(make_entry(random, kPages * e + p));
    pages[p].id = fmt::format("{}.html", p);
    pages[p].document = html::parse(layout.page(random, entries)).document;
  }
  ReferenceCounts judged(layout.truth);
  model::InducerInput input{.pages = pointers_to(pages)};
  for (size_t p = 0; p < labelled; ++p) {
    for (model::Label& label : labels_of(layout.truth, pages[p]))
      input.labels.push_back(std::move(label));
  }
  const auto learned = site::learn(input);
  if (!learned.ok()) return judged;
  for (size_t p = labelled; p < kPages; ++p)
    judged.add(layout.truth, *learned->induced.wrapper, pages[p]);
  return judged;
}

Result<Report> run(const TaskContext& context) {
  const std::vector<Layout> all = layouts();
  std::vector<ReferenceCounts> sites;
  for (size_t i = 0; i < all.size() * kSites; ++i) sites.emplace_back(all[i / kSites].truth);
  for_each_parallel(context, "references", sites.size(), [&](size_t i) {
    sites[i] = judge_site(all[i / kSites], *context.labels,
                          static_cast<unsigned>(1 + i + sites.size() * context.seed));
  });
  Report report;
  double right = 0;
  double values = 0;
  for (size_t l = 0; l < all.size(); ++l) {
    ReferenceCounts judged(all[l].truth);
    for (size_t s = 0; s < kSites; ++s) judged.add(sites[l * kSites + s]);
    const auto records = static_cast<double>(judged.records);
    Figures figures = {{"whole", static_cast<double>(judged.whole) / records}};
    for (size_t a = 0; a < judged.right.size(); ++a) {
      figures.push_back(
          {all[l].truth.places[a].attribute, static_cast<double>(judged.right[a]) / records});
      right += static_cast<double>(judged.right[a]);
      values += records;
    }
    report.row("layout", all[l].truth.name, std::move(figures));
  }
  report.score = right / values;
  return report;
}

}  // namespace

TaskSpec task() {
  return {.name = "references",
          .summary = "Made-up reference manuals: the first of several alike",
          .metric = "share of values right",
          .default_labels = 3,
          .run = run};
}

}  // namespace weft::eval::references_task
