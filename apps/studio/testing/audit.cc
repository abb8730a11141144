#include "studio/testing/audit.h"

#include <set>

namespace weft::studio {
namespace {

constexpr const char* kAudit = R"js((async () => {
  // What moves is judged once it stands still.
  await Promise.race([Promise.allSettled(document.getAnimations().map(a => a.finished)), new Promise(r => setTimeout(r, 3000))]);
  const faults = [], seen = new Set();
  const fault = (what, e) => {
    const name = `${e.tagName.toLowerCase()}${e.id ? '#' + e.id : ''}${typeof e.className === 'string' && e.className ? '.' + e.className.trim().replace(/\s+/g, '.') : ''}`;
    const text = `${what}: ${name} "${e.textContent.trim().slice(0, 30)}"`;
    if (!seen.has(what + name)) { seen.add(what + name); faults.push(text); }
  };
  const shown = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }) && e.getClientRects().length > 0;
  const focusable = e => e.matches('a[href], button, input, select, textarea, summary, iframe, [tabindex]') && !e.disabled;
  const all = [...document.body.querySelectorAll('*')].filter(shown);

  // Reached by a keyboard, in the order of the page.
  for (const e of all) {
    if (e.tabIndex > 0) fault('focus out of order', e);
    if (e.onclick && !focusable(e) && !e.disabled && !e.closest('label')) fault('a mouse alone clicks', e);
  }
  // Parts of composites stand in them.
  const within = { option: 'listbox', tab: 'tablist', row: 'grid', gridcell: 'row', columnheader: 'row', rowheader: 'row', menuitem: 'menu' };
  for (const [part, whole] of Object.entries(within))
    for (const e of all) if (e.getAttribute('role') === part && !e.parentElement.closest(`[role=${whole}]`)) fault(`${part} outside of a ${whole}`, e);
  for (const e of document.querySelectorAll('[role=listbox], [role=tablist], [role=grid], [role=menu], nav, aside'))
    if (shown(e) && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')) fault('a region without a name', e);
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  for (const id of new Set(ids)) if (ids.filter(x => x === id).length > 1) faults.push(`the id ${id} twice`);

  // Contrast.
  const rgba = c => { const m = c.match(/[\d.]+/g).map(Number); return c.startsWith('color(srgb') ? [m[0] * 255, m[1] * 255, m[2] * 255, m[3] ?? 1] : [m[0], m[1], m[2], m[3] ?? 1]; };
  const over = (a, b) => [0, 1, 2].map(i => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255; return v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; }); return .2126 * r + .7152 * g + .0722 * b; };
  const behind = e => {
    const layers = [];
    for (let n = e; n; n = n.parentElement) {
      const s = getComputedStyle(n); if (s.backgroundImage !== 'none') return null;
      const c = rgba(s.backgroundColor); if (c[3] > 0) layers.push(c); if (c[3] === 1) break;
      if (s.position === 'fixed' && n !== document.body && c[3] === 0 && n.parentElement === document.body) break;
    }
    return layers.reverse().reduce((under, c) => over(c, under), [255, 255, 255, 1]);
  };
  for (const e of all) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) || e.closest('[disabled], [aria-disabled=true], svg, .sr, .skip')) continue;
    const s = getComputedStyle(e), under = behind(e); if (!under) continue;
    let strength = 1; for (let n = e; n; n = n.parentElement) strength *= getComputedStyle(n).opacity;
    const ink = rgba(s.color); ink[3] *= strength;
    const a = light(over(ink, under)), b = light(under), ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    const px = parseFloat(s.fontSize), large = px >= 24 || (px >= 18.66 && s.fontWeight >= 700);
    if (ratio < (large ? 3 : 4.5)) fault(`contrast ${ratio.toFixed(2)}`, e);
  }
  return faults;
})())js";

// Roles of which a screen reader says nothing but the name.
const std::set<std::string> kNamed = {"button",  "link",     "textbox",  "searchbox", "combobox",
                                      "tab",     "option",   "checkbox", "menuitem",  "gridcell",
                                      "listbox", "dialog",   "grid",     "Iframe",    "spinbutton",
                                      "slider",  "MenuItem", "image",    "img"};

}  // namespace

std::vector<std::string> audit(LiveBrowser& browser) {
  const Json found = browser.evaluate(kAudit);
  std::vector<std::string> faults =
      found.is_array() ? found.texts() : std::vector<std::string>{"the audit did not run"};
  for (const Json& node : browser.accessibility_tree()) {
    const Json* ignored = node.find("ignored");
    if (ignored != nullptr && ignored->is_boolean() && ignored->get<bool>()) continue;
    const Json* role = node.find("role");
    const Json* name = node.find("name");
    if (role == nullptr || !kNamed.contains(role->text_of("value"))) continue;
    if (name == nullptr || name->text_of("value").empty())
      faults.push_back("no name: " + role->text_of("value") + " " + dump_json(node).substr(0, 300));
  }
  return faults;
}

}  // namespace weft::studio
