// Small tools for building what is shown. Texts go in as text, never as markup.
export const $ = (query, root = document) => root.querySelector(query);
export const $$ = (query, root = document) => [...root.querySelectorAll(query)];

/** An element of a class with children; 'button.btn primary' names the tag first. */
export function el(what, ...kids) {
  const [tag, ...classes] = what.split(/[. ]/);
  const e = document.createElement(tag || 'div');
  if (classes.length) e.className = classes.filter(Boolean).join(' ');
  for (const kid of kids.flat()) if (kid !== null && kid !== undefined && kid !== false) e.append(kid);
  return e;
}
export function set(e, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) e[name] = value;
    else if (value === false || value === null || value === undefined) e.removeAttribute(name);
    else e.setAttribute(name, value === true ? '' : value);
  }
  return e;
}
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), use = document.createElementNS(svg.namespaceURI, 'use');
  svg.setAttribute('class', 'i'); svg.setAttribute('aria-hidden', 'true'); use.setAttribute('href', '#i-' + name); svg.append(use);
  return svg;
}
export const kbd = text => el('kbd', text);
export const button = (cls, onclick, ...kids) => { const b = el('button.' + cls, ...kids); b.type = 'button'; b.onclick = onclick; return b; };
export const iconButton = (name, label, onclick, pressed) => set(button('icon', onclick, icon(name)), { 'aria-label': label, title: label, ...(pressed === undefined ? {} : { 'aria-pressed': String(pressed) }) });

export const MARKS = ['#2468DC', '#B85000', '#15803F', '#BC2F8A', '#0B7A8E', '#7A4FDB', '#776F00', '#CB333B'];
export const color = i => MARKS[i % MARKS.length];
export const num = n => Number(n).toLocaleString('en-GB');
export const conf = c => c >= 0.995 ? '1.0' : c.toFixed(2).slice(1);
export const many = (n, one, more = one + 's') => `${num(n)} ${n === 1 ? one : more}`;

export const short = (text, most = 48) => text.length > most ? text.slice(0, most - 1) + '…' : text;
/** What a person knows a template by. */
export const signs = t => t.others ? 'pages like no others' : t.headings.length ? t.headings.join(' · ') : t.place === '*' ? 'like ' + t.example : t.place;
/** How much of names they have in common, up to a slash; 0 where that is not worth leaving out. */
export function sharedFolder(names) {
  if (names.length < 2) return 0;
  let n = names[0].length;
  for (const name of names) { let i = 0; while (i < n && name[i] === names[0][i]) ++i; n = i; }
  n = names[0].lastIndexOf('/', n - 1) + 1;
  return n > 6 ? n : 0;
}
/** How a template was when it was last watched. */
export const health = word => el('span.chipline ' + ({ healthy: 'good', repaired: 'good', drifting: 'warn', broken: 'bad' }[word] ?? ''), word);
export const skeleton = () => el('div.pad', ...[60, 90, 75, 40].map(w => { const e = el('div.skeleton'); e.style.width = w + '%'; return e; }));

/** A rule as people read it: without what every rule of a text says of white space and scripts; whole when pointed at. */
export const ruleText = (xpath, before = '') => set(el('span.mono', before + xpath.replace('[normalize-space(.)]', '').replace('[not(parent::script or parent::style or parent::noscript)]', '')), { title: xpath });

// What a browser remembers for a person; where it may not, nothing.
export function stored(name) { try { return localStorage[name]; } catch { return undefined; } }
export function store(name, value) { try { localStorage[name] = value; } catch { /* Not kept, then. */ } }

export const say = text => { $('#live').textContent = text; };
let timer = 0;
export function toast(time, ...kids) {
  clearTimeout(timer); const t = $('#toast'); t.replaceChildren(...kids); t.hidden = false;
  if (time) timer = setTimeout(() => { t.hidden = true; }, time);
}
export const noToast = () => { $('#toast').hidden = true; };

/** What failed, why, and what to do; where it happened. */
export const failure = error => set(el('div.err', el('span', el('b', 'That did not work. '), error.message || String(error)), copier('Copy details', 'link', () => [`${error.message || error}`, `status ${error.status ?? '-'}`, location.pathname, new Date().toISOString(), navigator.userAgent].join('\n'))), { role: 'alert' });

/** A button that copies what `text` gives, and says so. */
export function copier(title, cls, text, ...before) {
  const label = el('span', title);
  return button(cls, () => { navigator.clipboard?.writeText(text()); label.textContent = 'Copied'; say('copied'); setTimeout(() => { label.textContent = title; }, 1200); }, ...before, label);
}

export function dialog(title, ...kids) {
  const d = $('#dialog');
  d.replaceChildren(el('h2', title), ...kids);
  d.onclick = e => { if (e.target === d) d.close(); };
  d.showModal();
  return d;
}

/** "$ weft learn --site …" with its options told apart. */
export function commandLine(text, script) {
  const mono = el('span.mono ell', el('em', '$ '));
  for (const [i, word] of (text || 'weft studio').split(' ').entries()) { if (i) mono.append(' '); mono.append(word.startsWith('-') ? el('i', word) : word); }
  mono.title = text;
  const copy = set(copier('Copy', 'copy', () => text, icon('copy')), { 'aria-label': 'Copy the command' });
  const hint = [kbd(':'), ' commands  ', kbd('?'), ' keys'], keys = script ? button('dim keyhint', script, ...hint) : el('span.dim keyhint', ...hint);
  $('#cmd').replaceChildren(mono, copy, el('span.grow'), keys);
}

export function theme(to) {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = to || (dark ? 'light' : 'dark');
  store('theme', root.dataset.theme);
}
if (stored('theme')) document.documentElement.dataset.theme = stored('theme');
