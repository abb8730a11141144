// The studio: addresses, the bar at the top, and which screen is shown. Every state has an address.
import { $, el, set, button, iconButton, icon, kbd, toast, dialog, commandLine, theme, num, failure, stored, store, skeleton } from './ui.js';
import { get, hearEvents, listen, session } from './api.js';
import { Label } from './label.js';
import * as screens from './screens.js';
import { watch } from './watch.js';
import { crawls } from './crawls.js';
import { domain } from './domain.js';

const SCREENS = [['templates', 'Templates'], ['label', 'Label'], ['domain', 'Domain'], ['table', 'Table'], ['run', 'Run'], ['watch', 'Watch']];
const TOUR = ['Click the product’s title on the page, and press Enter to name it.', 'Now click the price. Watch the table: all other pages are filled in.', 'Amber is in doubt: Enter accepts, X rejects, a click corrects. Then “Finish page”.', 'That is a table. “Extract all” runs it over every page.'];

class App {
  constructor() { this.root = $('#app'); this.tour = -1; this.commands = []; this.singleKeys = stored('keys') !== 'off'; }
  async begin() {
    addEventListener('popstate', () => this.route()); addEventListener('keydown', e => this.key(e)); addEventListener('locked', () => this.locked());
    for (const kind of ['dragover', 'drop']) addEventListener(kind, e => e.preventDefault());  // A missed drop does not leave the studio.
    new MutationObserver(() => { const text = $('#cmd .mono')?.title; if (text && this.commands.at(-1) !== text) this.commands.push(text); }).observe($('#cmd'), { childList: true });
    try {
      if (!await session()) return this.locked();
    } catch (e) { return this.locked(e); }
    hearEvents(); listen((kind, data) => { if (kind === 'rev') this.label?.changedElsewhere(data.site, data.revision); });
    await this.route();
  }
  locked(e) {
    this.bar([]); this.root.replaceChildren(el('div.screen', el('div.in', el('h1', 'Open the studio by its link'), el('p.lead', 'The link that weft studio prints is good once, for a minute. Press Enter in the terminal where it runs for another one.'), e ? failure(e) : null)));
    commandLine('weft studio');
  }
  go(path) { history.pushState(null, '', path); return this.route(); }
  async route() {
    const [name, what, ...rest] = location.pathname.split('/').filter(Boolean).map(decodeURIComponent);
    this.label = this.watchKeys = null; $('#toast').hidden = true; document.body.removeAttribute('data-side');
    const show = !name ? 'start' : what ?? 'templates'; this.leave?.(); this.leave = null; document.body.dataset.screen = show; document.body.dataset.view = 'page';
    const wait = setTimeout(() => this.root.replaceChildren(el('div.screen', el('div.in', skeleton()))), 150);
    try {
      this.site = name && name !== '-' ? await get('sites/' + encodeURIComponent(name)) : null; clearTimeout(wait);
      if (!this.site?.templates.some(t => t.name === this.template)) this.template = null;
      if (!name) { this.bar(); await screens.start(this, this.root); }
      else if (name === '-') { this.bar(); document.body.dataset.screen = 'crawls'; await crawls(this, this.root); }
      else if (show === 'label') {
        const template = rest[0] ?? this.site.templates[0].name; this.template = template; this.bar(name, show, template);
        const screen = new Label(this, this.site, template); this.label = screen; screen.mount(this.root); await screen.start(rest[1] === undefined ? undefined : +rest[1], rest[2]);
      } else { this.bar(name, show); await ({ templates: screens.templates, domain, run: screens.run, table: screens.table, watch }[show] ?? screens.templates)(this, this.root, name, rest[0]); }
    } catch (e) {
      clearTimeout(wait);
      if (e.status === 404 && name && !this.site) { toast(5000, e.message); return this.go('/'); }
      console.error(e); this.root.replaceChildren(el('div.screen', el('div.in', failure(e), button('btn big', () => this.go('/'), 'Back to the start'))));
    }
    this.drawTour(); this.panels(show === 'label');
  }
  bar(name, screen, template) {
    const tab = (id, text) => { const a = set(el('a', text), { href: `/${name}/${id}`, 'aria-current': id === screen ? 'page' : null }); a.onclick = e => { e.preventDefault(); this.go(id === 'label' ? `/${name}/label/${this.template ?? ''}` : `/${name}/${id}`); }; return a; };
    const ns = 'http://www.w3.org/2000/svg', logo = document.createElementNS(ns, 'svg'); logo.setAttribute('viewBox', '0 0 20 20'); logo.setAttribute('aria-hidden', 'true');
    for (const [d, c] of [['M5 2v4.300M5 10v8M10 2v8.200M10 14v4M15 2v4.300M15 10v8', 'weak'], ['M2 8.100h8.200M13.500 8.100H18M2 12.200h4.200M8.300 12.200H18', 'strong']]) { const p = document.createElementNS(ns, 'path'); p.setAttribute('d', d); p.setAttribute('class', c); logo.append(p); }
    const brand = set(el('a.brand', logo, el('span.opt', 'Weft')), { href: '/', 'aria-label': 'Weft Studio, start' }); brand.onclick = e => { e.preventDefault(); this.go('/'); };
    this.undoButton = iconButton('undo', 'Undo (Ctrl+Z)', () => this.label?.undo()); this.redoButton = iconButton('redo', 'Redo (Ctrl+Shift+Z)', () => this.label?.redo()); this.redoButton.classList.add('opt');
    this.savedText = el('span', 'Saved'); const saved = set(el('span.saved', el('i'), this.savedText), { role: 'status' }); this.savedBox = saved;
    const help = iconButton('help', 'Keys (?)', () => this.keys()); help.classList.add('opt');
    const drawer = iconButton('list', 'Templates and pages', () => document.body.toggleAttribute('data-side')); drawer.classList.add('only-narrow');
    const site = name ? button('site', e => this.menu(e.currentTarget, name), el('b', name), template ? el('span.slash opt', '/') : null, template ? el('b.opt', template) : null, icon('down')) : null;
    if (site) set(site, { 'aria-haspopup': 'menu' });
    $('#top').replaceChildren(...[screen === 'label' ? drawer : null, brand, site, name ? set(el('nav.tabs', set(el('a', 'Open'), { href: '/', onclick: e => { e.preventDefault(); this.go('/'); } }), ...SCREENS.map(([id, text]) => tab(id, id === 'watch' && this.site?.proposals ? el('span', text, el('span.badge inline', String(this.site.proposals))) : text))), { 'aria-label': 'Screens' }) : null, el('span.grow'),
      screen === 'label' ? saved : null, screen === 'label' ? this.undoButton : null, screen === 'label' ? this.redoButton : null, iconButton('theme', 'Dark or light (T)', () => this.theme()), help].filter(Boolean));
  }
  menu(anchor, name) {
    $('.menu')?.remove(); const close = () => menu.remove();
    const to = (id, text) => { const b = button('', () => { close(); this.go(`/${name}/${id}`); }, text); b.classList.add('only-phone'); return b; };
    const menu = set(el('div.menu', ...SCREENS.filter(([id]) => id !== 'label').map(([id, text]) => to(id, text)), el('hr.only-phone'), ...this.site.templates.map(t => button('', () => { close(); this.go(`/${name}/label/${t.name}`); }, el('span', t.name), el('small.num', num(t.pages)))), button('', () => { close(); this.go('/'); }, 'Open another site…')), { role: 'menu' });
    document.body.append(menu); menu.querySelector('button')?.focus(); setTimeout(() => addEventListener('click', close, { once: true })); menu.onkeydown = e => { if (e.key === 'Escape') { close(); anchor.focus(); } };
  }
  panels(on) {
    const nav = $('#nav'); nav.hidden = !on; if (!on) return nav.replaceChildren();
    const to = (id, name, ic) => { const b = button('', () => { const side = id === 'pages' && !document.body.hasAttribute('data-side'); document.body.toggleAttribute('data-side', side); if (id !== 'pages') document.body.dataset.view = id; this.panels(true); this.label?.draw(); }, icon(ic), name); const at = document.body.hasAttribute('data-side') ? 'pages' : document.body.dataset.view; if (at === id) b.setAttribute('aria-current', 'true'); if (id === 'attrs' && this.low) b.append(el('span.badge', String(this.low))); return b; };
    nav.replaceChildren(to('page', 'Page', 'page'), to('attrs', 'Attributes', 'tag'), to('table', 'Table', 'table'), to('pages', 'Pages', 'list'));
  }
  badge(n) { if (this.low !== n) { this.low = n; this.panels(true); } }
  saving() { this.savedText.textContent = 'Saving…'; this.savedBox.classList.add('busy'); }
  saved(error) { this.savedText.textContent = error ? 'Not saved' : 'Saved'; this.savedBox.classList.toggle('bad', !!error); this.savedBox.classList.remove('busy'); }
  undoable(undo, redo) { this.undoButton.disabled = !undo; this.redoButton.disabled = !redo; }
  theme() { theme(); this.label?.draw(); }
  async extract(template) { history.pushState(null, '', `/${this.site.name}/run/${template}`); await this.route(); history.replaceState(null, '', `/${this.site.name}/run`); }
  keys() {
    const rows = [['1 … 9', 'choose the attribute'], ['↵', 'accept the prediction'], ['J K', 'next, previous attribute'], ['X', 'reject: runner-up, then missing'], ['[ ]', 'wider, narrower element'], ['⇧ ↵', 'accept all, finish, next page'], ['R S', 'of likes: a row each, a set'], ['-', 'not on this page'], ['@', 'href, src, alt: again for the next'], ['B', 'box: a click shows one record'], ['O L', 'a new record, the next record'], ['G', 'follow links instead of labelling'], ['A', 'a new attribute'], ['F', 'find a value by its text'], ['F2', 'rename the attribute'], ['N P', 'next to label, previous page'], ['E', 'why this value'], ['H', 'hide what is on top'], ['S', 'page styles'], ['T', 'dark, light'], ['Ctrl Z', 'undo, also tomorrow'], [':', 'the session as commands'], ['⇧ click', 'a further value']];
    const single = set(document.createElement('input'), { type: 'checkbox' }); single.checked = this.singleKeys;
    single.onchange = () => { this.singleKeys = single.checked; store('keys', single.checked ? 'on' : 'off'); };
    dialog('Keys', el('label.tick', single, 'Single letters and digits do things; without, Enter, Escape, F2 and Ctrl do'), el('dl.keys', ...rows.flatMap(([k, what]) => [el('dt', ...k.split(' ').flatMap((x, i) => i ? [' ', kbd(x)] : [kbd(x)])), el('dd', what)])));
  }
  script() { const d = dialog('The same on the command line', el('pre.mono script', this.commands.join('\n') || 'weft studio'), el('div.row2', button('btn primary', () => { navigator.clipboard?.writeText(this.commands.join('\n')); d.close(); }, 'Copy'))); }
  // ---- the two-minute tour ----
  toured(what) {
    if (this.tour < 0) return;
    const labels = this.label?.page?.labels.length ?? 0;
    if (what === 'label') this.tour = Math.max(this.tour, labels >= 2 ? 2 : 1); if (what === 'finish') this.tour = 3; if (what === 'extract') this.tour = -1;
    this.drawTour();
  }
  drawTour() {
    $('.tour')?.remove(); if (this.tour < 0) return;
    const at = document.body.dataset.screen; if (at !== 'label' && at !== 'templates') return;
    const text = at === 'templates' ? 'Choose the template of product pages: the largest.' : TOUR[this.tour];
    $('#app').append(set(el('div.tour', el('i', at === 'templates' ? 'Start' : `${this.tour + 1} of ${TOUR.length}`), el('span', text), button('', () => { this.tour = -1; this.drawTour(); }, 'End tour')), { role: 'note' }));
  }
  key(e) {
    const on = e.target;
    if (on.matches?.('input, textarea, select') || $('#dialog').open || e.altKey) return;
    const k = e.key.length === 1 ? e.key.toLowerCase() : e.key, ctrl = e.ctrlKey || e.metaKey;
    if (ctrl && k !== 'z') return;
    if (k === 'Enter' && on.closest?.('button, a') && !e.shiftKey) return;
    if (this.label) { if (this.label.page && this.label.key(k, e.shiftKey, ctrl)) e.preventDefault(); return; }
    if (ctrl) return;
    if (!this.singleKeys && k.length === 1) return;
    if (this.watchKeys?.[k]) return this.watchKeys[k]();
    if (k === 't') theme(); else if (k === '?') this.keys(); else if (k === ':') this.script();
  }
}
new App().begin();
