/**
 * What the page does where scripts run: keeps answers as they are given, shows a question when its condition holds, says
 * how far one has come, remembers larger text, sends once. Without it the page still asks and sends. Under 2 kB, and
 * read by phones of many years: no newer syntax than ES2017.
 */
export const PORTAL_SCRIPT = compact(`
(() => {
  var d = document, f = d.getElementById('f'), large = d.getElementById('large');
  try {
    if (localStorage.large) large.checked = true;
    large.onchange = () => { localStorage.large = large.checked ? '1' : ''; };
  } catch (e) {}
  var send = d.getElementById('s');
  if (!send) return;
  var blocks = Array.from(f.querySelectorAll('[data-q]')), progress = d.getElementById('p'), label = send.textContent, timer = 0, sent = 0;
  function update() {
    var n = 0, total = 0;
    blocks.forEach((b) => {
      var on = (b.dataset.if || '').split(':'), t = b.querySelector('textarea');
      if (on[1]) {
        var before = blocks.find((x) => x.dataset.q === on[0]);
        b.hidden = !before || before.hidden || !before.querySelector('[value="' + on[1] + '"]:checked');
      } else {
        total++;
        if (t ? t.value.trim() : b.querySelector(':checked')) n++;
      }
    });
    progress.textContent = progress.dataset.t.replace('{n}', n).replace('{total}', total);
  }
  function save() {
    clearTimeout(timer);
    timer = 0;
    fetch(f.dataset.draft, {
      method: 'PUT', keepalive: true, headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ feedback: { responses: blocks.map((b) => {
        var t = b.querySelector('textarea');
        return { question_id: +b.dataset.q, text: t && t.value, option_ids: Array.from(b.querySelectorAll(':checked'), (i) => +i.value) };
      }) } })
    }).catch(() => {});
  }
  function soon(ms) { clearTimeout(timer); if (f.dataset.draft) timer = setTimeout(save, ms); }
  f.addEventListener('input', () => { update(); soon(700); });
  d.addEventListener('pointerdown', () => { soon(700); }, { once: true });
  d.addEventListener('visibilitychange', () => { if (d.hidden && timer) save(); });
  f.addEventListener('submit', (e) => {
    if (sent++) return e.preventDefault();
    clearTimeout(timer);
    timer = 0;
    if (e.submitter && e.submitter.name) return;
    send.textContent = send.dataset.t;
    send.setAttribute('aria-disabled', 'true');
  });
  addEventListener('pageshow', () => { sent = 0; send.textContent = label; send.removeAttribute('aria-disabled'); update(); });
  d.documentElement.classList.add('live');
  progress.parentNode.hidden = false;
  update();
  var wrong = d.getElementById('errors');
  if (wrong) wrong.focus();
})();
`);

/** Every line of the script ends a statement or may be joined to the next; none of its texts has a space at these signs. */
function compact(script: string): string {
  return script
    .replaceAll(/\n\s*/g, '')
    .replaceAll(/ ?([{}=;,()]) ?/g, '$1')
    .trim();
}
