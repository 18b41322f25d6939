import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeAskingHospital, submit, type AskingHospital } from '../../testing/asked-patients.ts';
import { within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';
import type { Tx } from '../../platform/db/database.ts';
import { onlyRow } from '../../platform/db/only-row.ts';
import { forgetAnswersOf } from '../feedback/index.ts';
import { maskWaitingComments } from './index.ts';
import { listKnownNames } from './masked-comments.queries.ts';

let server: TestServer;
let hospital: AskingHospital;
/** Sees results, and not who answered. */
let board: TestUser;
/** Sees who answered. */
let manager: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  hospital = await makeAskingHospital(server);
  const of = (...permissions: string[]) => server.makeUser({ applications: [hospital.application], permissions });
  board = await of('surveys.view', 'dashboard.view');
  manager = await of('surveys.view', 'dashboard.view', 'feedback.list');
  await within(server, hospital.application, (tx) =>
    tx.updateTable('users').set({ name: 'Orla Keane-Brady' }).where('id', '=', manager.id).execute(),
  );
});
afterAll(() => server.stop());

async function makePatient(application: TestApplication, given_name: string, family_name: string): Promise<number> {
  const { rows: made } = await within(server, application, (tx) =>
    sql<{ id: number }>`
      insert into patients (application_id, identifier, given_name, family_name, facts_at)
      values (${application.id}, ${given_name}, ${given_name}, ${family_name}, now()) returning id`.execute(tx),
  );
  return onlyRow(made).id;
}

/** Has a patient answer with a comment. Four others answer without one, because results of fewer than five are not shown. */
async function comment(text: string, patientId: number | null = null): Promise<void> {
  for (const each of [text, null, null, null, null]) {
    const { token, invitationId } = await hospital.ask();
    if (each !== null && patientId !== null)
      await within(server, hospital.application, (tx) =>
        tx.updateTable('invitations').set({ patient_id: patientId }).where('id', '=', invitationId).execute(),
      );
    const reply = { overall: 'Very good', kindness: '5', contact: 'Yes', ...(each === null ? {} : { comment: each }) };
    expect((await submit(server, hospital, token, reply)).status).toBe(201);
  }
}

const commentsFor = async (user: TestUser): Promise<string[]> => {
  const { status, body } = await server.as(user)('GET', `/surveys/${hospital.surveyId}/comments`);
  expect(status).toBe(200);
  return body.data.map(({ text }: { text: string }) => text);
};

const onDashboardOf = async (user: TestUser): Promise<string[]> =>
  (await server.as(user)('GET', '/dashboard')).body.data.feedback.comments.map(({ text }: { text: string }) => text);

const rows = async (): Promise<{ change_number: number; text: string | null }[]> =>
  (await server.as(manager)('GET', '/feedback/answers')).body.data.filter(
    ({ question_type }: { question_type: string }) => question_type === 'text',
  );

it('whoever may not see who answered reads comments without the names of patients and staff', async () => {
  const dervla = await makePatient(hospital.application, 'Dervla', 'Juniper');
  await makePatient(hospital.application, 'Sarah', 'Lake');
  const written = 'dervla here: Sarah and Keane were kind, ring 087 123 4567';
  await comment(written, dervla);
  const masked = '[…] here: […] and […] were kind, ring […]';
  expect(await commentsFor(manager)).toEqual([written]);
  expect(await commentsFor(board)).toEqual([masked]);
  expect(await onDashboardOf(manager)).toEqual([written]);
  expect(await onDashboardOf(board)).toEqual([masked]);
});

it('rows for analysts have no names in what was written, whoever reads them', async () => {
  const dervla = await makePatient(hospital.application, 'Dervla', 'Juniper');
  await comment('Thank you. D. Juniper', dervla);
  expect(await rows()).toMatchObject([{ text: 'Thank you. D. […]' }]);
});

