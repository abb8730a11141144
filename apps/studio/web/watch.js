// Watch: health over time, what broke, the page before and after, and the repair that waits.
import { el, set, button, icon, kbd, health, many, say, toast, failure, commandLine, ruleText } from './ui.js';
import { get, post, follow } from './api.js';
import { Stage } from './stage.js';

const when = at => new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

export async function watch(app, root, name) {
  const site = app.site;
  const got = await get(`sites/${encodeURIComponent(name)}/watch`), note = el('div');
  const again = () => app.route();
  const path = set(el('input.field mono'), { placeholder: 'a newer crawl: fresh.warc.gz', 'aria-label': 'Path of fresh pages', spellcheck: 'false' });
  const check = async body => {
    note.replaceChildren(el('div.prog any', el('i')), el('p.dim num', 'reading…'));
    try { const job = await follow(await post(`sites/${name}/watch`, body), j => { note.lastChild.textContent = j.done ? `${many(j.done, 'page')} read` : 'reading…'; commandLine(j.command); }); say('the site is ' + job.result.health); await again(); } catch (e) { note.replaceChildren(failure(e)); }
  };
  path.onkeydown = e => { e.stopPropagation(); if (e.key === 'Enter' && path.value) check({ path: path.value }); };
  const ask = el('div.row2', path, button('btn primary', () => path.value && check({ path: path.value }), 'Check'), site.path.includes('practice-shop') ? button('btn', () => check({ practice: true }), icon('play'), 'Redesign the practice site') : null);

  const last = got.runs[0], open = got.proposals.filter(p => p.state === 'open');
  const names = [...new Set(got.runs.flatMap(r => (r.templates ?? []).map(t => t.template)))];
  const strips = names.map(t => {
    const cells = got.runs.slice(0, 90).reverse().map(r => { const one = (r.templates ?? []).find(x => x.template === t), h = one ? (one.health_after !== one.health && one.repaired ? 'drifting' : one.health) : 'none'; return set(el('i.' + h), { title: `${when(r.at)}: ${one?.health ?? 'not read'}` }); });
    const now = (last?.templates ?? []).find(x => x.template === t);
    return el('div.strip', el('b', t), set(el('span.cells', cells), { role: 'img', 'aria-label': `${t}: ${now?.health ?? 'unknown'} now, ${got.runs.length} visits` }), health(now?.health ?? 'unknown'));
  });
  const left = el('div.wleft', el('h2', 'Health'), strips.length ? strips : el('p.dim', got.watchable.length ? `Rules in force for ${got.watchable.join(', ')}. Check them on newer pages of the site.` : 'No rules are in force yet: label a page and extract, then come back when the site has changed.'),
    got.watchable.length ? el('div', el('h2', 'Check newer pages'), ask) : null, note, got.versions.length ? el('h2', 'Wrapper versions') : null,
    ...got.versions.slice(0, 8).map(v => el('div.ver', el('b', `${v.template} v${v.version}`), el('span.ell dim', v.note || ''), v.current ? el('span.chipline good', 'in force') : set(button('btn', () => post(`sites/${name}/rollback`, { template: v.template, version: v.version }).then(again).then(() => toast(3000, `${v.template} is back at version ${v.version}.`)).catch(e => toast(6000, e.message)), 'Roll back'), { 'aria-label': `Roll back ${v.template} to version ${v.version}` }))));

  const broken = open[0]?.template ?? (last?.templates ?? []).find(t => t.health !== 'healthy')?.template;
  const pair = el('div.pair'), right = el('div.wright');
  root.replaceChildren(el('div.watch' + (broken || got.proposals.length ? '' : '.calm'), left, pair, broken || got.proposals.length ? right : null));
  commandLine(`weft watch --site ${site.bundle} --repair fresh/`);

  if (!broken) {
    pair.append(el('div.empty', el('b', got.runs.length ? 'All rules hold' : 'Nothing watched yet'), el('span', got.runs.length ? `Last looked at ${when(last.at)}.` : 'Sites change. Weft compares newer pages with what it knows, says what broke and why, and proposes a repair with its proof.'),
      got.watchable.length ? null : button('btn primary big', () => app.go(`/${name}/templates`), 'Choose a template')));
    right.append(...got.proposals.slice(0, 6).map(decided));
    return;
  }
  const proposal = open.find(p => p.template === broken);
  /** The page whose labels would help most, as it is now. */
  const newer = async page => {
    try { const job = await follow(await post(`sites/${name}/newer`, { template: broken, page }), j => commandLine(j.command)); app.go(`/${name}/label/${job.result.template}/${job.result.page}`); } catch (e) { toast(7000, e.message); }
  };
  await sides(pair, name, broken);
  if (!proposal) { right.append(el('h2', broken), el('p', `${broken} is not healthy, and no repair could be proved. Label a page as it is now.`), el('div.go', button('btn primary big', () => newer(''), 'Label the newer page'))); right.append(...got.proposals.slice(0, 4).map(decided)); return; }
  const proof = proposal.proof, decide = async accept => {
    try { await post(`sites/${name}/proposals/${proposal.id}`, { accept }); await again(); toast(4000, accept ? 'The repair is in force.' : 'The repair is rejected; the old rules stay.'); say(accept ? 'accepted' : 'rejected'); } catch (e) { toast(7000, e.message); }
  };
  app.watchKeys = { a: () => decide(true), x: () => decide(false) };
  right.append(el('h2', 'Proposed repair of ', broken), ...(proof.before?.attributes ?? []).filter(a => a.health !== 'healthy').map(a => {
    const change = (proof.changes ?? []).find(c => c.attribute === a.name), fix = (proof.attributes ?? []).find(x => x.attribute === a.name);
    return el('div.fix', el('h3', a.name, health(a.health), el('small', a.cause)), ...(a.evidence ?? []).slice(0, 2).map(t => el('p', t)),
      change?.old_rule ? el('p.old', ruleText(change.old_rule, '− ')) : null, change?.new_rule ? el('p.new', ruleText(change.new_rule, '+ ')) : null,
      change?.before || change?.now ? el('p', el('span.was', change.before), ' → ', el('b', change.now)) : null, fix ? el('p.dim', `${fix.state}: ${fix.reason}`) : null);
  }), el('div.fix', el('h3', 'With the repair', health(proof.after?.health ?? 'unknown'))),
    ...(proof.ask_page ? [el('div.fix', el('p', `Not found again: ${proof.ask_attributes.join(', ')}. A label would help.`), button('btn', () => newer(proof.ask_page), 'Label the newer page'))] : []),
    el('div.go', button('btn primary big', () => decide(true), 'Accept ', kbd('A')), button('btn big', () => decide(false), 'Reject ', kbd('X'))));
}

