// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';
import en from './en.json';
import { GALLERY_PAGES } from './gallery-pages.ts';

const SRC = join(import.meta.dirname, '../..');

/** Components of ui/kit that the gallery does not name, each with the reason. */
const NOT_SHOWN: Record<string, string> = {
  Page: 'Every page of the gallery is one.',
  PageIcon: 'A context: the shell gives the icon of the menu entry by it.',
  WhereElseIs: 'A context: the shell gives the person’s other applications by it.',
  RegionContext: 'A context: the country and time zone by which times are written.',
  Fact: 'It is shown inside of FactLine and FactList.',
};

const filesBelow = (folder: string): string[] =>
  readdirSync(join(SRC, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(path) && !/\.test\./.test(path) ? [path] : [];
  });

/** Every component that ui/kit exports, with its file. */
const components = filesBelow('ui/kit').flatMap((file) =>
  [...readFileSync(join(SRC, file), 'utf8').matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)].map(
    ([, name = '']) => ({ name, file }),
  ),
);
const sources = filesBelow('features/gallery').map((file) => readFileSync(join(SRC, file), 'utf8'));

describe('the gallery', () => {
  it.each(components)('shows $name of $file alive, or says why not', ({ name, file }) => {
    if (Object.hasOwn(NOT_SHOWN, name)) return;
    const specimen = new RegExp(`<Specimen of="${name}" from="${file.replaceAll('.', '\\.')}"`);
    const isAlive = new RegExp(`<${name}\\b`);
    expect(
      sources.some((source) => specimen.test(source) && isAlive.test(source)),
      'Show it as a <Specimen> of a page in features/gallery, or give the reason in NOT_SHOWN.',
    ).toBe(true);
  });

  it('knows a reason only for what there is', () => {
    expect(components.length).toBeGreaterThan(20);
    expect(Object.keys(NOT_SHOWN).filter((name) => components.every((one) => one.name !== name))).toEqual([]);
  });

  it.each(GALLERY_PAGES)('shows %s to a superuser', async (name) => {
    signIn({ superUser: true });
    await renderScreen(`/gallery/${name}`);
    expect(await screen.findByRole('heading', { level: 1, name: en[name] })).toBeTruthy();
    expect(screen.getAllByText(/^import \{/).length).toBeGreaterThan(0);
  });

  it.each(GALLERY_PAGES)('shows nothing of %s to anybody else', async (name) => {
    signIn({ permissions: ['admin'] });
    await renderScreen(`/gallery/${name}`);
    expect(await screen.findByText(en.not_yours_title)).toBeTruthy();
    expect(screen.queryByText(/^import \{/)).toBeNull();
  });
});
