// The labelling screen: pages on the left, the page in the middle with its margin, attributes on the right, the
// table of the whole sample below. After every act everything is as the server says it is.
import { el, set, button, iconButton, icon, kbd, color, conf, num, many, say, toast, noToast, failure, dialog, commandLine, ruleText, short, signs, sharedFolder, skeleton } from './ui.js';
import { get, post, put, remove, follow } from './api.js';
import { PANES } from './panes.js';
import { find } from './find.js';
import { Grid } from './grid.js';
import { Stage } from './stage.js';

const TYPES = ['text', 'number', 'money', 'date', 'time', 'duration', 'url', 'image', 'email', 'phone', 'address', 'boolean'];
const FILTERS = { all: ['All', null], changed: ['Changed', 'var(--accent)'], doubt: ['Doubtful', 'var(--wmark)'], miss: ['Missing', 'var(--bad)'] };

export class Label {
  constructor(app, site, template) {
    Object.assign(this, { app, site, template, active: 0, focus: -1, attributes: [], rows: [], list: [], filter: 'all', pane: 'attributes', styles: true, record: null, queue: Promise.resolve(), waiting: 0, explained: null, hoverNode: -1, candidates: [] });
    this.stage = new Stage({
      hover: (n, p) => this.hovered(n, p), click: (n, p, more) => this.click(n, p, more), span: (n, p, exact) => this.point({ node: n, part: p, exact }),
      key: (k, s, c) => this.key(k, s, c), ready: () => { if (this.reveal) { this.stage.reveal(this.reveal, this.light); this.reveal = null; } },
    });
    this.grid = new Grid((row, i) => this.open(row.page, i), i => this.editAttribute(i), 'Table of the sample pages');
  }

  // ---- building ----
  mount(root) {
    this.parts = {
      templates: el('div'), pages: set(el('div.pages'), { role: 'listbox', 'aria-label': 'Pages' }), foot: el('div.foot num'),
      url: el('span.url mono ell'), when: el('span.when num'), attrs: el('div.attrs'), next: set(el('section.next'), { 'aria-label': 'What next' }),
      crumbs: el('span.mono path'), tbar: el('div.tbar'), sheet: set(el('div.sheet'), { 'aria-live': 'polite' }), seg: set(el('div.seg'), { role: 'tablist', 'aria-label': 'Beside the page' }),
    };
    const p = this.parts, find = set(document.createElement('input'), { 'aria-label': 'Find pages', placeholder: 'Find by URL' });
    find.oninput = () => { this.query = find.value; this.list = []; this.loadPages(); };
    p.pages.addEventListener('scroll', () => this.morePages(), { passive: true });
    this.stylesButton = iconButton('brush', 'Page styles (S)', () => this.toggleStyles(), true);
    this.browseButton = iconButton('link', 'Follow links (G)', () => this.browse(), false);
    this.boxButton = iconButton('box', 'Box of a record (B)', () => this.boxTool(), false);
    this.finishButton = button('btn primary', () => this.finish(), 'Finish page ', kbd('⇧↵'));
    p.addr = el('div.addr', iconButton('left', 'Previous page (P)', () => this.step(-1)), iconButton('right', 'Next page', () => this.step(1)), p.url,
      set(el('span.lock', icon('shield'), el('span', 'archived, scripts off')), { title: 'From the archive. Scripts removed, no network.' }), p.when, this.boxButton, this.browseButton, this.stylesButton, this.finishButton);
    const side = set(el('aside.side', el('div.head', 'Templates ', el('span.n num', many(this.site.pages, 'page'))), p.templates, el('div.rule'), el('div.head', 'Pages ', el('span.n', 'most to learn first')), el('div.find', icon('search'), find), p.pages, p.foot), { 'aria-label': 'Templates and pages' });
    p.strip = el('div.strip-note'); p.strip.hidden = true;
    const stage = set(el('section.stage', p.addr, p.strip, this.stage.view, el('div.crumbs', p.crumbs, el('span.grow'), el('span.hints', el('span', kbd('['), ' ', kbd(']'), ' wider, narrower'), el('span', kbd('@'), ' attribute value'), el('span', 'drag for part of a text'))), p.sheet), { 'aria-label': 'Page' });
    p.body = el('div.pane');
    const panel = set(el('aside.panel', p.seg, p.body, p.next), { 'aria-label': 'Attributes' });
    const lower = set(el('section.lower', p.tbar, this.grid.wrap), { 'aria-label': 'Table of the sample pages' });
    root.replaceChildren(el('div.main', side, el('div.work', el('div.upper', stage, panel), lower)));
    this.stageBox = stage;
    this.drawTemplates(); this.drawSeg(); this.browsing = !!this.app.browsing; this.drawTools();
  }
  /** Opens a page, by itself the one to label next; with its value of an attribute lit up. */
  async start(page, attribute) {
    const [rows] = await Promise.all([get(`sites/${this.site.name}/rows?template=${encodeURIComponent(this.template)}`), this.loadPages()]);
    this.take(rows);
    const first = page ?? this.list.find(p => p.state === 'part')?.page ?? this.outlook.next?.page ?? this.list[0]?.page;
    if (first === undefined) return;
    const column = this.index(attribute);
    await this.open(first, column < 0 ? undefined : column, column >= 0);
  }
  /** Pages come 200 at a time, more as they come into sight. */
  async loadPages(more = 0) {
    const q = this.query ? '&q=' + encodeURIComponent(this.query) : '', after = more ? this.list.length : 0, limit = more || Math.min(500, Math.max(200, this.list.length));
    const got = await get(`sites/${this.site.name}/pages?template=${encodeURIComponent(this.template)}&after=${after}&limit=${limit}${q}`);
    this.list = [...this.list.slice(0, after), ...got.items]; this.total = got.total; this.drawPages();
  }
  morePages() {
    const e = this.parts.pages; if (this.loading || this.list.length >= this.total || e.scrollTop + e.clientHeight < e.scrollHeight - 400) return;
    this.loading = this.loadPages(200).catch(() => null).finally(() => { this.loading = null; });
  }
  async open(page, column, light = false) {
    if (this.page?.page !== page) { this.box = null; this.record = null; }
    this.unsetKin(); this.palette?.remove(); this.explained = null; this.candidates = []; this.offered = null;
    const got = await get(`sites/${this.site.name}/pages/${page}${this.styles ? '' : '?styles=0'}`);
    const moved = this.page?.page !== got.page || this.page?.frame !== got.frame;
    this.page = got;
    history.replaceState(null, '', `/${encodeURIComponent(this.site.name)}/label/${encodeURIComponent(this.template)}/${page}`);
    document.title = `${got.name} · ${this.site.name} · Weft Studio`;
    if (moved) this.stage.open(got.frame, got.name, got.nodes);
    this.focus = column ?? this.firstDoubt();
    if (column !== undefined) this.active = column;
    this.draw(); this.reveal = this.entry(this.focus); this.light = light; this.stage.reveal(this.reveal, light);
    if (this.pane !== 'attributes') this.drawPane();
    if (!this.rows.length) this.lookForCandidates();
  }
  firstDoubt() { const low = this.page.predictions.find(p => p.low) ?? this.page.gaps[0]; return low ? this.index(low.attribute) : -1; }
  /** Found nowhere, though most pages have it. */
  gap(name) { return this.page.gaps.find(g => g.attribute === name); }
  index(name) { return this.attributes.findIndex(a => a.name === name); }
  step(by) {
    const at = this.list.findIndex(p => p.page === this.page.page), to = this.list[(at + by + this.list.length) % this.list.length];
    if (to) this.open(to.page);
  }

