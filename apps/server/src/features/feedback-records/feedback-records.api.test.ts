import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dischargeAndAnswer, makeAskingApplication, within } from '../../testing/builders.ts';
import { forgetAnswersOf } from '../feedback/index.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';

let server: TestServer;
let hospital: TestApplication;
let manager: TestUser;
let serial = 0;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeAskingApplication(server);
  manager = await server.makeUser({ applications: [hospital], permissions: ['feedback.list', 'cases.list'] });
});
afterAll(() => server.stop());

/** A patient is discharged, answers badly and writes the comment. */
const answer = (comment: string, stay: { ward?: string; family?: string } = {}) =>
  dischargeAndAnswer(server, hospital, ++serial, { comment, ...stay });

const list = async (query = '', user = manager): Promise<Json> =>
  (await server.as(user)('GET', `/feedback${query}`)).body;
const commentsOf = ({ data }: Json): string[] => data.map(({ comment }: Json) => comment);
const read = (id: number, isRead = true, user = manager) =>
  server.as(user)('PUT', `/feedback/records/${id}/read`, { feedback: { read: isRead } });

describe('the list of answered surveys', () => {
  it('shows what nobody has read first, with who answered about what', async () => {
    await answer('Nobody came.');
    await answer('Cold soup.');
    const { data, unread_count } = await list();
    expect(unread_count).toBe(2);
    expect(commentsOf({ data })).toEqual(['Cold soup.', 'Nobody came.']);
    expect(data[0]).toMatchObject({
      family_name: 'Juniper',
      location: 'ASH',
      language: 'en',
      escalates: true,
      case_id: expect.any(Number),
      patient_id: expect.any(Number),
      visit_id: expect.any(Number),
      read_at: null,
    });

    await read(data[0].id);
    const after = await list();
    expect([commentsOf(after), after.unread_count]).toEqual([['Nobody came.', 'Cold soup.'], 1]);
    expect(commentsOf(await list('?unread=1'))).toEqual(['Nobody came.']);
    expect(commentsOf(await list('?sort=-submitted_at'))).toEqual(['Cold soup.', 'Nobody came.']);
  });

  it('is filtered by ward, survey, score, comment, language and day, and searched by name and words', async () => {
    await answer('Nobody came.');
    await answer('Cold soup.', { ward: 'BIRCH', family: "O'Hara" });
    await answer('');
    const [{ survey_id, score }] = (await list()).data;
    const today = server.ctx.clock().toISOString().slice(0, 10);
    const found = async (query: string) => (await list(query)).total;
    expect(await found('?location=BIRCH')).toBe(1);
    expect(await found(`?survey_id=${survey_id}`)).toBe(3);
    expect(await found(`?survey_id=${survey_id + 1}`)).toBe(0);
    expect(await found(`?max_score=${score}`)).toBe(3);
    expect(await found(`?max_score=${score - 0.5}`)).toBe(0);
    expect([await found('?has_comment=1'), await found('?has_comment=0')]).toEqual([2, 1]);
    expect([await found('?language=en'), await found('?language=fr')]).toEqual([3, 0]);
    expect([await found(`?from=${today}&to=${today}`), await found('?to=2020-01-01')]).toEqual([3, 0]);
    expect([await found('?term=soup'), await found("?term=o'h"), await found('?term=nothing')]).toEqual([1, 1, 0]);
    const csv = await server.call({ url: '/api/v1/feedback.csv?location=BIRCH', headers: manager.headers });
    expect(String(csv.body).split('\r\n').filter(Boolean)).toHaveLength(2);
  });

  it('offers the surveys, departments and wards that it can be filtered by', async () => {
    await answer('Nobody came.');
    const { data } = (await server.as(manager)('GET', '/feedback/records/choices')).body;
    expect(data).toMatchObject({ surveys: [{ title: expect.any(String) }], wards: ['ASH'] });
    expect(data.departments.length).toBeGreaterThan(0);
  });

  it('is read on from a change number, so that nothing is missed and nothing comes twice', async () => {
    await answer('First.');
    await answer('Second.');
    const start = await list('?changed_since=0');
    expect(commentsOf(start)).toEqual(['First.', 'Second.']);
    const last = start.data[1].change_number;
    expect((await list(`?changed_since=${last}`)).data).toEqual([]);
    await read(start.data[0].id);
    await read(start.data[0].id);
    await answer('Third.');
    const next = await list(`?changed_since=${last}`);
    expect(commentsOf(next)).toEqual(['First.', 'Third.']);
    expect(next.data[0].change_number).toBe(last + 1);
  });

  it('gives numbers in the order in which changes become visible', async () => {
    await answer('First.');
    await answer('Second.');
    const [first, second] = (await list('?changed_since=0')).data;
    const readInTransaction = (id: number, until: Promise<void>, onRead: () => void) =>
      within(server, hospital, async (tx) => {
        await tx.updateTable('feedback').set({ read_at: server.ctx.clock() }).where('id', '=', id).execute();
        onRead();
        await until;
      });
    let commit = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let slow: Promise<void> = Promise.resolve();
    await new Promise<void>((resolve) => {
      slow = readInTransaction(first.id, held, resolve);
    });
    let isSecondRead = false;
    const quick = readInTransaction(second.id, Promise.resolve(), () => (isSecondRead = true));
    expect((await list(`?changed_since=${second.change_number}`)).data).toEqual([]);
    expect(isSecondRead).toBe(false);
    commit();
    await Promise.all([slow, quick]);
    expect(commentsOf(await list(`?changed_since=${second.change_number}`))).toEqual(['First.', 'Second.']);
  });
});

