// The labelling screen: pages on the left, the page in the middle with its margin, attributes on the right, the
// table of the whole sample below. After every act everything is as the server says it is.
import { $, el, set, button, iconButton, icon, kbd, color, conf, num, many, say, toast, noToast, failure, dialog, commandLine, ruleText } from './ui.js';
import { get, post, put, remove, follow } from './api.js';
import { Grid } from './grid.js';
import { Stage } from './stage.js';

const FILTERS = { all: ['All', null], changed: ['Changed', 'var(--accent)'], doubt: ['Doubtful', 'var(--wmark)'], miss: ['Missing', 'var(--bad)'] };

export class Label {
  constructor(app, site, template) {
    Object.assign(this, { app, site, template, active: 0, focus: -1, attributes: [], rows: [], list: [], filter: 'all', pane: 'attributes', styles: true, record: null, queue: Promise.resolve(), waiting: 0, explained: null, hoverNode: -1 });
    this.stage = new Stage({
      hover: (n, p) => this.hovered(n, p), click: (n, p, more) => this.click(n, p, more), span: (n, p, exact) => this.point({ node: n, part: p, exact }),
      key: (k, s, c) => this.key(k, s, c), ready: () => { if (this.reveal) { this.stage.reveal(this.reveal); this.reveal = null; } },
    });
    this.grid = new Grid((row, i) => this.open(row.page, i), i => this.editAttribute(i), 'Table of the sample pages');
  }

