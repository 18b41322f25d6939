import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STAFF_LANGUAGES, type StaffLanguage } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { STAFF_WORDS } from '../apps/server/src/staff-texts/staff-words-in.ts';
import type { ReportWords } from '../apps/server/src/staff-texts/report/report-words.ts';
import { ROOT } from './run-program.mjs';

type Texts = Readonly<Record<string, unknown>>;

/** Where the screens of the reports have the words of the PDF. The others are of the PDF alone. */
const ON_SCREEN: Readonly<Partial<Record<keyof ReportWords, string>>> = {
  printed: 'printed',
  survey: 'survey',
  ward: 'ward',
  department: 'filter.department_id',
  language: 'filter.language',
  measure: 'measure',
  answers: 'answers',
  asked: 'asked',
  tooFew: 'too_few',
  points: 'points',
  sideBySide: 'comparison.lead',
  before: 'comparison.before',
  difference: 'comparison.difference',
  verdict: 'verdict',
  changed: 'comparison.changed',
  notAlike: 'comparison.not_alike',
  change: 'change',
  overTime: 'name.trend',
  onlyChance: 'only_chance',
  usual: 'usual',
  always: 'always',
  signal: 'signal',
  rule: 'rule',
  legend: 'legend',
  wards: 'name.wards',
  allWards: 'wards.all',
  noneOutside: 'wards.none_outside',
  outside: 'wards.outside',
  noFunnel: 'wards.no_funnel',
  restOfWards: 'wards.rest',
  unknownWard: 'wards.unknown',
  meaning: 'meaning',
  place: 'place',
  questions: 'questions.title',
  questionsLead: 'questions.lead',
  question: 'questions.question',
  range: 'questions.range',
  noQuestions: 'questions.none',
  themes: 'themes.title',
  theme: 'themes.theme',
  lookedAt: 'themes.looked_at',
  fewer: 'themes.fewer',
  themesLead: 'themes.lead',
  shareOfTagged: 'themes.share',
  was: 'themes.was',
  hidden: 'hidden_text',
  noSurvey: 'no_survey_text',
};

const screenOf = (language: StaffLanguage): Texts =>
  JSON.parse(
    readFileSync(
      join(
        ROOT,
        'apps/web/src',
        language === 'en' ? 'features/reports/en.json' : `ui/domain/languages/${language}/reports.json`,
      ),
      'utf8',
    )
      .replaceAll('{{', '{')
      .replaceAll('}}', '}'),
  );

const at = (texts: unknown, path: string): unknown =>
  path.split('.').reduce((inner, name) => (inner as Texts | undefined)?.[name], texts);

it.each(STAFF_LANGUAGES)('a report says the same on the screen and as a PDF, in %s', (language) => {
  const [screen, pdf] = [screenOf(language), STAFF_WORDS[language].report];
  const names = Object.keys(ON_SCREEN) as (keyof typeof ON_SCREEN)[];
  expect(Object.fromEntries(names.map((name) => [name, pdf[name]]))).toEqual(
    Object.fromEntries(names.map((name) => [name, at(screen, ON_SCREEN[name] ?? '')])),
  );
});
