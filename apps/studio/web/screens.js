// The other screens: start, templates, run, table.
import { el, set, button, icon, num, many, failure, health, commandLine, toast, signs } from './ui.js';
import { get, post, follow, stop, download, upload } from './api.js';
import { Grid } from './grid.js';

const screen = (root, ...kids) => { const inner = el('div.in', ...kids); root.replaceChildren(el('div.screen', inner)); return inner; };

/** Nothing is open: one field, a drop zone, what lies here, and the practice site. */
export async function start(app, root) {
  const got = await get('sites'), note = el('div');
  const path = set(el('input.field mono'), { placeholder: 'https://…   shop/   crawl.warc.gz   shop.site', 'aria-label': 'URL, or path below ' + got.root, spellcheck: 'false' });
  const bar = el('div.prog any', el('i')); bar.hidden = true;
  const opening = async make => {
    const text = el('span.dim num'); let job;
    note.replaceChildren(bar, el('div.row2', text, el('span.grow'), button('btn', () => job && stop(job), 'Stop'))); bar.hidden = false;
    try {
      job = await follow(await make(), j => { job = j; text.textContent = j.done ? `${many(j.done, 'page')} read` : j.verb === 'fetch' ? 'fetching…' : 'opening…'; commandLine(j.command); });
      if (job.state === 'stopped') return note.replaceChildren(el('p.dim', 'Stopped. Nothing was opened.'));
      app.go(job.verb === 'fetch' ? `/${job.site}/label` : `/${job.site}/templates`);
    } catch (e) { note.replaceChildren(failure(e)); }
  };
  const go = () => path.value && opening(() => post('sites', /^https?:/i.test(path.value.trim()) ? { url: path.value.trim() } : { path: path.value }));
  path.onkeydown = e => { e.stopPropagation(); if (e.key === 'Enter') go(); };
  const files = set(document.createElement('input'), { type: 'file', multiple: true, hidden: true, accept: '.html,.htm,.xhtml,.warc,.gz,.zst' });
  const drop = el('label.drop', icon('archive'), el('b', 'Drop pages or a WARC file here'), 'or click to choose. Files stay on this machine.', files);
  const send = async list => { if (!list.length) return; try { const id = await upload([...list], (s, t) => { note.replaceChildren(el('p.dim num', `${Math.round(100 * s / Math.max(1, t))} % sent`)); }); await opening(() => post('sites', { upload: id })); } catch (e) { note.replaceChildren(failure(e)); } };
  files.onchange = () => send(files.files);
  drop.ondragover = e => { e.preventDefault(); drop.classList.add('over'); }; drop.ondragleave = () => drop.classList.remove('over');
  drop.ondrop = e => { e.preventDefault(); drop.classList.remove('over'); send(e.dataTransfer.files); };
  const open = got.sites.map(s => button('offer', () => app.go(`/${s.name}/templates`), icon('page'), el('span.ell', el('b', s.name), ' ', el('span.dim', s.path)), el('small.num', many(s.pages, 'page'))));
  const lying = got.offers.map(o => button('offer', () => opening(() => post('sites', { path: o.path })), icon(o.kind === 'archive' ? 'archive' : o.kind === 'page' ? 'page' : o.kind === 'folder' ? 'folder' : 'table'), el('span.mono ell', o.path), el('small', o.kind)));
  const practice = el('div.card practice', el('h2', 'New here? A table in two minutes'), el('p', 'A made-up shop of 180 products, with everything a shop gets wrong.'),
    el('ol.steps', el('li', 'Open the products and click a title. Name it.'), el('li', 'Click a price. Every other page is filled in.'), el('li', 'Look at what is in doubt, finish the page, extract all.')),
    button('btn primary big', () => { app.tour = 0; opening(() => post('sites', { practice: true })); }, icon('play'), 'Try the practice site'));
  const inner = screen(root, el('h1', 'Turn a site into a table'), el('p.lead', 'Open an address, saved pages, a crawl or a site bundle. Point at what you want on one page; Weft finds it on all the others, says how sure it is, and keeps it right when the site changes.'),
    el('div.start', el('div', el('div.row2', path, button('btn primary big', go, 'Open')), note, el('div.gap'), drop, el('p.dim', button('link', () => app.go('/-/crawls'), 'Crawls and journeys'), ' below this folder: watch them, or start a crawl.'),
      open.length ? el('h2', 'Open now') : null, open.length ? el('div.card offers', open) : null, lying.length ? el('h2', 'In ' + got.root) : null, lying.length ? el('div.card offers', lying) : null), practice));
  commandLine('weft studio ' + (got.offers[0]?.path ?? 'shop/'));
  if (innerWidth > 700) path.focus();
  return inner;
}

