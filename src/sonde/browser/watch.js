// Runs in every page before its own scripts: knows when the page has settled, writes down what it shows,
// and presses what can be pressed. The page must not notice it.
(() => {
  if (window.__sonde) return;
  const LONGEST_MS = 1500; // a longer timer is not a delay before an answer
  const MOST_TIMERS = 60; // more since the last action: a clock, not a delay
  const DEEPEST = 4; // timers set by timers set by timers: a loop
  const RESTLESS = 200; // changes of one element since the last action: a ticker
  const WORKING_MS = 5000; // a worker that was asked something is waited for so long
  const LOOK_MS = 10;
  const LONGEST_HTML = 20_000_000;
  const now = () => performance.now();
  const facts = { changes: 0, last: now(), looks: 0, left: MOST_TIMERS, asked: 0, round: 0 };
  const touch = () => { facts.last = now(); facts.looks = 0; };

  // --- what is going on -------------------------------------------------------------------------
  const waiting = new Set();
  let depth = 0;
  const { setTimeout: set, clearTimeout: clear } = window;
  window.setTimeout = function (run, delay, ...values) {
    if (typeof run !== 'function') return set.call(window, run, delay, ...values);
    const level = depth + 1;
    const id = set.call(window, function () {
      waiting.delete(id);
      const before = depth;
      depth = level;
      try { return run.apply(this, values); } finally { depth = before; }
    }, delay);
    if ((delay || 0) <= LONGEST_MS && level <= DEEPEST && facts.left > 0) {
      facts.left -= 1;
      waiting.add(id);
    }
    return id;
  };
  window.clearTimeout = (id) => { waiting.delete(id); clear.call(window, id); };

  // What a script asked for is under way until the script has it: longer than until it was sent.
  let fetches = 0;
  const pending = (promise) => {
    const round = facts.round;
    fetches += 1;
    const end = () => { if (round === facts.round) fetches -= 1; touch(); };
    promise.then(end, end);
    return promise;
  };
  const ask = window.fetch;
  window.fetch = function (...values) { return pending(ask.apply(this, values)); };
  for (const name of ['arrayBuffer', 'blob', 'bytes', 'formData', 'json', 'text']) {
    const read = Response.prototype[name];
    if (read) Response.prototype[name] = function () { return pending(read.call(this)); };
  }
  for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
    const make = WebAssembly[name];
    if (make) WebAssembly[name] = function (...values) { return pending(make.apply(this, values)); };
  }
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...values) {
    pending(new Promise((end) => this.addEventListener('loadend', end)));
    return send.apply(this, values);
  };

  if (window.Worker) {
    window.Worker = class Worker extends window.Worker {
      constructor(...values) {
        super(...values);
        this.addEventListener('message', () => { facts.asked = 0; touch(); });
      }
      postMessage(...values) { facts.asked = now(); return super.postMessage(...values); }
    };
  }

  let counts = new WeakMap();
  const restless = new WeakSet();
  const note = (records) => {
    const targets = new Set(records.map((record) => record.target));
    for (const target of targets) {
      if (restless.has(target)) continue;
      const count = (counts.get(target) || 0) + 1;
      counts.set(target, count);
      if (count > RESTLESS) restless.add(target);
      facts.changes += 1;
      touch();
    }
  };
  const watch = (root) => new MutationObserver(note).observe(root, {
    subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ['href', 'hidden', 'aria-busy', 'aria-hidden', 'disabled'],
  });
  watch(document);
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const root = attach.call(this, { ...options, mode: 'open' });
    watch(root);
    return root;
  };
  const pressable = new WeakSet();
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (kind, ...values) {
    if (/^(click|mousedown|mouseup|pointerdown|mouseover|mouseenter)$/.test(kind) && this instanceof Element)
      pressable.add(this);
    return listen.call(this, kind, ...values);
  };
  const gone = []; // addresses the page's scripts went to, without a link
  for (const name of ['pushState', 'replaceState']) {
    const way = history[name];
    history[name] = function (state, title, url) {
      if (url) gone.push(new URL(url, location.href).href);
      touch();
      return way.apply(this, arguments);
    };
  }
  window.open = (url) => { if (url) gone.push(new URL(url, location.href).href); return null; };
  window.print = () => {};

  // --- what the page shows ----------------------------------------------------------------------
  const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
  const SKIP = new Set('script style template noscript canvas video audio object'.split(' '));
  const DROP = /^(style|srcset|d|on.*|data-sonde.*)$/i;
  const text = (value) => value.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const quoted = (value) => text(value).replace(/"/g, '&quot;');
  const visible = (node) => (node.checkVisibility
    ? node.checkVisibility({ visibilityProperty: true }) : node.getClientRects().length > 0);
  const isControl = (node) => /^(input|select|textarea|button)$/.test(node.localName)
    || node.getAttribute('role') === 'button';

  function inside(node) {
    if (node.localName === 'slot') {
      const shown = node.assignedNodes({ flatten: true });
      return shown.length ? shown : node.childNodes;
    }
    return node.shadowRoot ? node.shadowRoot.childNodes : node.childNodes;
  }

  // Where a script shows other content for other fragments, each is an address of its own: the fragment is
  // written as a parameter, by the old rules for crawling such pages.
  const routed = (href) => {
    const rest = location.search ? `${location.search}&` : '?';
    return `${location.pathname}${rest}_escaped_fragment_=${encodeURIComponent(href.slice(1))}`;
  };

  function attributesOf(node) {
    let out = '';
    for (const { name, value: given } of node.attributes) {
      const value = name === 'href' && /^#!?\//.test(given) ? routed(given) : given;
      if (DROP.test(name) || value.length > 4000 || !/^[^\s"'<>/=]+$/.test(name)) continue;
      if (node.localName === 'input' && (name === 'value' || name === 'checked')) continue;
      out += ` ${name}="${quoted(value)}"`;
    }
    if (node.localName === 'input') {
      if (node.type !== 'file') out += ` value="${quoted(node.value || '')}"`;
      if (node.checked) out += ' checked=""';
    }
    if (isControl(node) && node.type !== 'hidden' && !visible(node)) out += ' data-sonde-unseen=""';
    return out;
  }

  function write(node, out, level) {
    if (out.size > LONGEST_HTML || level > 400) return;
    if (node.nodeType === Node.TEXT_NODE) {
      const said = text(node.data);
      out.size += said.length;
      out.push(said);
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE || SKIP.has(node.localName)) return;
    const opening = `<${node.localName}${attributesOf(node)}>`;
    out.size += opening.length;
    out.push(opening);
    if (VOID.has(node.localName)) return;
    if (node.localName === 'textarea') out.push(text(node.value || ''));
    else if (node.localName !== 'svg' && node.localName !== 'iframe')
      for (const child of inside(node)) write(child, out, level + 1);
    out.push(`</${node.localName}>`);
  }

  function* deep(root) {
    for (const node of root.querySelectorAll('*')) {
      yield node;
      if (node.shadowRoot) yield* deep(node.shadowRoot);
    }
  }

  const links = () => {
    const found = [];
    for (const node of deep(document)) {
      if ((node.localName === 'a' || node.localName === 'area') && node.href) found.push(String(node.href));
    }
    return found;
  };

  // --- what can be done -------------------------------------------------------------------------
  const label = (node) => {
    const said = (node.innerText || '').trim() || (node.localName === 'input' ? node.value : '')
      || node.getAttribute('aria-label') || node.title || '';
    const image = said ? null : node.querySelector('img[alt], svg[aria-label]');
    return (said || (image && (image.alt || image.getAttribute('aria-label'))) || '').replace(/\s+/g, ' ').trim();
  };
  const STANDARD = 'a, button, summary, input[type=button], input[type=submit], input[type=image], '
    + '[role=button], [role=link], [role=menuitem], [role=tab], [onclick]';
  // Handlers set as properties; those added as listeners are noted as they come.
  const HANDLERS = ['onclick', 'onmousedown', 'onpointerdown', 'onmouseover', 'onmouseenter', 'onpointerover'];
  const reacts = (node) => pressable.has(node) || HANDLERS.some((name) => node[name]);
  let listed = [];

  function controls(most) {
    listed = [];
    const found = [];
    for (const node of deep(document)) {
      if (listed.length >= most) break;
      const known = node.matches(STANDARD) || reacts(node);
      if (!known && (node.childElementCount || getComputedStyle(node).cursor !== 'pointer')) continue;
      if (node === document.body || node === document.documentElement || !visible(node)) continue;
      const named = label(node);
      if (named.length > 60) continue;
      found.push({
        number: listed.length, label: named, tag: node.localName, names: `${node.className} ${node.id}`,
        href: node.localName === 'a' ? node.getAttribute('href') || '' : '',
        form: !!node.closest('form'), disabled: node.disabled === true
          || node.getAttribute('aria-disabled') === 'true',
      });
      listed.push(node);
    }
    return found;
  }

  const fire = (node, Kind, names) => names.forEach((name) => node.dispatchEvent(
    new Kind(name, { bubbles: !name.endsWith('enter'), cancelable: true, composed: true, view: window, button: 0 })));

  function hover(number) {
    const node = listed[number];
    if (!node || !node.isConnected) return false;
    fire(node, PointerEvent, ['pointerover', 'pointerenter']);
    fire(node, MouseEvent, ['mouseover', 'mouseenter', 'mousemove']);
    return true;
  }

  function press(number) {
    const node = listed[number];
    if (!node || !node.isConnected) return false;
    if (node.target) node.removeAttribute('target');
    node.scrollIntoView({ block: 'center' });
    fire(node, PointerEvent, ['pointerdown']);
    fire(node, MouseEvent, ['mousedown']);
    fire(node, PointerEvent, ['pointerup']);
    fire(node, MouseEvent, ['mouseup']);
    node.click();
    return true;
  }

  const scrollers = () => {
    const found = [document.scrollingElement || document.documentElement];
    for (const node of deep(document)) {
      if (node.scrollHeight > node.clientHeight + 20 && node.clientHeight > 100 && node !== found[0]
        && /auto|scroll/.test(getComputedStyle(node).overflowY)) found.push(node);
    }
    return found;
  };

  // A page may wait for one to come to its end: after it has grown, it must see first that one is not there.
  const NOTICED_MS = 50;
  async function scroll(toTheEnd) {
    const places = scrollers().map((node) => [node, node.scrollTop]);
    if (toTheEnd && places.some(([, before]) => before > 0)) {
      for (const [node, before] of places) node.scrollTo({ top: before - 1, behavior: 'instant' });
      await new Promise((end) => set.call(window, end, NOTICED_MS));
    }
    let moved = false;
    for (const [node, before] of places) {
      const height = node === document.scrollingElement ? window.innerHeight : node.clientHeight;
      node.scrollTo({ top: toTheEnd ? node.scrollHeight : before + 0.8 * height, behavior: 'instant' });
      moved = moved || node.scrollTop > before;
    }
    return moved;
  }

  Object.defineProperty(window, '__sonde', { value: {
    mark() {
      facts.changes = 0;
      facts.left = MOST_TIMERS;
      touch();
      facts.round += 1;
      fetches = 0;
      waiting.clear();
      counts = new WeakMap();
    },
    // Answers as soon as the page is quiet for so long, and after a while anyway. Looks are counted besides the
    // time: on a busy machine the page has not had its turn when the time is over.
    state: (quiet_ms, most_ms) => new Promise((answer) => {
      const until = now() + most_ms;
      const look = () => {
        facts.looks += 1;
        const enough = facts.looks * LOOK_MS >= quiet_ms;
        const told = {
          changes: facts.changes, quiet_ms: enough ? now() - facts.last : 0, timers: waiting.size + fetches,
          working: facts.asked > 0 && now() - facts.asked < WORKING_MS, ready: document.readyState !== 'loading',
        };
        const quiet = told.ready && !told.timers && !told.working && told.quiet_ms >= quiet_ms;
        if (quiet || now() >= until) answer(told);
        else set.call(window, look, LOOK_MS);
      };
      look();
    }),
    html() {
      const out = [];
      out.size = 0;
      write(document.documentElement, out, 0);
      return '<!doctype html>' + out.join('');
    },
    gone: () => gone.splice(0),
    controls, hover, press, scroll, links,
    top() { for (const node of scrollers()) node.scrollTo({ top: 0, behavior: 'instant' }); },
  } });
})();
