// Crawls below the root, under way or over, with rates, hosts and errors; journeys of weft explore, step by step.
import { el, set, button, icon, num, many, failure, commandLine, say } from './ui.js';
import { get, post, follow, stop, listen } from './api.js';

const mega = bytes => bytes > 1e9 ? (bytes / 1e9).toFixed(1) + ' GB' : (bytes / 1e6).toFixed(1) + ' MB';
const stat = (text, what, cls) => el('div.stat' + (cls ? ' ' + cls : ''), el('b.num', text), el('span', what));

export async function crawls(app, root) {
  const url = set(el('input.field mono'), { placeholder: 'https://shop.example/', 'aria-label': 'Where to start', spellcheck: 'false' });
  const pages = set(el('input.field slim num'), { type: 'number', min: '1', max: '100000', value: '100', 'aria-label': 'Pages at most' });
  const depth = set(el('input.field slim num'), { type: 'number', min: '0', max: '20', value: '2', 'aria-label': 'Hops from the start' });
  const note = el('div'), list = el('div.crawls'), ways = el('div');
  const begin = async () => {
    try {
      let job = await post('crawls', { url: url.value.trim(), pages: +pages.value || 100, depth: +depth.value || 0 });
      note.replaceChildren(el('div.row2', el('span.num', 'crawling…'), el('span.grow'), button('btn', () => stop(job), 'Stop and open')));
      job = await follow(job, j => { job = j; commandLine(j.command); }); say('crawled'); app.go(`/${job.site}/templates`);
    } catch (e) { note.replaceChildren(failure(e)); }
  };
  for (const input of [url, pages, depth]) input.onkeydown = e => { e.stopPropagation(); if (e.key === 'Enter') begin(); };
  const draw = async () => {
    const { crawls: all } = await get('crawls');
    list.replaceChildren(...(all.length ? all.map(c => card(app, c)) : [el('p.dim', 'No crawl lies here yet.')]));
  };
  root.replaceChildren(el('div.screen', el('div.in', el('h1', 'Crawls'), el('p.lead', 'Sites are fetched politely: one request a second to a host, as robots.txt allows. A crawl that was stopped goes on where it was.'),
    el('div.card crawlform', el('div.row2', url, button('btn primary big', begin, icon('play'), 'Crawl')), el('div.row2 dim', el('label', 'Pages ', pages), el('label', 'Hops ', depth)), note), list, ways)));
  commandLine('weft crawl https://shop.example/ --into shop --contact mailto:you@example.com');
  await draw();
  const again = setInterval(() => draw().catch(() => {}), 2000); app.leave = () => clearInterval(again);
  const { journeys } = await get('journeys');
  ways.replaceChildren(el('h2', 'Journeys'), ...(journeys.length ? journeys.map(journey) : [el('p.dim', 'The way to a site’s records, by links and forms. ', el('span.mono', 'weft explore URL --journey homes.json'), ' finds one and keeps it here.')]));
}

function card(app, c) {
  const head = el('div.row2', el('b.mono', c.path), el('span.chipline ' + (c.running ? 'good' : ''), c.running ? many(c.running, 'process', 'processes') + ' at work' : c.queued ? 'stopped' : 'finished'), el('span.grow'), button('btn', () => post('sites', { path: c.path }).then(j => follow(j)).then(j => app.go(`/${j.site}/templates`)), 'Open'));
  if (c.problem) return el('div.card crawl', head, failure({ message: c.problem }));
  const hosts = el('table.plain', el('thead', el('tr', ...['host', 'pages', 'failures', 'bytes', 'an answer takes'].map(t => el('th', t)))), el('tbody', ...c.hosts.map(h => el('tr', el('td.mono', h.name), el('td.num', num(h.pages)), el('td.num', num(h.failures)), el('td.num', mega(h.bytes)), el('td.num', num(h.milliseconds) + ' ms')))));
  const errors = [...c.failures, ...c.statuses.filter(s => +s.name >= 400).map(s => ({ ...s, name: 'HTTP ' + s.name }))];
  return set(el('section.card crawl', head, el('div.stats', stat(num(c.pages), 'pages'), stat(c.rate.toFixed(1), 'a second, now'), stat(num(c.queued), 'waiting'), stat(num(c.host_count), 'hosts'), stat(num(c.failed), 'failures', c.failed ? 'warn' : ''), stat(mega(c.bytes), 'received')),
    hosts, errors.length ? el('p.dim', 'Errors: ', errors.map(e => `${e.name} ${num(e.count)}`).join(' · ')) : null), { 'aria-label': 'Crawl ' + c.path });
}

function journey(j) {
  return set(el('section.card crawl', el('div.row2', el('b.mono', j.path), j.domain ? el('span.chipline', j.domain) : null, el('span.grow'), el('small.dim', j.attributes.join(', '))),
    ...j.paths.map(p => el('ol.steps', el('li', 'go to ', el('span.mono', j.start)), ...p.steps.map(s => el('li', s.act === 'fill' ? 'fill in ' : 'follow ', el('span.mono', s.at), s.act === 'fill' ? el('span', ' with ', el('b', s.value), s.parameter ? ` (--set ${s.parameter}=…)` : '') : null)), el('li', p.next ? 'then page after page' : 'one page'))),
    el('p.mono dim', '$ ' + j.command)), { 'aria-label': 'Journey ' + j.path });
}
