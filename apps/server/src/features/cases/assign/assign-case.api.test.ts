import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BAD_REPLY, makeAskingHospital, submit, type AskingHospital } from '../../../testing/asked-patients.ts';
import { within } from '../../../testing/builders.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

const PERMISSIONS = ['cases.list', 'cases.update'];

let server: TestServer;
let hospital: AskingHospital;
let nurse: TestUser;
let colleague: TestUser;
let matron: TestUser;
let id: number;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  server.setTime(new Date('2036-11-19T10:00:00Z'));
  const application = await server.makeApplication({ country: 'GB' });
  const people = { applications: [application], permissions: PERMISSIONS };
  nurse = await server.makeUser(people);
  colleague = await server.makeUser(people);
  matron = await server.makeUser({ applications: [application], permissions: ['admin'] });
  hospital = await makeAskingHospital(server, { levels: [[nurse], [matron]] }, application);
  const { token } = await hospital.ask();
  await submit(server, hospital, token, BAD_REPLY);
  id = (await server.as(nurse)('GET', '/cases')).body.data[0].id;
});

const assign = (by: TestUser, to_id: number, instead_of_id: number | null, note?: string) =>
  server.as(by)('PUT', `/cases/${id}/assign`, { case: { assignment: { to_id, instead_of_id }, note } });
const move = (by: TestUser, action: string) =>
  server.as(by)('PUT', `/cases/${id}`, { case: { action, note: 'Called her.' } });
const note = (by: TestUser, text: string) => server.as(by)('POST', `/cases/${id}/notes`, { note: { text } });
const read = async () => (await server.as(matron)('GET', `/cases/${id}`)).body.data;
const given = async (to: TestUser) =>
  (await server.as(to)('GET', '/inbox')).body.data.filter(({ kind }: { kind: string }) => kind === 'case_assigned');
const mailTo = ({ email }: TestUser) =>
  server.gateways.emails.filter(({ to, subject }) => to === email && subject === 'A case is yours now');

