import { feedback } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { SURVEY_TEMPLATES } from './index.ts';
import type { Texts } from './survey-template.ts';

const ARABIC = /\p{Script=Arabic}/u;

describe.each(Object.entries(SURVEY_TEMPLATES))('the template %s', (_name, template) => {
  const { questions, options } = template;
  const offered = Object.entries(options);
  const texts: [Texts, number][] = [
    [template.title, 200],
    [template.introduction, 2000],
    [template.thank_you, 2000],
    ...questions.map(({ title }): [Texts, number] => [title, 500]),
    ...offered.map(([, { title }]): [Texts, number] => [title, 200]),
  ];

  it('has every text in every language of the portal', () => {
    for (const [text, longest] of texts) {
      for (const language of feedback.PORTAL_LANGUAGES) {
        expect(text[language].length).toBeGreaterThan(0);
        expect(text[language].length).toBeLessThanOrEqual(longest);
      }
    }
  });

  it('has texts written from right to left for Arabic and Urdu, except for numbers', () => {
    const worded = texts.filter(([text]) => /[a-z]/i.test(text.en));
    for (const [text] of worded) {
      expect(text.ar).toMatch(ARABIC);
      expect(text.ur).toMatch(ARABIC);
    }
  });

  it('uses only its own options and questions, and every option somewhere', () => {
    const used = questions.flatMap((question) => question.options ?? []);
    expect(new Set(used)).toEqual(new Set(offered.map(([name]) => name)));
    for (const [index, { condition }] of questions.entries()) {
      if (!condition) continue;
      const before = questions.slice(0, index).find(({ key }) => key === condition.question);
      expect(before?.options).toContain(condition.option);
    }
  });

  it('has options for every choice and none for a text', () => {
    for (const { type_of, options: given = [] } of questions) expect(given.length > 0).toBe(type_of !== 'text');
  });

  it('has values from 0 to 100, or none for an answer that does not count', () => {
    for (const [, { value }] of offered) expect(value === null || (value >= 0 && value <= 100)).toBe(true);
  });
});

/** They are for a hospital's own questions: a measured pain, the day of an operation, a study. */
const OF_ONE_HOSPITAL = ['number', 'date', 'consent'];

it('the templates together contain every type of question that suits any hospital, and one with a condition', () => {
  const questions = Object.values(SURVEY_TEMPLATES).flatMap((template) => template.questions);
  expect(new Set(questions.map(({ type_of }) => type_of))).toEqual(
    new Set(feedback.QUESTION_TYPES.filter((type) => !OF_ONE_HOSPITAL.includes(type))),
  );
  expect(questions.some(({ condition }) => condition)).toBe(true);
});