it('names of another hospital are no names here', async () => {
  const neighbour = await server.makeApplication();
  await makePatient(neighbour, 'Saffron', 'Moss');
  await comment('Saffron was in the rice');
  expect(await commentsFor(board)).toEqual(['Saffron was in the rice']);
});

it('a comment that came by another way is shown without names only when they are masked, and then comes again as changed', async () => {
  await makePatient(hospital.application, 'Sarah', 'Lake');
  await comment('fine');
  await within(server, hospital.application, (tx) =>
    tx.updateTable('feedback_answers').set({ text: 'Sarah was kind' }).where('text', '=', 'fine').execute(),
  );
  expect(await commentsFor(manager)).toEqual(['Sarah was kind']);
  expect(await commentsFor(board)).toEqual([]);
  expect(await onDashboardOf(board)).toEqual([]);
  const [before] = await rows();
  expect(before?.text).toBeNull();
  await Promise.all([maskWaitingComments(server.ctx), maskWaitingComments(server.ctx)]);
  await maskWaitingComments(server.ctx);
  expect(await commentsFor(board)).toEqual(['[…] was kind']);
  const [after] = await rows();
  expect(after?.text).toBe('[…] was kind');
  expect(after?.change_number).toBeGreaterThan(before?.change_number ?? Infinity);
});

it('an answered survey is stored with one change, not two', async () => {
  await comment('kind');
  const { rows: numbers } = await within(server, hospital.application, (tx) =>
    sql<{ count: number; last: number }>`select count(*) as count, max(change_number) as last from feedback`.execute(
      tx,
    ),
  );
  expect(numbers).toEqual([{ count: 5, last: 5 }]);
});

it('what is erased is erased without names, too', async () => {
  const dervla = await makePatient(hospital.application, 'Dervla', 'Juniper');
  await comment('Dervla was here', dervla);
  const stored = () =>
    within(server, hospital.application, (tx) => tx.selectFrom('masked_comments').select('text').execute());
  expect(await stored()).toEqual([{ text: '[…] was here' }]);
  await within(server, hospital.application, (tx) =>
    forgetAnswersOf(tx, hospital.application.id, { patientIds: [dervla], contactIds: [] }),
  );
  expect(await stored()).toEqual([]);
});

it('the names of a hospital are looked up by their indexes, however many words a comment has', async () => {
  const { id } = hospital.application;
  const words = ['sarah', 'nuala', 'bono', ...Array.from({ length: 400 }, (_, at) => `word${at}`)];
  const [known, read] = await within(server, hospital.application, async (tx) => {
    await sql`insert into contacts (application_id, name) values (${id}, 'Nuala Breen'), (${id}, 'Bono'), (${id}, 'Nualan Oke')`.execute(
      tx,
    );
    await sql`insert into contacts (application_id, name) select ${id}, 'Contact ' || n from generate_series(1, 20000) n`.execute(
      tx,
    );
    await sql`
      insert into patients (application_id, identifier, given_name, family_name, facts_at)
      select ${id}, 'N' || n, case n when 1 then 'Sarah' else 'Given' || n end, 'Family', now() from generate_series(1, 20000) n`.execute(
      tx,
    );
    await sql`analyze contacts, patients`.execute(tx);
    const before = await rowsReadInOrder(tx);
    return [await listKnownNames(tx, id, words), (await rowsReadInOrder(tx)) - before];
  });
  expect(known.toSorted((one, other) => one.localeCompare(other))).toEqual(['bono', 'nuala', 'sarah']);
  expect(read).toBe(0);
});

/** Returns how many rows of people this transaction has read by going through a whole table. */
const rowsReadInOrder = async (tx: Tx): Promise<number> => {
  const { rows: read } = await sql<{ rows: number }>`
    select sum(seq_tup_read)::int as rows from pg_stat_xact_user_tables where relname in ('contacts', 'patients')`.execute(
    tx,
  );
  return onlyRow(read).rows;
};