/** The templates as a gallery; a click labels. */
export async function templates(app, root, name) {
  const site = app.site;
  const cards = site.templates.map((t, i) => {
    const thumb = el('div.thumb');
    const state = t.wrapper ? el('span.chipline good', 'wrapper v' + t.wrapper) : t.learned ? el('span.chipline', 'learned, not saved') : el('span.chipline', 'no rules yet');
    const card = button('card tcard', () => app.go(`/${name}/label/${t.name}`), thumb, el('div.b', el('b', t.name), el('span.n num', many(t.pages, 'page')), set(el('small.ell', signs(t)), { title: signs(t) }), el('small.mono ell', t.example ?? ''), el('small', state, t.health ? [' ', health(t.health)] : '', t.labelled ? `  ${many(t.labelled, 'page')} labelled` : '')));
    if (t.thumbnail && i < 12) {
      const frame = set(document.createElement('iframe'), { sandbox: '', allow: '', referrerpolicy: 'no-referrer', loading: 'lazy', tabindex: '-1', 'aria-hidden': 'true', title: '', src: t.thumbnail });
      thumb.append(frame); new ResizeObserver(() => { frame.style.transform = `scale(${thumb.clientWidth / 1200})`; }).observe(thumb);
    }
    set(card, { 'aria-label': `${t.name}, ${many(t.pages, 'page')}: label` });
    return card;
  });
  screen(root, el('h1', site.name), el('p.lead', `${many(site.pages, 'page')}${site.truncated ? ' (and more, which are extracted, too)' : ''} in ${many(site.templates.length, 'template')}. Choose the one that holds what you want.`), el('div.cards', cards));
  commandLine(site.command);
}

/** Extraction with its progress, then what came of it. */
export async function run(app, root, name, template) {
  const site = app.site;
  const box = el('div.card runbox'), troubles = el('div'), inner = screen(root, el('h1', 'Run'), el('p.lead', 'All rules of this site over all of its pages. The same as the command below.'), box);
  const runs = () => site.runs.length ? [el('h2', 'Before'), el('div.card offers', site.runs.map(r => el('div.offer', icon('play'), el('span', `${r.verb}, ${new Date(r.at).toLocaleString('en-GB')}`), el('small.num', `${many(r.records, 'record')} of ${many(r.pages, 'page')}, ${r.outcome}`))))] : [];
  const begin = async () => {
    const bar = el('div.prog', el('i')), text = el('div.num dim'), halt = button('btn', () => stop(job), 'Stop'); let job;
    box.replaceChildren(el('b', 'Extracting'), bar, el('div.row2', text, el('span.grow'), halt));
    try {
      job = await follow(await post(`sites/${name}/extract`, { template: template ?? '' }), j => {
        job = j; commandLine(j.command); bar.className = j.total ? 'prog' : 'prog any'; bar.firstChild.style.width = j.total ? 100 * Math.min(1, j.done / j.total) + '%' : '';
        text.textContent = `${num(j.done)}${j.total ? ' of ' + num(j.total) : ''} pages, ${num(Math.round(j.done / Math.max(0.05, j.seconds)))} a second`;
      });
      if (job.state === 'stopped') return box.replaceChildren(el('b', 'Stopped. '), 'Nothing was written.', el('div.formats', button('btn primary big', begin, 'Extract again')));
      done(job); app.toured?.('extract');
    } catch (e) { box.replaceChildren(failure(e), el('div.formats', button('btn big', begin, 'Try again'))); }
  };
  const done = job => {
    const r = job.result, stat = (n, what, cls) => el('div.stat' + (cls ? ' ' + cls : ''), el('b.num', num(n)), el('span', what));
    box.replaceChildren(el('b', r.unhealthy ? 'Done, with records to look at' : 'Done'), el('div.stats', stat(r.records, 'records'), stat(r.pages, 'pages'), stat(r.unhealthy, 'unhealthy records', r.unhealthy ? 'bad' : ''), stat(r.unmatched, 'pages of other templates'), stat(r.unreadable, 'unreadable')),
      el('div.formats', ...['csv', 'jsonl', 'sqlite', 'parquet'].map(f => button('btn big', () => download(name, f).catch(e => toast(5000, e.message)), icon('export'), { csv: 'CSV', jsonl: 'JSON Lines', sqlite: 'SQLite', parquet: 'Parquet' }[f]))),
      el('div.formats', button('btn primary big', () => app.go(`/${name}/table`), icon('table'), 'Look at the table')));
    troubles.replaceChildren(...(r.troubles?.length ? [el('h2', 'To look at'), el('div.card offers', r.troubles.map(x => {
      const row = button('offer', () => app.go(`/${name}/label/${x.template}/${x.page}`), icon('page'), el('span.ell', el('b', x.what), ' ', el('span.dim mono', x.id)), el('small', x.template ? 'open' : 'not in the sample'));
      row.disabled = !x.template; return row;
    }))] : []));
  };
  inner.append(troubles, ...runs());
  if (template !== undefined) return begin();
  const last = (await get('jobs')).jobs.filter(j => j.verb === 'extract' && j.site === name && j.state === 'done').at(-1);
  if (last) { done(last); commandLine(last.command); return; }
  const learned = site.templates.filter(t => t.learned);
  box.replaceChildren(learned.length ? el('div', el('b', 'Ready. '), `Rules for ${learned.map(t => t.name).join(', ')}.`, el('div.formats', button('btn primary big', begin, icon('play'), 'Extract'))) : el('div', el('b', 'Nothing is learned yet. '), 'Point at a value first.', el('div.formats', button('btn primary big', () => app.go(`/${name}/templates`), 'Choose a template'))));
  commandLine(`weft extract --site ${site.bundle} ${site.path} -o ${name}.csv`);
}

