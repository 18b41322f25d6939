import { afterEach, expect, it } from 'vitest';
import { makeDatabaseOf, type DatabaseOfVersion } from '../../../testing/database-of-version.ts';
import { formIn, type SurveyContent } from '../../survey-content/index.ts';

let database: DatabaseOfVersion | undefined;
afterEach(async () => {
  await database?.drop();
  database = undefined;
});

it('the condition of a question from before there were several is kept', async () => {
  database = await makeDatabaseOf('0102_sections_of_surveys');
  await database.run(
    `insert into applications (title, access_key, access_secret_hash) values ('A', '0000000a', 'x')`,
    `insert into surveys (application_id, title) select id, 'The stay' from applications`,
    `insert into options (application_id, title, value) select id, 'No', 0 from applications`,
    `insert into questions (application_id, survey_id, title, type_of) select application_id, id, 'Warm?', 'yes_no' from surveys`,
    `insert into questions (application_id, survey_id, title, type_of, condition_question_id, condition_option_id)
     select q.application_id, q.survey_id, 'Why?', 'text', q.id, o.id from questions q, options o`,
  );
  await database.upgrade();
  const kept = await database.run(
    `select q.title, q.condition_match, before.title as question, o.title as option
     from question_conditions c
     join questions q on q.id = c.question_id
     join questions before on before.id = c.condition_question_id
     join options o on o.id = c.condition_option_id`,
  );
  expect(kept).toEqual([{ title: 'Why?', condition_match: 'all', question: 'Warm?', option: 'No' }]);
});

it('a page that was opened before the upgrade goes on with its one condition, and without sections', () => {
  const text = { translations: {}, required: false, category_id: null };
  const earlier: SurveyContent = {
    default_language: 'en',
    languages: [],
    title: 'The stay',
    introduction: '',
    thank_you: '',
    translations: {},
    questions: [
      {
        ...text,
        id: 1,
        title: 'Warm?',
        type_of: 'yes_no',
        condition_question_id: null,
        condition_option_id: null,
        options: [{ id: 12, title: 'No', translations: {}, value: 0, escalate: false, notify: false }],
      },
      {
        ...text,
        id: 2,
        title: 'Why?',
        type_of: 'text',
        condition_question_id: 1,
        condition_option_id: 12,
        options: [],
      },
    ],
  };
  expect(formIn(earlier, [], ['en'], '2026-01-31').questions).toMatchObject([
    { id: 1, condition: null, section: null },
    { id: 2, condition: { match: 'all', of: [{ question_id: 1, option_id: 12 }] }, section: null },
  ]);
});