  // ---- what the server said ----
  take(state) {
    const before = new Map(this.rows.filter(r => !r.other).map(r => [r.page + '/' + r.record, r])), old = this.attributes.map(a => a.name);
    this.grid.flash = new Set();
    this.attributes = state.attributes;
    this.rows = state.rows.map(([page, record, cells, name], r) => {
      const was = before.get(page + '/' + record);
      return { page, record, name, cells: cells.map(([v, m, c], i) => {
        const k = old.indexOf(this.attributes[i].name), other = before.size > 0 && was?.cells[k]?.v !== v;
        if (other && v !== '') this.grid.flash.add(r + ':' + i);
        return { v, m, c, ch: other && k >= 0 };  // A new column is no change.
      }) };
    });
    this.stopped = state.stopped; this.outlook = state.outlook; this.head = state.head; this.revision = state.revision; this.ms = state.milliseconds; this.clicks = state.clicks; this.command = state.command;
    this.app.undoable(state.undo, state.redo);
    clearTimeout(this.restTimer); this.restTimer = setTimeout(() => this.whileResting(), 500);
    if (state.page) this.page = { ...this.page, ...state.page };
    if (this.active >= this.attributes.length) this.active = Math.max(0, this.attributes.length - 1);
  }
  /** When nobody clicks: rows of pages beyond the sample, then what another learner reads otherwise. */
  async whileResting() {
    const revision = this.revision, query = `?template=${encodeURIComponent(this.template)}`, at = `sites/${this.site.name}`, stands = () => this.revision === revision && this.app.label === this;
    if (this.stopped && stands()) return this.reload();
    if (!this.rows.length && this.page && stands()) { get(`${at}/opinion${query}`).catch(() => null); return this.lookForCandidates(); }
    const t = this.site.templates.find(x => x.name === this.template); if (!t || !this.rows.length || !stands()) return;
    if (t.pages > t.sample) {
      const got = await get(`${at}/rows/others${query}`).catch(() => null); if (!got || !stands()) return;
      this.rows = [...this.rows.filter(r => !r.other), ...got.rows.map(([page, record, cells, name]) => ({ page, record, other: true, name, cells: cells.map(([v, m, c]) => ({ v, m, c })) }))];
      this.drawTable();
    }
    const second = await get(`${at}/opinion${query}`).catch(() => null); if (!second || !stands()) return;
    this.outlook = second.outlook; this.drawNext(); if (second.contended) this.loadPages();
  }
  /** Before the first label: what the page offers by itself is outlined. */
  async lookForCandidates() {
    const page = this.page.page, got = await get(`sites/${this.site.name}/tables?page=${page}`).catch(() => null);
    if (!got || this.page.page !== page || this.rows.length) return;
    this.candidates = got.tables.filter((t, n) => t.found_by === 'template' || n === 0).flatMap(t => t.columns.flatMap(c => c.nodes));
    this.offered = got.tables.find(t => t.found_by === 'list' && t.rows > 2); this.draw();
  }
  /** One act after the other; each answered before the next is sent. One that waits ends the learning of the one before. */
  act(op, more = {}) {
    const page = this.page.page, body = { id: crypto.randomUUID(), base: this.head, op, page, ...more };
    this.app.saving();
    if (this.waiting++) remove(`sites/${this.site.name}/learning`).catch(() => {});
    this.queue = this.queue.then(async () => {
      body.base = this.head;
      const state = await post(`sites/${this.site.name}/acts`, body);
      const moved = state.page && state.page.page !== this.page.page;
      if (moved) delete state.page;
      const back = state.acted !== undefined && state.acted.page !== this.page.page ? state.acted : null;
      this.take(state); this.app.saved(); this.explained = null;
      this.draw(); if (this.pane !== 'attributes') this.drawPane();
      this.loadPages();
      if (back) await this.open(back.page, Math.max(0, this.index(back.attribute)));  // To where it was done.
      if (state.stopped && this.waiting === 1) await this.reload();
      return state;
    }).catch(error => {
      this.app.saved(error); toast(7000, el('span', error.message));
      if (error.status === 409 && error.state?.page?.page === this.page.page) { this.take(error.state); return this.draw(); }
      if (error.status === 409) return this.reload();
      throw error;
    });
    return this.queue.catch(() => null).finally(() => { --this.waiting; this.queue = this.queue.catch(() => null); });
  }
  /** Another tab, or another program, has changed labels of the site. */
  changedElsewhere(site, revision) {
    if (site !== this.site.name) return;
    this.queue = this.queue.then(() => { if (this.page && this.revision < revision && this.app.label === this) return this.reload(); }).catch(() => null);
  }
  async reload() { this.take(await get(`sites/${this.site.name}/rows?template=${encodeURIComponent(this.template)}`)); await this.open(this.page.page); }

