#include "cli/watch_report.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/markup.h"
#include "base/strings.h"
#include "cli/line_chart.h"
#include "dom/path.h"
#include "dom/serialize.h"
#include "model/json.h"
#include "watch/words.h"

namespace weft::cli {
namespace {

constexpr size_t kMaxTexts = 400;  // Of a page that is shown.

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
    if (parent == dom::atoms::kScript || parent == dom::atoms::kStyle) continue;
    std::string text = normalize_space(doc.text(n));
    if (text.empty()) continue;
    all.push_back({dom::indexed_path(doc, doc.parent(n)), text, watch::value_key(text)});
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

std::string column(std::string_view title, const std::vector<ShownText>& texts,
                   const std::vector<ShownText>& other, std::string_view alone) {
  std::string out = fmt::format("<div class=col><h4>{}</h4>", title);
  for (const ShownText& text : texts) {
    out += fmt::format("<p class={} title=\"{}\">{}</p>", mark(text, other, alone),
                       escape_markup(text.path), escape_markup(text.text.substr(0, 160)));
  }
  return out + "</div>";
}

std::string before_and_after(const WatchedNow& now) {
  for (const watch::FreshPage* fresh : now.assessment.fine) {
    for (const model::Page& old : now.known->old_pages) {
      if (old.id != fresh->id) continue;
      const auto before = shown_texts(old.document);
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

std::string timeline(const std::vector<model::Run>& runs) {
  std::map<std::string, std::vector<std::pair<double, double>>> coverage, health;
  double x = 0;
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
    if (run->verb != "watch") continue;
    const auto details = model::parse_json(run->details);
    if (!details.ok() || !details->contains("templates")) continue;
    ++x;
    for (const auto& one : (*details)["templates"]) {
      if (!one.is_object()) continue;
      const std::string name = one.value("template", "");
      coverage[name].emplace_back(x, one.value("coverage", 0.0));
      health[name].emplace_back(x, height_of(one.value("health", "")));
    }
  }
  LineChart covered{"Coverage", "run", "share of pages covered", {}};
  LineChart healthy{"Health", "run", "1 healthy, 0 broken", {}};
  for (const auto& [name, points] : coverage) covered.series.push_back({name, points});
  for (const auto& [name, points] : health) healthy.series.push_back({name, points});
  return covered.svg() + healthy.svg();
}

std::string verdict_table(const watch::TemplateVerdict& verdict) {
  std::string out =
      "<table><tr><th>attribute<th>health<th>cause<th>same<th>different<th>gone<th>presence<th>fit"
      "<th>evidence</tr>";
  for (const watch::AttributeVerdict& one : verdict.attributes) {
    std::string evidence;
    for (const std::string& line : one.evidence) evidence += escape_markup(line) + ". ";
    for (const watch::Example& example : one.examples)
      evidence += fmt::format("“{}” was “{}”. ", escape_markup(example.now.substr(0, 60)),
                              escape_markup(example.before.substr(0, 60)));
    out += fmt::format(
        "<tr><td>{}<td class={}>{}<td>{}<td>{}<td>{}<td>{}<td>{:.2f}<td>{:.2f}<td>{}</tr>",
        escape_markup(one.name), watch::health_name(one.health), watch::health_name(one.health),
        watch::cause_name(one.cause), one.same, one.different, one.gone, one.presence, one.fit,
        evidence);
  }
  return out + "</table>";
}

std::string section(const WatchedNow& now) {
  const watch::TemplateVerdict& verdict = now.assessment.verdict;
  std::string out = fmt::format(
      "<h2>{} <span class={}>{}</span></h2><p>{} of {} pages read, coverage {:.0f} %. {}</p>",
      escape_markup(verdict.template_name), watch::health_name(verdict.health),
      watch::health_name(verdict.health), verdict.read, verdict.pages,
      100 * verdict.shingles.coverage(), escape_markup(verdict.advice));
  for (const std::string& line : verdict.evidence) out += "<p>" + escape_markup(line) + "</p>";
  out += verdict_table(verdict);
  if (!now.changes.empty())
    out += "<h3>Repair</h3><pre>" + escape_markup(to_text(now.changes)) + "</pre>";
  if (verdict.health != watch::Health::kHealthy) out += before_and_after(now);
  return out;
}

constexpr std::string_view kStyle =
    "<style>body{font:15px/1.5 system-ui,sans-serif;max-width:1100px;margin:2em auto;padding:0 1em;"
    "color:#222}table{border-collapse:collapse;font-size:13px}td,th{border:1px solid #ddd;"
    "padding:3px 8px;text-align:left;vertical-align:top}.healthy{color:#17803d}.drifting{color:"
    "#b45309}.broken{color:#b91c1c}.unknown{color:#555}.cols{display:flex;gap:1em}.col{flex:1;"
    "min-width:0;max-height:30em;overflow:auto;border:1px solid #ddd;padding:0 1em;font-size:13px}"
    ".col p{margin:.2em "
    "0;overflow-wrap:anywhere}.moved{background:#fef3c7}.gone{background:#fee2e2;"
    "text-decoration:line-through}.new{background:#dcfce7}pre{background:#f6f6f6;padding:1em;"
    "overflow:auto}svg{max-width:48%}</style>";

}  // namespace

std::string prometheus_text(const std::string& site, const std::vector<WatchedNow>& all) {
  std::string health, coverage, read, attributes, presence, fit, repaired;
  const std::string name = label_value(site);
  for (const WatchedNow& now : all) {
    const watch::TemplateVerdict& verdict = now.assessment.verdict;
    const std::string labels =
        fmt::format("site=\"{}\",template=\"{}\"", name, label_value(verdict.template_name));
    health += fmt::format("weft_template_health{{{}}} {}\n", labels,
                          height_of(watch::health_name(now.verdict().health)));
    coverage +=
        fmt::format("weft_template_coverage{{{}}} {}\n", labels, verdict.shingles.coverage());
    read += fmt::format("weft_bellwethers_read{{{}}} {}\n", labels, verdict.read);
    repaired += fmt::format("weft_attributes_repaired{{{}}} {}\n", labels, now.repair.accepted());
    for (const watch::AttributeVerdict& one : now.verdict().attributes) {
      const std::string with = fmt::format("{},attribute=\"{}\"", labels, label_value(one.name));
      attributes += fmt::format("weft_attribute_health{{{}}} {}\n", with,
                                height_of(watch::health_name(one.health)));
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

std::string watch_dashboard(const std::string& site, const std::vector<WatchedNow>& all,
                            const std::vector<model::Run>& runs) {
  std::string out = fmt::format(
      "<!doctype html><html lang=en><meta charset=utf-8><title>weft watch: "
      "{0}</title>{1}<h1>{0}</h1>"
      "{2}",
      escape_markup(site), kStyle, timeline(runs));
  for (const WatchedNow& now : all) out += section(now);
  return out + "</html>\n";
}

}  // namespace weft::cli
