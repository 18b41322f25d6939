import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, insertContacts, linkIn, makeSurvey, makeTrigger, within } from '../../testing/builders.ts';
import type { MessageParts } from '../../testing/hl7-messages.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { DE_ESCALATION_SURVEY } from '../survey-templates/index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

interface Ward {
  application: TestApplication;
  followUpId: number;
  nurse: TestUser;
  colleague: TestUser;
}

/** Makes a hospital that sends a survey after each discharge, and another when a case is closed. */
async function makeWard(settings: object = {}): Promise<Ward> {
  const application = await server.makeApplication({ country: 'GB' });
  const survey = await makeSurvey(server, application);
  await makeTrigger(server, application, { survey_id: survey.id, channel: 'sms' });
  const { id: followUpId } = await makeSurvey(server, application, { template: DE_ESCALATION_SURVEY });
  await within(server, application, (tx) =>
    tx
      .updateTable('applications')
      .set({ de_escalation_survey_id: followUpId, ...settings })
      .where('id', '=', application.id)
      .execute(),
  );
  return { application, followUpId, nurse: await makeNurse(application), colleague: await makeNurse(application) };
}

const makeNurse = (application: TestApplication) =>
  server.makeUser({ applications: [application], permissions: ['admin'] });

/**
 * Moves the clock on and makes a new nurse, because sessions expire. As an administrator she may act on cases that
 * others claimed.
 */
async function later(ward: Ward, milliseconds: number): Promise<void> {
  server.setTime(after(milliseconds));
  ward.nurse = await makeNurse(ward.application);
}

const get = (user: TestUser, path: string): Promise<Json> =>
  server.call({ method: 'GET', url: `/api/v1${path}`, headers: user.headers }).then(({ body }) => body);
const read = async (user: TestUser, id: number): Promise<Json> => (await get(user, `/cases/${id}`)).data;
const move = (user: TestUser, id: number, action: string, more: object = {}) =>
  server.call({
    method: 'PUT',
    url: `/api/v1/cases/${id}`,
    headers: user.headers,
    payload: { case: { action, ...more } },
  });
const close = (user: TestUser, id: number, de_escalation = true) =>
  move(user, id, 'close', { note: 'Rang and apologised.', de_escalation });

/** A patient is discharged, gets the survey and answers badly; the case is claimed. */
async function openCase({ application, nurse }: Ward, parts: MessageParts = {}): Promise<number> {
  await feed(server, application, { event: 'A03', at: stamp(), ...parts });
  await server.runJobs();
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Nobody came.');
  const [{ id }] = (await get(nurse, '/cases')).data;
  await move(nurse, id, 'claim');
  return id;
}

const followUps = async ({ application }: Ward) =>
  (await listDeliveries(server, application)).filter(({ purpose }) => purpose === 'de_escalation');

/** Answers the de-escalation survey: each question by the option with one of these titles, else by its last option. */
async function answerAgain(token: string, ...titles: string[]): Promise<void> {
  const url = `/api/v1/feedback/${token}`;
  const { body } = await server.call({ method: 'GET', url });
  const questions = body.data.survey.categories.flatMap(({ questions: some }: Json) => some);
  const responses = questions
    .filter(({ required }: Json) => required)
    .map(({ id, options }: Json) => ({
      question_id: id,
      option_id: (options.find(({ title }: Json) => titles.includes(title)) ?? options.at(-1)).id,
    }));
  const answer = await server.call({ method: 'POST', url, payload: { feedback: { responses } } });
  expect(answer.status).toBe(201);
}

