import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, HOUR, listDeliveries, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, makeTrigger, within } from '../../testing/builders.ts';
import { answerInvitation } from './index.ts';
import { startTestServer, type TestApplication, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

type Asking = Awaited<ReturnType<typeof makeAskingApplication>>;
const stay = { patient: 'ORLA', visit: 'STAY' };
const adminOf = (hospital: TestApplication) => server.makeUser({ applications: [hospital], permissions: ['admin'] });

const get = async (user: TestUser, url: string) =>
  (await server.call({ method: 'GET', url: `/api/v1${url}`, headers: user.headers })).body.data;

const messageIds = async (hospital: TestApplication) => {
  const rows = await within(server, hospital, (tx) =>
    tx.selectFrom('hl7_messages').select('id').orderBy('id').execute(),
  );
  return rows.map(({ id }) => id);
};
const invitations = (hospital: TestApplication) =>
  within(server, hospital, (tx) =>
    tx.selectFrom('invitations').select(['way', 'answered_at', 'withdrawn_at']).orderBy('id').execute(),
  );

/** Staff fill in the survey about a message with the patient. */
async function answerAtBedside(hospital: TestApplication, user: TestUser, messageId: number) {
  const token = await server.call({
    method: 'GET',
    url: `/api/v1/hl7_messages/${messageId}/token`,
    headers: user.headers,
  });
  if (token.status === 200) await answerBadly(server, token.body.data.token, 'Nobody came.');
  return token.status;
}
const switchOff = (hospital: Asking) =>
  within(server, hospital, (tx) => tx.updateTable('surveys').set({ active: false }).execute());
const emptySurvey = (hospital: Asking) =>
  within(server, hospital, async (tx) => {
    await sql`delete from question_options`.execute(tx);
    await sql`delete from questions`.execute(tx);
  });

describe('an answer', () => {
  it('reads the other offers to its patient, and not all that are open', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, { event: 'A03', ...stay, at: stamp() });
    await server.runJobs();
    const OTHERS = 3_000;
    await within(server, hospital, async (tx) => {
      await sql`
        with others as (
          insert into patients (application_id, identifier, facts_at)
          select ${hospital.id}, 'OTHER' || n, ${NOON} from generate_series(1, ${OTHERS}::int) n returning id),
        stays as (
          insert into visits (application_id, patient_id, visit_number, opened_by, state, kind, admitted_at, moved_at, last_event_at)
          select ${hospital.id}, id, 'OTHER' || id, 'A01', 'open', 'inpatient', ${NOON}, ${NOON}, ${NOON} from others
          returning id, patient_id)
        insert into invitations (application_id, token_hash, survey_id, patient_id, visit_id, language, created_at, expires_at, way)
        select ${hospital.id}, sha256(id::text::bytea), ${hospital.survey.id}, patient_id, id, 'en', ${NOON}, ${after(DAY)}, 'hand'
        from stays`.execute(tx);
      await sql`analyze invitations`.execute(tx);
    });
    const read = await within(server, hospital, async (tx) => {
      const { id } = await tx.selectFrom('invitations').select('id').orderBy('id').executeTakeFirstOrThrow();
      const rowsRead = async () => {
        // A row that is found by an index counts for the index.
        const { rows } = await sql<{ count: number }>`
          select sum(pg_stat_get_xact_tuples_returned(rows.oid)) as count from (
            select 'invitations'::regclass::oid as oid
            union all select indexrelid from pg_index where indrelid = 'invitations'::regclass) rows`.execute(tx);
        return rows[0]?.count ?? Number.NaN;
      };
      const before = await rowsRead();
      await answerInvitation(tx, hospital.id, id, NOON);
      return (await rowsRead()) - before;
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(OTHERS / 10);
  });
});

describe('a patient who answered in person', () => {
  it('is not sent the same survey after the discharge', async () => {
    const hospital = await makeAskingApplication(server);
    const nurse = await adminOf(hospital);
    await feed(server, hospital, { event: 'A01', ...stay, at: stamp(-HOUR) });
    const [admission = 0] = await messageIds(hospital);
    expect(await answerAtBedside(hospital, nurse, admission)).toBe(200);
    await feed(server, hospital, { event: 'A03', ...stay, at: stamp() });
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: already_answered']);
  });

  it('does not get a survey about another stay within the interval', async () => {
    const hospital = await makeAskingApplication(server);
    const nurse = await adminOf(hospital);
    await feed(server, hospital, { event: 'A01', ...stay, at: stamp(-HOUR) });
    const [admission = 0] = await messageIds(hospital);
    await answerAtBedside(hospital, nurse, admission);
    await feed(server, hospital, { event: 'A03', ...stay, at: stamp() });
    server.setTime(after(DAY));
    await feed(server, hospital, { event: 'A03', patient: 'ORLA', visit: 'NEXT', at: stamp(DAY) });
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['suppressed: already_answered', 'suppressed: asked_lately']);
  });

  it('is not sent the text message that was waiting', async () => {
    const hospital = await makeAskingApplication(server, { delay: 60 });
    const nurse = await adminOf(hospital);
    await feed(server, hospital, { event: 'A03', ...stay, at: stamp() });
    expect(await fates(server, hospital)).toEqual(['scheduled']);
    const [discharge = 0] = await messageIds(hospital);
    await answerAtBedside(hospital, nurse, discharge);
    expect(await fates(server, hospital)).toEqual(['suppressed: already_answered']);
    expect(await invitations(hospital)).toMatchObject([{ way: 'trigger', withdrawn_at: null }]);
  });
});