  // ---- pointing ----
  async hovered(node, partOf) {
    this.hoverNode = node; if (node < 0) return this.drawCrumbs();
    clearTimeout(this.hoverTimer);
    this.hoverTimer = setTimeout(async () => { if (node === this.hoverNode) this.drawCrumbs(await this.preview({ node, part: partOf ?? undefined }).catch(() => null)); }, 90);
  }
  preview(place) { return post(`sites/${this.site.name}/pages/${this.page.page}/point`, place); }
  click(node, partOf, more) {
    if (this.browsing) return this.follow(node);
    if (this.boxing) return this.takeBox(node);
    this.point({ node, part: partOf ?? undefined, more });
  }
  // ---- browsing: clicks follow links among stored pages, and label nothing ----
  browse() {
    this.browsing = this.app.browsing = !this.browsing; this.boxing = false; this.unsetKin(); this.drawTools();
    toast(4000, this.browsing ? 'Clicks follow links now. G labels again.' : 'Clicks label now.'); say(this.browsing ? 'browsing' : 'labelling');
  }
  async follow(node) {
    const at = `sites/${this.site.name}`;
    try {
      const to = await post(`${at}/pages/${this.page.page}/follow`, { node });
      if (to.page !== undefined) return this.show(to);
      toast(0, el('span', el('b', short(to.address, 60)), ' is not in the archive.'), button('', async () => {
        toast(0, el('span', `Fetching ${short(to.address, 60)}…`));
        try { const job = await follow(await post(`${at}/fetch`, { url: to.address }), j => commandLine(j.command)); noToast(); await this.app.go(`/${this.site.name}/label/${job.result.template}/${job.result.page}`); } catch (e) { toast(8000, e.message); }
      }, 'Fetch it'), button('', noToast, 'Stay'));
    } catch (e) { toast(4000, e.message); }
  }
  show(to) { return to.template === this.template ? this.open(to.page) : this.app.go(`/${this.site.name}/label/${to.template}/${to.page}`); }
  // ---- records: by the pointer, by a box, or as chosen ----
  boxTool() {
    this.boxing = !this.boxing; this.browsing = this.app.browsing = false; if (!this.boxing) this.box = null; this.drawTools();
    if (this.boxing) toast(5000, 'Click one record as a whole; ', kbd('['), ' ', kbd(']'), ' make the outline wider and narrower.'); else this.draw();
  }
  async takeBox(node) {
    const info = await this.preview({ node }).catch(() => null); if (!info) return;
    this.boxing = false; this.box = { node, nodes: info.kin }; this.record = null; this.drawTools(); this.draw();
    toast(6000, el('span', `${many(info.kin.length, 'record')} like this. Clicks inside one belong to it.`), button('', () => { this.box = null; this.drawTools(); this.draw(); noToast(); }, 'No boxes')); say(many(info.kin.length, 'record'));
  }
  records() { return [...new Set([...this.page.labels, ...this.page.predictions].map(l => l.record))].sort((a, b) => a - b || a.localeCompare(b)); }
  newRecord() { const all = this.records().map(Number).filter(Number.isInteger); this.record = String(all.length ? Math.max(...all) + 1 : 0); this.tellRecord(); }
  nextRecord() { const all = this.records(); if (!all.length) return toast(3000, 'There is no record yet.'); const at = all.indexOf(this.record); this.record = at + 1 < all.length ? all[at + 1] : null; this.tellRecord(); }
  tellRecord() { const i = this.records().indexOf(this.record); toast(4000, this.record === null ? 'Values go to the record under the pointer.' : i < 0 ? 'A new record: values go to it until O, L or Escape.' : `Record ${i + 1}: values go to it until O, L or Escape.`); this.draw(); }
  drawTools() { this.browseButton.setAttribute('aria-pressed', String(!!this.browsing)); this.boxButton.setAttribute('aria-pressed', String(!!(this.boxing || this.box))); }
  /** What an act says of its record. */
  where() { return this.record !== null ? { record: this.record } : this.boxed(); }
  boxed() { return this.box ? { box: this.box.node } : {}; }
  async point(place) {
    noToast(); this.unsetKin();
    if (this.pickAs) { place.as = this.pickAs; this.pickAs = null; }
    if (!this.attributes.length || this.naming) return this.askName(place);
    await this.label(this.attributes[this.active].name, place);
  }
  async label(attribute, place) {
    const info = await this.preview(place).catch(() => null), had = this.page.labels.find(l => l.attribute === attribute);
    const several = info && info.kin.length > 2 && !place.part && !place.more;
    const rows = several && !had && info.sure && !place.one;  // Other attributes have rows already: so has this one.
    const shown = this.page.labels.find(l => l.attribute === attribute && l.node === place.node), out = place.more && shown;
    const state = await this.act(rows ? 'rows' : out ? 'remove' : place.more ? 'also' : 'label', { attribute, node: place.node, part: place.part, exact: place.exact, as: place.as, ...(rows ? this.boxed() : this.where()) });
    if (!state) return;
    const i = this.index(attribute); if (i >= 0) this.active = this.focus = i;
    const own = this.page.labels.filter(l => l.attribute === attribute), label = own.find(l => l.node === place.node) ?? own.at(-1);
    say(rows ? `${attribute} in ${many(own.length, 'row')}` : out ? `${attribute} without ${short(shown.value)}` : `${attribute} is ${label?.value ?? ''}`);
    if (rows) { toast(6000, el('span', `${attribute} in `, el('b', many(own.length, 'row'))), button('', async () => { noToast(); await this.act('undo'); this.label(attribute, { ...place, one: true }); }, 'Only this one')); this.advance(i); }
    else if (several && (info.kin.includes(had?.node) || info.kin.length > 3)) this.offerKin(attribute, place, info);
    else { toast(3600, label ? el('span', `${attribute} is `, el('b', `“${short(label.value)}”`)) : el('span', `${attribute} is taken back`), button('', () => this.undo(), 'Undo')); this.advance(i); }
    this.draw(); this.app.toured('label');
  }
  /** After a label the next attribute that has none is active. */
  advance(i) {
    const own = new Set(this.page.labels.map(l => l.attribute)), next = this.attributes.findIndex((a, k) => k > i && !own.has(a.name) && !this.page.predictions.some(p => p.attribute === a.name));
    if (next >= 0) this.active = next;
  }
  offerKin(attribute, place, info) {
    this.kin = { attribute, place, nodes: info.kin, usual: info.likes };
    const choice = (op, key, text) => { const b = button(op === info.likes ? 'usual' : '', () => this.takeKin(op), kbd(key), text); if (op === info.likes) b.prepend(kbd('↵')); return b; };
    toast(0, el('span', `${info.kin.length} like this`), choice('rows', 'R', ' a row each'), choice('set', 'S', ' one row, a set'), button('', () => { this.unsetKin(); noToast(); this.advance(this.index(attribute)); this.draw(); }, kbd('Esc'), ' only this'));
    this.draw();
  }
  unsetKin() { this.kin = null; }
  async takeKin(op) {
    const { attribute, place } = this.kin; this.unsetKin(); noToast();
    await this.act(op, { attribute, node: place.node, as: place.as, ...(op === 'set' ? this.where() : this.boxed()) });
    this.advance(this.index(attribute)); this.draw();
    say(op === 'rows' ? 'a row each' : 'one row, a set');
  }
  /** No attribute is active: what is it called? */
  async askName(place) {
    this.palette?.remove(); this.naming = false;
    let info; try { info = await this.preview(place); } catch (e) { return toast(5000, e.message); }
    const input = set(document.createElement('input'), { 'aria-label': 'Name of the attribute', placeholder: 'name it', value: this.free(info.names[0]), spellcheck: 'false', autocomplete: 'off' });
    const done = name => { this.palette?.remove(); this.palette = null; if (name) this.label(name.trim().replace(/\s+/g, '_'), place); };
    input.onkeydown = e => { e.stopPropagation(); if (e.key === 'Enter') done(input.value); if (e.key === 'Escape') done(''); };
    const names = el('div.names', info.names.filter(n => this.index(n) < 0).map(n => button('', () => done(n), n)));
    this.palette = set(el('div.palette', el('div.v mono ell', `“${short(info.value)}”`), input, names), { role: 'dialog', 'aria-label': 'Name the value' });
    this.stageBox.append(this.palette);
    const [left, top] = this.stage.beside(this.palette.offsetWidth, this.palette.offsetHeight);
    Object.assign(this.palette.style, { left: left + 'px', top: top + 'px' }); input.focus(); input.select();
  }
  free(name) { let out = name; for (let i = 2; this.index(out) >= 0; ++i) out = name + i; return out; }

