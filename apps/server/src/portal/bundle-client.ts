import { buildSync } from 'esbuild';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./client/', import.meta.url));
const ENTRIES = ['portal.ts', 'portal.css', 'kiosk.ts', 'kiosk.css', 'ward.css'];

/**
 * Bundles and minifies the scripts and style sheets of the patients' pages. Patients' phones may be many years old, so the
 * scripts contain no syntax that is newer than ES2017. Style sheets are not rewritten for old browsers: these ignore a property
 * or rule that they do not know.
 * @returns the texts by name: `portal.js`, `portal.css`, `kiosk.js`, `kiosk.css` and `ward.css`
 */
export function bundleClient(): ReadonlyMap<string, string> {
  const { outputFiles } = buildSync({
    absWorkingDir: FOLDER,
    entryPoints: ENTRIES,
    outdir: FOLDER,
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2017',
    charset: 'utf8',
    // esbuild is not to read the compiler's tsconfig.json: what browsers get depends on the options above alone.
    tsconfigRaw: {},
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text.trim()]));
}