describe('one visit', () => {
  it('is offered a survey once, by whichever message or way, and answers it once', async () => {
    const hospital = await makeAskingApplication(server);
    await makeTrigger(server, hospital, { survey_id: hospital.survey.id, filters: { event: ['A01'] } });
    const nurse = await adminOf(hospital);
    await feed(
      server,
      hospital,
      { event: 'A01', ...stay, at: stamp(-HOUR) },
      { event: 'A03', ...stay, at: stamp(-MINUTE) },
    );
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: already_asked_visit']);
    expect(await invitations(hospital)).toHaveLength(1);
    const [admission = 0, discharge = 0] = await messageIds(hospital);
    expect(await answerAtBedside(hospital, nurse, admission)).toBe(200);
    expect(await answerAtBedside(hospital, nurse, discharge)).toBe(409);
    const link = linkIn(server.gateways.texts.at(-1)?.text ?? '');
    expect((await server.call({ method: 'GET', url: `/api/v1/feedback/${link}` })).status).toBe(409);
  });

  it('is offered it once by four workers at the same time', async () => {
    const hospital = await makeAskingApplication(server, { survey_id: 0, filters: { event: ['A40'] } });
    await feed(server, hospital, { event: 'A01', ...stay, at: stamp(-HOUR) });
    const [admission = 0] = await messageIds(hospital);
    const nurse = await adminOf(hospital);
    const send = (phone: string) =>
      server.call({
        method: 'POST',
        url: `/api/v1/hl7_messages/${admission}/send`,
        headers: nurse.headers,
        payload: { phone, survey_id: hospital.survey.id },
      });
    const answers = await Promise.all(['1', '2', '3', '4'].map((digit) => send(`+44770090012${digit}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await server.runJobs();
    const became = await fates(server, hospital);
    expect(became.filter((fate) => fate === 'sent')).toHaveLength(1);
    expect(await invitations(hospital)).toHaveLength(1);
  });

  it('that was answered shows it on each of its messages, and after the next update', async () => {
    const hospital = await makeAskingApplication(server);
    const nurse = await adminOf(hospital);
    await feed(server, hospital, { event: 'A01', ...stay, at: stamp(-HOUR) });
    const [admission = 0] = await messageIds(hospital);
    await answerAtBedside(hospital, nurse, admission);
    await feed(server, hospital, { event: 'A08', ...stay, at: stamp() });
    const rows: { feedback_state: string }[] = await get(nurse, '/hl7_messages');
    expect(rows.map(({ feedback_state }) => feedback_state)).toEqual(['answered', 'answered']);
    expect(await get(nurse, '/hl7_messages?exclude_feedback=1')).toEqual([]);
    expect(await get(nurse, '/hl7_messages?distribution_list=census')).toMatchObject([{ feedback_state: 'answered' }]);
  });

  it('keeps the link that was sent when a second message with it is refused', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, { event: 'A03', ...stay, at: stamp(-HOUR) });
    await server.runJobs();
    const link = linkIn(server.gateways.texts.at(-1)?.text ?? '');
    await feed(server, hospital, { event: 'A03', ...stay, at: stamp() });
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: already_asked_visit']);
    await answerBadly(server, link, 'Nobody came.');
    expect(await fates(server, hospital)).toEqual(['answered', 'suppressed: already_asked_visit']);
  });
});

describe('two visits that are merged', () => {
  const bothAsked = async () => {
    const hospital = await makeAskingApplication(server);
    const links: string[] = [];
    for (const [patient, phone] of [
      ['OLD', '07700 900555^PRN^CP'],
      ['NEW', '07700 900556^PRN^CP'],
    ] as const) {
      await feed(server, hospital, { event: 'A03', patient, visit: 'STAY', phone, at: stamp(-HOUR) });
      await server.runJobs();
      links.push(linkIn(server.gateways.texts.at(-1)?.text ?? ''));
    }
    const merge = () =>
      feed(server, hospital, {
        event: 'A40',
        patient: 'NEW',
        more: ['MRG|OLD^^^HOSP^MR'],
        without: ['PV1'],
        at: stamp(),
      });
    return { hospital, links, merge };
  };

  it('have one open link together', async () => {
    const { hospital, merge } = await bothAsked();
    await merge();
    expect((await invitations(hospital)).filter((one) => one.withdrawn_at === null)).toHaveLength(1);
  });

  it('have none when one of them was answered, and keep two answers', async () => {
    const { hospital, links, merge } = await bothAsked();
    await answerBadly(server, links[0] ?? '', 'Nobody came.');
    await merge();
    expect((await invitations(hospital)).filter((one) => !one.answered_at && !one.withdrawn_at)).toEqual([]);
    const two = await bothAsked();
    for (const link of two.links) await answerBadly(server, link, 'Nobody came.');
    await two.merge();
    expect((await invitations(two.hospital)).filter((one) => one.answered_at)).toHaveLength(2);
  });
});

describe('a survey that nobody can answer', () => {
  it.each([
    ['switched off', switchOff, 'survey_off'],
    ['without questions', emptySurvey, 'survey_empty'],
  ])('because it is %s is not sent', async (_name, spoil, reason) => {
    const hospital = await makeAskingApplication(server, { delay: 60 });
    await feed(server, hospital, { event: 'A03', ...stay, at: stamp() });
    await spoil(hospital);
    server.setTime(after(2 * HOUR));
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual([`suppressed: ${reason}`]);
  });

  it('is refused when a trigger or a broadcast that uses it is saved; a trigger that is off may use it', async () => {
    const hospital = await makeAskingApplication(server);
    const admin = await adminOf(hospital);
    await switchOff(hospital);
    const save = (active: boolean) =>
      server.call({
        method: 'POST',
        url: `/api/v1/applications/${hospital.id}/triggers`,
        headers: admin.headers,
        payload: {
          trigger: {
            trigger: 'hl7_message_processed',
            action: 'send_survey_request',
            config: { survey_id: hospital.survey.id, channel: 'sms', delay: 0, filters: {} },
            active,
          },
        },
      });
    const refused = await save(true);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('switched off')]);
    expect((await save(false)).status).not.toBe(422);
  });

  it('lists what still uses it', async () => {
    const hospital = await makeAskingApplication(server, { delay: 60 });
    const admin = await adminOf(hospital);
    await feed(server, hospital, { event: 'A03', ...stay, at: stamp() });
    expect(await get(admin, `/surveys/${hospital.survey.id}/uses`)).toEqual({
      trigger_ids: [hospital.triggerId],
      broadcast_ids: [],
      mailing_lists: [],
      kiosks: 0,
      kiosk_labels: [],
      pathways: [],
      after_cases: false,
      scheduled: 1,
      reminders: 0,
      unanswered: 0,
      open_cases: 0,
      deletion_refusal: expect.stringContaining('Patients were sent this survey'),
    });
  });

  it('counts links that are open and cases, and says what goes on without a trigger', async () => {
    const hospital = await makeAskingApplication(server, { reminders: 1, reminder_days: 3 });
    const admin = await adminOf(hospital);
    await feed(server, hospital, { event: 'A03', ...stay, at: stamp() });
    const uses = () => get(admin, `/surveys/${hospital.survey.id}/uses`);
    const ofTrigger = () => get(admin, `/applications/${hospital.id}/triggers/${hospital.triggerId}/uses`);
    expect(await uses()).toMatchObject({ scheduled: 1, reminders: 0, unanswered: 0 });
    await server.runJobs();
    expect(await uses()).toMatchObject({ scheduled: 1, reminders: 1, unanswered: 1, open_cases: 0 });
    expect(await ofTrigger()).toEqual({ scheduled: 1, reminders: 1, unanswered: 1 });
    await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), 'Cold');
    expect(await uses()).toMatchObject({ unanswered: 0, open_cases: 1 });
    expect(await ofTrigger()).toMatchObject({ unanswered: 0 });
    const refused = await server.call({
      method: 'DELETE',
      url: `/api/v1/surveys/${hospital.survey.id}`,
      headers: admin.headers,
    });
    expect([refused.status, refused.body.message]).toEqual([409, (await uses()).deletion_refusal]);
  });

  it('can be taken out of use everywhere: triggers, broadcasts, kiosks and closed cases', async () => {
    const hospital = await makeAskingApplication(server, { delay: 60 });
    const admin = await adminOf(hospital);
    const { id: surveyId } = hospital.survey;
    const broadcastId = await within(server, hospital, async (tx) => {
      const list = await tx
        .insertInto('mailing_lists')
        .values({ application_id: hospital.id, name: 'Maternity' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const broadcast = await tx
        .insertInto('broadcasts')
        .values({
          application_id: hospital.id,
          survey_id: surveyId,
          sendable_id: list.id,
          schedule: false,
          channel: 'email',
          data: JSON.stringify({ day_of_week: [] }),
          state: 'running',
          created_at: NOON,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx.updateTable('applications').set({ de_escalation_survey_id: surveyId }).execute();
      return broadcast.id;
    });
    const stop = () =>
      server.call({ method: 'POST', url: `/api/v1/surveys/${surveyId}/uses/stop`, headers: admin.headers });
    expect((await stop()).body.data).toMatchObject({
      trigger_ids: [hospital.triggerId],
      broadcast_ids: [broadcastId],
      mailing_lists: ['Maternity'],
      after_cases: true,
    });
    // Broadcasts are paused, so that they can continue when the survey is switched on again.
    expect((await stop()).body.data).toMatchObject({
      trigger_ids: [],
      broadcast_ids: [broadcastId],
      after_cases: false,
    });
    const [broadcast] = await within(server, hospital, (tx) => tx.selectFrom('broadcasts').select('state').execute());
    expect(broadcast).toEqual({ state: 'paused' });
    const [trigger] = await within(server, hospital, (tx) => tx.selectFrom('triggers').select('active').execute());
    expect(trigger).toEqual({ active: false });
  });
});

describe('messages of every kind', () => {
  it.each([
    ['day', { max_messages_per_day: 1 }, 2 * DAY],
    ['week', { max_messages_per_week: 1 }, 8 * DAY],
  ])('are not sent to one person in a %s more often than the hospital allows', async (_span, limits, later) => {
    const hospital = await makeAskingApplication(server, {
      action: 'send_sms',
      text: 'Visiting hours are from two to eight.',
    });
    await within(server, hospital, (tx) => tx.updateTable('applications').set(limits).execute());
    const discharge = (visit: string, at = 0) =>
      feed(server, hospital, { event: 'A03', patient: 'ORLA', visit, at: stamp(at) });
    await discharge('ONE');
    await server.runJobs();
    await discharge('TWO');
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: too_many_lately']);
    server.setTime(after(later));
    await discharge('THREE', later);
    await server.runJobs();
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: too_many_lately', 'sent']);
    expect(await listDeliveries(server, hospital)).toHaveLength(3);
  });
});

describe('a person who sends a survey by hand', () => {
  async function askedLately() {
    const hospital = await makeAskingApplication(server);
    const nurse = await adminOf(hospital);
    await feed(server, hospital, { event: 'A03', patient: 'ORLA', visit: 'ONE', at: stamp() });
    await server.runJobs();
    await feed(server, hospital, { event: 'A01', patient: 'ORLA', visit: 'TWO', at: stamp() });
    const [, second = 0] = await messageIds(hospital);
    const send = (override_reason?: string) =>
      server.call({
        method: 'POST',
        url: `/api/v1/hl7_messages/${second}/send`,
        headers: nurse.headers,
        payload: {
          phone: '+447700900321',
          survey_id: hospital.survey.id,
          ...(override_reason ? { override_reason } : {}),
        },
      });
    return { hospital, nurse, send };
  }

  it('sees why it is refused, and from when on it would be possible', async () => {
    const { send } = await askedLately();
    const { body } = await send();
    expect(body.data).toMatchObject({ state: 'suppressed', reason: 'asked_lately', overridable: true });
    expect(new Date(body.data.possible_from).getTime()).toBeGreaterThan(NOON.getTime());
  });

  it('may override a setting with a reason, which the audit keeps', async () => {
    const { hospital, send } = await askedLately();
    await send();
    expect((await send('They asked for it at the desk.')).body.data).toMatchObject({ state: 'scheduled' });
    await server.runJobs();
    expect((await fates(server, hospital)).at(-1)).toBe('sent');
    const rows = await within(server, hospital, (tx) => tx.selectFrom('audit_entries').selectAll().execute());
    expect(JSON.stringify(rows)).toContain('They asked for it at the desk.');
  });

  it('may not override a death', async () => {
    const { hospital, send } = await askedLately();
    await feed(server, hospital, { event: 'A31', patient: 'ORLA', died: 'Y', at: stamp(MINUTE), without: ['PV1'] });
    expect((await send('They asked for it at the desk.')).body.data).toMatchObject({
      state: 'suppressed',
      reason: 'deceased',
      overridable: false,
    });
  });
});
