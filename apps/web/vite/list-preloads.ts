import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

/** The server reads it, and tells the browser with the page what its screen will ask for. */
const LIST = 'preloads.json';
const STAFF = 'app/staff.tsx';
/** The path of a route and the file that its screen is in, as the routes of every slice have them. */
const ROUTE = /path: '([^']+)',[^]*?import\('([^']+)'\)/g;

/** The files of a screen, without those that the page names. `path` may contain `$parameters`. */
export interface Preload {
  path: string;
  files: string[];
}

interface Chunk {
  type: string;
  fileName: string;
  isEntry?: boolean;
  imports?: string[];
  moduleIds?: string[];
  facadeModuleId?: string | null;
  viteMetadata?: { importedCss: Set<string> };
}

/** Writes which files each screen after the sign-in needs, so that a browser need not find them one after the other. */
export function listPreloads(): Plugin {
  let sources = '';
  return {
    name: 'wardvoice-list-preloads',
    apply: 'build',
    configResolved(config) {
      sources = join(config.root, 'src');
    },
    generateBundle(_options, bundle) {
      const chunks: Chunk[] = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const named = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((chunk) => filesOf(chunk, chunks)));
      const needed = (file: string) =>
        chunks
          .filter(({ moduleIds }) => moduleIds?.includes(join(sources, file)))
          .flatMap((chunk) => filesOf(chunk, chunks));
      const screens = readRoutes(sources);
      const list: Preload[] = screens.map(({ path, file }) => ({
        path,
        files: [...new Set([...needed(STAFF), ...needed(file)])].filter((name) => !named.has(name)),
      }));
      this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(list) });
    },
  };
}

/** The chunk with its style sheets, and those of all that it imports. */
function filesOf(chunk: Chunk, chunks: readonly Chunk[]): string[] {
  const reached = new Set([chunk]);
  for (const { imports = [] } of reached) {
    for (const one of chunks) if (imports.includes(one.fileName)) reached.add(one);
  }
  return [...reached].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
}

function readRoutes(sources: string): { path: string; file: string }[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(^|[/\\])routes\.tsx$/.test(name))
    .flatMap((name) =>
      [...readFileSync(join(sources, name), 'utf8').matchAll(ROUTE)].map(([, path = '', file = '']) => ({
        path,
        file: join(dirname(name), file),
      })),
    );
}
