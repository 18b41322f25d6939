#!/usr/bin/env node
// `npx wardvoice …` in the checkout: the same as `npm run wardvoice -- …`.
process.argv.splice(2, 0, 'wardvoice');
await import('./run.mjs');
