/** What only the pages of a kiosk need, beside the portal's own style. */
export const KIOSK_STYLE = `
.begin { min-height: 5rem; font-size: 1.5rem; margin: 2.4rem 0 1.4rem; }
.choices { display: grid; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); gap: .6rem; margin: 0 0 2.4rem; }
.choices a, .over, .back {
  display: grid; place-items: center; min-height: 3.4rem; padding: .5rem 1rem; text-align: center; color: var(--accent);
  background: var(--surface); border: 1px solid var(--line); border-radius: .7rem; text-decoration: none; font-weight: 600;
}
.choices a:hover, .over:hover, .back:hover { background: var(--tint); }
.back { margin: 2.4rem 0 0; }
.staff { margin: 3rem 0 0; text-align: end; font-size: .89rem; }
.staff a { color: var(--soft); display: inline-block; padding: .7rem 0; }
dialog {
  width: min(32rem, calc(100vw - 2rem)); padding: 1.8rem; color: var(--ink); background: var(--surface);
  border: 1px solid var(--line); border-radius: 1rem;
}
dialog::backdrop { background: rgb(10 16 22 / .6); }
dialog .send { margin: 1.4rem 0 .8rem; }
`
  .replaceAll(/\s+/g, ' ')
  .trim();
