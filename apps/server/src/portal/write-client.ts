import { mkdirSync, writeFileSync } from 'node:fs';
import { bundleClient } from './bundle-client.ts';

// A step of `npm run build`: writes the scripts and style sheets of the patients' pages to where the built server reads them.
const folder = new URL('../../dist/portal/client/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of bundleClient()) writeFileSync(new URL(name, folder), text);