  // ---- answering predictions ----
  predictions(i) { const a = this.attributes[i]; return a ? this.page.predictions.filter(p => p.attribute === a.name) : []; }
  async accept(i) {
    const all = this.predictions(i), gap = this.gap(this.attributes[i]?.name);
    if (gap) { await this.act('missing', { attribute: gap.attribute, record: '0' }); say(`${gap.attribute} is not on this page`); return this.focusNext(i); }
    if (!all.length) return this.move(1);
    await this.act('accept', { attribute: all[0].attribute, record: all[0].record }); say(`${all[0].attribute} accepted`); this.focusNext(i); this.app.toured('accept');
  }
  async reject(i) {
    const all = this.predictions(i), a = this.attributes[i]; if (!a) return;
    if (!all.length) { const own = this.page.labels.find(l => l.attribute === a.name); return this.act(own ? 'remove' : 'missing', { attribute: a.name, record: own?.record ?? '0' }); }
    await this.act('reject', { attribute: a.name, record: all[0].record }); say(`${a.name} rejected`);
    const got = await this.explain().catch(() => null), up = got?.attributes.find(x => x.attribute === a.name)?.runner_up;
    if (!this.predictions(i).length && up?.node !== undefined && up.text) {
      toast(0, el('span', `${a.name} is perhaps `, el('b', `“${short(up.text)}”`)), button('', () => { noToast(); this.label(a.name, { node: up.node, part: up.part }); }, 'It is'), button('', () => { noToast(); this.act('missing', { attribute: a.name, record: '0' }); }, 'Not on this page'));
    } else if (!this.predictions(i).length) toast(6000, el('span', `${a.name}: click where it is`), button('', () => { noToast(); this.act('missing', { attribute: a.name, record: '0' }); }, 'Not on this page'));
    this.active = this.focus = i; this.draw();
  }
  focusNext(i) {
    const open = this.attributes.map((_, k) => k).filter(k => this.predictions(k).length || this.gap(this.attributes[k].name)), low = open.filter(k => !this.predictions(k).length || this.predictions(k).some(p => p.low));
    this.focus = low.find(k => k > i) ?? low[0] ?? open.find(k => k > i) ?? open[0] ?? -1; if (this.focus >= 0) this.active = this.focus;
    this.draw(); this.stage.reveal(this.entry(this.focus));
  }
  move(by) { const n = this.attributes.length; if (!n) return; this.focus = this.active = ((this.focus < 0 ? (by > 0 ? -1 : n) : this.focus) + by + n) % n; this.draw(); this.stage.reveal(this.entry(this.focus)); }
  async finish() {
    if (!this.page.labels.length && !this.page.predictions.length) return toast(4000, 'Point at a value first.');
    const state = await this.act('finish'); if (!state) return;
    this.app.toured('finish'); const o = state.outlook;
    toast(4500, el('span', o.enough ? `Page finished. Predicted recall ${o.recall.toFixed(3)}: enough to run.` : `Page finished. Predicted recall ${o.recall.toFixed(3)}.`));
    if (o.next && !o.enough) await this.open(o.next.page);
  }
  undo() { noToast(); return this.act('undo').then(() => say('undone')); }
  redo() { return this.act('redo').then(() => say('done again')); }
  async toggleStyles() { this.styles = !this.styles; this.stylesButton.setAttribute('aria-pressed', String(this.styles)); await this.open(this.page.page); }
  async next() { const n = this.outlook?.next; if (n) await this.open(n.page); else this.step(1); }

