// What stands beside the page, but for the attributes: why, what was done, what is ready without a label, the schema.
// A pane is a function of the labelling screen and of the element that it fills.
import { el, set, button, conf, num, many, say, toast, failure, commandLine, ruleText, short } from './ui.js';
import { get, post, put } from './api.js';

const hint = (...kids) => el('div.hint', ...kids);

async function explain(label, body) {
  const { attributes: all, command } = await label.explain(), name = label.attributes[label.active]?.name;
  if (!all.length) return body.replaceChildren(hint('Nothing is learned yet, so there is nothing to explain.'));
  const order = [...all].sort((a, b) => (b.attribute === name) - (a.attribute === name));
  body.replaceChildren(...order.map(x => {
    const box = el('div.ex', el('h3', x.attribute, el('small.ell', x.missing ? 'missing' : short(x.value)), x.missing ? null : el('span.conf' + (x.confidence < 0.98 ? ' low' : ''), conf(x.confidence))));
    const reasons = w => w.reasons.map(r => el('p', r));
    if (x.chosen) box.append(...(x.chosen.rule ? [el('p', ruleText(x.chosen.rule))] : []), ...reasons(x.chosen), button('link', () => label.stage.reveal(x.chosen, true), 'Show it on the page'));
    const up = x.runner_up;
    if (up) {
      box.append(el('div.ru', el('p', el('b', x.missing ? 'Nearest miss: ' : 'Runner-up: '), `“${short(up.text)}”`), ...reasons(up),
        up.node !== undefined ? el('div.row2', button('link', () => label.stage.reveal(up, true), 'Show it'), button('link', () => label.label(x.attribute, { node: up.node, part: up.part }), 'It is this one')) : null));
    }
    return box;
  }));
  commandLine(command, () => label.app.script());
}

async function history(label, body) {
  const { acts } = await get(`sites/${label.site.name}/history?template=${encodeURIComponent(label.template)}`);
  if (!acts.length) return body.replaceChildren(hint('Every step will stand here. Any of them can be undone, also alone, also tomorrow.'));
  const today = new Date().toDateString();
  const when = at => { const d = new Date(at); return (d.toDateString() === today ? '' : d.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' }) + ' ') + d.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }); };
  body.replaceChildren(...acts.map(a => {
    const text = el('span.ell', el('b', a.op), ` ${a.attribute} `, a.value ? `“${short(a.value)}”` : '');
    const what = a.page === undefined ? text : set(button('link ell', () => label.open(a.page), text), { 'aria-label': `${a.op} ${a.attribute}, open ${a.name}` });
    return el('div.hist' + (a.undone ? ' undone' : ''), what, button('link', () => label.act('mark', { number: a.number, undone: !a.undone }).then(() => label.drawPane()), a.undone ? 'redo' : 'undo'), el('small.ell', `${a.name ?? 'all pages'} · ${when(a.at)}`));
  }));
}

/** Tables found without a label: name the columns worth having, drop the others. */
async function ready(label, body) {
  const page = label.page.page, { tables, command } = await get(`sites/${label.site.name}/tables?page=${page}`);
  commandLine(command, () => label.app.script());
  if (!tables.length) return body.replaceChildren(hint('This page offers no table by itself. Point at what you want.'));
  body.replaceChildren(...tables.map((table, n) => {
    const fields = table.columns.map(c => readyField(c, table.rows, label));
    const drop = f => { f.row.remove(); fields.splice(fields.indexOf(f), 1); };
    const keep = async () => {
      const columns = Object.fromEntries(fields.filter(f => f.input.value.trim()).map(f => [f.column.name, f.input.value.trim().replace(/\s+/g, '_')]));
      if (!Object.keys(columns).length) return toast(4000, 'Name the columns you want: → takes the proposed name.');
      if (await label.keepColumns({ page, table: n, columns })) say(many(Object.keys(columns).length, 'column') + ' kept');
    };
    for (const f of fields) {
      f.drop.onclick = () => drop(f);
      f.input.onkeydown = e => {
        e.stopPropagation();
        if (e.key === 'Enter') { if (!f.input.value) f.input.value = f.column.name; keep(); } else if (e.key === 'ArrowRight' && !f.input.value) f.input.value = f.column.name;
        else if (e.key.toLowerCase() === 'd' && !f.input.value) { e.preventDefault(); const next = fields[fields.indexOf(f) + 1]; drop(f); next?.input.focus(); }
      };
    }
    const list = table.found_by === 'list';
    return el('div.ex', el('h3', list ? `A list of ${many(table.rows, 'row')}` : 'Columns of this template', el('small', list ? conf(Math.min(0.99, table.confidence)) : `${many(table.rows, 'page')} compared`)),
      n ? null : el('p.dim', 'Type a name to keep a column, → takes the proposed one, D drops it, Enter keeps what is named.'), ...fields.map(f => f.row),
      el('div.row2', button('btn', () => { for (const f of fields) f.input.value ||= f.column.name; }, 'Name all'), el('span.grow'), button('btn primary', keep, 'Keep')));
  }));
}

function readyField(column, rows, label) {
  const input = set(el('input.field slim'), { placeholder: column.name, 'aria-label': `Name of the column ${column.name}`, spellcheck: 'false', autocomplete: 'off' });
  const drop = set(button('drop', null, '×'), { 'aria-label': `Drop ${column.name}`, title: 'Drop (D)' });
  const row = el('div.ready', input, el('small.num', `${column.type}, ${num(column.filled)} of ${num(rows)}`), drop, set(el('span.mono ell', column.examples.join(' · ')), { title: column.examples.join('\n') }));
  input.onfocus = () => column.nodes[0] && label.stage.reveal(column.nodes[0], true);
  return { column, input, drop, row };
}

async function schema(label, body) {
  const site = await get('sites/' + label.site.name), text = set(el('textarea.field'), { spellcheck: 'false', 'aria-label': 'Schema, one attribute a line' });
  text.value = site.schema; text.rows = Math.max(5, site.schema.split('\n').length + 1); text.placeholder = 'title: mandatory\nprice: money\nbrand\nimage: image'; text.onkeydown = e => e.stopPropagation();
  const note = el('div'), keep = async () => {
    try { await put(`sites/${label.site.name}/schema`, { text: text.value }); note.replaceChildren(); await label.reload(); say('schema kept'); label.choose('attributes'); } catch (e) { note.replaceChildren(failure(e)); }
  };
  body.replaceChildren(el('div.pad', el('p.dim', 'One attribute a line, or JSON. Rules that are in force stay as they are.'), text, note, el('div.row2', el('span.grow'), button('btn primary', keep, 'Keep')),
    el('p.dim', el('b', 'Types: '), 'text, number, money, date, time, duration, url, image, email, phone, address, boolean. ', el('b', 'Words: '), 'mandatory, set, optional, constant. ', el('b', 'Like: '), el('span.mono', 'price: money mandatory'))));
}

export const PANES = { attributes: ['Attributes'], explain: ['Explain', explain], history: ['History', history], ready: ['Ready', ready], schema: ['Schema', schema] };
