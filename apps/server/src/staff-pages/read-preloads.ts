import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The build of the web application writes it: the files that each of its screens asks for, beside those its page names. */
export const PRELOAD_LIST = 'preloads.json';

const preloadList = z.array(z.object({ path: z.string(), files: z.array(z.string()) }));

interface Screen {
  segments: string[];
  /** The value of its Link header. */
  link: string;
}

/**
 * Returns the Link header for an address of the staff application, or null. With it, a browser asks for the files of a screen
 * while it still reads the page, instead of finding them one after the other.
 */
export function readPreloads(root: string): (path: string) => string | null {
  const file = join(root, PRELOAD_LIST);
  if (!existsSync(file)) return () => null;
  const screens = preloadList
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .map(({ path, files }): Screen => ({ segments: segmentsOf(path), link: files.map(linkTo).join(', ') }))
    // Where several fit, the one with fewer parameters does.
    .toSorted((a, b) => parametersOf(a) - parametersOf(b));
  return (path) => {
    const asked = segmentsOf(path === '/' ? '/dashboard' : path);
    return screens.find(({ segments }) => fits(segments, asked))?.link ?? null;
  };
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);
const isParameter = (segment: string): boolean => segment.startsWith('$');
const parametersOf = ({ segments }: Screen): number => segments.filter(isParameter).length;

const fits = (segments: readonly string[], asked: readonly string[]): boolean =>
  segments.length === asked.length &&
  segments.every((segment, index) => isParameter(segment) || segment === asked[index]);

/** The application asks for its style sheets with `crossorigin`, and takes only what was loaded in the same way. */
const linkTo = (file: string): string =>
  file.endsWith('.css') ? `</${file}>; rel=preload; as=style; crossorigin` : `</${file}>; rel=modulepreload`;
