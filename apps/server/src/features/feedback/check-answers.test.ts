import { describe, expect, it } from 'vitest';
import { answerWords, NO_RULES, type FormQuestion, type SurveyForm } from '../survey-content/index.ts';
import { checkAnswers, scoreOf } from './check-answers.ts';
import { askedQuestions, keepKnown, readGiven } from './given-answers.ts';

const option = (id: number, value: number | null) => ({
  id,
  title: `option ${id}`,
  standard_title: `option ${id}`,
  value,
  escalate: false,
  notify: false,
  agrees: null,
});

const when = (match: 'all' | 'any', ...of: [question: number, option: number][]): FormQuestion['condition'] => ({
  match,
  of: of.map(([question_id, option_id]) => ({ question_id, option_id })),
});

function question(id: number, more: Partial<FormQuestion> = {}): FormQuestion {
  return {
    id,
    title: `question ${id}`,
    title_language: 'en',
    standard_title: `question ${id}`,
    type_of: 'radio',
    required: false,
    category: { id: null, title: '', standard_title: null, department_id: null },
    section: null,
    condition: null,
    options: [option(id * 10 + 1, 100), option(id * 10 + 2, 0)],
    ...NO_RULES,
    standard_unit: null,
    ...more,
  };
}

const survey = (...questions: FormQuestion[]): SurveyForm => ({
  id: 1,
  active: true,
  revision: 1,
  title: '',
  introduction: '',
  thank_you: '',
  language: 'en',
  languages: ['en'],
  questions,
});

const words = answerWords('en');
const check = (form: SurveyForm, responses: Parameters<typeof readGiven>[0]) =>
  checkAnswers(form, readGiven(responses), words);

const followUp = question(2, {
  type_of: 'text',
  options: [],
  required: true,
  condition: when('all', [1, 12]),
});

describe('answers to a survey', () => {
  it('are needed where they are required, and each error has its reason', () => {
    const form = survey(question(1, { required: true }), question(2, { required: true, type_of: 'text', options: [] }));
    expect(check(form, [{ question_id: 2, text: '   ' }])).toEqual({
      ok: false,
      errors: { question_1: [words.required_choice], question_2: [words.required_text] },
    });
  });

  it('that do not count are answers to a question that must be answered', () => {
    const form = survey(question(1, { required: true, options: [option(11, 100), option(12, null)] }));
    expect(check(form, [{ question_id: 1, option_id: 12 }])).toMatchObject({
      ok: true,
      answers: [{ question: { id: 1 } }],
    });
  });

  it('may be left out where they are optional', () => {
    expect(check(survey(question(1)), [])).toEqual({ ok: true, answers: [] });
  });

  it('must be options of their own question', () => {
    const form = survey(question(1), question(2));
    expect(check(form, [{ question_id: 1, option_id: 21 }])).toEqual({
      ok: false,
      errors: { question_1: [words.not_offered] },
    });
    expect(check(form, [{ question_id: 9, option_id: 21 }])).toEqual({
      ok: false,
      errors: { question_9: [words.not_offered] },
    });
  });

  it('are one for a single choice, and several for a checkbox', () => {
    const both = [{ question_id: 1, option_ids: [11, 12] }];
    expect(check(survey(question(1)), both)).toMatchObject({ ok: false, errors: { question_1: [words.one_only] } });
    expect(check(survey(question(1, { type_of: 'checkbox' })), both)).toMatchObject({ ok: true });
  });

  it('may be as long as 4,000 characters', () => {
    const form = survey(question(1, { type_of: 'text', options: [] }));
    expect(check(form, [{ question_id: 1, text: 'x'.repeat(4000) }])).toMatchObject({ ok: true });
    expect(check(form, [{ question_id: 1, text: 'x'.repeat(4001) }])).toMatchObject({ ok: false });
  });

  it('are stored without characters that a database cannot hold', () => {
    const form = survey(question(1, { type_of: 'text', options: [] }));
    expect(check(form, [{ question_id: 1, text: 'a\0b\r\nc\ud800' }])).toMatchObject({
      answers: [{ text: 'ab\nc\ufffd' }],
    });
  });
});

