import { STAFF_LANGUAGES } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';

interface Tree {
  [name: string]: string | Tree;
}
type Texts = ReadonlyMap<string, string>;

/** The texts of a file by their path, such as "list.new_one". */
function flatten(tree: Tree, above = ''): [string, string][] {
  return Object.entries(tree).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[above + name, text]] : flatten(text, `${above}${name}.`),
  );
}

const files = import.meta.glob<Tree>(
  [
    '../../features/*/en.json',
    './en/*.json',
    '../../ui/domain/languages/*/*.json',
    // Those of the server, which scripts/sentences.test.ts compares with its sources.
    '!../../ui/domain/languages/*/sentences.json',
  ],
  {
    eager: true,
    import: 'default',
  },
);

/** The texts by namespace, of the files whose path the pattern finds, with the namespace as its first group. */
const textsIn = (pattern: RegExp): ReadonlyMap<string, Texts> =>
  new Map(
    Object.entries(files).flatMap(([path, tree]): [string, Texts][] => {
      const [, name] = pattern.exec(path) ?? [];
      return name ? [[name, new Map(flatten(tree))]] : [];
    }),
  );

/** A file of each slice, and what every screen shares. */
const english = new Map([...textsIn(/features\/([\w-]+)\/en[.]json$/), ...textsIn(/[.]\/en\/(\w+)[.]json$/)]);
const ofLanguage = (language: string) => textsIn(new RegExp(`languages/${language}/([\\w-]+)[.]json$`));

/** "new_one" and "new_other" are one text, which a language says in as many forms as it has. */
const pluralOf = (name: string, texts: Texts): string | null => {
  const [, stem] = /^(.+)_(?:one|other)$/.exec(name) ?? [];
  return stem !== undefined && texts.has(`${stem}_one`) && texts.has(`${stem}_other`) ? stem : null;
};

/** The names that a file has in a language, from the English one. */
function namesIn(language: string, texts: Texts): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const names = [...texts.keys()].flatMap((name) => {
    const stem = pluralOf(name, texts);
    return stem === null ? [name] : forms.map((form) => `${stem}_${form}`);
  });
  return [...new Set(names)];
}

const placeholdersOf = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{\s*(\w+)/g), ([, name = '']) => name).toSorted((a, b) => a.localeCompare(b));

const countWords = (text: string): number => (text.replaceAll(/\{\{.*?\}\}/g, '').match(/\p{L}{2,}/gu) ?? []).length;

/** Texts that are the same in every language. */
const SAME = [
  'gallery import',
  'surveys form.template_friends_and_family_test',
  'applications form.original',
  'terms channel.push',
];

describe.each(STAFF_LANGUAGES.filter((language) => language !== 'en'))('the screens in %s', (language) => {
  const texts = ofLanguage(language);

  it('have every text of the English ones, in every form of the language, and no other', () => {
    expect([...texts.keys()].toSorted((a, b) => a.localeCompare(b))).toEqual(
      [...english.keys()].toSorted((a, b) => a.localeCompare(b)),
    );
    const named = (of: (name: string, own: Texts) => Iterable<string>) =>
      [...texts].flatMap(([name, own]) =>
        [...of(name, own)].toSorted((a, b) => a.localeCompare(b)).map((key) => `${name} ${key}`),
      );
    expect(named((_name, own) => own.keys())).toEqual(
      named((name) => namesIn(language, english.get(name) ?? new Map())),
    );
  });

  it('fill in what the English ones fill in', () => {
    const wrong: string[] = [];
    for (const [name, original] of english)
      for (const [key, text] of texts.get(name) ?? []) {
        const stem = /^(.+)_(?:zero|one|two|few|many|other)$/.exec(key)?.[1] ?? null;
        const source = original.get(key) ?? original.get(`${stem}_other`) ?? '';
        const [given, wanted] = [placeholdersOf(text), placeholdersOf(source)];
        // A form that is of one number only may write the number in words.
        const mayLack = /_(zero|one|two)$/.test(key) ? ['count', 'formatted', 'number'] : [];
        const isRight =
          given.every((one) => placeholdersOf(original.get(`${stem}_other`) ?? source).includes(one)) &&
          wanted.every((one) => given.includes(one) || mayLack.includes(one));
        if (!isRight) wrong.push(`${name} ${key}: ${text}`);
      }
    expect(wrong).toEqual([]);
  });

  it('are not left in English', () => {
    const left: string[] = [];
    for (const [name, original] of english)
      for (const [key, text] of texts.get(name) ?? []) {
        const isSame = text === original.get(key) && countWords(text) > 2 && !SAME.includes(`${name} ${key}`);
        const isEmpty = text.trim() === '' && original.get(key)?.trim() !== '';
        if (isSame || isEmpty) left.push(`${name} ${key}: ${text}`);
      }
    expect(left).toEqual([]);
  });
});

it('texts in French have a space before their colons', () => {
  const wrong = [...ofLanguage('fr')].flatMap(([name, own]) =>
    [...own].filter(([, text]) => /[\p{L}\d»}]:(?=\s|$)/u.test(text)).map(([key, text]) => `${name} ${key}: ${text}`),
  );
  expect(wrong).toEqual([]);
});
