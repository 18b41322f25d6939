import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let surveyId: number;
let warm: number;
let quiet: number;

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });
const ask = async (question: object): Promise<number> =>
  (await call('POST', `/surveys/${surveyId}/questions`, { question })).body.data.id;
const addSection = async (title: string, introduction = ''): Promise<number> =>
  (await call('POST', `/surveys/${surveyId}/sections`, { section: { title, introduction } })).body.data.id;
const order = (...items: [kind: 'section' | 'question', id: number][]) =>
  call('PUT', `/surveys/${surveyId}/order`, { survey: { items: items.map(([kind, id]) => ({ kind, id })) } });
const html = async (id = surveyId, lang = 'en'): Promise<string> =>
  (await call('GET', `/surveys/${id}/preview?lang=${lang}`)).body.data.html;
/** The headings and questions of the patients' page, in their order. */
const shown = async (id = surveyId, lang = 'en') =>
  [...(await html(id, lang)).matchAll(/<h2 id="section_\d+">([^<]+)|<legend>.*?<\/span>([^<]+)/g)].map(
    ([, heading, question]) => heading ?? question,
  );

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  const hospital = await server.makeApplication();
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  const made = await call('POST', '/surveys', { survey: { title: 'The stay', languages: ['fr'] } });
  surveyId = made.body.data.id;
  warm = await ask({ title: 'Was it warm?', type_of: 'yes_no' });
  quiet = await ask({ title: 'Was it quiet?', type_of: 'yes_no' });
});
afterAll(() => server.stop());

describe('a section of a survey', () => {
  it('is added at the end and shown above the questions that are moved below it', async () => {
    const ward = await addSection('The ward', 'Where you slept.');
    expect((await call('GET', `/surveys/${surveyId}`)).body.data.sections).toMatchObject([
      { id: ward, title: 'The ward', introduction: 'Where you slept.' },
    ]);
    expect(await shown()).toEqual(['Was it warm?', 'Was it quiet?']);
    const { body } = await order(['question', warm], ['section', ward], ['question', quiet]);
    expect(body.data).toEqual([
      { kind: 'question', id: warm },
      { kind: 'section', id: ward },
      { kind: 'question', id: quiet },
    ]);
    expect(await shown()).toEqual(['Was it warm?', 'The ward', 'Was it quiet?']);
    expect(await html()).toContain('<p>Where you slept.</p>');
    const last = await ask({ title: 'Was it clean?', type_of: 'yes_no' });
    expect((await order(['question', quiet])).body.data.map(({ id }: Json) => id)).toEqual([quiet, warm, ward, last]);
  });

  it('keeps its place when somebody orders only the questions', async () => {
    const ward = await addSection('The ward');
    await order(['question', warm], ['section', ward], ['question', quiet]);
    await call('PUT', `/surveys/${surveyId}/questions/order`, { survey: { question_ids: [quiet, warm] } });
    expect(await shown()).toEqual(['Was it quiet?', 'The ward', 'Was it warm?']);
  });

  it('is translated, and counted among the texts once a question stands below it', async () => {
    const texts = async () => (await call('GET', `/surveys/${surveyId}/translations`)).body.data;
    const before = (await texts()).completeness[0].of;
    const ward = await addSection('The ward', 'Where you slept.');
    expect((await texts()).completeness[0].of).toBe(before);
    await order(['section', ward]);
    expect((await texts()).completeness[0].of).toBe(before + 2);
    const heading = { kind: 'section', id: ward, field: 'title', text: 'Le service' };
    const path = `/surveys/${surveyId}/translations`;
    const saved = await call('PUT', path, { translation: { language: 'fr', texts: [heading] } });
    expect(saved.status).toBe(200);
    expect((await shown(surveyId, 'fr'))[0]).toBe('Le service');
    const long = { ...heading, text: 'x'.repeat(201) };
    expect((await call('PUT', path, { translation: { language: 'fr', texts: [long] } })).status).toBe(422);
  });

  it('is copied with its survey, also where no question stands below it yet', async () => {
    const ward = await addSection('The ward');
    await order(['section', ward]);
    await addSection('At the end');
    const copy = (await call('POST', `/surveys/${surveyId}/duplicate`)).body.data;
    expect(copy.sections.map(({ title }: Json) => title)).toEqual(['The ward', 'At the end']);
    expect(copy.sections[0].id).not.toBe(ward);
    expect(await shown(copy.id)).toEqual(['The ward', 'Was it warm?', 'Was it quiet?']);
  });

  it('is changed with its version, and leaves its questions when it is removed', async () => {
    const ward = await addSection('The ward');
    await order(['section', ward]);
    const path = `/surveys/${surveyId}/sections/${ward}`;
    const { version } = (await call('GET', `/surveys/${surveyId}`)).body.data.sections[0];
    const renamed = await call('PUT', path, { section: { title: 'Your room', version } });
    expect([renamed.status, renamed.body.data.title]).toEqual([200, 'Your room']);
    expect((await call('PUT', path, { section: { title: 'Too late', version } })).status).toBe(409);
    expect((await call('PUT', path, { section: { title: ' ' } })).body.errors).toHaveProperty('title');
    expect((await call('DELETE', path)).body.data).toEqual({ id: ward });
    expect(await shown()).toEqual(['Was it warm?', 'Was it quiet?']);
    expect((await call('DELETE', path)).status).toBe(404);
  });

  it('cannot move a question before the one that it hangs on', async () => {
    const { options } = (await call('GET', `/questions/${warm}`)).body.data;
    await call('PUT', `/questions/${quiet}`, {
      question: { condition_question_id: warm, condition_option_id: options[0].id },
    });
    const refused = await order(['question', quiet], ['question', warm]);
    expect([refused.status, refused.body.errors]).toMatchObject([422, { question_ids: expect.anything() }]);
  });
});
