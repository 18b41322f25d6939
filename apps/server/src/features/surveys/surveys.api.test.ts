import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeFullApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });

const make = async (survey: object = { title: 'Meals' }): Promise<Json> =>
  (await call('POST', '/surveys', { survey })).body.data;

const ask = async (surveyId: number, question: object): Promise<Json> =>
  (await call('POST', `/surveys/${surveyId}/questions`, { question })).body.data;

describe('a survey', () => {
  it('is made empty, found, changed and deleted', async () => {
    const created = await call('POST', '/surveys', { survey: { title: ' Meals ', languages: ['ar', 'ur'] } });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      title: 'Meals',
      active: true,
      languages: ['en', 'ar', 'ur'],
      questions_count: 0,
      offered: false,
      completeness: [
        { language: 'ar', done: 0, of: 1 },
        { language: 'ur', done: 0, of: 1 },
      ],
    });
    const { id, version } = created.body.data;
    const changed = await call('PUT', `/surveys/${id}`, { survey: { introduction: 'How was it?', version } });
    expect([changed.status, changed.body.data.introduction]).toEqual([200, 'How was it?']);
    expect((await call('GET', '/surveys?term=mea')).body.data).toMatchObject([{ id }]);
    expect((await call('GET', '/surveys?paginate=0')).body.data).toHaveLength(2);
    expect((await call('GET', '/surveys.csv')).status).toBe(200);
    expect((await call('DELETE', `/surveys/${id}`)).body.data).toEqual({ id });
    expect((await call('GET', `/surveys/${id}`)).status).toBe(404);
  });

  it('is refused without a title, in an unsupported language, or from an unknown template', async () => {
    for (const [survey, field] of [
      [{}, 'title'],
      [{ title: '  ' }, 'title'],
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ title: 'Meals', default_language: 'tlh' }, 'default_language'],
      [{ title: 'Meals', template: 'best_ever' }, 'template'],
    ] as const)
      expect((await call('POST', '/surveys', { survey })).body.errors).toHaveProperty(field);
    expect((await call('POST', '/surveys', {})).status).toBe(422);
  });

  it('gets the title of its template where the form leaves it empty', async () => {
    expect((await make({ title: '  ', template: 'discharge' })).title).toBe('Your stay with us');
  });

  it.each(['friends_and_family_test', 'discharge', 'de_escalation'])(
    'begins with the template %s',
    async (template) => {
      const survey = await make({ template, title: 'Ours', active: false });
      expect(survey).toMatchObject({ title: 'Ours', active: false, languages: ['en', 'ar', 'fr', 'es', 'pl', 'ur'] });
      const { data } = (await call('GET', `/surveys/${survey['id']}/questions`)).body;
      expect(data.length).toBe(survey['questions_count']);
      for (const question of data) expect(question.category).not.toBeNull();
      const done = survey['completeness'].find((one: Json) => one['language'] === 'ar');
      expect(done.done).toBe(done.of);
    },
  );

  it('is copied with its questions, options and conditions, and the copy is not active', async () => {
    const { status, body } = await call('POST', `/surveys/${hospital.surveyId}/duplicate`);
    expect([status, body.data.active, body.data.title]).toEqual([201, false, 'Copy of Your stay with us']);
    const of = async (id: number) => (await call('GET', `/surveys/${id}/questions`)).body.data;
    const [copied, original] = [await of(body.data.id), await of(hospital.surveyId)];
    const shape = (list: Json[]) => list.map(({ title, options, condition }) => ({ title, options, condition }));
    expect(shape(copied)).toEqual(shape(original));
    expect(copied[1].condition_question_id).toBe(copied[0].id);
  });

  it('that patients were offered is deactivated, never deleted', async () => {
    const refused = await call('DELETE', `/surveys/${hospital.surveyId}`);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Deactivate it')]);
    const { body } = await call('PUT', `/surveys/${hospital.surveyId}`, { survey: { active: false } });
    expect(body.data).toMatchObject({ active: false, offered: true });
    expect((await call('GET', '/surveys?active=1')).body.data).toEqual([]);
    expect((await call('GET', '/surveys?active=0')).body.data).toHaveLength(1);
  });

  it('saved by two people at once is a conflict for the second, but a question added meanwhile is not', async () => {
    const { id, version } = await make();
    await ask(id, { title: 'Was it warm?', type_of: 'yes_no' });
    const answers = await Promise.all(
      ['First', 'Second'].map((title) => call('PUT', `/surveys/${id}`, { survey: { title, version } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('is previewed as patients see it, in each of its languages', async () => {
    const { body } = await call('GET', `/surveys/${hospital.surveyId}/preview?lang=ar`);
    expect(body.data.language).toBe('ar');
    expect(body.data.html).toContain('<html lang="ar" dir="rtl">');
    expect(body.data.html).toContain('إقامتك معنا');
  });
});

describe('questions', () => {
  it('are added, listed, changed and deleted, by either address', async () => {
    const { id } = await make();
    const question = await ask(id, { title: 'Was it warm?', category_id: hospital.categoryId });
    expect(question).toMatchObject({ type_of: 'radio', required: false, category: { title: 'Care' }, options: [] });
    const listed = (path: string) => server.call({ method: 'GET', url: path, headers: admin.headers });
    expect((await listed('/api/questions?term=warm')).body.data).toMatchObject([{ id: question['id'] }]);
    expect((await listed(`/api/v1/questions?survey_id=${id}`)).body.data).toHaveLength(1);
    const renamed = await call('PUT', `/questions/${question['id']}`, { question: { title: 'Was it hot?' } });
    expect(renamed.body.data.title).toBe('Was it hot?');
    expect((await listed(`/api/questions/${question['id']}`)).body.data.title).toBe('Was it hot?');
    expect((await call('DELETE', `/surveys/${hospital.surveyId}/questions/${question['id']}`)).status).toBe(404);
    expect((await call('DELETE', `/surveys/${id}/questions/${question['id']}`)).status).toBe(200);
    expect((await call('GET', `/questions/${question['id']}`)).status).toBe(404);
  });

  it('are refused without a text, of an unknown type, or in a category that does not exist', async () => {
    const path = `/surveys/${hospital.surveyId}/questions`;
    for (const [question, field] of [
      [{ title: '' }, 'title'],
      [{ title: 'x'.repeat(501) }, 'title'],
      [{ title: 'Warm?', type_of: 'slider' }, 'type_of'],
      [{ title: 'Warm?', category_id: 999_999_999 }, 'category_id'],
      [{ title: 'Warm?', condition_question_id: 1 }, 'condition_option_id'],
      [{ title: 'Warm?', condition_question_id: 999_999_999, condition_option_id: 1 }, 'condition_question_id'],
    ] as const)
      expect((await call('POST', path, { question })).body.errors).toHaveProperty(field);
    expect((await call('POST', path, {})).status).toBe(422);
  });

  it('whose answers are always the same get these options, shared between surveys', async () => {
    const { id } = await make();
    const nps = await ask(id, { title: 'Would you recommend us?', type_of: 'nps' });
    expect(nps['options'].map((one: Json) => one['value'])).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
    const first = await ask(id, { title: 'Was it warm?', type_of: 'yes_no' });
    const second = await ask(id, { title: 'Was it enough?', type_of: 'yes_no' });
    expect(second['options']).toEqual(first['options']);
    expect((await call('GET', `/options/${first['options'][0].id}`)).body.data.questions_count).toBeGreaterThan(1);
  });

  it('may depend on an option of an earlier question, and keep that order', async () => {
    const { id } = await make();
    const warm = await ask(id, { title: 'Was it warm?', type_of: 'yes_no' });
    const no = warm['options'][1].id;
    const why = await ask(id, {
      title: 'What was cold?',
      type_of: 'text',
      condition_question_id: warm['id'],
      condition_option_id: no,
    });
    expect(why['condition']).toEqual({ question: 'Was it warm?', option: 'No' });
    const order = (question_ids: number[]) =>
      call('PUT', `/surveys/${id}/questions/order`, { survey: { question_ids } });
    expect((await order([why['id'], warm['id']])).body.errors).toHaveProperty('question_ids');
    const circle = { condition_question_id: why['id'], condition_option_id: no };
    const circled = await call('PUT', `/questions/${warm['id']}`, { question: circle });
    expect(circled.body.errors).toHaveProperty('condition_question_id');
    for (const path of [`/questions/${warm['id']}`, `/questions/${warm['id']}/options/${no}`, `/options/${no}`]) {
      const { status, body } = await call('DELETE', path);
      expect([path, status, body.message]).toEqual([path, 409, expect.stringContaining('What was cold?')]);
    }
    const asText = await call('PUT', `/questions/${warm['id']}`, { question: { type_of: 'text' } });
    expect(asText.body.errors).toHaveProperty('type_of');
    // A question that somebody added meanwhile comes last.
    const more = await ask(id, { title: 'Anything else?', type_of: 'text' });
    const ordered = await order([warm['id'], why['id']]);
    expect(ordered.body.data.map((one: Json) => one['id'])).toEqual([warm['id'], why['id'], more['id']]);
  });
});

describe('options', () => {
  it('are made, changed, found and deleted', async () => {
    const created = await call('POST', '/options', {
      option: { title: 'Lukewarm', value: 40, notify: 1, escalate: 0 },
    });
    expect([created.status, created.body.data]).toMatchObject([201, { value: 40, notify: true, escalate: false }]);
    const { id, version } = created.body.data;
    expect((await call('PUT', `/options/${id}`, { option: { value: 45, version } })).body.data.value).toBe(45);
    expect((await call('PUT', `/options/${id}`, { option: { value: 46, version } })).status).toBe(409);
    expect((await call('GET', '/options?term=luke')).body.data).toMatchObject([{ id, questions_count: 0 }]);
    expect((await call('DELETE', `/options/${id}`)).status).toBe(200);
    expect((await call('GET', `/options/${id}`)).status).toBe(404);
  });

  it('need a title and an integer value from 0 to 100', async () => {
    for (const [option, field] of [
      [{ title: '', value: 1 }, 'title'],
      [{ title: 'x'.repeat(201), value: 1 }, 'title'],
      [{ title: 'Cold', value: 101 }, 'value'],
      [{ title: 'Cold', value: -1 }, 'value'],
      [{ title: 'Cold', value: 1.5 }, 'value'],
      [{ title: 'Cold', value: 'much' }, 'value'],
    ] as const) {
      expect((await call('POST', '/options', { option })).body.errors).toHaveProperty(field);
      const path = `/questions/${hospital.questionIds[0]}/options`;
      expect((await call('POST', path, { option })).body.errors).toHaveProperty(field);
    }
    expect((await call('POST', '/options', {})).status).toBe(422);
  });

  it('may have no value, and then come last by value and say in files that they do not count', async () => {
    const made = await call('POST', '/options', { option: { title: 'Does not apply', value: null } });
    expect([made.status, made.body.data.value]).toEqual([201, null]);
    const { id } = made.body.data;
    for (const sort of ['value', '-value'])
      expect((await call('GET', `/options?paginate=0&sort=${sort}`)).body.data.at(-1).id).toBe(id);
    await call('POST', `/questions/${hospital.questionIds[0]}/options`, { option: { id } });
    const file = await server.http.inject({ method: 'GET', url: '/api/v1/questions.csv', headers: admin.headers });
    expect(file.body).toContain('Does not apply (does not count)');
    expect((await call('PUT', `/options/${id}`, { option: { value: 30 } })).body.data.value).toBe(30);
    expect((await call('PUT', `/options/${id}`, { option: { value: null } })).body.data.value).toBeNull();
  });

  it('of a question are attached by id or made, listed with other options, ordered and removed', async () => {
    const { id } = await make();
    const question = await ask(id, { title: 'How was it?' });
    const path = `/questions/${question['id']}/options`;
    const made = await call('POST', path, { option: { title: 'Lukewarm', value: 40 } });
    expect([made.status, made.body.data.assigned]).toEqual([201, 1]);
    const attach = () => call('POST', path, { option: { id: hospital.optionId } });
    expect([(await attach()).status, (await attach()).status]).toEqual([201, 201]);
    const all = (await call('GET', path)).body.data;
    expect(all.filter((one: Json) => one['assigned'] >= 1).map((one: Json) => one['id'])).toEqual([
      made.body.data.id,
      hospital.optionId,
    ]);
    expect(all.slice(2).every((one: Json) => one['assigned'] === 0)).toBe(true);
    expect((await call('GET', `${path}?assigned=1`)).body.total).toBe(2);
    const ordered = await call('PUT', `${path}/order`, { question: { option_ids: [hospital.optionId] } });
    expect(ordered.body.data.options.map((one: Json) => one['id'])).toEqual([hospital.optionId, made.body.data.id]);
    expect((await call('DELETE', `${path}/${made.body.data.id}`)).status).toBe(200);
    expect((await call('DELETE', `${path}/${made.body.data.id}`)).status).toBe(404);
    expect((await call('GET', `/options/${made.body.data.id}`)).status).toBe(200);
    expect((await call('POST', path, { option: { id: 999_999_999 } })).status).toBe(404);
  });
});

describe('translations', () => {
  const texts = async (id: number) => (await call('GET', `/surveys/${id}/translations`)).body.data;

  it('are stored text by text, counted, and deleted again', async () => {
    const { id } = await make({ title: 'Meals', languages: ['ur'] });
    const warm = await ask(id, { title: 'Was it warm?', type_of: 'yes_no', category_id: hospital.categoryId });
    const before = await texts(id);
    // Yes and No have translations into Urdu.
    expect(before.completeness).toEqual([{ language: 'ur', done: 2, of: 5 }]);
    const translation = {
      language: 'ur',
      texts: [
        { kind: 'survey', id: 0, field: 'title', text: 'کھانا' },
        { kind: 'question', id: warm['id'], field: 'title', text: 'کیا گرم تھا؟' },
        { kind: 'category', id: hospital.categoryId, field: 'title', text: 'نگہداشت' },
      ],
    };
    const saved = await call('PUT', `/surveys/${id}/translations`, { translation });
    expect(saved.body.data.completeness).toEqual([{ language: 'ur', done: 5, of: 5 }]);
    const { html } = (await call('GET', `/surveys/${id}/preview?lang=ur`)).body.data;
    expect(html).toContain('کیا گرم تھا؟');
    expect(html).toContain('dir="rtl"');
    const emptied = { language: 'ur', texts: [{ kind: 'question', id: warm['id'], field: 'title', text: '' }] };
    const { body } = await call('PUT', `/surveys/${id}/translations`, { translation: emptied });
    expect(body.data.completeness).toEqual([{ language: 'ur', done: 4, of: 5 }]);
  });

  it('are refused in a language that the survey does not have, and for texts of another survey', async () => {
    const { id } = await make({ title: 'Meals', languages: ['ur'] });
    const write = (language: string, text: object) =>
      call('PUT', `/surveys/${id}/translations`, { translation: { language, texts: [text] } });
    const title = { kind: 'survey', id: 0, field: 'title', text: 'Repas' };
    expect((await write('fr', title)).body.errors).toHaveProperty('language');
    expect((await write('en', title)).body.errors).toHaveProperty('language');
    const theirs = { kind: 'question', id: hospital.questionIds[0], field: 'title', text: 'Repas' };
    expect((await write('ur', theirs)).body.errors).toHaveProperty(['texts.0']);
    expect((await write('ur', { ...title, text: 'x'.repeat(201) })).body.errors).toHaveProperty(['texts.0.text']);
  });
});

describe('the value of an option', () => {
  it('is an integer from 0 to 100, and an empty value is not read as 0', async () => {
    for (const value of [undefined, '', ' ', true, [], 'ten', 1.5, '1.5', -1, 101, '101'])
      expect((await call('POST', '/options', { option: { title: 'Fair', value } })).body.errors).toEqual({
        value: ['Enter a whole number from 0 to 100.'],
      });
    for (const [value, stored] of [
      [0, 0],
      ['0', 0],
      ['75', 75],
      [100, 100],
    ])
      expect((await call('POST', '/options', { option: { title: `Fair ${value}`, value } })).body.data.value).toBe(
        stored,
      );
  });
});

describe('the older addresses of questions and options', () => {
  it('work on the same records', async () => {
    const { id: surveyId } = await make();
    const { id } = await ask(surveyId, { title: 'Was it warm?' });
    const old = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
      server.call({ method, url: `/api${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });
    const made = await old('POST', '/options', { option: { title: 'Warm', value: 100 } });
    expect(made.status).toBe(201);
    expect((await old('PUT', `/options/${made.body.data.id}`, { option: { value: 90 } })).body.data.value).toBe(90);
    const attached = await old('POST', `/questions/${id}/options`, { option: { id: made.body.data.id } });
    expect([attached.status, attached.body.data.assigned]).toEqual([201, 1]);
    const order = { question: { option_ids: [made.body.data.id] } };
    expect((await old('PUT', `/questions/${id}/options/order`, order)).status).toBe(200);
    expect((await old('DELETE', `/questions/${id}/options/${made.body.data.id}`)).status).toBe(200);
    expect((await call('GET', `/questions/${id}/options?assigned=1`)).body.data).toEqual([]);
    expect((await old('DELETE', `/options/${made.body.data.id}`)).status).toBe(200);
  });
});