  // ---- drawing ----
  entry(i) { return this.entries().find(e => e.i === i && e.node !== undefined); }
  entries() {
    const out = [];
    if (!this.page) return out;
    for (const l of this.page.labels) out.push({ i: this.index(l.attribute), name: l.attribute, value: l.value, by: 'you', node: l.node, part: l.part, record: l.record });
    for (const m of this.page.missing) out.push({ i: this.index(m.attribute), name: m.attribute, value: '', by: 'you', missing: true });
    for (const g of this.page.gaps) out.push({ i: this.index(g.attribute), name: g.attribute, value: '', by: 'pred', missing: true, low: true, why: g.why });
    for (const p of this.page.predictions) out.push({ i: this.index(p.attribute), name: p.attribute, value: p.value, by: 'pred', conf: p.confidence, low: p.low, why: p.why, node: p.node, part: p.part, record: p.record });
    for (const e of out) e.focus = e.i === this.focus;
    if (this.box) for (const n of this.box.nodes) out.push({ i: Math.max(0, this.active), name: '', value: '', by: 'pred', ghost: true, box: true, node: n });
    if (!this.rows.length) for (const c of this.candidates) out.push({ i: 0, name: '', value: '', by: 'pred', ghost: true, box: true, ...c });
    if (this.kin) for (const n of this.kin.nodes) if (!out.some(e => e.node === n)) out.push({ i: this.index(this.kin.attribute), name: '', value: '', by: 'pred', ghost: true, node: n });
    return out.filter(e => e.i >= 0 || e.box);
  }
  draw() {
    if (!this.page) return;
    this.stage.show(this.entries(), { accept: g => this.accept(g.i), reject: g => this.reject(g.i), focus: g => { this.focus = this.active = g.i; this.draw(); this.stage.reveal(g); } });
    this.drawAddress(); if (this.pane === 'attributes') this.drawAttributes(); this.drawTable(); this.drawPages(); this.drawNext(); this.drawCrumbs(); this.drawSheet();
    commandLine(this.command, () => this.app.script());
    this.app.badge(this.page.predictions.filter(p => p.low).length + this.page.gaps.length);
  }
  /** Pages that look bare: why, and what helps. */
  drawStrip() {
    const { wanted, stored } = this.page.looks ?? { wanted: 0, stored: 0 }, s = this.parts.strip;
    s.hidden = !wanted || stored > 0 || this.dismissed; if (s.hidden) return;
    s.replaceChildren(el('span', `The archive has none of the ${many(wanted, 'style sheet, picture or font', 'style sheets, pictures and fonts')} of this page.`), button('link', () => this.fetchLooks(), 'Fetch them'), button('link', () => { this.dismissed = true; s.hidden = true; }, 'Not now'));
  }
  async fetchLooks() {
    const s = this.parts.strip;
    try {
      const job = await follow(await post(`sites/${this.site.name}/fetch`, { template: this.template }), j => { s.replaceChildren(el('span.num', `${num(j.done)} of ${num(j.total)} fetched…`)); commandLine(j.command); });
      toast(4000, `${many(job.result.fetched, 'file')} fetched.`); this.dismissed = !job.result.fetched; this.page.frame = null; await this.open(this.page.page);
    } catch (e) { s.replaceChildren(failure(e)); }
  }
  drawAddress() {
    this.drawStrip();
    const p = this.page; let host = '', path = p.url; try { const u = new URL(p.url); host = u.host; path = u.pathname + u.search; } catch { path = p.name; }
    this.parts.url.replaceChildren(el('span.host', host), el('b', path)); this.parts.url.title = p.url;
    this.parts.when.textContent = p.fetched ? new Date(p.fetched).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }) : '';
    this.finishButton.disabled = !!p.finished && !p.predictions.length;
    this.finishButton.firstChild.textContent = p.finished ? 'Finished ' : 'Finish page ';
  }
  drawTemplates() {
    const here = this.site.templates.findIndex(t => t.name === this.template), most = 6;
    const some = this.site.templates.filter((t, i) => i < most - (here >= most ? 1 : 0) || i === here), more = this.site.templates.length - some.length;
    this.parts.templates.replaceChildren(...some.map(t => {
      const b = button('tpl', () => this.app.go(`/${this.site.name}/label/${t.name}`), glyph(t), el('b', t.name), el('span.n num', num(t.pages)), el('small.ell', t.learned ? `${many(t.attributes, 'attribute')} · ${many(t.labelled, 'page')} labelled` : signs(t)));
      b.title = signs(t);
      if (t.name === this.template) b.setAttribute('aria-current', 'true');
      return b;
    }), more ? button('add', () => this.app.go(`/${this.site.name}/templates`), el('i', '+'), many(more, 'more template')) : '');
  }
  drawPages() {
    const begin = sharedFolder(this.list.map(p => p.name)), rows = this.list.map(p => {
      const b = button('pg', () => { document.body.removeAttribute('data-side'); this.open(p.page); }), here = p.page === this.page?.page;
      set(b, { role: 'option', 'aria-current': here ? 'true' : null, title: { part: 'being labelled', doubt: 'in doubt', ok: 'finished', sure: 'predicted, sure', open: 'not looked at', other: 'not in the sample' }[p.state] });
      b.append(el('span.dot ' + ({ part: 'doubt', doubt: 'doubt', ok: 'ok', sure: 'sure' }[p.state] ?? '')), set(el('span.mono ell', begin ? '…/' + p.name.slice(begin) : p.name), { title: p.name }), el('span.d num', p.state === 'doubt' ? conf(p.doubt / (1 + p.doubt)) : ''));
      if (p.reason && p.state === 'doubt') b.append(set(el('small.ell', p.reason), { title: p.reason }));
      return b;
    });
    this.parts.pages.replaceChildren(...rows);
    if (this.shownPage !== this.page?.page) { this.shownPage = this.page?.page; const here = rows.find(b => b.hasAttribute('aria-current')), see = () => here?.scrollIntoView({ block: 'nearest' }); see(); requestAnimationFrame(see); }
    const t = this.site.templates.find(x => x.name === this.template), sure = this.list.filter(p => p.state === 'sure' || p.state === 'ok').length;
    this.parts.foot.textContent = `${num(t.sample)} sampled of ${num(t.pages)} · ${num(sure)} sure`;
  }
  choose(pane) { this.pane = pane; this.drawSeg(); }
  drawSeg() {
    this.parts.seg.replaceChildren(...Object.entries(PANES).map(([id, [name]]) => set(button('', () => this.choose(id), name), { role: 'tab', 'aria-selected': String(this.pane === id) })));
    this.drawPane();
  }
  /** What is asked for comes late: by then another pane, or the same one anew, may stand there. */
  async drawPane() {
    const body = this.parts.body, pane = this.pane, mine = this.drawing = {}, made = el('div'), stands = () => this.drawing === mine;
    if (pane === 'attributes') return this.page && this.drawAttributes();
    const wait = setTimeout(() => stands() && body.replaceChildren(skeleton()), 150);
    try { await PANES[pane][1](this, made); } catch (e) { made.replaceChildren(failure(e)); } finally { clearTimeout(wait); }
    if (stands()) body.replaceChildren(...made.childNodes);
  }
  async keepColumns(columns) {
    this.app.saving();
    try {
      this.take(await post(`sites/${this.site.name}/tables`, { id: crypto.randomUUID(), ...columns })); this.app.saved(); this.choose('attributes'); this.draw(); this.loadPages(); return true;
    } catch (e) { this.app.saved(e); toast(7000, e.message); return false; }
  }
  drawAttributes() {
    const body = this.parts.body;
    const offer = this.offered && !this.rows.length ? el('div.hint', el('b', `A list of ${many(this.offered.rows, 'row')} `), 'was found on this page. ', button('link', () => this.choose('ready'), 'Name its columns'), '.') : '';
    if (!this.attributes.length) {
      return body.replaceChildren(offer, el('div.hint', el('b', 'Click a value you want'), ' on the page, and name it. Or ', button('link', () => this.choose('ready'), 'look at ready tables'), ', found without a label. Or ', button('link', () => this.choose('schema'), 'write a schema'), ' first, one attribute a line.'));
    }
    body.replaceChildren(offer, ...this.attributes.flatMap((a, i) => {
      const own = this.page.labels.filter(l => l.attribute === a.name), pred = this.predictions(i), gone = this.page.missing.some(m => m.attribute === a.name), gap = this.gap(a.name), shown = own[0] ?? pred[0], low = pred.some(p => p.low);
      const b = button('at', () => { this.active = this.focus = i; this.draw(); this.stage.reveal(this.entry(i)); });
      set(b, { 'aria-pressed': String(i === this.active) }); b.style.setProperty('--c', color(i));
      const badge = gone ? el('span.conf', 'none') : own.length ? el('span.conf you', 'yours') : pred.length ? el('span.conf' + (low ? ' low' : ''), conf(Math.min(...pred.map(p => p.confidence)))) : el('span.conf' + (gap ? ' low' : ''), gap ? 'none' : '–');
      badge.classList.add('end');
      const bar = el('span.bar'), fill = el('i' + (a.doubtful || (a.mandatory && a.have < a.of) ? '.w' : '')); fill.style.width = a.of ? 100 * a.have / a.of + '%' : '0'; bar.append(fill);
      const value = gone ? 'not on this page' : gap ? 'not found: click it, or ↵ if it is not here' : shown ? (shown.typed ? `${shown.value} → ${shown.typed}` : shown.value) + (own.length + pred.length > 1 ? `  +${own.length + pred.length - 1}` : '') : i === this.active ? 'click where it is' : '';
      b.append(el('span.key', String(i + 1)), el('span.nm', a.name, a.mandatory ? el('span.must', '*') : null, el('small', a.type + (a.set ? ', set' : ''))), badge, el('span.val mono ell', value), a.of ? el('span.cov num', `${num(a.have)} / ${num(a.of)}`, bar) : '');
      const out = [b];
      if (i === this.active && i === this.focus && (pred.length || gap)) { const why = this.whyBox(a, pred[0] ?? gap); if (why) out.push(why); }
      return out;
    }), (() => { const b = button('add', () => { this.naming = true; say('click a value, then name it'); toast(4000, 'Click a value on the page, then name it.'); }, el('i', '+'), 'New: click a value, type its name'); return b; })());
  }
  /** The rule of the prediction in focus, why it holds, and what else was near; asked for when there is time. */
  whyBox(a, said) {
    const x = this.explained?.attributes.find(e => e.attribute === a.name), rows = [], page = this.page.page;
    if (!this.explained) { clearTimeout(this.whyTimer); this.whyTimer = setTimeout(() => this.explain().then(() => { if (this.explained && this.page.page === page && this.pane === 'attributes') this.drawAttributes(); }).catch(() => {}), 300); }
    if (said.why) rows.push(['doubt', said.why]);
    if (x?.chosen?.rule) rows.push(['rule', ruleText(x.chosen.rule)]);
    if (x?.chosen?.reasons[0]) rows.push(['because', x.chosen.reasons[0].replace(/^holds: /, '')]);
    if (x?.runner_up?.text) rows.push(['not', `${short(x.runner_up.text)}${x.runner_up.reasons[0] ? ': ' + x.runner_up.reasons[0] : ''}`]);
    return rows.length ? el('div.why', el('dl', ...rows.flatMap(([k, v]) => [el('dt', k), el('dd', v)]))) : null;
  }
  async explain() {
    const page = this.page.page, got = this.explained ?? await get(`sites/${this.site.name}/explain?page=${page}`);
    if (page === this.page.page) this.explained = got;
    return got;
  }
  /** Name, type, and what is known of an attribute. */
  editAttribute(i) {
    const a = this.attributes[i]; if (!a) return; this.active = this.focus = i; this.draw();
    const name = set(el('input.field'), { value: a.name, 'aria-label': 'Name', spellcheck: 'false', autocomplete: 'off' }), note = el('div');
    const type = set(el('select.field', ...TYPES.map(t => set(el('option', t), { value: t, selected: t === a.type }))), { 'aria-label': 'Type' });
    const box = (text, on) => { const c = set(document.createElement('input'), { type: 'checkbox' }); c.checked = on; return [el('label.tick', c, text), c]; };
    const [must, mandatory] = box('every record has it', a.mandatory), [several, many_] = box('a record may have several', a.set);
    const go = async () => {
      const to = name.value.trim().replace(/\s+/g, '_');
      if (to !== a.name && !await this.act('rename', { attribute: a.name, name: to })) return;
      if (type.value !== a.type || mandatory.checked !== a.mandatory || many_.checked !== a.set) {
        try { await this.describe(to, type.value, mandatory.checked, many_.checked); } catch (e) { return note.replaceChildren(failure(e)); }
      }
      d.close();
    };
    name.onkeydown = e => { e.stopPropagation(); if (e.key === 'Enter') go(); };
    const d = dialog('Attribute ' + (i + 1), el('div.form', name, type, must, several), note, el('div.row2', button('btn', () => d.close(), 'Cancel'), button('btn primary', go, 'Keep')));
    name.select();
  }
  /** One line of the schema anew; what else it says of the attribute stays. */
  async describe(name, type, mandatory, several) {
    const at = `sites/${this.site.name}`, lines = (await get(at)).schema.split('\n').filter(Boolean), of = lines.findIndex(l => l.split(':')[0] === name);
    const other = (lines[of]?.split(':')[1] ?? '').split(' ').filter(w => w === 'optional' || w === 'constant');
    const words = [type === 'text' ? '' : type, mandatory ? 'mandatory' : '', several ? 'set' : '', ...other].filter(Boolean);
    lines.splice(of < 0 ? lines.length : of, 1, words.length ? `${name}: ${words.join(' ')}` : name);
    await put(at + '/schema', { text: lines.join('\n') }); await this.reload();
  }
  drawTable() {
    const count = { all: this.rows.length, changed: this.rows.filter(r => r.cells.some(c => c.ch)).length, doubt: this.rows.filter(r => r.cells.some(c => c.m === 'doubt')).length, miss: this.rows.filter(r => r.cells.some(c => c.m === 'miss')).length };
    const keep = { all: () => true, changed: r => r.cells.some(c => c.ch), doubt: r => r.cells.some(c => c.m === 'doubt'), miss: r => r.cells.some(c => c.m === 'miss') }[this.filter];
    const pills = Object.entries(FILTERS).map(([id, [name, tint]]) => { const dot = tint ? el('i') : null; if (dot) dot.style.background = tint; return set(button('pill', () => { this.filter = id; this.drawTable(); }, dot, name + ' ', el('span.n', num(count[id]))), { 'aria-pressed': String(this.filter === id) }); });
    const t = this.site.templates.find(x => x.name === this.template);
    const run = button('btn' + (this.outlook?.enough ? ' primary' : ''), () => this.app.extract(this.template), icon('export'), `Extract all ${num(t.pages)}`); run.disabled = !this.rows.length;
    this.parts.tbar.replaceChildren(el('b', 'Table'), ...(this.rows.length ? pills : []), el('span.grow'), el('span.ms num', this.rows.length ? `${many(this.clicks, 'click')} · relearned in ${Math.round(this.ms)} ms, ${many(t.sample, 'page')}` : ''), run);
    if (!this.rows.length) { this.grid.wrap.replaceChildren(el('div.empty', el('b', 'The table appears here'), el('span', 'Click a value on the page. It is found on all other pages at once.'))); this.grid.template = null; return; }
    if (!this.grid.wrap.contains(this.grid.grid)) this.grid.wrap.replaceChildren(this.grid.grid);
    this.grid.show(this.attributes, this.rows.filter(keep), this.page?.page);
    this.grid.flash = new Set();
  }
  drawNext() {
    const o = this.outlook, box = this.parts.next;
    if (!o || !o.pages) { return box.replaceChildren(el('h2', 'Predicted recall ', el('span.big num', '–')), el('div.scale', el('span', 'label a value to see how sure the rest is'))); }
    const pos = v => Math.max(0, Math.min(100, (v - 0.5) / 0.5 * 100)), big = el('span.big num', o.recall.toFixed(3)); if (o.enough) big.classList.add('ok');
    const meter = set(el('div.meter'), { role: 'img', 'aria-label': `Predicted recall ${o.recall.toFixed(3)}, target ${o.target}` }), now = el('i'), gain = el('u'), target = el('b');
    now.style.width = pos(o.recall) + '%'; if (o.enough) now.classList.add('ok'); target.style.left = pos(o.target) + '%'; meter.append(gain, now, target);
    if (o.next) { gain.style.left = pos(o.recall) + '%'; gain.style.width = Math.max(0, pos(o.next.brings) - pos(o.recall)) + '%'; }
    box.replaceChildren(el('h2', 'Predicted recall ', big), meter, el('div.scale num', el('span', o.enough ? `enough: extract all` : `at least ${o.bound.toFixed(2)}, nine times in ten`), el('span', `target ${o.target.toFixed(3)}`)));
    if (o.next) box.append(el('div.todo', el('span.mono ell', o.next.name), el('small.ell', o.next.reason || 'label this page next'), button('btn', () => this.next(), 'Next ', kbd('N'))));
    else box.append(el('div.todo', el('span', 'No page is in doubt'), el('small', `${many(o.pages, 'other page')} come out alike`), button('btn primary', () => this.app.extract(this.template), 'Extract')));
    for (const p of o.problems.slice(0, 2)) box.append(el('div.scale warn', el('span', p)));
  }
  drawCrumbs(info) {
    const c = this.parts.crumbs;
    if (!info) { const e = this.entry(this.focus); if (e && this.hoverNode < 0) { this.preview({ node: e.node, part: e.part }).then(i => { if (this.hoverNode < 0) this.drawCrumbs(i); }).catch(() => {}); return; } return c.replaceChildren(); }
    const steps = [...info.path].reverse().slice(-5);  // What is pointed at stays in sight.
    c.replaceChildren(info.path.length > 5 ? '… › ' : '', ...steps.flatMap(([step, node], i) => [i ? ' › ' : '', set(button(i === steps.length - 1 ? 'now' : '', () => this.point({ node }), short(step, 24)), { onmouseenter: () => this.stage.tell({ t: 'hover', n: node }), title: step })]), el('span.dim said', short(info.value, 40)));
    this.as = info.attributes;
  }
  drawSheet() {
    const i = this.focus >= 0 ? this.focus : this.active, a = this.attributes[i], s = this.parts.sheet;
    if (!a) return s.replaceChildren(el('p', 'Tap a value you want, and name it.'));
    const e = this.entries().find(x => x.i === i), key = el('span.key', String(i + 1)); key.style.setProperty('--c', color(i));
    s.replaceChildren(el('div.r', key, el('b', a.name), el('span.mono ell', e?.value ?? ''), el('span.grow'), e?.by === 'you' ? el('span.conf you', 'yours') : e ? el('span.conf' + (e.low ? ' low' : ''), conf(e.conf)) : el('span.conf', 'none')),
      el('p', e?.low ? e.why ?? 'Less sure than the others.' : e?.by === 'you' ? 'You labelled it. Tap another value to move it.' : e ? `Found alike on ${a.have} of ${a.of} rows.` : 'Tap where it is, or say that it is not on this page.'),
      el('div.go', e?.by === 'pred' ? button('btn primary', () => this.accept(i), 'Accept') : null, button('btn', () => this.reject(i), e?.by === 'you' ? 'Take it back' : e ? 'Reject' : 'Not here'), set(button('btn', () => this.move(1), icon('right')), { 'aria-label': 'Next prediction' })));
  }

  // ---- keys ----
  key(k, shift, ctrl) {
    if (ctrl) { if (k === 'z') shift ? this.redo() : this.undo(); return true; }
    const likes = this.kin && !shift && { r: 'rows', s: 'set', Enter: this.kin.usual }[k];
    if (likes) { this.takeKin(likes); return true; }
    if (!this.app.singleKeys && k.length === 1) return false;
    if (/^[1-9]$/.test(k)) { if (this.attributes[k - 1]) { this.active = this.focus = k - 1; this.draw(); this.stage.reveal(this.entry(k - 1)); } return true; }
    const run = {
      Enter: () => shift ? this.finish() : this.focus >= 0 ? this.accept(this.focus) : this.move(1), Escape: () => { this.unsetKin(); this.pickAs = null; this.record = null; this.boxing = false; if (this.browsing) this.browse(); this.drawTools(); noToast(); this.palette?.remove(); this.naming = false; this.draw(); },
      x: () => this.reject(this.focus >= 0 ? this.focus : this.active), j: () => this.move(1), k: () => this.move(-1), n: () => this.next(), p: () => this.step(-1), s: () => this.toggleStyles(),
      e: () => this.choose(this.pane === 'explain' ? 'attributes' : 'explain'), h: () => { if (this.hoverNode >= 0) this.stage.tell({ t: 'hide', n: this.hoverNode }); },
      '-': () => { const a = this.attributes[this.active]; if (a) this.act('missing', { attribute: a.name, record: this.record ?? '0' }); }, '@': () => this.nextAs(), b: () => this.boxTool(), g: () => this.browse(), o: () => this.newRecord(), l: () => this.nextRecord(),
      a: () => { this.naming = true; toast(4000, 'Click a value on the page, then name it.'); }, F2: () => this.editAttribute(this.active), f: () => this.findValue(),
      t: () => this.app.theme(), '?': () => this.app.keys(), ':': () => this.app.script(), u: () => this.undo(),
    }[k];
    if (!run) return false;
    run(); return true;
  }
  /** Which of its values the next click takes: text, href, src, alt… */
  nextAs() {
    const all = [...(this.as ?? []), 'text'], at = all.indexOf(this.pickAs);
    if (all.length === 1) return toast(4000, 'Nothing but text here: point at a link or picture first.');
    this.pickAs = all[(at + 1) % all.length]; toast(5000, el('span', 'The next click takes '), ...all.map(a => a === this.pickAs ? el('b', a + ' ') : el('span', a + ' ')), kbd('@'), ' again for the next');
  }
  /** Pointing without a mouse: by the text, or along the page's outline. */
  findValue() { find(`sites/${this.site.name}/pages/${this.page.page}`, place => this.point(place), place => this.stage.reveal(place, true)); }
}
function glyph(t) {
  const ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg'); svg.setAttribute('viewBox', '0 0 34 28'); svg.setAttribute('aria-hidden', 'true');
  const shapes = t.rows > 1 ? [[3, 3, 28, 2], [3, 8, 8, 7], [13, 8, 8, 7], [23, 8, 8, 7], [3, 18, 8, 7], [13, 18, 8, 7], [23, 18, 8, 7]] : [[3, 3, 28, 2], [3, 8, 11, 13], [17, 8, 14, 3], [17, 13, 7, 3, 'k'], [17, 18, 12, 2]];
  for (const [x, y, w, h, k] of shapes) { const r = document.createElementNS(ns, 'rect'); r.setAttribute('x', x); r.setAttribute('y', y); r.setAttribute('width', w); r.setAttribute('height', h); if (k) r.setAttribute('class', k); svg.append(r); }
  return svg;
}