describe('a question with a condition', () => {
  it('needs no answer when it is not asked, and an answer to it is dropped', () => {
    const responses = [
      { question_id: 1, option_id: 11 },
      { question_id: 2, text: 'left over' },
    ];
    expect(check(survey(question(1), followUp), responses)).toMatchObject({ answers: [{ question: { id: 1 } }] });
  });

  it('is required once it is asked', () => {
    expect(check(survey(question(1), followUp), [{ question_id: 1, option_id: 12 }])).toEqual({
      ok: false,
      errors: { question_2: [words.required_text] },
    });
  });

  it('is asked when all of its conditions hold, or any of them, as it says', () => {
    const all = question(3, { condition: when('all', [1, 11], [2, 21]) });
    const any = question(4, { condition: when('any', [1, 11], [2, 21]) });
    const form = survey(question(1), question(2), all, any);
    const asked = (...options: number[]) => [
      ...askedQuestions(
        form,
        readGiven(options.map((option_id) => ({ question_id: Math.floor(option_id / 10), option_id }))),
      ),
    ];
    expect(asked(11, 21)).toEqual([1, 2, 3, 4]);
    expect(asked(11, 22)).toEqual([1, 2, 4]);
    expect(asked(12, 22)).toEqual([1, 2]);
  });

  it('is found quickly in a survey in which each question hangs on ten others', () => {
    const many = Array.from({ length: 200 }, (_, index) => {
      const before = Array.from({ length: Math.min(index, 10) }, (__, back): [number, number] => {
        const id = index - back;
        return [id, id * 10 + 1];
      });
      return question(index + 1, before.length > 0 ? { condition: when('all', ...before) } : {});
    });
    const given = readGiven(many.map(({ id }) => ({ question_id: id, option_id: id * 10 + 1 })));
    expect(askedQuestions(survey(...many), given).size).toBe(200);
  });

  it('is not asked when the question before it is not asked either', () => {
    const third = question(3, { condition: when('all', [2, 21]) });
    const second = question(2, { condition: when('all', [1, 11]) });
    const form = survey(question(1), second, third);
    const given = (option_id: number) =>
      readGiven([
        { question_id: 1, option_id },
        { question_id: 2, option_id: 21 },
      ]);
    expect([...askedQuestions(form, given(11))]).toEqual([1, 2, 3]);
    expect([...askedQuestions(form, given(12))]).toEqual([1]);
  });

  it('is never asked when conditions form a circle, or name a question that does not exist', () => {
    const first = question(1, { condition: when('all', [2, 21]) });
    const second = question(2, { condition: when('all', [1, 11]) });
    const given = readGiven([
      { question_id: 1, option_id: 11 },
      { question_id: 2, option_id: 21 },
      { question_id: 7, option_id: 71 },
    ]);
    expect([...askedQuestions(survey(first, second), given)]).toEqual([]);
    const lost = question(3, { condition: when('all', [7, 71]) });
    expect([...askedQuestions(survey(lost), given)]).toEqual([]);
  });
});

describe('the score', () => {
  const answer = (...values: (number | null)[]) => ({
    question: question(1),
    options: values.map((value, index) => option(index, value)),
    text: null,
    harm: false,
    number: null,
    day: null,
    consent: null,
  });

  it('is the mean of the answers, a checkbox counting as the mean of its chosen options', () => {
    expect(scoreOf([answer(100), answer(0, 50), answer(33)])).toBe(52.67);
  });

  it('leaves out options that do not count, and is null when there are no others', () => {
    expect(scoreOf([answer(80), answer(null), answer(20, null)])).toBe(50);
    expect(scoreOf([answer(null)])).toBeNull();
  });

  it('leaves texts out, and is null when no answer has a value', () => {
    expect(scoreOf([answer(80), answer()])).toBe(80);
    expect(scoreOf([answer()])).toBeNull();
  });
});

it('a draft keeps everything that belongs to the survey, valid or not', () => {
  const form = survey(question(1, { required: true }), question(2, { type_of: 'text', options: [] }));
  const given = readGiven([
    { question_id: 1, option_ids: [12, 99] },
    { question_id: 2, text: 'half a sen' },
    { question_id: 5, text: 'not here' },
  ]);
  expect(keepKnown(form, given)).toEqual([
    { question_id: 1, option_ids: [12], text: null },
    { question_id: 2, option_ids: [], text: 'half a sen' },
  ]);
});
