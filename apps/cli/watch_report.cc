// One file that opens anywhere: numbers of all runs as small charts, and for what is unhealthy one
// page before and after. Texts are compared by path: the same text at the same path stayed, at
// another it moved, and what one side has alone is gone or new.
#include "cli/watch_report.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/markup.h"
#include "base/shortened.h"
#include "base/strings.h"
#include "cli/rules.h"
#include "dom/path.h"
#include "dom/text.h"
#include "report/html_page.h"
#include "site/watch_memory.h"
#include "value/words.h"

namespace weft::cli {
namespace {

constexpr size_t kMaxText = 160;    // Bytes.
constexpr size_t kMaxTexts = 400;   // Of a page that is shown.
constexpr size_t kMaxSame = 3;      // Unchanged texts in a row that are shown; more are folded.
constexpr ptrdiff_t kMaxRuns = 60;  // Of the timeline.
// The timeline's drawing, in pixels.
constexpr size_t kNames = 140;  // Width of the names of rows.
constexpr size_t kColumn = 16;  // Width of a run.
constexpr size_t kBars = 80;    // Height of the bars.

// As a label value: backslash, quote and line feed escaped.
std::string label_value(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out;
}

// --- page before and after ---

struct ShownText {
  std::string path;  // Tags from the root.
  std::string text;
  uint64_t key = 0;
};

std::vector<ShownText> shown_texts(const dom::Document& doc) {
  std::vector<ShownText> all;
  for (const dom::NodeId n : doc.nodes()) {
    if (!doc.is_text(n)) continue;
    const dom::Atom parent = doc.name(doc.parent(n));
    if (dom::is_unread(parent)) continue;
    std::string text = normalize_space(doc.text(n));
    if (text.empty()) continue;
    all.push_back({dom::indexed_path(doc, doc.parent(n)), text, value::words_key(text)});
    if (all.size() >= kMaxTexts) break;
  }
  return all;
}

// "same" where the other side has the text at the same place, "moved" elsewhere, else `alone`.
std::string_view mark(const ShownText& text, const std::vector<ShownText>& other,
                      std::string_view alone) {
  std::string_view found = alone;
  for (const ShownText& one : other) {
    if (one.key != text.key) continue;
    if (one.path == text.path) return "same";
    found = "moved";
  }
  return found;
}

// How many texts from i on are as they were.
size_t same_from(const std::vector<std::string_view>& marks, size_t i) {
  size_t end = i;
  while (end < marks.size() && marks[end] == "same") ++end;
  return end - i;
}

std::string column(std::string_view title, const std::vector<ShownText>& texts,
                   const std::vector<ShownText>& other, std::string_view alone) {
  std::string out = fmt::format("<div class=col><h4>{}</h4>", title);
  std::vector<std::string_view> marks;
  for (const ShownText& text : texts) marks.push_back(mark(text, other, alone));
  for (size_t i = 0; i < texts.size(); ++i) {
    const size_t same = same_from(marks, i);
    if (same > kMaxSame) {
      out += fmt::format("<p class=note>… {} texts as they were</p>", same - 1);
      i += same - 1;
    }
    out += fmt::format("<p class={} title=\"{}\">{}</p>", marks[i], escape_markup(texts[i].path),
                       escape_markup(shortened(texts[i].text, kMaxText)));
  }
  return out + "</div>";
}

std::string before_and_after(const site::WatchedNow& now) {
  for (const watch::FreshPage* fresh : now.assessment.fine) {
    for (const site::ReadPage& old : now.known->bellwethers) {
      if (old.key != fresh->id) continue;
      const auto before = shown_texts(old.page->document);
      const auto after = shown_texts(fresh->page->document);
      return fmt::format(
          "<h3>{}</h3><p>Texts of the page: <span class=moved>moved</span> <span "
          "class=gone>gone</span> <span class=new>new</span></p><div class=cols>{}{}</div>",
          escape_markup(fresh->id), column("before", before, after, "gone"),
          column("now", after, before, "new"));
    }
  }
  return "";
}

// --- timeline ---

// Health as a height: 1 healthy, 0.5 drifting, 0 broken or unknown.
double height_of(std::string_view health) {
  return health == "healthy" ? 1 : health == "drifting" ? 0.5 : 0;
}

// One run of the timeline, of one template.
struct PastRun : site::TemplateRun {
  std::string at;
};

// The oldest first.
std::vector<PastRun> runs_of(const std::vector<site::Run>& runs, std::string_view name) {
  std::vector<PastRun> past;
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    if (run->verb != "watch") continue;
    for (site::TemplateRun& one : site::templates_of(*run)) {
      if (one.template_name == name) past.push_back({std::move(one), run->started_at});
    }
  }
  if (std::ssize(past) > kMaxRuns) past.erase(past.begin(), past.end() - kMaxRuns);
  return past;
}

std::string cell(size_t column, size_t y, std::string_view health, std::string_view title) {
  return fmt::format(
      "<rect class='c-{}' x='{}' y='{}' width='{}' height='14' rx='2'><title>{}"
      "</title></rect>",
      health.empty() ? "unknown" : health, kNames + column * kColumn, y, kColumn - 2,
      escape_markup(title));
}

// Coverage as bars, and below them a row of coloured cells for the template and each attribute; one
// column a run.
std::string timeline(const std::vector<PastRun>& past) {
  if (past.empty()) return "";
  std::vector<std::string> rows;
  for (const auto& [attribute, health] : past.back().attributes) rows.push_back(attribute);
  const size_t height = kBars + 18 * (rows.size() + 1) + 24;
  const size_t width = kNames + kColumn * past.size() + 70;
  std::string out =
      fmt::format("<svg viewBox='0 0 {0} {1}' width='{0}' height='{1}'>", width, height);
  const auto label = [&](size_t y, std::string_view text) {
    out += fmt::format("<text x='{}' y='{}' text-anchor='end'>{}</text>", kNames - 8, y,
                       escape_markup(text));
  };
  label(14, "coverage 100 %");
  label(kBars - 6, "0 %");
  label(kBars + 17, "all");
  for (size_t r = 0; r < rows.size(); ++r) label(kBars + 35 + 18 * r, rows[r]);
  for (size_t i = 0; i < past.size(); ++i) {
    const PastRun& run = past[i];
    const double bar = std::max(1.0, run.coverage * static_cast<double>(kBars - 12));
    out += fmt::format(
        "<rect class='bar' x='{}' y='{:.1f}' width='{}' height='{:.1f}'><title>{} "
        "coverage {:.0f} %</title></rect>",
        kNames + i * kColumn, static_cast<double>(kBars) - 4 - bar, kColumn - 2, bar,
        escape_markup(run.at), 100 * run.coverage);
    out += cell(i, kBars + 6, run.health, run.at + " " + run.health);
    if (run.repaired)
      out += fmt::format("<text x='{}' y='{}' text-anchor='middle'>✚</text>",
                         kNames + i * kColumn + kColumn / 2 - 1, kBars + 17);
    for (size_t r = 0; r < rows.size(); ++r) {
      const auto health = run.attributes.find(rows[r]);
      std::string_view state;
      if (health != run.attributes.end()) state = health->second.health;
      out += cell(i, kBars + 24 + 18 * r, state, fmt::format("{} {} {}", run.at, rows[r], state));
    }
  }
  out += fmt::format("<text x='{}' y='{}'>{}</text>", kNames, height - 6,
                     escape_markup(past.front().at.substr(0, 10)));
  if (past.size() > 8)
    out += fmt::format("<text x='{}' y='{}' text-anchor='end'>{}</text>",
                       kNames + kColumn * past.size(), height - 6,
                       escape_markup(past.back().at.substr(0, 10)));
  return out + "</svg><p class=note>One column a run, the latest at the right; ✚: repaired.</p>";
}

std::string badge(watch::Health health) {
  return fmt::format("<span class='badge c-{0}'>{0}</span>", name_of(health));
}

// --- verdicts and repairs ---

std::string evidence_cell(const watch::AttributeVerdict& one) {
  std::string out;
  for (const std::string& line : one.evidence) out += escape_markup(line) + "<br>";
  if (one.examples.empty()) return out;
  out += "<details><summary>examples</summary>";
  for (const watch::Example& example : one.examples) {
    out += fmt::format("<div><del>{}</del> → {}</div>", escape_markup(example.before.substr(0, 60)),
                       example.now.empty()
                           ? "<i>nothing</i>"
                           : "<ins>" + escape_markup(example.now.substr(0, 60)) + "</ins>");
  }
  return out + "</details>";
}

std::string verdict_table(const watch::TemplateVerdict& verdict) {
  std::string out =
      "<table><tr><th>attribute<th>health<th>cause<th class=n>same<th class=n>different<th "
      "class=n>gone<th class=n>presence<th class=n>fit<th>evidence</tr>";
  for (const watch::AttributeVerdict& one : verdict.attributes) {
    out += fmt::format(
        "<tr><td>{}<td>{}<td>{}<td class=n>{}<td class=n>{}<td class=n>{}<td class=n>{:.2f}<td "
        "class=n>{:.2f}<td>{}</tr>",
        escape_markup(one.name), badge(one.health),
        one.cause == watch::Cause::kNone ? "" : name_of(one.cause), one.same, one.different,
        one.gone, one.presence, one.fit, evidence_cell(one));
  }
  return out + "</table>";
}

std::string repair_table(const site::WatchedNow& now) {
  std::string out = "<h3>Repair</h3><table><tr><th>attribute<th>state<th>rules<th>evidence</tr>";
  for (const watch::RuleChange& change : now.changes) {
    const bool good = change.state != watch::RepairState::kRejected;
    out += fmt::format("<tr><td>{}<td><span class='badge c-{}'>{}</span><td class=rules>",
                       escape_markup(change.attribute), good ? "healthy" : "drifting",
                       name_of(change.state));
    if (!change.old_rule.empty())
      out +=
          "<div><del>" + escape_markup(without_usual_conditions(change.old_rule)) + "</del></div>";
    if (!change.new_rule.empty())
      out +=
          "<div><ins>" + escape_markup(without_usual_conditions(change.new_rule)) + "</ins></div>";
    out += "<td>" + escape_markup(change.evidence) + "</tr>";
  }
  return out + "</table>";
}

std::string section(const site::WatchedNow& now, const std::vector<site::Run>& runs) {
  const watch::TemplateVerdict& verdict = now.assessment.verdict;
  std::string out = fmt::format(
      "<section><h2>{} {}{}</h2>", escape_markup(verdict.template_name), badge(verdict.health),
      now.after ? " <small>after repair</small> " + badge(now.after->verdict.health) : "");
  out += fmt::format("<p>{} of {} pages read, {:.0f} % covered by the signature.", verdict.read,
                     verdict.pages, 100 * verdict.shingles.coverage());
  if (const std::string& advice = now.verdict().advice; !advice.empty())
    out += " <b>What to do:</b> " + escape_markup(advice) + ".";
  out += "</p>" + timeline(runs_of(runs, verdict.template_name)) + "<ul>";
  for (const std::string& line : verdict.evidence) out += "<li>" + escape_markup(line) + "</li>";
  out += "</ul>";
  if (!verdict.attributes.empty()) out += verdict_table(verdict);
  if (!now.changes.empty()) out += repair_table(now);
  if (verdict.health != watch::Health::kHealthy) out += before_and_after(now);
  return out + "</section>";
}

constexpr std::string_view kWatchStyle = R"css(
body{background:#f8fafc}section{background:#fff;border:1px solid #e5e7eb;border-radius:8px;padding:.5em 1.5em 1.5em;margin:1.5em 0}
h2 small{font-weight:normal;color:#6b7280}svg{font-size:12px;fill:#374151}
.badge{font-size:12px;font-weight:600;padding:1px 8px;border-radius:9px;white-space:nowrap}
span.c-healthy{background:#dcfce7;color:#166534}span.c-drifting{background:#fef3c7;color:#92400e}
span.c-broken{background:#fee2e2;color:#991b1b}span.c-unknown{background:#e5e7eb;color:#374151}
rect.c-healthy{fill:#22c55e}rect.c-drifting{fill:#f59e0b}rect.c-broken{fill:#ef4444}rect.c-unknown{fill:#cbd5e1}
rect.bar{fill:#60a5fa}.rules{font:12px/1.6 ui-monospace,monospace;overflow-wrap:anywhere;max-width:480px}
.cols{display:flex;gap:1em}.col{flex:1;min-width:0;max-height:32em;overflow:auto;border:1px solid #e5e7eb;
border-radius:6px;padding:0 1em;font-size:13px}.col p{margin:.2em 0;padding:0 4px;border-radius:3px;overflow-wrap:anywhere}
.moved{background:#fef3c7}.gone{background:#fee2e2;text-decoration:line-through}.new{background:#dcfce7}
)css";

}  // namespace

std::string prometheus_text(const std::string& site, const std::vector<site::WatchedNow>& all) {
  std::string health, coverage, read, attributes, presence, fit, repaired;
  const std::string name = label_value(site);
  for (const site::WatchedNow& now : all) {
    const watch::TemplateVerdict& verdict = now.verdict();
    const std::string labels =
        fmt::format("site=\"{}\",template=\"{}\"", name, label_value(verdict.template_name));
    health +=
        fmt::format("weft_template_health{{{}}} {}\n", labels, height_of(name_of(verdict.health)));
    coverage +=
        fmt::format("weft_template_coverage{{{}}} {}\n", labels, verdict.shingles.coverage());
    read += fmt::format("weft_bellwethers_read{{{}}} {}\n", labels, verdict.read);
    repaired += fmt::format("weft_attributes_repaired{{{}}} {}\n", labels, now.repair.accepted());
    for (const watch::AttributeVerdict& one : verdict.attributes) {
      const std::string with = fmt::format("{},attribute=\"{}\"", labels, label_value(one.name));
      attributes +=
          fmt::format("weft_attribute_health{{{}}} {}\n", with, height_of(name_of(one.health)));
      presence += fmt::format("weft_attribute_presence{{{}}} {}\n", with, one.presence);
      fit += fmt::format("weft_attribute_fit{{{}}} {}\n", with, one.fit);
    }
  }
  const auto gauge = [](const char* metric, const char* help, const std::string& lines) {
    return fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n{2}", metric, help, lines);
  };
  return gauge("weft_template_health", "1 healthy, 0.5 drifting, 0 broken or unknown", health) +
         gauge("weft_template_coverage", "Share of bellwethers that the signature covers",
               coverage) +
         gauge("weft_bellwethers_read", "Bellwether pages that came back as themselves", read) +
         gauge("weft_attributes_repaired", "Attributes repaired by this run", repaired) +
         gauge("weft_attribute_health", "1 healthy, 0.5 drifting, 0 broken", attributes) +
         gauge("weft_attribute_presence", "Share of records with a value", presence) +
         gauge("weft_attribute_fit", "Likeness of values to those learned from", fit);
}

std::string watch_dashboard(const std::string& site, const std::vector<site::WatchedNow>& all,
                            const std::vector<site::Run>& runs) {
  std::string out = fmt::format("<h1>{}</h1>", escape_markup(site));
  for (const site::WatchedNow& now : all) out += section(now, runs);
  return report::HtmlPage{
      .title = "weft watch: " + site, .style = kWatchStyle, .body = std::move(out)}
      .text();
}

}  // namespace weft::cli
