import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts are compressed by themselves. */
const COMPRESSIBLE = ['.css', '.html', '.js', '.svg'];
/** The same limit as the server has for its replies: below it, compression saves no packet. */
const THRESHOLD_BYTES = 2048;

/** Writes each file a second and a third time, as small as Brotli and gzip make it, so that the server compresses none of them. */
export function compressFiles(): Plugin {
  let folder = '';
  return {
    name: 'wardvoice-compress-files',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      for (const file of files.filter((name) => COMPRESSIBLE.includes(extname(name)))) compress(join(folder, file));
    },
  };
}

function compress(path: string): void {
  const content = readFileSync(path);
  if (content.length < THRESHOLD_BYTES) return;
  const brotli = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params: brotli }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}