describe('closing a case with the de-escalation survey', () => {
  it('sends the survey to the person, and shows both scores when they have answered', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    expect(await read(ward.nurse, id)).toMatchObject({
      de_escalation: null,
      de_escalation_offer: { survey_title: 'Did we put it right?', channel: 'sms', recipient: '•••123', refusal: null },
    });

    expect((await close(ward.nurse, id)).body.data).toMatchObject({
      state: 'closed',
      de_escalation_offer: null,
      de_escalation: { state: 'waiting', case_id: id, score: null },
    });
    await server.runJobs();
    const sent = server.gateways.texts.at(-1);
    expect(sent).toMatchObject({ to: '+447700900123' });
    expect(sent?.text).toContain('Did we put it right?');
    expect((await read(ward.nurse, id)).de_escalation).toMatchObject({
      state: 'sent',
      channel: 'sms',
      recipient: '•••123',
    });

    await later(ward, DAY);
    await answerAgain(linkIn(sent?.text ?? ''), 'Yes', 'Yes, completely');
    const record = await read(ward.nurse, id);
    expect(record).toMatchObject({
      score: expect.any(Number),
      answered_at: NOON.toISOString(),
      de_escalation: { state: 'answered', score: 100, answered_at: after(DAY).toISOString(), opened_case_id: null },
    });
    expect(record.score).toBeLessThan(50);
    expect(record.de_escalation.answers).toHaveLength(2);
    expect(record.steps.map(({ action }: Json) => action)).toEqual([
      'opened',
      'administrators_told',
      'claim',
      'close',
      'de_escalation',
    ]);
  });

  it('uses the language in which the person answered', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await within(server, ward.application, (tx) => tx.updateTable('feedback').set({ language: 'pl' }).execute());
    await close(ward.nurse, id);
    await server.runJobs();
    expect(server.gateways.texts.at(-1)?.text).toContain('Czy udało się to naprawić?');
  });

  it('sends nothing unless that was asked for', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    expect((await close(ward.nurse, id, false)).status).toBe(200);
    expect(await followUps(ward)).toEqual([]);
    expect((await read(ward.nurse, id)).de_escalation).toBeNull();
  });

  it('sends it once when two people close the case at the same time', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    const answers = await Promise.all([close(ward.nurse, id), close(ward.colleague, id), close(ward.nurse, id)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await followUps(ward)).toHaveLength(1);
  });

  it('sends it once for a case, also when it is reopened and closed again', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await close(ward.nurse, id);
    await server.runJobs();
    await move(ward.nurse, id, 'reopen');
    await move(ward.nurse, id, 'claim');
    expect((await read(ward.nurse, id)).de_escalation_offer).toMatchObject({
      refusal: 'asked_already',
      recipient: null,
    });
    const again = await close(ward.nurse, id);
    expect(again.status).toBe(422);
    expect(again.body.errors.de_escalation[0]).toContain('already');
    expect(await read(ward.nurse, id)).toMatchObject({ state: 'claimed' });
    expect((await close(ward.nurse, id, false)).status).toBe(200);
    expect(await followUps(ward)).toHaveLength(1);
  });

  it('sends it once for the answers of one person, however many departments have a case of them', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    const otherId = await within(server, ward.application, async (tx) => {
      const {
        id: _,
        department_id: __,
        ...record
      } = await tx.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const other = await tx
        .insertInto('cases')
        .values({ ...record, department_id: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      return other.id;
    });
    const answers = await Promise.all([close(ward.nurse, id), close(ward.nurse, otherId)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    expect(await followUps(ward)).toHaveLength(1);
    const [asked] = [id, otherId].filter((_, index) => answers[index]?.status === 200);
    // The other case shows it as well.
    for (const one of [id, otherId])
      expect((await read(ward.nurse, one)).de_escalation).toMatchObject({ case_id: asked });
  });

  it('is not refused because the person got a survey recently, or one about this visit', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await close(ward.nurse, id);
    await server.runJobs();
    expect((await followUps(ward)).map(({ state }) => state)).toEqual(['sent']);
    // The de-escalation survey itself counts, so the next survey waits for the interval.
    server.setTime(after(29 * DAY));
    await feed(server, ward.application, { event: 'A03', at: stamp(29 * DAY), visit: 'NEXT' });
    expect((await listDeliveries(server, ward.application)).at(-1)).toMatchObject({ reason: 'asked_lately' });
  });

  it('reaches people weeks after their discharge', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await later(ward, 20 * DAY);
    expect((await read(ward.nurse, id)).de_escalation_offer).toMatchObject({ refusal: null });
    await close(ward.nurse, id);
    await server.runJobs();
    expect((await followUps(ward)).map(({ state }) => state)).toEqual(['sent']);
  });

  it.each<[reason: string, settings: object, patient: object]>([
    ['deceased', {}, { deceased: true }],
    ['under_age', {}, { birth_date: '2020-01-01' }],
    ['protected', {}, { protected: true }],
    ['identity_unknown', {}, { identity_unknown: true }],
    ['no_address', {}, { phone: null, email: null }],
    ['invalid_address', {}, { phone: '12', email: null }],
  ])('is neither offered nor sent to somebody who is %s', async (reason, settings, patient) => {
    const ward = await makeWard(settings);
    const id = await openCase(ward);
    await within(server, ward.application, (tx) => tx.updateTable('patients').set(patient).execute());
    expect((await read(ward.nurse, id)).de_escalation_offer).toMatchObject({ refusal: reason, recipient: null });
    expect((await close(ward.nurse, id)).status).toBe(200);
    await server.runJobs();
    expect(await followUps(ward)).toMatchObject([{ state: 'suppressed', reason }]);
    expect((await read(ward.nurse, id)).de_escalation).toMatchObject({ state: 'suppressed', reason });
  });

  it('is not sent to somebody who opted out, or whose event was a replay', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await within(server, ward.application, async (tx) => {
      for (const [channel, address] of [
        ['sms', '+447700900123'],
        ['email', 'orla@example.org'],
      ] as const)
        await tx
          .insertInto('opt_outs')
          .values({ application_id: ward.application.id, channel, address, source: 'stop' })
          .execute();
      await tx.updateTable('patients').set({ email: 'orla@example.org' }).execute();
    });
    expect((await read(ward.nurse, id)).de_escalation_offer).toMatchObject({ refusal: 'opted_out' });
    await within(server, ward.application, (tx) =>
      tx.updateTable('hl7_messages').set({ processing_id: 'T' }).execute(),
    );
    expect((await read(ward.nurse, id)).de_escalation_offer).toMatchObject({ refusal: 'not_production' });
    await close(ward.nurse, id);
    expect(await followUps(ward)).toMatchObject([{ state: 'suppressed', reason: 'not_production' }]);
  });

  it('may be sent later when it was never sent', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    const setPhone = (phone: string | null) =>
      within(server, ward.application, (tx) => tx.updateTable('patients').set({ phone, email: null }).execute());
    await setPhone(null);
    await close(ward.nurse, id);
    await setPhone('+447700900123');
    await move(ward.nurse, id, 'reopen');
    await move(ward.nurse, id, 'claim');
    await close(ward.nurse, id);
    await server.runJobs();
    expect((await followUps(ward)).map(({ state }) => state)).toEqual(['suppressed', 'sent']);
  });

  it('waits for the end of the quiet hours, and is suppressed when the case is reopened meanwhile', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await within(server, ward.application, (tx) =>
      tx
        .updateTable('applications')
        .set({ quiet_from: '11:00', quiet_to: '14:00' })
        .where('id', '=', ward.application.id)
        .execute(),
    );
    await close(ward.nurse, id);
    await server.runJobs();
    expect((await read(ward.nurse, id)).de_escalation).toMatchObject({
      state: 'waiting',
      at: after(2 * 3_600_000).toISOString(),
    });
    await move(ward.nurse, id, 'reopen');
    server.setTime(after(3 * 3_600_000));
    await server.runJobs();
    expect(await followUps(ward)).toMatchObject([{ state: 'suppressed', reason: 'case_reopened' }]);
    await move(ward.nurse, id, 'claim');
    expect((await read(ward.nurse, id)).de_escalation_offer).toMatchObject({ refusal: null });
  });

  it('is not offered without a survey, or with a survey that is switched off', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await within(server, ward.application, (tx) =>
      tx.updateTable('surveys').set({ active: false }).where('id', '=', ward.followUpId).execute(),
    );
    expect((await read(ward.nurse, id)).de_escalation_offer).toMatchObject({ refusal: 'survey_inactive' });
    expect((await close(ward.nurse, id)).status).toBe(422);
    await within(server, ward.application, (tx) =>
      tx
        .updateTable('applications')
        .set({ de_escalation_survey_id: null })
        .where('id', '=', ward.application.id)
        .execute(),
    );
    expect((await read(ward.nurse, id)).de_escalation_offer).toMatchObject({ refusal: 'no_survey' });
    expect((await close(ward.nurse, id)).status).toBe(422);
    expect(await read(ward.nurse, id)).toMatchObject({ state: 'claimed' });
  });

  it('is not offered for anonymous answers', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await within(server, ward.application, (tx) => tx.updateTable('invitations').set({ patient_id: null }).execute());
    expect((await read(ward.nurse, id)).de_escalation_offer).toMatchObject({ refusal: 'anonymous' });
    expect((await close(ward.nurse, id)).status).toBe(422);
  });

  it('reaches a contact of a mailing list as well', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await within(server, ward.application, async (tx) => {
      const [contact_id] = await insertContacts(tx, ward.application, [
        { name: 'Una Testwell', email: 'una@example.org' },
      ]);
      const listed = { patient_id: null, visit_id: null, message_id: null, contact_id };
      await tx.updateTable('invitations').set(listed).execute();
      await tx
        .updateTable('deliveries')
        .set({ ...listed, channel: 'email', recipient: 'una@example.org' })
        .where('invitation_id', 'is not', null)
        .execute();
    });
    expect(await read(ward.nurse, id)).toMatchObject({
      contact_name: 'Una Testwell',
      email: 'una@example.org',
      de_escalation_offer: { channel: 'email', recipient: 'u•••@e•••.org', refusal: null },
    });
    await close(ward.nurse, id);
    await server.runJobs();
    // The e-mails to the staff leave at the same time, in any order.
    const toUna = server.gateways.emails.filter(({ to }) => to === 'una@example.org');
    expect(toUna).toHaveLength(1);
    expect(toUna[0]?.text).toContain('Hello Una,');
  });

  it('can be answered until it expires, or is switched off', async () => {
    const ward = await makeWard();
    const id = await openCase(ward);
    await close(ward.nurse, id);
    await server.runJobs();
    const activate = (active: boolean) =>
      within(server, ward.application, (tx) =>
        tx.updateTable('surveys').set({ active }).where('id', '=', ward.followUpId).execute(),
      );
    await activate(false);
    expect((await read(ward.nurse, id)).de_escalation).toMatchObject({ state: 'withdrawn' });
    await activate(true);
    await later(ward, 43 * DAY);
    expect((await read(ward.nurse, id)).de_escalation).toMatchObject({ state: 'expired' });
  });
});

