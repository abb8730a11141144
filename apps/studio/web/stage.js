// The stage: a page in its frame, the margin beside it with what is said of it, and the way between both. The
// frame is of another site and is believed nothing but bounded numbers and keys on a list.
import { el, set, button, icon, kbd, color, conf, skeleton } from './ui.js';

const KEYS = new Set(['Enter', 'Escape', 'ArrowUp', 'ArrowDown', '@', '-', '?', ':', 'F2', ...'0123456789abcdefghijklmnopqrstuvwxyz']);
const SMALLEST = 0.6;
const whole = (n, most) => Number.isInteger(n) && n >= -1 && n <= most;
const rect = r => Array.isArray(r) && r.length === 4 && r.every(n => Number.isInteger(n) && Math.abs(n) < 1e8);
const part = p => p === null || (Array.isArray(p) && p.length === 2 && p.every(n => whole(n, 1 << 28)));

export class Stage {
  /** on: {hover, click, span, key, ready, moved} */
  constructor(on) {
    this.on = on; this.marks = []; this.rects = []; this.nodes = 0; this.port = null;
    this.holder = el('div.scroll');
    this.rail = set(el('div.rail'), { role: 'list', 'aria-label': 'Labels and predictions on this page' });
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); this.wire = document.createElementNS(svg.namespaceURI, 'path');
    svg.setAttribute('class', 'wire'); svg.setAttribute('aria-hidden', 'true'); this.wire.setAttribute('fill', 'none'); this.wire.setAttribute('stroke-width', '1.5'); svg.append(this.wire);
    this.view = el('div.view', this.holder, this.rail); this.view.append(svg);
    new ResizeObserver(() => this.layout()).observe(this.view);
  }
  open(address, name, nodes) {
    this.port?.close(); this.port = null; this.nodes = nodes; this.rects = []; this.scale = 1;
    const frame = document.createElement('iframe');
    set(frame, { sandbox: 'allow-scripts', allow: '', referrerpolicy: 'no-referrer', title: 'Archived page ' + name, src: address });
    frame.onload = () => {  // Once for a navigation that we began; a second one is not ours.
      frame.onload = () => { this.port?.close(); this.port = null; };
      const { port1, port2 } = new MessageChannel();
      this.port = port1; this.count = 0; this.second = 0; port1.onmessage = e => this.hear(e.data);
      frame.contentWindow.postMessage(0, '*', [port2]);
    };
    const wait = el('div.waiting', skeleton()); this.holder.replaceChildren(frame, wait); this.frame = frame; this.waiting = wait;
  }
  close(why) { this.port?.close(); this.port = null; console.warn('frame: ' + why); }
  tell(message) { this.port?.postMessage(message); }
  hear(m) {
    const now = Math.floor(performance.now() / 1000); if (now !== this.second) { this.second = now; this.count = 0; }
    if (++this.count > 120 || typeof m !== 'object' || m === null) return this.close('too much');
    const node = whole(m.n, this.nodes - 1);
    if (m.t === 'ready') { this.waiting?.remove(); this.fit(m.w); this.tell({ t: 'marks', m: this.marks }); this.on.ready?.(); }
    else if (m.t === 'hover' && node && part(m.p)) this.on.hover(m.n, m.p);
    else if ((m.t === 'click' || m.t === 'span') && node && part(m.p) && (m.r === null || rect(m.r))) { this.pointed = m.r?.map(n => n * this.scale); this.on[m.t](m.n, m.p, m.x === 1); }
    else if (m.t === 'key' && KEYS.has(m.k)) this.on.key(m.k, m.s === 1, m.c === 1);
    else if (m.t === 'rects' && Array.isArray(m.r) && m.r.length <= 500 && m.r.every(rect)) { this.rects = m.r.map(r => r.map(n => n * this.scale)); this.layout(); this.on.moved?.(); }
    else this.close('said what it may not');
  }
  /** A page that is wider than its place is drawn smaller, as far as it can be read. */
  fit(width) {
    const room = this.holder.clientWidth; if (!Number.isInteger(width) || width <= room * 1.05) return;
    this.scale = Math.max(SMALLEST, room / Math.min(width, 4000));
    Object.assign(this.frame.style, { width: 100 / this.scale + '%', height: 100 / this.scale + '%', transform: `scale(${this.scale})` });
  }
  /** Where to put something of this size beside what was pointed at, within the stage: [left, top]. */
  beside(width, height) {
    const [x, y, w, h] = this.pointed ?? [40, 40, 0, 0], left = this.holder.offsetLeft + x, top = this.view.offsetTop + this.holder.offsetTop + y;
    const room = this.view.offsetTop + this.view.clientHeight, under = top + h + 10;
    return [Math.max(8, Math.min(left, this.holder.clientWidth - width)), under + height < room ? under : Math.max(this.view.offsetTop + 8, top - height - 10)];
  }
  /** Marks in the page, and their chips. entries: {i, name, value, by, conf, low, why, node, part, focus, missing} */
  show(entries, handlers) {
    this.entries = entries; this.handlers = handlers;
    this.marks = entries.filter(e => e.node !== undefined).map(e => ({ n: e.node, p: e.part ?? null, c: color(e.i), d: e.ghost ? '' : String(e.i + 1), a: e.name, k: e.ghost ? 'ghost' : e.by === 'you' ? 'you' : 'pred', f: !!e.focus, q: !!e.low }));
    this.tell({ t: 'marks', m: this.marks });
    this.chips(); this.layout();
  }
  /** Scrolls to a place; `light` outlines it for a moment, where no mark does. */
  reveal(e, light = false) { if (e?.node !== undefined) this.tell({ t: 'reveal', n: e.node, p: e.part ?? null, l: light }); }
  /** Scrolls so that a place stands so far below the top. */
  align(e, y) { this.tell({ t: 'align', n: e.node, p: e.part ?? null, y: Math.round(y / this.scale) }); }
  /** What is marked nearest to the middle, and how far below the top it stands; nothing where nothing is marked. */
  middlemost() {
    const far = r => Math.abs(r[1] + r[3] / 2 - this.holder.clientHeight / 2), marked = (this.entries ?? []).filter(e => e.node !== undefined);
    const near = this.rects.slice(0, marked.length).map((r, i) => [r, marked[i]]).filter(([r]) => r[1] > -9000).sort((a, b) => far(a[0]) - far(b[0]))[0];
    return near && { entry: near[1], y: near[0][1] };
  }
  chips() {
    const groups = new Map(); // A set or a column of rows is one chip.
    for (const e of this.entries) { if (e.ghost) continue; const key = `${e.i}${e.by}${!!e.missing}`; if (!groups.has(key)) groups.set(key, { ...e, n: 0, at: [] }); const g = groups.get(key); ++g.n; g.focus ||= e.focus; g.low ||= e.low; g.at.push(this.entries.filter(x => x.node !== undefined).indexOf(e)); }
    const held = this.list?.find(g => g.chip === document.activeElement);
    this.list = [...groups.values()];
    this.rail.replaceChildren(...this.list.map(g => {
      const c = set(el('div.chip'), { role: 'listitem', tabindex: '0', 'aria-label': `${g.name} ${g.missing ? 'not on this page' : g.value}, ${g.by === 'you' ? 'yours' : 'predicted ' + conf(g.conf)}` }); c.className = `chip ${g.by === 'you' ? 'you' : 'pred'}${g.focus ? ' focus' : ''}`;
      c.style.setProperty('--c', color(g.i));
      const badge = g.missing ? el('span.conf' + (g.low ? ' low' : ''), 'none') : g.by === 'you' ? el('span.conf you', 'yours') : el('span.conf' + (g.low ? ' low' : ''), conf(g.conf));
      c.append(el('div.r1', el('span.dg', String(g.i + 1)), el('span.ell', g.name), badge, g.n > 1 ? el('span.dim num', '×' + g.n) : null));
      if (g.by !== 'you') {
        const yes = set(button('yes', ev => { ev.stopPropagation(); this.handlers.accept(g); }, icon('check')), { 'aria-label': g.missing ? `${g.name} is not on this page` : 'Accept ' + g.name, title: g.missing ? 'Not on this page' : 'Accept (↵)' });
        const no = set(button('no', ev => { ev.stopPropagation(); this.handlers.reject(g); }, icon('x')), { 'aria-label': 'Reject ' + g.name, title: 'Reject (X)' });
        c.append(el('div.acts', yes, g.missing ? null : no));
      }
      c.append(g.missing ? el('div.v', g.low ? 'not found' : 'not on this page') : el('div.v mono ell', g.value));
      if (g.focus && g.by !== 'you' && g.low) {
        c.append(el('div.more', g.why || 'less sure than the others', el('div.keys', ...(g.missing ? [el('span', kbd('↵'), ' not here'), el('span', 'or click it')] : [el('span', kbd('↵'), ' yes'), el('span', kbd('X'), ' no'), el('span', kbd('E'), ' why')]))));
      }
      c.onclick = () => this.handlers.focus(g);
      c.onkeydown = e => { if (e.key === 'Enter' && !g.focus && e.target === c) { e.preventDefault(); e.stopPropagation(); this.handlers.focus(g); } };
      g.chip = c; return c;
    }));
    if (held) this.list.find(g => g.i === held.i)?.chip.focus({ preventScroll: true });
  }
  /** No two chips overlap: the one in focus stays where its value is, the others make room. */
  layout() {
    if (!this.list || !this.rail.clientWidth) return;
    const H = this.rail.clientHeight, gap = 6, top = this.holder.offsetTop;
    const chips = this.list.map(g => { const r = this.rects[Math.min(...g.at.filter(k => k >= 0))]; return { g, r, y: r ? top + r[1] + r[3] / 2 - 20 : 1e6 + g.i }; }).sort((a, b) => a.y - b.y || a.g.i - b.g.i);
    if (!chips.length) return this.wire.setAttribute('d', '');
    const hs = chips.map(p => p.g.chip.offsetHeight), at = chips.map(p => p.y); let k = chips.findIndex(p => p.g.focus); const focused = k; if (k < 0) k = 0;
    at[k] = Math.max(8, Math.min(at[k], H - hs[k] - 8));
    for (let j = k - 1; j >= 0; --j) at[j] = Math.min(at[j], at[j + 1] - hs[j] - gap);
    for (let j = k + 1; j < at.length; ++j) at[j] = Math.max(at[j], at[j - 1] + hs[j - 1] + gap);
    if (at[0] < 8) { at[0] = 8; for (let j = 1; j < at.length; ++j) at[j] = Math.max(at[j], at[j - 1] + hs[j - 1] + gap); }
    const over = at.at(-1) + hs.at(-1) + 8 - H;
    if (over > 0 && at[0] > 8) { at[at.length - 1] -= over; for (let j = at.length - 2; j >= 0; --j) at[j] = Math.min(at[j], at[j + 1] - hs[j] - gap); }
    chips.forEach((p, j) => { p.g.chip.style.top = at[j] + 'px'; });
    const p = chips[focused], H2 = this.holder.clientHeight;
    if (!p?.r || p.r[1] < -4 || p.r[1] > H2) return this.wire.setAttribute('d', '');
    const left = this.holder.offsetLeft, x1 = left + p.r[0] + p.r[2] + 3, y1 = top + p.r[1] - 3.5, xe = left + this.holder.clientWidth - 6, x2 = this.rail.offsetLeft + p.g.chip.offsetLeft, y2 = at[focused] + 14;
    this.wire.setAttribute('d', y1 > top ? `M${x1} ${y1}H${Math.max(x1, xe)}L${x2} ${y2}` : ''); this.wire.setAttribute('stroke', color(p.g.i));
  }
}