describe('a case that is given to a colleague', () => {
  it('is over in the inbox of whoever had it, once it is given to somebody else', async () => {
    await assign(nurse, colleague.id, null);
    expect(await given(colleague)).toMatchObject([{ over: null }]);
    await assign(colleague, nurse.id, colleague.id);
    expect(await given(colleague)).toMatchObject([{ over: 'given_to_another' }]);
    expect(await given(nurse)).toMatchObject([{ over: null }]);
  });

  it('is theirs as if they had claimed it, and they are told by inbox and e-mail', async () => {
    const { status, body } = await assign(nurse, colleague.id, null, 'She asked for you.');
    expect([status, body.data]).toMatchObject([
      200,
      { state: 'claimed', claimed_by_id: colleague.id, next_level_at: null },
    ]);
    expect(body.data.steps.at(-1)).toMatchObject({
      action: 'assigned',
      user_name: nurse.name,
      to_user_name: colleague.name,
      note: 'She asked for you.',
    });
    expect(await given(colleague)).toMatchObject([{ case_id: id, read_at: null }]);
    expect(await given(nurse)).toEqual([]);
    await server.runJobs();
    const [mail] = mailTo(colleague);
    expect(mail?.text).toContain(`http://wardvoice.test/cases/${id}`);
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Poor|how was your stay/);
    expect((await move(colleague, 'close')).status).toBe(200);
  });

  it('keeps its state when its patient was contacted already', async () => {
    await move(nurse, 'claim');
    await move(nurse, 'contacted');
    expect((await assign(nurse, colleague.id, nurse.id)).body.data).toMatchObject({
      state: 'contacted',
      claimed_by_name: colleague.name,
    });
  });

  it('tells once when the same request comes twice, and again when they get it again', async () => {
    const twice = await Promise.all([assign(nurse, colleague.id, null), assign(nurse, colleague.id, null)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect((await read()).steps.filter(({ action }: { action: string }) => action === 'assigned')).toHaveLength(1);
    await server.runJobs();
    expect(mailTo(colleague)).toHaveLength(1);
    const [item] = await given(colleague);
    await server.as(colleague)('PUT', `/inbox/${item.id}/read`);
    await assign(colleague, nurse.id, colleague.id);
    await assign(nurse, colleague.id, nurse.id);
    expect(await given(colleague)).toMatchObject([{ read_at: null }]);
    await server.runJobs();
    expect(mailTo(colleague)).toHaveLength(2);
  });

  it('sends nothing to somebody who takes it themselves', async () => {
    expect((await assign(nurse, nurse.id, null)).body.data).toMatchObject({
      state: 'claimed',
      claimed_by_id: nurse.id,
    });
    await server.runJobs();
    expect([await given(nurse), mailTo(nurse)]).toEqual([[], []]);
  });
});

describe('a case cannot be given', () => {
  it('when somebody else has claimed it meanwhile', async () => {
    await move(colleague, 'claim');
    const late = await assign(nurse, nurse.id, null);
    expect([late.status, late.body.message]).toEqual([
      409,
      `${colleague.name} has this case by now. Look again, then choose.`,
    ]);
    expect((await read()).claimed_by_id).toBe(colleague.id);
  });

  it('by two people at once: one of them gives it, and who claims it at the same time is told', async () => {
    const answers = await Promise.all([
      assign(nurse, matron.id, null),
      assign(matron, nurse.id, null),
      move(colleague, 'claim'),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { steps, claimed_by_name } = await read();
    const kept = steps.filter(({ action }: { action: string }) => action === 'assigned' || action === 'claim');
    expect(kept).toHaveLength(1);
    expect([kept[0].to_user_name ?? kept[0].user_name]).toEqual([claimed_by_name]);
  });

  it('by a colleague who has not claimed it, unless an administrator', async () => {
    await move(nurse, 'claim');
    const refused = await assign(colleague, colleague.id, nurse.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `Only ${nurse.name}, who claimed this case, or an administrator can give it to somebody else.`,
    ]);
    expect((await assign(matron, colleague.id, nurse.id)).status).toBe(200);
  });

  it('when it is closed', async () => {
    await move(nurse, 'claim');
    await move(nurse, 'close');
    expect((await assign(nurse, colleague.id, nurse.id)).body.message).toBe('This case is closed. Reopen it first.');
  });

  it('to somebody who does not see its ward, may not work on cases, or is of another hospital', async () => {
    const { application } = hospital;
    await within(server, application, (tx) =>
      tx.updateTable('cases').set({ location: 'ASH' }).where('id', '=', id).execute(),
    );
    const blind = await server.makeUser({
      applications: [application],
      permissions: PERMISSIONS,
      locations: ['BIRCH'],
    });
    const reader = await server.makeUser({ applications: [application], permissions: ['cases.list'] });
    const stranger = await server.makeUser({
      applications: [await server.makeApplication({ country: 'GB' })],
      permissions: PERMISSIONS,
    });
    expect((await assign(nurse, blind.id, null)).body.errors).toEqual({
      'assignment.to_id': [`${blind.name} does not see this ward. Choose somebody who does.`],
    });
    for (const other of [reader, stranger])
      expect((await assign(nurse, other.id, null)).body.errors).toEqual({
        'assignment.to_id': ['Choose somebody of the list.'],
      });
    const { people } = (await server.as(nurse)('GET', '/cases/choices')).body.data;
    const ids = people.map((one: { id: number }) => one.id);
    expect(ids).toEqual(expect.arrayContaining([nurse.id, colleague.id, matron.id, blind.id]));
    expect(ids).not.toContain(reader.id);
    expect(ids).not.toContain(stranger.id);
    for (const [by, status] of [
      [blind, 404],
      [stranger, 404],
      [reader, 403],
    ] as const)
      expect((await assign(by, nurse.id, null)).status).toBe(status);
  });
});

describe('a note', () => {
  it('stands among the steps and moves nothing, also when the case is closed', async () => {
    const { status, body } = await note(colleague, 'The daughter calls tomorrow.');
    expect([status, body.data.state]).toEqual([201, 'new']);
    expect(body.data.steps.at(-1)).toMatchObject({
      action: 'note',
      user_name: colleague.name,
      note: 'The daughter calls tomorrow.',
    });
    await move(nurse, 'claim');
    await move(nurse, 'close');
    expect((await note(nurse, 'She called again.')).body.data).toMatchObject({ state: 'closed' });
  });

  it('that is sent twice is one note, and the same words a minute later are another', async () => {
    const notes = async () => (await read()).steps.filter(({ action }: { action: string }) => action === 'note').length;
    await Promise.all([note(nurse, 'No answer.'), note(nurse, 'No answer.')]);
    expect(await notes()).toBe(1);
    await note(colleague, 'No answer.');
    expect(await notes()).toBe(2);
    server.setTime(new Date('2036-11-19T10:02:00Z'));
    await note(nurse, 'No answer.');
    expect(await notes()).toBe(3);
  });

  it('has words, and is not for who may only look', async () => {
    expect((await note(nurse, '  ')).body.errors).toEqual({ text: ['Write a note.'] });
    const reader = await server.makeUser({ applications: [hospital.application], permissions: ['cases.list'] });
    expect((await note(reader, 'Hello')).status).toBe(403);
  });

  it('is recorded in the audit', async () => {
    await note(nurse, 'No answer.');
    const auditor = await server.makeUser({ applications: [hospital.application], permissions: ['audit.list'] });
    const { body } = await server.as(auditor)('GET', '/audit?action=note');
    expect(body.data).toMatchObject([{ action: 'note', record_id: id }]);
  });
});