it('an answer to it that escalates opens a new case, and nothing is sent automatically', async () => {
  const ward = await makeWard();
  const id = await openCase(ward);
  await close(ward.nurse, id);
  await server.runJobs();
  await answerAgain(linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Yes', 'Not yet');
  await server.runJobs();
  const { data } = await get(ward.nurse, '/cases?open=1');
  expect(data).toMatchObject([{ state: 'new', answer: 'Not yet' }]);
  expect((await read(ward.nurse, id)).de_escalation).toMatchObject({ state: 'answered', opened_case_id: data[0].id });
  expect(await followUps(ward)).toHaveLength(1);
});

it('the dashboard compares the scores of at least five people, not of four', async () => {
  const ward = await makeWard();
  const compared = async () => (await get(ward.nurse, '/dashboard')).data.feedback.de_escalation;
  for (let number = 1; number <= 5; number += 1) {
    expect(await compared()).toBeNull();
    const phone = `07700 90012${number}^PRN^CP`;
    const id = await openCase(ward, { patient: `P${number}`, visit: `V${number}`, phone });
    await close(ward.nurse, id);
    await server.runJobs();
    await answerAgain(linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Yes', 'Yes, completely');
  }
  const found = await compared();
  expect(found).toMatchObject({ cases: 5, after: 100 });
  expect(found.before).toBeLessThan(50);
});
