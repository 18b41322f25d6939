import { readFileSync } from 'node:fs';
import { extname } from 'node:path';

/** Null in the built server, which has no esbuild: it reads what `npm run build` has written. */
const bundled = extname(import.meta.url) === '.ts' ? (await import('./bundle-client.ts')).bundleClient() : null;

const textOf = (name: string): string =>
  bundled?.get(name) ?? readFileSync(new URL(`./client/${name}`, import.meta.url), 'utf8');

/** The scripts and style sheets of the patients' pages as browsers get them. A server that runs from its sources bundles them as it starts. */
export const PORTAL_SCRIPT = textOf('portal.js');
export const PORTAL_STYLE = textOf('portal.css');
/** What only the pages of a kiosk need. */
export const KIOSK_SCRIPT = textOf('kiosk.js');
export const KIOSK_STYLE = textOf('kiosk.css');
/** What only the public page of a ward needs. */
export const WARD_STYLE = textOf('ward.css');
