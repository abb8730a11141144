// The only script in a frame that shows a page. It names nodes, rectangles and offsets; it never sends a text,
// and everything it draws lies in a closed shadow root above the page.
(() => {
  'use strict';
  const KEYS = new Set(['Enter', 'Escape', 'ArrowUp', 'ArrowDown', '[', ']', '@', '-', '?', ':', 'F2',
    ...'0123456789abcdefghijklmnopqrstuvwxyz']);
  let port = null, hovered = null, marks = [], nodes = null, layer = null, ticking = false, down = null, stack = [], below = [], lit = null, unlight = 0, told = '';

  const id = e => { const v = e?.dataset?.w; return v === undefined ? -1 : +v; };
  const byId = n => {
    if (!nodes) { nodes = new Map(); for (const e of document.querySelectorAll('[data-w]')) nodes.set(+e.dataset.w, e); }
    return nodes.get(n);
  };
  const send = m => { if (port) port.postMessage(m); };

  // ---- places: an element, or a text beside elements ----
  const visible = s => s.trim() !== '';
  function offsetIn(element, text) {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT); let sum = 0;
    for (let t = walk.nextNode(); t && t !== text; t = walk.nextNode()) sum += t.length;
    return sum;
  }
  function rangeOf(element, part) {
    const range = document.createRange(); let at = 0, begun = false;
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let t = walk.nextNode(); t; t = walk.nextNode()) {
      if (!begun && part[0] < at + t.length) { range.setStart(t, part[0] - at); begun = true; }
      if (begun && part[1] <= at + t.length) { range.setEnd(t, part[1] - at); return range; }
      at += t.length;
    }
    if (!begun) return null;
    range.setEndAfter(element.lastChild); return range;
  }
  function box(place) {
    const e = byId(place.n); if (!e) return null;
    let r = null;
    if (place.p) { const g = rangeOf(e, place.p); r = g && g.getBoundingClientRect(); }
    else {
      r = e.getBoundingClientRect();
      // A block as wide as its column: its text is what is meant.
      if (visible(e.textContent) && !e.querySelector('img,input,button')) {
        const g = document.createRange(); g.selectNodeContents(e); const t = g.getBoundingClientRect();
        if (t.width > 0 && t.width < r.width * 0.8) r = t;
      }
    }
    if (!r || (r.width === 0 && r.height === 0)) return null;
    return [Math.round(r.left), Math.round(r.top), Math.round(r.width), Math.round(r.height)];
  }
  // The outermost element with the same text as the deepest one hit.
  function target(x, y) {
    const hits = document.elementsFromPoint(x, y).filter(e => id(e) >= 0);
    let e = hits[0]; if (!e || e === document.documentElement || e === document.body) return null;
    const caret = document.caretRangeFromPoint?.(x, y), t = caret?.startContainer;
    if (t?.nodeType === 3 && t.parentElement === e && visible(t.data) && e.children.length > 0 && t.data.trim() !== e.textContent.trim()) {
      const g = document.createRange(); g.selectNodeContents(t);
      for (const r of g.getClientRects()) if (x >= r.left && x <= r.right && y >= r.top - 2 && y <= r.bottom + 2) {
        const at = offsetIn(e, t); return { n: id(e), p: [at, at + t.length] };
      }
    }
    const text = e.textContent.trim();
    if (text) while (e.parentElement && e.parentElement !== document.body && id(e.parentElement) >= 0 &&
      e.parentElement.textContent.trim() === text && !['TD', 'TR', 'LI', 'UL', 'OL', 'TABLE', 'TBODY'].includes(e.parentElement.tagName)) e = e.parentElement;
    return { n: id(e) };
  }
  const same = (a, b) => a && b && a.n === b.n && (a.p?.[0] ?? -1) === (b.p?.[0] ?? -1) && (a.p?.[1] ?? -1) === (b.p?.[1] ?? -1);

  function blockOf(n) {
    let e = n.nodeType === 1 ? n : n.parentElement;
    while (e && (id(e) < 0 || getComputedStyle(e).display.startsWith('inline'))) e = e.parentElement;
    return e;
  }

  // ---- what is drawn ----
  function makeLayer() {
    const host = document.createElement('div'); host.popover = 'manual';
    const root = host.attachShadow({ mode: 'closed' });
    const css = document.createElement('style');
    css.textContent = `:host{all:initial!important;position:absolute!important;left:0!important;top:0!important;width:0!important;height:0!important;overflow:visible!important;
      margin:0!important;padding:0!important;border:0!important;background:none!important;pointer-events:none!important;display:block!important}
      .m{position:absolute;border-radius:3px;box-sizing:border-box}
      .you{box-shadow:0 0 0 2px var(--c),0 0 0 3.5px #fff}
      .pred{outline:1.5px dashed var(--c);box-shadow:0 0 0 1.5px #ffffffd0}
      .ghost{outline:1.5px dotted #5b6475;box-shadow:0 0 0 1.5px #ffffffd0}
      .focus{background:color-mix(in srgb,var(--c) 11%,transparent);box-shadow:0 0 0 4px color-mix(in srgb,var(--c) 20%,transparent)}
      .you.focus{box-shadow:0 0 0 2px var(--c),0 0 0 5px color-mix(in srgb,var(--c) 24%,transparent)}
      .t{position:absolute;left:-10px;top:-10px;height:15px;min-width:15px;padding:0 4px;box-sizing:border-box;border-radius:4px;font:600 10px/15px system-ui,sans-serif;white-space:nowrap;text-align:center;box-shadow:0 0 0 1.5px #fff}
      .you .t{background:var(--c);color:#fff}.pred .t{background:#fff;color:var(--c);box-shadow:inset 0 0 0 1px var(--c),0 0 0 1.5px #fff}
      .focus .t{background:var(--c);color:#fff;top:auto;bottom:calc(100% + 1px);left:-1.5px;padding:0 5px;border-radius:3px 3px 0 0;box-shadow:none}
      .in .t{bottom:auto;top:5px;left:5px;border-radius:4px}
      .q{background:#FFD58A;color:#4A2D00;border-radius:2px;padding:0 3px;font-size:9.5px;line-height:11px;display:inline-block;margin-left:4px}
      .h{outline:1.5px solid #3A4FD8;background:#3a4fd814}
      .h span{position:absolute;left:-1px;top:calc(100% + 3px);background:#1B2030;color:#fff;font:500 10.5px/17px ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;padding:0 6px;border-radius:3px;white-space:nowrap}
      .h.up span{top:auto;bottom:calc(100% + 3px)}.h em{font-style:normal;color:#A9B5FF}
      .s{outline:1.5px solid #3A4FD8;background:#3a4fd826}`;
    const field = document.createElement('div'); root.append(css, field);
    document.documentElement.append(host); host.showPopover?.();
    return { host, field };
  }
  function put(cls, r, pad, c) {
    const m = document.createElement('div'); m.className = 'm ' + cls;
    m.style.cssText = `left:${r[0] + scrollX - pad}px;top:${r[1] + scrollY - pad}px;width:${r[2] + 2 * pad}px;height:${r[3] + 2 * pad}px;${c ? '--c:' + c : ''}`;
    layer.field.append(m); return m;
  }
  function draw() {
    if (!layer) return;
    layer.field.replaceChildren();
    for (const m of marks) {
      const r = box(m); if (!r) continue;
      const big = r[2] > 120 && r[3] > 80;
      const e = put(`${m.k}${m.f ? ' focus' : ''}${big ? ' in' : ''}`, r, big ? 0 : 3, m.c);
      if (!m.d) continue;
      const t = document.createElement('span'); t.className = 't'; t.textContent = m.f ? m.d + ' ' + m.a : m.d;
      if (m.f && m.q) { const q = document.createElement('span'); q.className = 'q'; q.textContent = '?'; t.append(q); }
      e.append(t);
    }
    if (lit) { const r = box(lit); if (r) put('s', r, 2); }
    if (hovered) {
      const r = box(hovered), e = byId(hovered.n);
      if (r) { const t = document.createElement('span'), tag = document.createElement('em'); tag.textContent = e.localName + (e.classList[0] ? '.' + e.classList[0] : ''); t.append(tag, ` ${r[2]}×${r[3]}`); put(r[1] + r[3] > innerHeight - 24 ? 'h up' : 'h', r, 1).append(t); }
    }
    report();
  }
  function report() {
    const rects = marks.slice(0, 500).map(m => box(m) ?? [0, -9999, 0, 0]), said = String(rects);
    if (said === told) return;  // Few messages: whoever sends too many is not listened to.
    told = said; send({ t: 'rects', r: rects });
  }
  const later = () => { if (!ticking) { ticking = true; requestAnimationFrame(() => { ticking = false; draw(); }); } };

  // ---- what the application says ----
  function obey(e) {
    const m = e.data;
    if (m.t === 'marks') { marks = m.m; told = ''; draw(); }
    else if (m.t === 'reveal') {
      const r = box(m); if (r && (r[1] < 24 || r[1] > innerHeight - 90)) scrollTo({ top: r[1] + scrollY - innerHeight / 3 });
      if (m.l) { lit = { n: m.n, p: m.p }; clearTimeout(unlight); unlight = setTimeout(() => { lit = null; draw(); }, 2500); }
      later();
    } else if (m.t === 'align') { const r = box(m); if (r) scrollBy(0, r[1] - m.y); }
    else if (m.t === 'hover') { hovered = m.n < 0 ? null : { n: m.n }; draw(); }
    else if (m.t === 'hide') { const e2 = byId(m.n); if (e2) e2.style.setProperty('display', 'none', 'important'); nodes = null; draw(); }
  }
  function hover(place) {
    if (same(place, hovered) || (!place && !hovered)) return;
    hovered = place; draw();
    send({ t: 'hover', n: place ? place.n : -1, p: place?.p ?? null });
  }
  addEventListener('message', e => {
    if (port || e.source !== parent || !e.ports[0]) return;
    port = e.ports[0]; port.onmessage = obey;
    const begin = () => { layer = makeLayer(); send({ t: 'ready', w: document.documentElement.scrollWidth, h: document.documentElement.scrollHeight }); draw(); };
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin); else begin();
  });

  // ---- what the person does ----
  let last = 0, mouse = [0, 0];
  addEventListener('mousemove', e => {
    if (down && Math.hypot(e.clientX - down.x, e.clientY - down.y) > 5) down.moved = true;
    if (down?.moved) return;
    mouse = [e.clientX, e.clientY]; const now = performance.now(); if (now - last < 16) return; last = now;
    stack = []; below = []; hover(target(e.clientX, e.clientY));
  }, { passive: true });
  document.addEventListener('mouseleave', () => hover(null));
  addEventListener('mousedown', e => { down = { x: e.clientX, y: e.clientY, moved: false }; if (e.target.closest?.('input,select,textarea,summary,label,option')) e.preventDefault(); }, true);
  addEventListener('mouseup', e => {
    const was = down; down = null; if (!was || e.button !== 0) return;
    e.preventDefault(); e.stopPropagation();
    const chosen = getSelection();
    if (was.moved && chosen && !chosen.isCollapsed) {
      const g = chosen.getRangeAt(0); let c = g.commonAncestorContainer; if (c.nodeType === 3) c = c.parentElement;
      while (c && id(c) < 0) c = c.parentElement;
      if (c) {
        const block = blockOf(g.startContainer);  // A value stands in one block.
        if (block && !block.contains(g.endContainer)) { g.setEnd(block, block.childNodes.length); c = block; }
        const pre = document.createRange(); pre.selectNodeContents(c); pre.setEnd(g.startContainer, g.startOffset);
        const begin = pre.toString().length, end = begin + g.toString().length; chosen.removeAllRanges();
        if (end > begin) return send({ t: 'span', n: id(c), p: [begin, end], x: e.altKey ? 1 : 0, r: box({ n: id(c), p: [begin, end] }) });
      }
    }
    chosen?.removeAllRanges();
    const place = hovered && stack.length ? hovered : target(e.clientX, e.clientY);
    if (place && !was.moved) send({ t: 'click', n: place.n, p: place.p ?? null, x: e.shiftKey ? 1 : 0, r: box(place) });
  }, true);
  for (const kind of ['click', 'submit', 'dragstart', 'contextmenu', 'auxclick'])
    addEventListener(kind, e => { if (kind !== 'contextmenu') e.preventDefault(); e.stopPropagation(); }, true);
  addEventListener('keydown', e => {
    const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (key === '[' || key === ']') {  // Wider, narrower.
      if (!hovered) return;
      if (key === ']' && !stack.length) {  // Then through what lies underneath.
        if (!below.length) below = document.elementsFromPoint(...mouse).filter(e2 => id(e2) >= 0 && e2 !== document.body && e2 !== document.documentElement).map(id);
        const next = below[below.indexOf(hovered.n) + 1]; if (next !== undefined) hover({ n: next });
      } else if (key === '[') { const up = byId(hovered.n)?.parentElement; if (up && id(up) >= 0 && up !== document.body) { stack.push(hovered); hover({ n: id(up) }); } else if (hovered.p) { stack.push(hovered); hover({ n: hovered.n }); } }
      else if (stack.length) hover(stack.pop());
      return e.preventDefault();
    }
    if (!KEYS.has(key)) return;
    if ((e.ctrlKey || e.metaKey) && key !== 'z') return;
    e.preventDefault();
    send({ t: 'key', k: key, s: e.shiftKey ? 1 : 0, c: e.ctrlKey || e.metaKey ? 1 : 0 });
  }, true);
  addEventListener('scroll', () => { later(); }, { passive: true, capture: true });
  addEventListener('resize', later);
  addEventListener('load', later);
})();