it('has an address that is not taken for the link of a patient', async () => {
  const page = await server.http.inject({ url: '/feedback/records', headers: { accept: 'text/html' } });
  expect(page.body).not.toContain('survey');
});

describe('one answered survey', () => {
  it('has every answer, its cases, and what asked for it', async () => {
    await answer('Nobody came.');
    const [row] = (await list()).data;
    const { data } = (await server.as(manager)('GET', `/feedback/records/${row.id}`)).body;
    expect(data).toMatchObject({ comment: 'Nobody came.', delivery_id: expect.any(Number) });
    expect(data.cases).toEqual([{ id: row.case_id, state: 'new', department_title: expect.any(String) }]);
    expect(data.answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ answers: ['Poor'], is_text: false, escalates: true, value: expect.any(Number) }),
        expect.objectContaining({ answers: ['Nobody came.'], is_text: true, value: null }),
      ]),
    );
  });

  it('keeps its first reader, and can be unread again', async () => {
    await answer('Nobody came.');
    const [{ id }] = (await list()).data;
    const first = await read(id);
    const colleague = await server.makeUser({ applications: [hospital], permissions: ['feedback.list'] });
    const again = await read(id, true, colleague);
    expect(again.body.data).toMatchObject({
      read_at: first.body.data.read_at,
      read_by_name: first.body.data.read_by_name,
    });
    expect((await read(id, false)).body.data).toMatchObject({ read_at: null, read_by_name: null });
    expect((await list()).unread_count).toBe(1);
  });

  it('is seen by people of its ward only', async () => {
    await answer('Nobody came.');
    const [{ id }] = (await list()).data;
    const elsewhere = await server.makeUser({
      applications: [hospital],
      permissions: ['feedback.list'],
      locations: ['BIRCH'],
    });
    expect(await list('', elsewhere)).toMatchObject({ data: [], unread_count: 0 });
    expect((await read(id, true, elsewhere)).status).toBe(404);
    expect((await list()).unread_count).toBe(1);
  });

  it('is read by whoever was told of it, or of a case about it, wherever the patient lay, and by nobody else', async () => {
    await answer('Nobody came.');
    const [{ id, case_id }] = (await list()).data;
    const elsewhere = { applications: [hospital], permissions: ['feedback.list'], locations: ['BIRCH'] };
    const [ofAnswers, ofCase, untold] = [
      await server.makeUser(elsewhere),
      await server.makeUser(elsewhere),
      await server.makeUser(elsewhere),
    ];
    const about = { application_id: hospital.id, question: 'How was it?', answer: 'Poor', location: 'ASH' };
    await within(server, hospital, (tx) =>
      tx
        .insertInto('inbox_items')
        .values([
          { ...about, user_id: ofAnswers.id, kind: 'case_notify', feedback_id: id, created_at: server.ctx.clock() },
          {
            ...about,
            user_id: ofCase.id,
            kind: 'case_opened',
            feedback_id: id,
            case_id,
            created_at: server.ctx.clock(),
          },
        ])
        .execute(),
    );
    const show = (user: TestUser) => server.as(user)('GET', `/feedback/records/${id}`);
    expect((await show(untold)).status).toBe(404);
    expect((await show(ofAnswers)).body.data).toMatchObject({ comment: 'Nobody came.', location: 'ASH' });
    expect((await show(ofCase)).body.data).toMatchObject({ comment: 'Nobody came.', cases: [{ id: case_id }] });
    expect((await read(id, true, ofAnswers)).body.data.read_at).not.toBeNull();
    expect(await list('', ofAnswers)).toMatchObject({ data: [], unread_count: 0 });
  });

  it('of a patient who was erased keeps what they chose, and shows nothing that they wrote', async () => {
    await answer('My name is Juniper.');
    const [{ id, patient_id, change_number }] = (await list()).data;
    await within(server, hospital, (tx) =>
      forgetAnswersOf(tx, hospital.id, { patientIds: [patient_id], contactIds: [] }),
    );
    const changed = await list(`?changed_since=${change_number}`);
    expect(changed.data).toEqual([expect.objectContaining({ id, comment: null })]);
  });
});