  // ---- building ----
  mount(root) {
    this.parts = {
      templates: el('div'), pages: set(el('div.pages'), { role: 'listbox', 'aria-label': 'Pages' }), foot: el('div.foot num'),
      url: el('span.url mono ell'), when: el('span.when num'), attrs: el('div.attrs'), clicks: el('span.dim num small'), next: set(el('section.next'), { 'aria-label': 'What next' }),
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
    const stage = set(el('section.stage', p.addr, p.strip, this.stage.view, el('div.crumbs', p.crumbs, el('span.grow'), el('span.opt', kbd('['), ' ', kbd(']'), ' wider, narrower'), el('span.opt', ' · ', kbd('@'), ' attribute value · '), el('span', 'drag for part of a text')), p.sheet), { 'aria-label': 'Page' });
    p.body = el('div.pane');
    const panel = set(el('aside.panel', p.seg, p.body, p.next), { 'aria-label': 'Attributes' });
    const lower = set(el('section.lower', p.tbar, this.grid.wrap), { 'aria-label': 'Table of the sample pages' });
    root.replaceChildren(el('div.main', side, el('div.work', el('div.upper', stage, panel), lower)));
    this.stageBox = stage;
    this.drawTemplates(); this.drawSeg(); this.browsing = !!this.app.browsing; this.drawTools();
  }
  async start(page) {
    const [rows] = await Promise.all([get(`sites/${this.site.name}/rows?template=${encodeURIComponent(this.template)}`), this.loadPages()]);
    this.take(rows);
    const first = page ?? this.list.find(p => p.state === 'part')?.page ?? this.outlook.next?.page ?? this.list[0]?.page;
    if (first !== undefined) await this.open(first);
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
  async open(page, column) {
    if (this.page?.page !== page) { this.box = null; this.record = null; }
    this.unsetKin(); this.palette?.remove(); this.explained = null;
    const got = await get(`sites/${this.site.name}/pages/${page}${this.styles ? '' : '?styles=0'}`);
    const moved = this.page?.page !== got.page || this.page?.frame !== got.frame;
    this.page = got;
    history.replaceState(null, '', `/${encodeURIComponent(this.site.name)}/label/${encodeURIComponent(this.template)}/${page}`);
    document.title = `${got.name} · ${this.site.name} · Weft Studio`;
    if (moved) this.stage.open(got.frame, got.name, got.nodes);
    this.focus = column ?? this.firstDoubt();
    if (column !== undefined) this.active = column;
    this.draw(); this.reveal = this.entry(this.focus); this.stage.reveal(this.reveal);
    if (this.pane !== 'attributes') this.drawPane();
  }
  firstDoubt() { const low = this.page.predictions.find(p => p.low); return low ? this.index(low.attribute) : -1; }
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
        const k = old.indexOf(this.attributes[i].name), ch = before.size > 0 && (!was || k < 0 || was.cells[k]?.v !== v) && v !== '';
        if (ch) this.grid.flash.add(r + ':' + i);
        return { v, m, c, ch };
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
    const t = this.site.templates.find(x => x.name === this.template); if (!t || !this.rows.length || !stands()) return;
    if (t.pages > t.sample) {
      const got = await get(`${at}/rows/others${query}`).catch(() => null); if (!got || !stands()) return;
      this.rows = [...this.rows.filter(r => !r.other), ...got.rows.map(([page, record, cells, name]) => ({ page, record, other: true, name, cells: cells.map(([v, m, c]) => ({ v, m, c })) }))];
      this.drawTable();
    }
    const second = await get(`${at}/opinion${query}`).catch(() => null); if (!second || !stands()) return;
    this.outlook = second.outlook; this.drawNext(); if (second.contended) this.loadPages();
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
      this.take(state); this.app.saved(); this.explained = null;
      this.draw(); if (this.pane !== 'attributes') this.drawPane();
      this.loadPages();
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
  where() { return this.record !== null ? { record: this.record } : this.box ? { box: this.box.node } : {}; }
  async point(place) {
    noToast(); this.unsetKin();
    if (this.pickAs) { place.as = this.pickAs; this.pickAs = null; }
    if (!this.attributes.length || this.naming) return this.askName(place);
    await this.label(this.attributes[this.active].name, place);
  }
  async label(attribute, place) {
    const info = await this.preview(place).catch(() => null);
    const op = place.more ? 'also' : 'label', had = this.page.labels.find(l => l.attribute === attribute);
    const state = await this.act(op, { attribute, node: place.node, part: place.part, exact: place.exact, as: place.as, ...this.where() });
    if (!state) return;
    const i = this.index(attribute); this.active = this.focus = i;
    const label = this.page.labels.filter(l => l.attribute === attribute).at(-1);
    say(`${attribute} is ${label?.value ?? ''}`);
    const alike = had && info?.kin.includes(had.node);
    if (info && info.kin.length > 2 && (alike || info.kin.length > 3) && !place.part) this.offerKin(attribute, place, info.kin);
    else { toast(3600, el('span', `${attribute} is `, el('b', label ? `“${short(label.value)}”` : 'taken')), button('', () => this.undo(), 'Undo')); this.advance(i); }
    this.draw(); this.app.toured('label');
  }
  /** After a label the next attribute that has none is active. */
  advance(i) {
    const own = new Set(this.page.labels.map(l => l.attribute)), next = this.attributes.findIndex((a, k) => k > i && !own.has(a.name) && !this.page.predictions.some(p => p.attribute === a.name));
    if (next >= 0) this.active = next;
  }
  offerKin(attribute, place, kin) {
    this.kin = { attribute, place, nodes: kin };
    const go = op => () => this.takeKin(op);
    toast(0, el('span', `${kin.length} like this`), button('', go('rows'), kbd('R'), ' a row each'), button('', go('set'), kbd('S'), ' one row, a set'), button('', () => { this.unsetKin(); noToast(); this.advance(this.index(attribute)); this.draw(); }, kbd('Esc'), ' only this'));
    this.draw();
  }
  unsetKin() { this.kin = null; }
  async takeKin(op) {
    const { attribute, place } = this.kin; this.unsetKin(); noToast();
    await this.act(op, { attribute, node: place.node, as: place.as, ...(op === 'set' ? this.where() : this.box ? { box: this.box.node } : {}) });
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
    const box = this.stageBox.getBoundingClientRect();
    this.palette.style.left = `max(8px, min(${Math.round(box.width / 2 - 220)}px, 100% - 280px))`; this.palette.style.top = '56px';
    this.stageBox.append(this.palette); input.focus(); input.select();
  }
  free(name) { let out = name; for (let i = 2; this.index(out) >= 0; ++i) out = name + i; return out; }

  // ---- answering predictions ----
  predictions(i) { const a = this.attributes[i]; return a ? this.page.predictions.filter(p => p.attribute === a.name) : []; }
  async accept(i) {
    const all = this.predictions(i); if (!all.length) return this.move(1);
    await this.act('accept', { attribute: all[0].attribute, record: all[0].record }); say(`${all[0].attribute} accepted`); this.focusNext(i); this.app.toured('accept');
  }
  async reject(i) {
    const all = this.predictions(i), a = this.attributes[i]; if (!a) return;
    if (!all.length) { const own = this.page.labels.find(l => l.attribute === a.name); return this.act(own ? 'remove' : 'missing', { attribute: a.name, record: own?.record ?? '0' }); }
    await this.act('reject', { attribute: a.name, record: all[0].record }); say(`${a.name} rejected`);
    const got = await this.explain().catch(() => null), ex = got?.find(x => x.attribute === a.name), up = ex?.runner_up;
    if (!this.predictions(i).length && up?.node !== undefined && up.text) {
      toast(0, el('span', `${a.name} is perhaps `, el('b', `“${short(up.text)}”`)), button('', () => { noToast(); this.label(a.name, { node: up.node, part: up.part }); }, 'It is'), button('', () => { noToast(); this.act('missing', { attribute: a.name, record: '0' }); }, 'Not on this page'));
    } else if (!this.predictions(i).length) toast(6000, el('span', `${a.name}: click where it is`), button('', () => { noToast(); this.act('missing', { attribute: a.name, record: '0' }); }, 'Not on this page'));
    this.active = this.focus = i; this.draw();
  }
  focusNext(i) {
    const open = this.attributes.map((_, k) => k).filter(k => this.predictions(k).length), low = open.filter(k => this.predictions(k).some(p => p.low));
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
    for (const p of this.page.predictions) out.push({ i: this.index(p.attribute), name: p.attribute, value: p.value, by: 'pred', conf: p.confidence, low: p.low, why: p.why, node: p.node, part: p.part, record: p.record });
    for (const e of out) e.focus = e.i === this.focus;
    if (this.box) for (const n of this.box.nodes) out.push({ i: Math.max(0, this.active), name: '', value: '', by: 'pred', ghost: true, box: true, node: n });
    if (this.kin) for (const n of this.kin.nodes) if (!out.some(e => e.node === n)) out.push({ i: this.index(this.kin.attribute), name: '', value: '', by: 'pred', ghost: true, node: n });
    return out.filter(e => e.i >= 0 || e.box);
  }
  draw() {
    if (!this.page) return;
    this.stage.show(this.entries(), { accept: g => this.accept(g.i), reject: g => this.reject(g.i), focus: g => { this.focus = this.active = g.i; this.draw(); this.stage.reveal(g); } });
    this.drawAddress(); if (this.pane === 'attributes') this.drawAttributes(); this.drawTable(); this.drawPages(); this.drawNext(); this.drawCrumbs(); this.drawSheet();
    commandLine(this.command, () => this.app.script());
    this.parts.clicks.textContent = many(this.clicks ?? 0, 'click');
    this.app.badge(this.page.predictions.filter(p => p.low).length);
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
    this.parts.templates.replaceChildren(...this.site.templates.slice(0, 6).map(t => {
      const b = button('tpl', () => this.app.go(`/${this.site.name}/label/${t.name}`), glyph(t), el('b', t.name), el('span.n num', num(t.pages)), el('small.ell', t.learned ? `${many(t.attributes, 'attribute')} · ${many(t.labelled, 'page')} labelled` : t.example ?? 'no wrapper'));
      if (t.name === this.template) b.setAttribute('aria-current', 'true');
      return b;
    }));
  }
  drawPages() {
    const rows = this.list.map(p => {
      const b = button('pg', () => { document.body.removeAttribute('data-side'); this.open(p.page); }), here = p.page === this.page?.page;
      set(b, { role: 'option', 'aria-current': here ? 'true' : null, title: { part: 'being labelled', doubt: 'in doubt', ok: 'finished', sure: 'predicted, sure', open: 'not looked at', other: 'not in the sample' }[p.state] });
      b.append(el('span.dot ' + ({ part: 'doubt', doubt: 'doubt', ok: 'ok', sure: 'sure' }[p.state] ?? '')), el('span.mono ell', p.name), el('span.d num', p.state === 'doubt' ? conf(p.doubt / (1 + p.doubt)) : ''));
      if (p.reason && p.state === 'doubt') b.append(el('small.ell', p.reason));
      return b;
    });
    this.parts.pages.replaceChildren(...rows);
    const t = this.site.templates.find(x => x.name === this.template), sure = this.list.filter(p => p.state === 'sure' || p.state === 'ok').length;
    this.parts.foot.textContent = `${num(t.sample)} sampled of ${num(t.pages)} · ${num(sure)} sure`;
  }
  drawSeg() {
    const tab = (id, name) => set(button('', () => { this.pane = id; this.drawSeg(); }, name), { role: 'tab', 'aria-selected': String(this.pane === id) });
    this.parts.seg.replaceChildren(tab('attributes', 'Attributes'), tab('explain', 'Explain'), tab('history', 'History'), tab('ready', 'Ready'), tab('schema', 'Schema'), el('span.grow'), this.parts.clicks);
    this.drawPane();
  }
  async drawPane() {
    const body = this.parts.body;
    if (this.pane === 'attributes') return this.page && this.drawAttributes();
    try {
      if (this.pane === 'explain') await this.drawExplain(body); else if (this.pane === 'history') await this.drawHistory(body); else if (this.pane === 'ready') await this.drawReady(body); else await this.drawSchema(body);
    } catch (e) { body.replaceChildren(failure(e)); }
  }
  drawAttributes() {
    const body = this.parts.body;
    if (!this.attributes.length) {
      return body.replaceChildren(el('div.hint', el('b', 'Click a value you want'), ' on the page, and name it. Or ', button('link', () => { this.pane = 'ready'; this.drawSeg(); }, 'look at ready tables'), ', found without a label. Or ', button('link', () => { this.pane = 'schema'; this.drawSeg(); }, 'write a schema'), ' first, one attribute a line.'));
    }
    body.replaceChildren(...this.attributes.flatMap((a, i) => {
      const own = this.page.labels.filter(l => l.attribute === a.name), pred = this.predictions(i), gone = this.page.missing.some(m => m.attribute === a.name), shown = own[0] ?? pred[0], low = pred.some(p => p.low);
      const b = button('at', () => { this.active = this.focus = i; this.draw(); this.stage.reveal(this.entry(i)); });
      set(b, { 'aria-pressed': String(i === this.active) }); b.style.setProperty('--c', color(i));
      const badge = gone ? el('span.conf', 'none') : own.length ? el('span.conf you', 'yours') : pred.length ? el('span.conf' + (low ? ' low' : ''), conf(Math.min(...pred.map(p => p.confidence)))) : el('span.conf', '–');
      badge.classList.add('end');
      const bar = el('span.bar'), fill = el('i' + (a.doubtful || (a.mandatory && a.have < a.of) ? '.w' : '')); fill.style.width = a.of ? 100 * a.have / a.of + '%' : '0'; bar.append(fill);
      const value = gone ? 'not on this page' : shown ? (shown.typed ? `${shown.value} → ${shown.typed}` : shown.value) + (own.length + pred.length > 1 ? `  +${own.length + pred.length - 1}` : '') : i === this.active ? 'click where it is' : '';
      b.append(el('span.key', String(i + 1)), el('span.nm', a.name, a.mandatory ? el('span.must', '*') : null, el('small', a.type + (a.set ? ', set' : ''))), badge, el('span.val mono ell', value), el('span.cov num', `${num(a.have)} / ${num(a.of)}`, bar));
      const out = [b];
      if (i === this.active && i === this.focus && pred.length) { const why = this.whyBox(a, pred); if (why) out.push(why); }
      return out;
    }), (() => { const b = button('add', () => { this.naming = true; say('click a value, then name it'); toast(4000, 'Click a value on the page, then name it.'); }, el('i', '+'), 'New: click a value, type its name'); return b; })());
  }
  /** The rule of the prediction in focus, why it holds, and what else was near; asked for when there is time. */
  whyBox(a, pred) {
    const x = this.explained?.attributes.find(e => e.attribute === a.name), rows = [], page = this.page.page;
    if (!this.explained) { clearTimeout(this.whyTimer); this.whyTimer = setTimeout(() => this.explain().then(() => { if (this.explained && this.page.page === page && this.pane === 'attributes') this.drawAttributes(); }).catch(() => {}), 300); }
    if (pred[0].why) rows.push(['doubt', pred[0].why]);
    if (x?.chosen?.rule) rows.push(['rule', ruleText(x.chosen.rule)]);
    if (x?.chosen?.reasons[0]) rows.push(['because', x.chosen.reasons[0]]);
    if (x?.runner_up?.text) rows.push(['not', `${short(x.runner_up.text)}${x.runner_up.reasons[0] ? ': ' + x.runner_up.reasons[0] : ''}`]);
    return rows.length ? el('div.why', el('dl', ...rows.flatMap(([k, v]) => [el('dt', k), el('dd', v)]))) : null;
  }
  async explain() {
    const page = this.page.page, got = this.explained ?? await get(`sites/${this.site.name}/explain?page=${page}`);
    if (page === this.page.page) this.explained = got;
    return got.attributes;
  }
  async drawExplain(body) {
    body.replaceChildren(el('div.hint', 'Looking…'));
    const all = await this.explain(), name = this.attributes[this.active]?.name;
    if (!all.length) return body.replaceChildren(el('div.hint', 'Nothing is learned yet, so there is nothing to explain.'));
    all.sort((a, b) => (b.attribute === name) - (a.attribute === name));
    body.replaceChildren(...all.map(x => {
      const light = w => button('link', () => this.stage.reveal(w), 'show'); const rule = w => w?.rule ? el('p', ruleText(w.rule)) : null;
      const box = el('div.ex', el('h3', x.attribute, el('small', x.missing ? 'missing' : `${short(x.value)}, ${conf(x.confidence)}`)));
      if (x.chosen) box.append(rule(x.chosen) ?? '', ...x.chosen.reasons.map(r => el('p', r)), light(x.chosen));
      if (x.runner_up) {
        const up = x.runner_up;
        box.append(el('div.ru', el('p', el('b', x.missing ? 'Nearest miss: ' : 'Runner-up: '), `“${short(up.text)}”`), ...up.reasons.map(r => el('p', r)), up.node !== undefined ? button('link', () => this.label(x.attribute, { node: up.node, part: up.part }), 'It is this one') : null));
      }
      return box;
    }));
    commandLine(this.explained.command, () => this.app.script());
  }
  async drawHistory(body) {
    const { acts } = await get(`sites/${this.site.name}/history?template=${encodeURIComponent(this.template)}`);
    if (!acts.length) return body.replaceChildren(el('div.hint', 'Every step will stand here. Any of them can be undone, also alone, also tomorrow.'));
    body.replaceChildren(...acts.map(a => {
      const e = el('div.hist' + (a.undone ? ' undone' : ''), el('span.ell', el('b', a.op), ` ${a.attribute} `, a.value ? `“${short(a.value)}”` : ''), button('', () => this.act('mark', { number: a.number, undone: !a.undone }).then(() => this.drawPane()), a.undone ? 'redo' : 'undo'), el('small.ell', `${a.name ?? 'all pages'} · ${new Date(a.at).toLocaleTimeString('en-GB')}`));
      if (a.page !== undefined) e.onclick = ev => { if (!ev.target.closest('button')) this.open(a.page); };
      return e;
    }));
  }
  /** Tables found without a label: name the columns worth having, drop the others. */
  async drawReady(body) {
    const page = this.page.page; body.replaceChildren(el('div.hint', 'Looking…'));
    const { tables } = await get(`sites/${this.site.name}/tables?page=${page}`);
    if (!tables.length) return body.replaceChildren(el('div.hint', 'This page offers no table by itself. Point at what you want.'));
    body.replaceChildren(...tables.map((t, n) => {
      const fields = t.columns.map(c => {
        const input = set(el('input.field slim'), { placeholder: c.name, 'aria-label': `Name of the column ${c.name}`, spellcheck: 'false', autocomplete: 'off' });
        const row = el('div.ready', input, el('small.num', `${c.type}, ${num(c.filled)} of ${num(t.rows)}`), el('span.mono ell', c.examples.join(' · '))); row.title = c.examples.join('\n');
        input.onkeydown = e => { e.stopPropagation(); if (e.key === 'Enter') { if (!input.value) input.value = c.name; keep(); } else if (e.key === 'ArrowRight' && !input.value) input.value = c.name; else if (e.key.toLowerCase() === 'd' && !input.value) { e.preventDefault(); row.remove(); fields.splice(fields.findIndex(f => f.c === c), 1); } };
        return { c, input, row };
      });
      const keep = async () => {
        const columns = Object.fromEntries(fields.filter(f => f.input.value.trim()).map(f => [f.c.name, f.input.value.trim().replace(/\s+/g, '_')]));
        if (!Object.keys(columns).length) return toast(4000, 'Name the columns you want: → takes the proposed name.');
        this.app.saving();
        try { const state = await post(`sites/${this.site.name}/tables`, { id: crypto.randomUUID(), page, table: n, columns }); this.take(state); this.app.saved(); this.pane = 'attributes'; this.drawSeg(); this.draw(); this.loadPages(); say(many(Object.keys(columns).length, 'column') + ' kept'); } catch (e) { this.app.saved(e); toast(7000, e.message); }
      };
      return el('div.ex', el('h3', t.found_by === 'list' ? `A list of ${many(t.rows, 'row')}` : 'Columns of this template', el('small', t.found_by === 'list' ? conf(Math.min(0.99, t.confidence)) : `${many(t.rows, 'page')} compared`)), el('p.dim', 'Type a name to keep a column, → takes the proposed one, D drops it, Enter keeps what is named.'), ...fields.map(f => f.row), el('div.row2', button('btn', () => { for (const f of fields) if (!f.input.value) f.input.value = f.c.name; }, 'Name all'), el('span.grow'), button('btn primary', keep, 'Keep')));
    }));
  }
  async drawSchema(body) {
    const site = await get('sites/' + this.site.name), text = set(el('textarea.field'), { rows: '12', spellcheck: 'false', 'aria-label': 'Schema, one attribute a line' });
    text.value = site.schema; text.placeholder = 'title: mandatory\nprice: money\nbrand\nimage: image'; text.onkeydown = e => e.stopPropagation();
    const note = el('div'), save = button('btn primary', async () => { try { await put(`sites/${this.site.name}/schema`, { text: text.value }); note.replaceChildren(); await this.reload(); say('schema kept'); this.pane = 'attributes'; this.drawSeg(); } catch (e) { note.replaceChildren(failure(e)); } }, 'Keep');
    body.replaceChildren(el('div.hint', 'One attribute a line: ', el('b', 'price: money mandatory'), '. Types: text, number, money, date, time, duration, url, image, email, phone, address, boolean. Words: mandatory, set, optional, constant. Or JSON.'), el('div.pad', text, note, el('div.row2', save)));
  }
  editAttribute(i) {
    const a = this.attributes[i]; if (!a) return; this.active = this.focus = i; this.draw();
    const input = set(el('input.field'), { value: a.name, 'aria-label': 'Name', spellcheck: 'false' }), note = el('div');
    const go = async () => { if (input.value === a.name) return d.close(); const done = await this.act('rename', { attribute: a.name, name: input.value.trim() }); if (done) d.close(); };
    input.onkeydown = e => { e.stopPropagation(); if (e.key === 'Enter') go(); };
    const d = dialog('Rename ' + a.name, input, note, el('div.row2', button('btn', () => d.close(), 'Cancel'), button('btn primary', go, 'Rename')));
    input.select();
  }
  drawTable() {
    const count = { all: this.rows.length, changed: this.rows.filter(r => r.cells.some(c => c.ch)).length, doubt: this.rows.filter(r => r.cells.some(c => c.m === 'doubt')).length, miss: this.rows.filter(r => r.cells.some(c => c.m === 'miss')).length };
    const keep = { all: () => true, changed: r => r.cells.some(c => c.ch), doubt: r => r.cells.some(c => c.m === 'doubt'), miss: r => r.cells.some(c => c.m === 'miss') }[this.filter];
    const pills = Object.entries(FILTERS).map(([id, [name, tint]]) => { const dot = tint ? el('i') : null; if (dot) dot.style.background = tint; return set(button('pill', () => { this.filter = id; this.drawTable(); }, dot, name + ' ', el('span.n', num(count[id]))), { 'aria-pressed': String(this.filter === id) }); });
    const t = this.site.templates.find(x => x.name === this.template);
    const run = button('btn' + (this.outlook?.enough ? ' primary' : ''), () => this.app.extract(this.template), icon('export'), `Extract all ${num(t.pages)}`); run.disabled = !this.rows.length;
    this.parts.tbar.replaceChildren(el('b', 'Table'), ...pills, el('span.grow'), el('span.ms num', this.rows.length ? `relearned in ${Math.round(this.ms)} ms, ${many(t.sample, 'page')}` : ''), run);
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
    const steps = [...info.path].reverse().slice(-6);
    c.replaceChildren(...steps.flatMap(([step, node], i) => [i ? ' › ' : '', set(button(i === steps.length - 1 ? 'now' : '', () => this.point({ node }), step), { onmouseenter: () => this.stage.tell({ t: 'hover', n: node }) })]), el('span.dim', `  ${short(info.value, 40)}`));
    this.as = info.as;
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
    if (this.kin && (k === 'r' || k === 's')) { this.takeKin(k === 'r' ? 'rows' : 'set'); return true; }
    if (/^[1-9]$/.test(k)) { if (this.attributes[k - 1]) { this.active = this.focus = k - 1; this.draw(); this.stage.reveal(this.entry(k - 1)); } return true; }
    const run = {
      Enter: () => shift ? this.finish() : this.focus >= 0 ? this.accept(this.focus) : this.move(1), Escape: () => { this.unsetKin(); this.pickAs = null; this.record = null; this.boxing = false; if (this.browsing) this.browse(); this.drawTools(); noToast(); this.palette?.remove(); this.naming = false; this.draw(); },
      x: () => this.reject(this.focus >= 0 ? this.focus : this.active), j: () => this.move(1), k: () => this.move(-1), n: () => this.next(), p: () => this.step(-1), s: () => this.toggleStyles(),
      e: () => { this.pane = this.pane === 'explain' ? 'attributes' : 'explain'; this.drawSeg(); }, h: () => { if (this.hoverNode >= 0) this.stage.tell({ t: 'hide', n: this.hoverNode }); },
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
  /** Pointing without a mouse: by the text. */
  findValue() {
    const input = set(el('input.field'), { placeholder: 'a value that stands on the page', 'aria-label': 'Value' }), note = el('div');
    const go = async () => { try { const { node, part } = await this.preview({ text: input.value }); d.close(); this.point({ node, part: part ?? undefined }); } catch (e) { note.replaceChildren(failure(e)); } };
    input.onkeydown = e => { e.stopPropagation(); if (e.key === 'Enter') go(); };
    const d = dialog('Find a value', input, note, el('div.row2', button('btn primary', go, 'Point at it')));
  }
}
const short = (text, most = 48) => text.length > most ? text.slice(0, most - 1) + '…' : text;
function glyph(t) {
  const ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg'); svg.setAttribute('viewBox', '0 0 34 28'); svg.setAttribute('aria-hidden', 'true');
  const shapes = t.rows > 1 ? [[3, 3, 28, 2], [3, 8, 8, 7], [13, 8, 8, 7], [23, 8, 8, 7], [3, 18, 8, 7], [13, 18, 8, 7], [23, 18, 8, 7]] : [[3, 3, 28, 2], [3, 8, 11, 13], [17, 8, 14, 3], [17, 13, 7, 3, 'k'], [17, 18, 12, 2]];
  for (const [x, y, w, h, k] of shapes) { const r = document.createElementNS(ns, 'rect'); r.setAttribute('x', x); r.setAttribute('y', y); r.setAttribute('width', w); r.setAttribute('height', h); if (k) r.setAttribute('class', k); svg.append(r); }
  return svg;
}
