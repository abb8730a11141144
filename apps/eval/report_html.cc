// How marks get onto a page that is not ours: the page's HTML is put unchanged into a sandboxed
// frame, and the report's own script resolves the paths of what was found (an indexed path is
// XPath 1.0) in the frame's document, outlines those nodes, and looks for the text of what was
// missed. The report's content security policy holds in the frames too, so nothing is fetched.

#include "eval/report_html.h"

#include <algorithm>

#include "base/json.h"
#include "report/html_page.h"

namespace weft::eval {
namespace {

constexpr std::string_view kVerdictNames[] = {"correct", "wrong", "missing", "spurious"};

Json check_json(const ValueCheck& check) {
  return {{"verdict", kVerdictNames[static_cast<size_t>(check.verdict)]},
          {"record", check.record},
          {"attribute", check.attribute},
          {"found", check.found},
          {"truth", check.truth},
          {"path", check.path},
          {"note", check.note}};
}

Json page_json(const CheckedPage& page) {
  Json checks = Json::array();
  for (const ValueCheck& check : page.checks) checks.push_back(check_json(check));
  return {{"site", page.site},
          {"name", page.name},
          {"score", page.score},
          {"html", page.html},
          {"checks", std::move(checks)}};
}

// JSON that can stand inside a script element: no "</script", no "<!--".
std::string script_safe(const Json& json) {
  std::string out;
  for (const char c : json.dump()) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

constexpr std::string_view kReportStyle = R"css(
:root { --correct:#1a7f37; --wrong:#cf222e; --missing:#bc4c00; --spurious:#8250df; --line:#e5e7eb }
body { margin:0; padding:0; max-width:none; display:grid; height:100vh;
  grid-template:auto 1fr / 17rem 1fr; grid-template-areas:"head head" "nav main" }
header { grid-area:head; padding:.7rem 1rem; border-bottom:1px solid var(--line); display:flex; gap:2rem;
  align-items:baseline; flex-wrap:wrap }
header h1 { font-size:1.15rem; margin:0 } header b { font-size:1.4rem } header span { color:#6b7280 }
nav { grid-area:nav; overflow:auto; border-right:1px solid var(--line); padding:.4rem }
nav button { display:block; width:100%; text-align:left; border:0; background:none; padding:.3rem .5rem;
  border-radius:6px; font:inherit; cursor:pointer; overflow:hidden; text-overflow:ellipsis; white-space:nowrap }
nav button:hover { background:#f3f4f6 } nav button[aria-current=true] { background:#ddf4ff }
nav small { color:#6b7280; float:right; font-variant-numeric:tabular-nums }
main { grid-area:main; display:grid; grid-template-columns:3fr 2fr; min-height:0 }
main.tables { display:block; overflow:auto; padding:1rem } #charts { display:none } main #charts { display:block }
iframe { width:100%; height:100%; border:0; border-right:1px solid var(--line) } aside { overflow:auto; padding:.6rem }
tr[data-path] { cursor:pointer } tr[data-path]:hover { background:#f6f8fa } #charts svg { max-width:40rem }
.correct { color:var(--correct) } .wrong { color:var(--wrong) } .missing { color:var(--missing) }
.spurious { color:var(--spurious) } .truth { color:#6b7280 } code { font-size:12px; color:#6b7280 }
)css";

constexpr std::string_view kReportScript = R"js(
'use strict';
const { report, pages } = JSON.parse(document.getElementById('data').textContent);
const colours = { correct: '#1a7f37', wrong: '#cf222e', missing: '#bc4c00', spurious: '#8250df' };
const $ = (tag, text, cls) => { const e = document.createElement(tag); if (text !== undefined) e.textContent = text;
  if (cls) e.className = cls; return e; };
const charts = document.getElementById('charts');
const fold = s => s.replace(/\s+/g, ' ').trim();
const number = v => v === null ? '–' : typeof v !== 'number' ? v : Number.isInteger(v) ? v : v.toFixed(4);

function header() {
  const head = document.querySelector('header');
  const name = ['weft eval', report.task, report.method].filter(Boolean).join(' · ');
  const score = $('span'); score.append($('b', number(report.score)), ' ' + report.metric);
  const legend = $('span');
  for (const verdict in colours) legend.append($('span', '■ ' + verdict + ' ', verdict));
  head.append($('h1', name), score, legend);
}

function showTables(main) {
  main.className = 'tables';
  main.append(charts);
  for (const [section, rows] of Object.entries(report.rows)) {
    const table = $('table'), columns = [...new Set(rows.flatMap(Object.keys))];
    const top = table.insertRow();
    columns.forEach(c => top.append($('th', c === 'name' ? section : c, c === 'name' ? '' : 'n')));
    for (const row of rows) {
      const tr = table.insertRow();
      columns.forEach(c => tr.append($('td', c in row ? number(row[c]) : '', c === 'name' ? '' : 'n')));
    }
    main.append(table);
  }
  report.notes.forEach(note => main.append($('p', note)));
}

// An indexed path is XPath; one that ends in /@name or text()[k] means its element.
function resolve(doc, path) {
  if (!path) return null;
  const clean = path.replace(/\/@[^/]*$/, '');
  try {
    const node = doc.evaluate(clean, doc, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
    return node && (node.nodeType === 1 ? node : node.parentElement);
  } catch { return null; }
}

function byText(doc, text) {
  const wanted = fold(text), walker = doc.createTreeWalker(doc.body || doc, NodeFilter.SHOW_TEXT);
  while (wanted && walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (parent && !/^(SCRIPT|STYLE)$/.test(parent.tagName) && fold(walker.currentNode.data) === wanted) return parent;
  }
  return null;
}

function outline(element, colour, dashed, title) {
  if (!element) return;
  element.style.setProperty('outline', `3px ${dashed ? 'dashed' : 'solid'} ${colour}`, 'important');
  element.style.setProperty('background-color', colour + '22', 'important');
  element.title = title;
}

function mark(doc, checks) {
  for (const c of checks) {
    outline(resolve(doc, c.path), colours[c.verdict], false, `${c.attribute}: ${c.verdict}`);
    if (c.verdict === 'missing' || c.verdict === 'wrong') {
      outline(byText(doc, c.truth), colours.missing, true, `${c.attribute}: should have been found`);
    }
  }
}

function checkTable(page, frame) {
  const aside = $('aside'), table = $('table'), top = table.insertRow();
  ['record', 'attribute', 'value'].forEach(name => top.append($('th', name)));
  for (const c of page.checks) {
    const row = table.insertRow(), value = $('td');
    row.append($('td', c.record), $('td', c.attribute, c.verdict), value);
    if (c.found) value.append($('div', c.found, c.verdict));
    if (c.truth && c.verdict !== 'correct') value.append($('div', 'truth: ' + c.truth, 'truth'));
    if (c.note) value.append($('code', c.note));
    row.dataset.path = c.path;
    row.onclick = () => {
      const node = resolve(frame.contentDocument, c.path) || byText(frame.contentDocument, c.truth);
      if (node) node.scrollIntoView({ block: 'center' });
    };
  }
  aside.append($('h3', `${page.site} ${page.name}`), table);
  return aside;
}

function showPage(main, page) {
  main.className = '';
  const frame = $('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin');
  frame.onload = () => mark(frame.contentDocument, page.checks);
  frame.srcdoc = page.html;
  main.append(frame, checkTable(page, frame));
}

function choose(button, show) {
  document.querySelectorAll('nav button').forEach(b => b.setAttribute('aria-current', b === button));
  const main = document.querySelector('main');
  main.replaceChildren();
  show(main);
}

header();
const nav = document.querySelector('nav');
const entry = (text, score, show) => {
  const button = $('button', text);
  if (score !== undefined) button.prepend($('small', number(score)));
  button.onclick = () => choose(button, show);
  nav.append(button);
  return button;
};
const first = entry('Figures', undefined, showTables);
const buttons = pages.map(page => entry(`${page.site} ${page.name}`, page.score, main => showPage(main, page)));
const start = buttons[Number(location.hash.slice(1)) - 1] || (location.hash ? buttons[0] : null) || first;
start.click();
)js";

}  // namespace

bool PageReport::wants(double score) const {
  return pages_.size() < capacity_ || (capacity_ != 0 && score < pages_.back().score);
}

void PageReport::add(CheckedPage page) {
  if (!wants(page.score)) return;
  const auto place =
      std::upper_bound(pages_.begin(), pages_.end(), page.score,
                       [](double score, const CheckedPage& other) { return score < other.score; });
  pages_.insert(place, std::move(page));
  if (pages_.size() > capacity_) pages_.pop_back();
}

std::string to_html(const Report& report, const PageReport& pages) {
  Json data = {{"report", to_json(report)}, {"pages", Json::array()}};
  for (const CheckedPage& page : pages.pages()) data["pages"].push_back(page_json(page));
  std::string body = "<script type=\"application/json\" id=\"data\">" + script_safe(data);
  body += "</script>\n<div id=charts>";
  for (const report::LineChart& chart : report.charts) body += chart.svg();
  body += "</div><header></header><nav></nav><main></main>\n";
  return report::HtmlPage{
      .title = "weft eval", .style = kReportStyle, .body = std::move(body), .script = kReportScript}
      .text();
}

}  // namespace weft::eval
