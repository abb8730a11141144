// The API: one function. The token lives in this tab; a new tab asks the others for it.
import { $ } from './ui.js';

const channel = new BroadcastChannel('weft-studio');
let token = sessionStorage.getItem('token');
channel.onmessage = e => { if (e.data === 'token?' && token) channel.postMessage({ token }); };

export class Failure extends Error {
  constructor(status, message, state) { super(message); this.status = status; this.state = state; }
}

const gone = is => { $('#gone').hidden = !is; $('#app').inert = is; };  // Nothing can be done meanwhile; what was done is kept.

export async function call(method, path, body, raw = false) {
  let response;
  try {
    response = await fetch('/api/v1/' + path, {
      method, cache: 'no-store', headers: { Authorization: 'Bearer ' + token, ...(body && !raw ? { 'Content-Type': 'application/json' } : {}) },
      body: raw ? body : body && JSON.stringify(body),
    });
  } catch {
    gone(true);
    await new Promise(done => setTimeout(done, 1500));
    if (method === 'GET' || body?.id) return call(method, path, body, raw);  // Acts have ids: sent twice is done once.
    throw new Failure(0, 'the studio does not answer: is weft studio still running?');
  }
  gone(false);
  const json = await response.json().catch(() => ({}));
  if (response.status === 401 && path !== 'session') dispatchEvent(new Event('locked'));
  if (!response.ok) throw new Failure(response.status, json.detail || 'the studio answered ' + response.status, json.state);
  return json;
}
export const get = path => call('GET', path);
export const post = (path, body = {}) => call('POST', path, body);
export const put = (path, body) => call('PUT', path, body);
export const remove = path => call('DELETE', path);

/** Trades the code of the address for a token; false without either. */
export async function session() {
  const code = /code=([0-9a-f]{32})/.exec(location.hash)?.[1];
  if (code) {
    history.replaceState(null, '', location.pathname + location.search);
    token = (await post('session', { code })).token;
    sessionStorage.setItem('token', token);
  }
  if (!token) {
    channel.postMessage('token?');
    await new Promise(done => { const wait = setTimeout(done, 400); channel.addEventListener('message', e => { if (e.data.token) { token = e.data.token; sessionStorage.setItem('token', token); clearTimeout(wait); done(); } }); });
  }
  if (!token) return false;
  try { await get('sites'); return true; } catch (e) { if (e.status === 401) { sessionStorage.removeItem('token'); token = null; return false; } throw e; }
}

// ---- what the server tells: one stream a browser, read by one tab, which tells the others ----
const listeners = new Set();
/** Calls `hear(kind, data)` for every event; gives back how to end that. */
export function listen(hear) { listeners.add(hear); return () => listeners.delete(hear); }
const tell = event => { for (const hear of [...listeners]) hear(event.kind, event.data); };
channel.addEventListener('message', e => { if (e.data.event) tell(e.data.event); });

async function readEvents() {
  const response = await fetch('/api/v1/events', { cache: 'no-store', headers: { Authorization: 'Bearer ' + token } });
  if (response.status === 401) dispatchEvent(new Event('locked'));
  if (!response.ok) throw new Failure(response.status, 'no events');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; ;) {
    const { done, value } = await reader.read(); if (done) return;
    const events = (text + value).split('\n\n'); text = events.pop();
    for (const one of events) {
      const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(one) ?? []; if (!kind) continue;
      const event = { kind, data: JSON.parse(data) }; tell(event); channel.postMessage({ event });
    }
  }
}
/** For as long as this tab is the one that reads. */
export const hearEvents = () => navigator.locks.request('weft-studio-events', async () => {
  for (;;) { try { await readEvents(); } catch { /* again */ } await new Promise(done => setTimeout(done, 1500)); }
});

/** Waits for a job; `show` sees it every time it has come further. */
export async function follow(job, show = () => {}) {
  for (;;) {
    show(job);
    if (job.state === 'failed') throw new Failure(500, job.error);
    if (job.state !== 'running') return job;
    const id = job.job;
    job = await new Promise(done => {
      const end = next => { clearTimeout(wait); stopHearing(); done(next); };
      const stopHearing = listen((kind, data) => { if (kind === 'job' && data.job === id) end(data); });
      const wait = setTimeout(() => get('jobs/' + id).then(end, () => end(job)), 2000);  // No stream, or nothing new.
    });
  }
}
export const stop = job => remove('jobs/' + job.job);

export async function download(site, format) {
  const { address } = await post('downloads', { site, format });
  const a = document.createElement('a'); a.href = address; a.download = ''; a.click();
}

/** Sends dropped files in pieces, and says what they are called together. */
export async function upload(files, progress) {
  const name = (files.length === 1 ? files[0].name : 'dropped').replace(/\.(warc|html?)(\.gz|\.zst)?$/i, '').replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'dropped';
  const id = name + '-' + crypto.randomUUID().slice(0, 8), PIECE = 8 << 20;
  const total = files.reduce((sum, f) => sum + f.size, 0); let sent = 0;
  for (const file of files) {
    const safe = file.name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'file.html';
    for (let at = 0; at < file.size || at === 0; at += PIECE) {
      const piece = file.slice(at, at + PIECE);
      await call('PUT', `uploads/${id}?name=${encodeURIComponent(safe)}&offset=${at}`, piece, true);
      sent += piece.size; progress(sent, total);
    }
  }
  return id;
}
