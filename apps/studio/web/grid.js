// A table of any length: rows of a fixed height, of which those in sight are drawn. Arrow keys move a cell at a
// time; a screen reader hears row and column. Browsers bound the height of what is scrolled, so that of a very long
// table is, too: there the scrollbar says which part of all rows is in sight.
import { el, set, color, num, sharedFolder } from './ui.js';

const ROW = 26, HEAD = 34, SPARE = 12, MOST = 300000, WIDTHS = { money: 112, number: 92, date: 110, time: 92, boolean: 80 };

/** columns: {name, have, of, type, …}; rows: [{page, name, record, cells: [{v, m, ch}]}]. */
export class Grid {
  constructor(onopen, onhead, label) {
    this.wrap = set(el('div.twrap'), { tabindex: '0', 'aria-label': 'Table, scrollable' });
    this.grid = set(el('div.grid'), { role: 'grid', 'aria-label': label });
    this.wrap.append(this.grid);
    this.onopen = onopen; this.onhead = onhead; this.rows = []; this.columns = []; this.focus = [0, 0]; this.flash = new Set();
    this.wrap.addEventListener('scroll', () => this.draw(), { passive: true });
    this.wrap.addEventListener('keydown', e => this.key(e));
    new ResizeObserver(() => this.draw()).observe(this.wrap);
  }
  show(columns, rows, current) {
    const moved = this.current !== current;
    this.columns = columns; this.rows = rows; this.current = current; this.begin = sharedFolder(rows.slice(0, 200).map(r => r.name));
    // Numbers take what they need, texts share the rest up to twice that; what is left then stays empty.
    const page = innerWidth <= 700 ? 0 : columns.length > 5 ? 176 : 210, widths = columns.map(c => WIDTHS[c.type] ?? 160);
    this.template = `42px ${page ? page + 'px' : ''} ${columns.map((c, i) => WIDTHS[c.type] ? `minmax(${widths[i]}px, ${widths[i] + 24}px)` : `minmax(${widths[i]}px, 340px)`).join(' ')} minmax(0, 1fr)`;
    this.grid.style.minWidth = `max(100%, ${42 + page + widths.reduce((a, b) => a + b, 0)}px)`;
    this.grid.style.height = HEAD + Math.min(rows.length, MOST) * ROW + 'px';
    set(this.grid, { 'aria-rowcount': String(rows.length + 1), 'aria-colcount': String(columns.length + 2) });
    if (moved) this.reveal(rows.findIndex(r => r.page === current), true);
    this.draw();
  }
  /** How much of what could be scrolled there is to scroll: 1 but for very long tables. */
  scale() {
    const room = this.wrap.clientHeight - HEAD;
    return this.rows.length > MOST ? (MOST * ROW - room) / (this.rows.length * ROW - room) : 1;
  }
  /** How far the top of what is in sight lies below the first row. */
  top() { return this.wrap.scrollTop / this.scale(); }
  firstRow() { return Math.floor(this.top() / ROW); }
  /** Scrolls a row into sight, where it is not: as little as need be, or to the top. */
  reveal(row, top = false) {
    const y = row * ROW, room = this.wrap.clientHeight - HEAD, above = y < this.top(), below = y + ROW > this.top() + room;
    if (row >= 0 && (above || below)) this.wrap.scrollTop = (above || top ? y : y + ROW - room) * this.scale();
  }
  head() {
    const h = set(el('div.row hrow'), { role: 'row', 'aria-rowindex': '1' });
    h.style.gridTemplateColumns = this.template;
    h.append(set(el('div.th'), { role: 'columnheader', 'aria-label': 'row' }), set(el('div.th c-page', el('div.hd', 'page')), { role: 'columnheader' }));
    this.columns.forEach((c, i) => {
      const sw = el('span.sw'), bar = el('span.cb'), fill = el('i' + (c.doubtful > 0 || (c.mandatory && c.have < c.of) ? '.w' : ''));
      sw.style.setProperty('--c', color(i)); fill.style.width = c.of ? 100 * c.have / c.of + '%' : '0'; bar.append(fill);
      const hd = el('button.hd', sw, el('span.ell', c.label ?? c.name), c.of ? el('small.num', num(c.have)) : null);
      hd.type = 'button'; hd.title = c.of ? `${c.name}: ${c.type}, in ${c.have} of ${c.of} rows` : `Sort by ${c.name}`; hd.onclick = () => this.onhead?.(i);
      h.append(set(el('div.th' + (right(c) ? '.r' : ''), hd, c.of ? bar : null), { role: 'columnheader', 'aria-colindex': String(i + 3) }));
    });
    return h;
  }
  draw() {
    if (!this.template) return;
    const top = this.top(), tall = this.wrap.clientHeight || 240;
    const first = Math.max(0, Math.floor(top / ROW) - SPARE), last = Math.min(this.rows.length, Math.ceil((top + tall) / ROW) + SPARE);
    const drawn = [this.head()];
    for (let r = first; r < last; ++r) drawn.push(this.row(r, this.wrap.scrollTop - top));
    this.grid.replaceChildren(...drawn);
  }
  row(r, shift) {
    const row = this.rows[r], e = set(el('div.row'), { role: 'row', 'aria-rowindex': String(r + 2), 'aria-current': row.page === this.current ? 'true' : null });
    e.style.gridTemplateColumns = this.template; e.style.top = HEAD + r * ROW + shift + 'px';
    e.append(set(el('div.td rn', String(r + 1)), { role: 'rowheader' }), set(el('div.td u c-page', this.begin && row.name.length > this.begin ? '…/' + row.name.slice(this.begin) : row.name), { role: 'gridcell', title: row.name }));
    row.cells.forEach((c, i) => {
      const word = { miss: 'missing', doubt: 'in doubt', you: 'yours' }[c.m];
      const td = el('div.td', c.v || (c.m === 'miss' ? 'missing' : '–'));
      if (c.m) td.classList.add(c.m);
      if (right(this.columns[i])) td.classList.add('r');
      if (c.ch) td.classList.add('ch');
      if (this.flash.has(r + ':' + i)) td.classList.add('flash');
      set(td, { role: 'gridcell', 'aria-colindex': String(i + 3), tabindex: r === this.focus[0] && i === this.focus[1] ? '0' : '-1', title: c.v || null, 'aria-label': word ? `${c.v || ''} ${word}` : null });
      td.onclick = () => { this.focus = [r, i]; this.onopen(row, i); };
      e.append(td);
    });
    return e;
  }
  key(e) {
    const move = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1], PageDown: [12, 0], PageUp: [-12, 0] }[e.key];
    const [r, c] = this.focus;
    if (e.key === 'Enter' && this.rows[r]) { e.stopPropagation(); return this.onopen(this.rows[r], c); }
    if (!move) return;
    e.preventDefault(); e.stopPropagation();
    this.focus = [Math.max(0, Math.min(this.rows.length - 1, r + move[0])), Math.max(0, Math.min(this.columns.length - 1, c + move[1]))];
    this.reveal(this.focus[0]);
    this.draw(); this.grid.querySelector('.td[tabindex="0"]')?.focus({ preventScroll: true });
  }
}
const right = c => c && (c.type === 'money' || c.type === 'number');
