/**
 * What a kiosk does where scripts run: goes back to its start when nobody touches it, asks before answers are lost, and
 * leaves nothing behind for the next person. Without it the browser's own refresh does the first.
 */
export const KIOSK_SCRIPT = `
(() => {
  var d = document, body = d.body.dataset, still = d.getElementById('still'), form = d.getElementById('f');
  var large = d.getElementById('large'), timer = 0, isAsking = false;
  function leave() { location.replace(body.start); }
  function wait() {
    clearTimeout(timer);
    if (body.after) timer = setTimeout(body.leave ? ask : leave, body.after * 1000);
  }
  function ask() {
    isAsking = true;
    if (still.showModal) still.showModal();
    else still.setAttribute('open', '');
    d.getElementById('yes').focus();
    timer = setTimeout(leave, body.leave * 1000);
  }
  function stay() {
    isAsking = false;
    if (still.close) still.close();
    else still.removeAttribute('open');
    wait();
  }
  function act() { if (!isAsking) wait(); }
  ['pointerdown', 'touchstart', 'keydown', 'input', 'scroll'].forEach((name) => {
    addEventListener(name, act, { capture: true, passive: true });
  });
  if (still) {
    d.getElementById('yes').onclick = stay;
    still.addEventListener('cancel', (event) => { event.preventDefault(); stay(); });
  }
  addEventListener('pageshow', (event) => { if (event.persisted) leave(); });
  addEventListener('pagehide', () => { if (form) form.reset(); });
  if (body.anew) {
    try { localStorage.removeItem('large'); } catch (e) {}
    if (large) large.checked = false;
  }
  wait();
})();
`
  .replaceAll(/\n\s*/g, '\n')
  .trim();