const decided = p => el('div.fix', el('h3', p.template, el('span.chipline ' + (p.state === 'accepted' ? 'good' : ''), p.state), el('small', when(p.decided || p.at))), ...(p.proof?.changes ?? []).slice(0, 3).map(c => el('p.mono new', `${c.attribute}: ${c.new_rule || '–'}`)));

/** Old and new side by side, with what is read on each. */
async function sides(pair, name, template) {
  const got = await get(`sites/${encodeURIComponent(name)}/pair?template=${encodeURIComponent(template)}`);
  if (!got.old) return pair.append(el('div.empty', el('b', 'No page to compare'), el('span', 'The fresh pages of this visit are not kept.')));
  const attributes = [...new Set([...got.old.values, ...got.new.values].map(v => v.attribute))], quiet = { hover() {}, click() {}, span() {}, key() {} };
  const stages = {}; let leads = 'old';  // The side that a person scrolls; the other one follows by the values of both.
  const followed = side => {
    const other = stages[side === 'old' ? 'new' : 'old'], at = side === leads && stages[side].middlemost(), to = at && other?.entries?.find(e => e.key === at.entry.key);
    if (to?.node !== undefined) other.align(to, at.y);
  };
  for (const [side, title] of [['old', 'as it was'], ['new', 'as it is now']]) {
    const stage = new Stage({ ...quiet, moved: () => followed(side) }), one = got[side], seen = new Map(); stages[side] = stage;
    const key = name => { seen.set(name, (seen.get(name) ?? -1) + 1); return name + seen.get(name); };
    for (const begins of ['pointerenter', 'focusin']) stage.view.addEventListener(begins, () => { leads = side; });
    pair.append(el('section.side2', el('div.head', title, el('span.n num', one.fetched ? when(one.fetched) : ''), el('span.grow'), el('span.n mono ell', side === 'old' ? got.page : '')), stage.view));
    stage.open(one.frame, title, one.nodes);
    stage.show(one.values.map(v => ({ key: key(v.attribute), i: attributes.indexOf(v.attribute), name: v.attribute, value: v.value, by: side === 'old' ? 'you' : 'pred', conf: 1, node: v.node, part: v.part, focus: false })), { accept() {}, reject() {}, focus() {} });
  }
}
