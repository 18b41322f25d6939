import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dischargeAndAnswer, makeAskingApplication, within } from '../../testing/builders.ts';
import { giveAnswers } from '../../testing/answers/given-answers.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { COUNT_CAP } from '../../platform/db/page.ts';
import { forgetAnswersOf } from '../feedback/index.ts';

let server: TestServer;
let hospital: TestApplication;
let manager: TestUser;
let surveyId: number;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeAskingApplication(server);
  manager = await server.makeUser({ applications: [hospital], permissions: ['feedback.list'] });
  const survey = await within(server, hospital, (tx) =>
    tx.selectFrom('surveys').select('id').where('application_id', '=', hospital.id).executeTakeFirstOrThrow(),
  );
  surveyId = survey.id;
});
afterAll(() => server.stop());

const write = (text: string, language = 'en', many = 1) =>
  giveAnswers(server, hospital, { surveyId, ward: 'ASH', many, text, language });

const find = async (term: string, more = '', user = manager): Promise<Json> =>
  (await server.as(user)('GET', `/feedback?term=${encodeURIComponent(term)}${more}`)).body;

const comments = async (term: string, user = manager): Promise<string[]> =>
  (await find(term, '', user)).data.map(({ comment }: Json) => comment).sort();

describe('a search for words', () => {
  it('finds them in any order and in any of their forms', async () => {
    await write('We waited four hours for the nurses.');
    await write('The nurse was kind.');
    expect(await comments('nurse waiting')).toEqual(['We waited four hours for the nurses.']);
    expect(await comments('Nursing')).toHaveLength(2);
    expect(await comments('nurse parking')).toEqual([]);
  });

  it('finds the beginning of the last word, and no other part of a word', async () => {
    await write('The blankets were thin.');
    expect(await comments('blank')).toHaveLength(1);
    expect([await comments('bla thin'), await comments('anket'), await comments('bl')]).toEqual([[], [], []]);
  });

  it('passes over words that say nothing, in the language where they do', async () => {
    await write('Nurse rang a bell.');
    await write('La enfermera no vino.', 'es');
    expect(await comments('the bell')).toEqual(['Nurse rang a bell.']);
    expect(await comments('no enfermeras')).toEqual(['La enfermera no vino.']);
    expect(await comments('the')).toEqual([]);
  });

  it.each([
    ['fr', 'Les médecins n’ont pas répondu.', 'medecin'],
    ['es', 'Las habitaciones estaban frías.', 'habitación'],
    ['pl', 'Zupa była zimna, a lekarz miły.', 'ZIMNA'],
    ['ar', 'الطعام بارد، والممرضة لطيفة', 'طعام'],
    ['ur', 'کھانا ٹھنڈا تھا۔', 'کھانا'],
  ])('reads %s', async (language, text, term) => {
    await write(text, language);
    await write('Something else.', language);
    expect(await comments(term)).toEqual([text]);
  });

  it('takes words in quotation marks as they follow each other, and leaves out those after a minus', async () => {
    await write('I rang the call bell at night.');
    await write('A bell, and a call at night.');
    expect(await comments('"call bell"')).toEqual(['I rang the call bell at night.']);
    expect(await comments('bell -rang')).toEqual(['A bell, and a call at night.']);
    expect(await comments('-rang')).toEqual(['A bell, and a call at night.']);
    expect(await comments('"')).toHaveLength(2);
  });

  it('says which words it found, in the first comment that has one', async () => {
    await write('The Nürses came, and the nurse went.');
    const [row] = (await find('nurse')).data;
    expect(row.found).toEqual(['nurse', 'nürses']);
    expect((await server.as(manager)('GET', '/feedback')).body.data[0].found).toEqual([]);
  });

  it('goes on where more comments match than a list counts', async () => {
    await write('Good.', 'en', COUNT_CAP + 1);
    await write('Good soup.');
    const many = await find('good');
    expect([many.data.length, many.total, many.total_is_estimate]).toEqual([25, COUNT_CAP, true]);
    expect(await comments('good soup')).toEqual(['Good soup.']);
    expect((await find('good', '&language=fr')).total).toBe(0);
    expect((await find('-soup')).total).toBe(COUNT_CAP);
  });
});

describe('a search for a person', () => {
  it('takes names in any order', async () => {
    await dischargeAndAnswer(server, hospital, 1, { comment: 'Nobody came.' });
    await write('Juniper berries.');
    expect(await comments('juniper')).toEqual(['Juniper berries.', 'Nobody came.']);
    expect(await comments('Juniper, Orla')).toEqual(['Nobody came.']);
  });
});

describe('words of comments', () => {
  it('are those of one application and, for people of some wards, of these', async () => {
    await write('Cold soup.');
    const neighbour = await makeAskingApplication(server);
    const stranger = await server.makeUser({ applications: [neighbour], permissions: ['feedback.list'] });
    const elsewhere = await server.makeUser({
      applications: [hospital],
      permissions: ['feedback.list'],
      locations: ['BIRCH'],
    });
    expect(await comments('soup', stranger)).toEqual([]);
    expect(await comments('soup', elsewhere)).toEqual([]);
    expect(await comments('soup')).toEqual(['Cold soup.']);
  });

  it('are forgotten with the comment', async () => {
    await dischargeAndAnswer(server, hospital, 1, { comment: 'Nobody came.' });
    const count = () =>
      within(server, hospital, (tx) =>
        tx
          .selectFrom('comment_words')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('application_id', '=', hospital.id)
          .executeTakeFirstOrThrow(),
      );
    expect((await count()).count).toBe(2);
    const [{ patient_id }] = (await find('came')).data;
    await within(server, hospital, (tx) =>
      forgetAnswersOf(tx, hospital.id, { patientIds: [patient_id], contactIds: [] }),
    );
    expect((await count()).count).toBe(0);
  });
});
