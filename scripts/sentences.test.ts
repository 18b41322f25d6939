import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageTexts, roles, STAFF_LANGUAGES } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { TRIGGER_CATALOG } from '../apps/server/src/features/triggers/trigger-catalog.ts';
import { ROOT } from './run-program.mjs';

const FOLDERS = ['packages/contract/src', 'apps/server/src/features', 'apps/server/src/platform/http'];
/** What is said there is read by patients, in e-mails, by API clients or by operators: never on a screen of the staff. */
const READ_ELSEWHERE =
  /scim|fhir|api-keys\/tokens|key-rotation|features\/backups|features\/wal-archive|survey-templates|consent\/|value-words|receipts|features\/alarms|send-account-email|notify-level|send-digest|account-emails|open-api|http\/idempotency|http\/etag|contract\/src\/descriptions|demo\//;
const QUOTED = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
/** What is filled in, and may itself contain an object or a template. */
const FILLED_IN = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;
const SENTENCE = /^(?:[A-Z“]|\$\{)(?=.* ).{6,}[.]$/;
/** The fields of an endpoint that its documentation says, and not a reply. */
const DOCUMENTED = /(?:summary|beyondWards|audit|help|description)\s*:\s*$/;
/** The wordings for patients are sentences in several languages. */
const OF_PATIENTS =
  /Certaines|Choisissez|Ne dépassez|Conviene|Elija|Escriba|No pase|Niektóre|Wybierz|Wpisz|Nie więcej|Indiquez|Écrivez|[؀-ۿ]/;

const listSources = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !/[.](test|cases)[.]ts$/.test(file) && !READ_ELSEWHERE.test(file));

/** Returns the sentences of a source file, with {{1}}, {{2}} for what is filled in. */
function sentencesIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/[^\n]*/g, '');
  return Array.from(code.matchAll(QUOTED)).flatMap((quoted) => {
    const text = quoted[1] ?? quoted[2] ?? quoted[3] ?? '';
    const isSaid = SENTENCE.test(text) && !OF_PATIENTS.test(text) && !DOCUMENTED.test(code.slice(0, quoted.index));
    let count = 0;
    return isSaid ? [text.replaceAll(String.raw`\'`, "'").replaceAll(FILLED_IN, () => `{{${++count}}}`)] : [];
  });
}

const files = [
  ...FOLDERS.flatMap(listSources),
  'apps/server/src/platform/errors.ts',
  'apps/server/src/platform/db/time-zone.ts',
  'packages/hl7/src/message/header.ts',
];
/** Languages have their names from the browser. */
const namesOfTriggers = TRIGGER_CATALOG.flatMap(({ title, actions }) => [
  title,
  ...actions.flatMap(({ title: action, filters, fields }) => [
    action,
    ...fields.map((field) => field.title),
    ...filters.flatMap(({ id, title: filter, options }) => [
      filter,
      ...(id === 'language' ? [] : options.map((option) => option.title)),
    ]),
  ]),
]);
const english = new Set([
  ...files.flatMap((file) => sentencesIn(readFileSync(join(ROOT, file), 'utf8'))),
  ...roles.BUILT_IN_ROLES.flatMap(({ name, description }) => [name, description]),
  ...namesOfTriggers,
  ...Object.values(messageTexts.ERRORS),
  ...Object.values(messageTexts.WARNINGS),
  messageTexts.missing('{{1}}'),
]);
const holesOf = (text: string): string =>
  Array.from(text.matchAll(/\{\{\d\}\}/g), ([hole]) => hole)
    .toSorted()
    .join();

it('sentences are found in the sources, with what is filled in', () => {
  expect(sentencesIn("const x = { summary: 'Not this one here.', message: 'Enter a name.', key: 'name' };")).toEqual([
    'Enter a name.',
  ]);
  expect(sentencesIn('throw conflict(`“${name}” is used ${count({ of: 1 })} times.`);')).toEqual([
    '“{{1}}” is used {{2}} times.',
  ]);
  expect(english.size).toBeGreaterThan(400);
});

describe.each(STAFF_LANGUAGES.filter((language) => language !== 'en'))('what the server says, in %s', (language) => {
  const path = join(ROOT, `apps/web/src/ui/domain/languages/${language}/sentences.json`);
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;

  it('is every sentence of its sources, and no other', () => {
    expect({
      missing: [...english].filter((sentence) => !(sentence in texts)),
      unknown: Object.keys(texts).filter((sentence) => !english.has(sentence)),
    }).toEqual({ missing: [], unknown: [] });
  });

  it('fills in what the English ones fill in', () => {
    const wrong = Object.entries(texts).filter(([sentence, text]) => holesOf(sentence) !== holesOf(text));
    expect(wrong).toEqual([]);
  });
});
