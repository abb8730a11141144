// By a domain, with no label: what was taken for what and how sure that is, the few questions worth an answer, and
// the terms found, to accept, reject or blacklist.
import { el, set, button, icon, num, many, conf, failure, commandLine, say, toast } from './ui.js';
import { get, post, follow } from './api.js';

export async function domain(app, root, name) {
  const at = `sites/${encodeURIComponent(name)}`; 
  const { domains, last } = await get(at + '/domain');
  const choice = set(el('select.field', ...['', ...domains].map(d => set(el('option', d || 'find out which'), { value: d }))), { 'aria-label': 'Domain' });
  const note = el('div'), body = el('div');
  const read = async () => {
    note.replaceChildren(el('div.prog any', el('i')), el('p.dim num', 'reading…'));
    try { const job = await follow(await post(at + '/domain', { domain: choice.value }), j => { note.lastChild.textContent = `${many(j.done, 'page')} read`; commandLine(j.command); }); note.replaceChildren(); show(job.result); say('read'); } catch (e) { note.replaceChildren(failure(e)); }
  };
  const show = found => body.replaceChildren(...sections(app, name, at, found));
  root.replaceChildren(el('div.screen', el('div.in', el('h1', 'By a domain'), el('p.lead', 'What is known of one kind of thing (books, cars, homes) finds its attributes on pages that nobody labelled. Keep what is right; your answers teach it.'),
    el('div.card crawlform', el('div.row2', choice, button('btn primary big', read, icon('play'), 'Read the pages')), note), body)));
  commandLine(last?.command ?? 'weft auto ' + app.site.path);
  if (last?.state === 'done') { choice.value = last.result.domain; show(last.result); }
}

function sections(app, name, at, found) {
  const names = new Map();
  for (const t of found.templates) for (const a of t.attributes) if (a.found && !(names.get(a.name)?.confidence > a.confidence)) names.set(a.name, { ...a, kind: t.kind });
  if (!names.size) return [el('div.empty', el('b', 'Nothing was found'), el('span', found.domain ? `No page shows anything of ${found.domain}.` : 'No domain that ships fits these pages.'))];
  const chosen = new Set(names.keys());
  const keep = button('btn primary big', async () => {
    try { const got = await post(at + '/domain/keep', { id: crypto.randomUUID(), attributes: [...chosen] }); toast(4000, `${many(got.labels, 'label')} kept.`); say('kept'); const first = [...names.values()].find(a => a.template); app.go(`/${name}/label/${first?.template ?? ''}`); } catch (e) { toast(7000, e.message); }
  }, 'Keep and look');
  const concepts = el('table.plain', el('thead', el('tr', ...['', 'attribute', 'sure', 'pages with it', 'example', 'on'].map(t => el('th', t)))), el('tbody', ...[...names.values()].map(a => {
    const box = set(document.createElement('input'), { type: 'checkbox', checked: true, 'aria-label': 'Keep ' + a.name }); box.checked = true; box.onchange = () => box.checked ? chosen.add(a.name) : chosen.delete(a.name);
    return el('tr', el('td', box), el('td', el('b', a.name)), el('td', el('span.conf' + (a.confidence < 0.9 ? ' low' : ''), conf(a.confidence))), el('td.num', Math.round(100 * a.coverage) + ' %'), el('td.mono', a.value), el('td', a.template ? button('link', () => app.go(`/${name}/label/${a.template}/${a.page}`), a.on) : ''));
  })));
  const out = [el('h2', found.domain ? `Read as ${found.domain}` : 'No domain fits; columns are named after the pages', el('small.dim', found.fits.slice(1, 3).filter(f => f.score > 0).map(f => '  or ' + f.name).join(','))), el('div.card crawl', concepts, el('div.row2', el('span.grow'), keep))];
  if (found.questions.length) out.push(el('h2', 'Worth asking'), el('div.card offers', ...found.questions.filter(q => q.page !== undefined).map(q => question(app, name, at, q))));
  for (const t of found.terms) out.push(el('h2', `Terms of ${t.attribute} `, el('small.dim', `${num(t.gazetteer)} in the gazetteer, ${num(t.found)} found`)), el('div.card offers terms', ...t.terms.slice(0, 40).map(x => term(app, name, at, found.domain, t.attribute, x))));
  return out;
}

function question(app, name, at, q) {
  const row = el('div.line'), say2 = text => () => post(`${at}/acts`, { id: crypto.randomUUID(), op: 'label', page: q.page, attribute: q.name, text }).then(() => { row.replaceChildren(el('span', el('b', q.name), ` is “${text}”. Thank you.`)); say('answered'); }).catch(e => toast(6000, e.message));
  row.append(el('span', 'On ', button('link', () => app.go(`/${name}/label/${q.template}/${q.page}`), q.on), ': is ', el('b', q.name), ` “${q.value}”?`), el('span.grow'), button('btn', say2(q.value), 'Yes'), q.other ? button('btn', say2(q.other), `No: “${q.other.slice(0, 40)}”`) : null, button('btn', () => app.go(`/${name}/label/${q.template}/${q.page}`), 'Show me'));
  return row;
}

function term(app, name, at, domain, attribute, x) {
  const state = el('span.chipline ' + (x.state === 'accepted' || x.known ? 'good' : ''), x.state || (x.known ? 'known' : 'new'));
  const say2 = verdict => () => post(at + '/domain/terms', { domain, attribute, term: x.term, verdict }).then(got => { state.textContent = { accept: 'accepted', reject: 'rejected', blacklist: 'blacklisted' }[verdict]; state.className = 'chipline ' + (verdict === 'accept' ? 'good' : ''); commandLine(got.command); say(`${x.term} ${state.textContent}`); }).catch(e => toast(6000, e.message));
  const act = (verdict, text) => set(button('btn', say2(verdict), text), { 'aria-label': `${text} ${x.term}` });
  return el('div.line', el('b', x.term), state, el('span.conf' + (x.confidence < 0.5 ? ' low' : ''), conf(x.confidence)), el('small.num', many(x.records, 'record')), el('span.grow'),
    ...x.pages.slice(0, 3).map(p => button('link', () => get(`${at}/pages/${p}`).then(page => app.go(`/${name}/label/${page.template}/${p}`)), '#' + p)), act('accept', 'Accept'), act('reject', 'Reject'), act('blacklist', 'Blacklist'));
}
