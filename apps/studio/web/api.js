// The API: one function. The token lives in this tab; a new tab asks the others for it.
import { $ } from './ui.js';

const channel = new BroadcastChannel('weft-studio');
let token = sessionStorage.getItem('token');
channel.onmessage = e => { if (e.data === 'token?' && token) channel.postMessage({ token }); };

export class Failure extends Error {
  constructor(status, message) { super(message); this.status = status; }
}

export async function call(method, path, body, raw = false) {
  let response;
  try {
    response = await fetch('/api/v1/' + path, {
      method, cache: 'no-store', headers: { Authorization: 'Bearer ' + token, ...(body && !raw ? { 'Content-Type': 'application/json' } : {}) },
      body: raw ? body : body && JSON.stringify(body),
    });
  } catch {
    $('#gone').hidden = false;
    await new Promise(done => setTimeout(done, 1500));
    if (method === 'GET' || body?.id) return call(method, path, body, raw);  // Acts have ids: sent twice is done once.
    throw new Failure(0, 'the studio does not answer: is weft studio still running?');
  }
  $('#gone').hidden = true;
  const json = await response.json().catch(() => ({}));
  if (!response.ok) throw new Failure(response.status, json.detail || 'the studio answered ' + response.status);
  return json;
}
export const get = path => call('GET', path);
export const post = (path, body = {}) => call('POST', path, body);
export const put = (path, body) => call('PUT', path, body);

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

/** Waits for a job; `show` sees it every time. */
export async function follow(job, show = () => {}) {
  for (let pause = 60; ; pause = Math.min(pause * 1.4, 500)) {
    show(job);
    if (job.state === 'failed') throw new Failure(500, job.error);
    if (job.state !== 'running') return job;
    await new Promise(done => setTimeout(done, pause));
    job = await get('jobs/' + job.job);
  }
}
export const stop = job => call('DELETE', 'jobs/' + job.job);

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