/** All records of the last run: any number of them, asked for 200 at a time as they come into sight. */
export async function table(app, root, name) {
  const site = app.site;
  let query = { q: '', sort: '', order: '', only: '' }, rows = [], columns = [], asked = new Set(), run = 0, compared = false;
  const types = new Map(site.schema.split('\n').map(l => l.split(/:? /)));  // name: type …
  const count = el('span.ms num'), find = set(el('input.field slim'), { placeholder: 'Find in any column', 'aria-label': 'Find in any column', type: 'search' });
  const grid = new Grid((row, i) => { if (row.at) app.go(`/${name}/label/${row.at[1]}/${row.at[0]}/${encodeURIComponent(columns[i].name)}`); }, i => { const c = columns[i].name; query.order = query.sort === c && query.order === '' ? 'down' : ''; query.sort = c; reset(); }, 'Records');
  const pill = (id, text) => set(button('pill', () => { query.only = id; reset(); }, text), { 'aria-pressed': String(query.only === id) });
  const bar = el('div.tbar'), body = el('div.full', bar, grid.wrap);
  const drawBar = () => bar.replaceChildren(...[el('b', 'Table'), pill('', 'All'), compared ? pill('changed', 'Changed') : null, pill('doubt', 'Doubtful'), pill('missing', 'With gaps'), pill('unhealthy', 'Unhealthy'), find, el('span.grow'), count, ...['csv', 'jsonl', 'sqlite', 'parquet'].map(f => button('btn', () => download(name, f).catch(e => toast(5000, e.message)), icon('export'), f))].filter(Boolean));
  const load = async after => {
    if (asked.has(after)) return; asked.add(after); const mine = run;
    const got = await get(`sites/${encodeURIComponent(name)}/records?after=${after}&limit=200&${new URLSearchParams(query)}`); if (mine !== run) return;
    const shown = got.columns.map((c, i) => [c, i]).filter(([c]) => !c.startsWith('_'));
    columns = shown.map(([c]) => ({ name: c, label: query.sort === c ? `${c} ${query.order ? '↓' : '↑'}` : c, type: types.get(c) ?? 'text', have: 0, of: 0 }));
    if (rows.length !== got.total) rows = new Array(got.total).fill({ page: -1, name: '…', cells: shown.map(() => ({ v: '', m: 'none' })) });
    got.rows.forEach((r, i) => { rows[after + i] = { page: got.pages[i]?.[0] ?? -1, at: got.pages[i], name: got.pages[i]?.[2] ?? '', cells: shown.map(([, k]) => ({ v: r[k], m: r[k] ? '' : 'none' })) }; });
    count.textContent = many(got.total, 'record'); if (compared !== got.compared) { compared = got.compared; drawBar(); } grid.show(columns, rows, -2);
  };
  const reset = () => { ++run; asked = new Set(); rows = []; grid.wrap.scrollTop = 0; drawBar(); return load(0); };
  grid.wrap.addEventListener('scroll', () => { const first = Math.floor(grid.firstRow() / 200) * 200; load(first); if (first + 200 < rows.length) load(first + 200); }, { passive: true });
  let timer; find.oninput = () => { clearTimeout(timer); timer = setTimeout(() => { query.q = find.value; reset().then(() => find.focus()); }, 160); }; find.onkeydown = e => e.stopPropagation();
  root.replaceChildren(body);
  commandLine(`weft extract --site ${site.bundle} ${site.path} -o ${name}.csv`);
  try { await reset(); } catch (e) {
    if (e.status !== 404) throw e;
    root.replaceChildren(el('div.empty', el('b', 'Nothing is extracted yet'), el('span', 'Point at what you want on one page, then run it over all of them.'), button('btn primary big', () => app.go(`/${name}/run`), icon('play'), 'Run')));
  }
}
