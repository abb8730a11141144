// Pointing without a mouse: a dialog with the texts of a page under its headings, as a tree. Typing narrows it, arrows
// walk through it, Enter points.
import { el, set, button, failure, dialog, say, many } from './ui.js';
import { get, post } from './api.js';

const MOST = 300;  // Lines that are drawn.

/** `page`: the path of its calls; `point` is told the place that is chosen, `show` the one under the cursor. */
export async function find(page, point, show) {
  const input = set(el('input.field'), { placeholder: 'a value that stands on the page', 'aria-label': 'Value', role: 'combobox', 'aria-expanded': 'true', 'aria-controls': 'outline', autocomplete: 'off', spellcheck: 'false' });
  const tree = set(el('div.outline'), { role: 'tree', 'aria-label': 'Texts of the page, under its headings', id: 'outline' }), note = el('div');
  const d = dialog('Find a value', input, tree, note, el('div.row2', button('btn primary', () => go(), 'Point at it')));
  let items = [], shown = [], at = -1;
  const walk = to => { at = Math.max(0, Math.min(shown.length - 1, to)); draw(); if (shown[at]) { show(shown[at]); say(shown[at].text); } };
  const draw = () => {
    tree.replaceChildren(...shown.slice(0, MOST).map((line, i) => {
      const e = set(el('div' + (line.heading ? '.heading' : ''), line.text), { role: 'treeitem', 'aria-level': String(line.level), 'aria-selected': String(i === at), id: 'outline-' + i, onmousedown: ev => { ev.preventDefault(); at = i; go(); } });
      e.style.paddingLeft = 8 + 14 * (line.level - 1) + 'px'; return e;
    }));
    set(input, { 'aria-activedescendant': at >= 0 ? 'outline-' + at : null }); tree.children[at]?.scrollIntoView({ block: 'nearest' });
  };
  const narrow = () => { const q = input.value.trim().toLowerCase(); shown = items.filter(line => line.text.toLowerCase().includes(q)); at = -1; draw(); note.replaceChildren(shown.length > MOST ? el('p.dim', `${many(shown.length, 'text')}: type some of it.`) : ''); };
  const go = async () => {
    try { const place = shown[at] ?? await post(page + '/point', { text: input.value }); d.close(); point({ node: place.node, part: place.part, as: place.as }); } catch (e) { note.replaceChildren(failure(e)); }
  };
  input.oninput = narrow;
  input.onkeydown = e => {
    e.stopPropagation();
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[e.key];
    if (by) { e.preventDefault(); walk(at + by); } else if (e.key === 'Enter') go();
  };
  try { items = (await get(page + '/outline')).lines; narrow(); } catch (e) { note.replaceChildren(failure(e)); }
}
