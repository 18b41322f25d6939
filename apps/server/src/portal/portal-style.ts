/**
 * The portal's whole style sheet, put into each page: one request less on a slow phone. The colours are those of the
 * staff application, on warmer ground; every text reaches 4.5:1 on what it stands on, every outline 3:1.
 */
export const PORTAL_STYLE = compact(`
:root {
  color-scheme: light dark;
  --ground: #faf8f4; --surface: #fff; --ink: #16202b; --soft: #46525f; --hair: #e4dfd6; --line: #7d8792;
  --accent: #0b5d78; --press: #084a60; --on-accent: #fff; --tint: #e2f0f5; --bad: #b02323; --bad-tint: #fcebea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12171c; --surface: #1b232b; --ink: #edf1f4; --soft: #b3bdc8; --hair: #2b353f; --line: #7b8896;
    --accent: #74c7df; --press: #9bd8ea; --on-accent: #06212b; --tint: #12303b; --bad: #f5a19a; --bad-tint: #3a1d1c;
  }
}
* { box-sizing: border-box; }
html { font-size: 112.5%; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
html:has(#large:checked) { font-size: 143.75%; }
body {
  margin: 0; border-top: .35rem solid var(--accent); background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Arabic', sans-serif;
  overflow-wrap: break-word;
}
:lang(ar) { line-height: 1.75; }
header, main { max-width: 38rem; margin: 0 auto; padding: 0 1rem; }
h1 { font-size: 1.85rem; line-height: 1.2; letter-spacing: -.015em; margin: 2.4rem 0 .8rem; text-wrap: balance; }
h2 { font-size: 1.1rem; line-height: 1.35; margin: 0; }
:lang(ar) h1, h1:lang(ar) { letter-spacing: 0; line-height: 1.4; }
p { margin: 0 0 1rem; }
.lead { font-size: 1.1rem; }
.soft { color: var(--soft); }
.small { font-size: .89rem; }
.brand { display: flex; align-items: center; min-height: 4.2rem; font-weight: 600; border-bottom: 1px solid var(--hair); }
.brand img { display: block; max-height: 2.7rem; max-width: 70%; }
.tools { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1rem; font-size: .89rem; }
.tools > * { display: flex; flex-wrap: wrap; align-items: center; column-gap: 1.1rem; }
.tools a, .tools button, .tools b, .tools label {
  min-height: 48px; min-width: 44px; display: inline-flex; align-items: center; gap: .5rem; padding: 0;
  font: inherit; color: inherit; background: none; border: 0; cursor: pointer;
}
.tools a, .tools button { color: var(--accent); text-decoration: underline; text-underline-offset: .2em; }
.tools b { font-weight: 600; cursor: default; }
.tools input { width: 1.2rem; height: 1.2rem; margin: 0; accent-color: var(--accent); }
.done::before {
  content: '✓'; content: '✓' / ''; display: grid; place-items: center; width: 3.2rem; height: 3.2rem; margin-bottom: 1.2rem;
  font-size: 1.6rem; font-weight: 600; border-radius: 50%; background: var(--tint); color: var(--accent);
}
fieldset, .block { border: 0; margin: 2.6rem 0 0; padding: 0; min-width: 0; }
legend, .ask { display: block; padding: 0; width: 100%; font-size: 1.22rem; font-weight: 600; line-height: 1.35; margin-bottom: .6rem; }
legend { float: inline-start; }
legend + * { clear: both; }
:lang(ar) legend, :lang(ar) .ask { line-height: 1.6; }
.step { display: block; font-size: .89rem; font-weight: 400; color: var(--soft); margin-bottom: .2rem; }
.wish { font-size: .89rem; font-weight: 400; color: var(--soft); }
.hint { color: var(--soft); font-size: .94rem; margin: 0 0 .6rem; }
.rows { display: grid; gap: .55rem; }
.pair { grid-template-columns: 1fr 1fr; }
.rows label {
  display: flex; align-items: center; gap: .85rem; min-height: 3.2rem; padding: .65rem .95rem; cursor: pointer;
  background: var(--surface); border: 1px solid var(--line); border-radius: .7rem;
}
.rows input { flex: none; width: 1.35rem; height: 1.35rem; margin: 0; accent-color: var(--accent); }
.rows label:hover, .scale label:hover span { background: var(--tint); }
.rows label:has(:checked) { background: var(--tint); border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); font-weight: 600; }
.scale { display: grid; grid-template-columns: repeat(5, minmax(0, 1fr)); gap: .4rem; }
.scale.nps { grid-template-columns: repeat(6, minmax(0, 1fr)); }
@media (min-width: 40rem) { .scale.nps { grid-template-columns: repeat(11, minmax(0, 1fr)); } }
.scale label { position: relative; cursor: pointer; }
.scale input { position: absolute; inset: 0; opacity: 0; width: 100%; height: 100%; margin: 0; cursor: pointer; }
.scale span {
  display: grid; place-items: center; min-height: 3.2rem; font-size: 1.1rem; font-variant-numeric: tabular-nums;
  background: var(--surface); border: 1px solid var(--line); border-radius: .7rem;
}
.scale input:checked + span { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
textarea {
  display: block; width: 100%; min-height: 7.5rem; padding: .7rem .9rem; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--line); border-radius: .7rem; resize: vertical;
}
:focus-visible, .rows label:focus-within:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 3px; }
.rows input:focus-visible { outline: 0; }
.scale input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 3px; }
.wrong { position: relative; padding-inline-start: 1.1rem; }
.wrong::before { content: ''; position: absolute; inset-block: 0; inset-inline-start: 0; width: 4px; background: var(--bad); }
.wrong .rows label, .wrong .scale span, .wrong textarea { border-color: var(--bad); }
.why { color: var(--bad); font-weight: 600; margin: 0 0 .6rem; }
.sum { margin: 1.5rem 0 0; padding: 1rem 1.2rem; background: var(--bad-tint); border: 2px solid var(--bad); border-radius: .7rem; }
.sum ul { margin: .4rem 0 0; padding: 0; list-style: none; }
.sum a { color: var(--bad); display: inline-block; padding: .3rem 0; text-underline-offset: .2em; }
.care { margin: 2.6rem 0 0; padding-inline-start: 1rem; border-inline-start: 4px solid var(--accent); }
.send {
  display: block; width: 100%; min-height: 3.4rem; margin: 2rem 0 .8rem; padding: .7rem 1.5rem; cursor: pointer;
  font: inherit; font-size: 1.1rem; font-weight: 600; color: var(--on-accent); background: var(--accent);
  border: 1px solid transparent; border-radius: .7rem;
}
.send:hover { background: var(--press); }
.send[aria-disabled] { opacity: .75; }
.end { text-align: center; }
.more { display: inline-block; padding: .7rem; color: var(--accent); text-underline-offset: .2em; }
.told { padding: .8rem 1.1rem; background: var(--tint); border-inline-start: 4px solid var(--accent); font-weight: 600; }
main { padding-bottom: 3.5rem; }
[hidden], .live .unless { display: none; }
.off { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0; padding: 0; }
@media (forced-colors: active) { .scale input:checked + span { forced-color-adjust: none; background: Highlight; color: HighlightText; } }
`);

/** Without what only a reader of this file needs. */
function compact(css: string): string {
  return css
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .replaceAll(';}', '}')
    .trim();
}
