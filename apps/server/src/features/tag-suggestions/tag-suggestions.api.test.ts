import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { giveAnswers } from '../../testing/answers/given-answers.ts';
import { makeAskingApplication, within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { learnNightly } from './index.ts';

const PERMISSIONS = ['feedback.list', 'feedback.update'];

let server: TestServer;
let hospital: TestApplication;
let manager: TestUser;
let surveyId: number;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeAskingApplication(server);
  manager = await server.makeUser({ applications: [hospital], permissions: PERMISSIONS });
  surveyId = (
    await within(server, hospital, (tx) =>
      tx.selectFrom('surveys').select('id').where('application_id', '=', hospital.id).executeTakeFirstOrThrow(),
    )
  ).id;
});
afterAll(() => server.stop());

/** Stores answers with this comment and tags. Returns the id of the newest. */
async function write(
  text: string,
  { tags = [], many = 1, ward = 'ASH', language = 'en' }: Written = {},
): Promise<number> {
  await giveAnswers(server, hospital, { surveyId, ward, many, text, language });
  return within(server, hospital, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update feedback f set tags = ${[...tags].sort()}::text[] where f.application_id = ${hospital.id} and f.id in (
        select feedback_id from feedback_answers where text = ${text} order by id desc limit ${many})
      returning f.id`.execute(tx);
    return Math.max(...rows.map(({ id }) => id));
  });
}
interface Written {
  tags?: string[];
  many?: number;
  ward?: string;
  language?: string;
}

/** A hospital whose people have tagged what was written about food and about noise. */
async function tagged(): Promise<void> {
  await write('The soup was cold and the bread stale.', { tags: ['food'], many: 30 });
  await write('Cold potatoes, and no choice of meals.', { tags: ['food'], many: 20 });
  await write('Loud voices in the corridor all night.', { tags: ['noise'], many: 30, ward: 'ELM' });
  await write('A phone rang all night, I could not sleep.', { tags: ['noise'], many: 20, ward: 'ELM' });
  await write('The staff were friendly, and the room clean.', { tags: ['praise'], many: 40 });
  await write('Cold soup at noon and loud voices all night.', { tags: ['food', 'noise'], many: 20, ward: 'ELM' });
  await learnNightly(server.ctx);
}

const read = async (id: number, user = manager) => (await server.as(user)('GET', `/feedback/records/${id}`)).body.data;
const suggested = async (id: number, user = manager) => (await read(id, user)).suggested_tags;
const change = (id: number, feedback: object) => server.as(manager)('PUT', `/feedback/records/${id}`, { feedback });

it('a tag is suggested for a comment like those that have it, with the words that decided, in any of their forms', async () => {
  await tagged();
  const id = await write('My soups came cold.');
  expect(await suggested(id)).toEqual([{ tag: 'food', words: ['cold', 'soups'], right_percent: 100 }]);
  expect(await suggested(await write('The doctor explained everything.'))).toEqual([]);
  expect(await suggested(await write(''))).toEqual([]);
});

it('a tag that is given is suggested no more, and one that was refused not for these answers', async () => {
  await tagged();
  const id = await write('Cold soup, and loud voices at night.');
  expect((await suggested(id)).map(({ tag }: { tag: string }) => tag).sort()).toEqual(['food', 'noise']);
  const added = await change(id, { add_tags: ['food'] });
  expect(added.body.data.suggested_tags.map(({ tag }: { tag: string }) => tag)).toEqual(['noise']);
  expect((await change(id, { refuse_tags: ['noise'] })).body.data.suggested_tags).toEqual([]);
  expect((await read(id)).tags).toEqual(['food']);
  await change(id, { add_tags: ['noise'] });
  const again = await change(id, { remove_tags: ['noise'] });
  expect(again.body.data.suggested_tags.map(({ tag }: { tag: string }) => tag)).toEqual(['noise']);
});

it('the next night learns from what was refused', async () => {
  await tagged();
  for (let answer = 0; answer < 60; answer += 1) {
    const id = await write(`The cold bath number ${answer}.`);
    await change(id, { refuse_tags: ['food'] });
  }
  const id = await write('It was cold.');
  expect(await suggested(id)).toHaveLength(1);
  await learnNightly(server.ctx);
  expect(await suggested(id)).toEqual([]);
});

it('where tags do not follow from the words, nothing is suggested', async () => {
  for (const tag of ['one', 'two']) await write('The same words each time.', { tags: [tag], many: 40 });
  await learnNightly(server.ctx);
  expect(await suggested(await write('The same words each time.'))).toEqual([]);
});

it('whoever sees some wards hears of tags in use there, and nobody of what another hospital has tagged', async () => {
  await tagged();
  const id = await write('Cold soup, and loud voices at night.');
  const nurse = await server.makeUser({ applications: [hospital], permissions: PERMISSIONS, locations: ['ASH'] });
  expect((await suggested(id, nurse)).map(({ tag }: { tag: string }) => tag)).toEqual(['food']);
  hospital = await makeAskingApplication(server);
  const other = await server.makeUser({ applications: [hospital], permissions: PERMISSIONS });
  const { id: otherSurvey } = await within(server, hospital, (tx) =>
    tx.selectFrom('surveys').select('id').where('application_id', '=', hospital.id).executeTakeFirstOrThrow(),
  );
  surveyId = otherSurvey;
  await learnNightly(server.ctx);
  expect(await suggested(await write('Cold soup, and loud voices at night.'), other)).toEqual([]);
});
