import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { after, DAY, fates, HOUR, listDeliveries, NOON, stamp } from '../../testing/asked.ts';
import { feed, linkIn, makeAskingApplication, makeSurvey, within } from '../../testing/builders.ts';
import { startTestServer, type TestApplication, type TestServer } from '../../testing/test-server.ts';
import { offerSurvey } from '../invitations/index.ts';
import { planDeliveries } from './plan-deliveries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(() => server.setTime(NOON));
afterAll(() => server.stop());

async function sendUntil(at: Date) {
  server.setTime(at);
  await server.runJobs();
}

async function answer(text: string) {
  const url = `/api/v1/feedback/${linkIn(text)}`;
  const { body } = await server.call({ method: 'GET', url });
  const responses = body.data.survey.categories
    .flatMap(
      (category: { questions: { id: number; required: boolean; options: { id: number }[] }[] }) => category.questions,
    )
    .filter((question: { required: boolean }) => question.required)
    .map((question: { id: number; options: { id: number }[] }) => ({
      question_id: question.id,
      option_id: question.options[0]?.id,
    }));
  const { status } = await server.call({ method: 'POST', url, payload: { feedback: { responses } } });
  expect(status).toBe(201);
}

describe('a reminder', () => {
  it('is sent after some days with the same link, as often as configured and no more', async () => {
    const hospital = await makeAskingApplication(server, { reminders: 2, reminder_days: 3 });
    await feed(server, hospital, { event: 'A03', at: stamp() });
    await server.runJobs();
    const first = server.gateways.texts.at(-1)?.text ?? '';
    expect(await fates(server, hospital)).toEqual(['sent', 'scheduled']);
    await sendUntil(after(3 * DAY - HOUR));
    expect(await fates(server, hospital)).toEqual(['sent', 'scheduled']);
    await sendUntil(after(3 * DAY + HOUR));
    expect(linkIn(server.gateways.texts.at(-1)?.text ?? '')).toBe(linkIn(first));
    await sendUntil(after(20 * DAY));
    expect(await fates(server, hospital)).toEqual(['sent', 'sent', 'sent']);
  });

  it('is never sent after an answer', async () => {
    const hospital = await makeAskingApplication(server, { reminders: 1, reminder_days: 3 });
    await feed(server, hospital, { event: 'A03', at: stamp() });
    await server.runJobs();
    await answer(server.gateways.texts.at(-1)?.text ?? '');
    await sendUntil(after(4 * DAY));
    expect(await fates(server, hospital)).toEqual(['answered', 'suppressed: already_answered']);
  });

  it('is never sent after a death, and the first link stays valid', async () => {
    const hospital = await makeAskingApplication(server, { reminders: 1, reminder_days: 3 });
    await feed(server, hospital, { event: 'A03', at: stamp(), patient: 'GONE' });
    await server.runJobs();
    await feed(server, hospital, { event: 'A08', at: stamp(HOUR), patient: 'GONE', died: 'Y' });
    await sendUntil(after(4 * DAY));
    expect(await fates(server, hospital)).toEqual(['sent', 'suppressed: deceased']);
    const [invitation] = await within(server, hospital, (tx) => tx.selectFrom('invitations').selectAll().execute());
    expect(invitation?.withdrawn_at).toBeNull();
  });
});

describe('a gateway that refuses', () => {
  it('makes the other channel be used, when there is one', async () => {
    const hospital = await makeAskingApplication(server, { channel: 'sms_or_email' });
    await feed(server, hospital, { event: 'A03', at: stamp() });
    server.gateways.answerNext({ ok: false, outcome: 'refused', error: 'The number is not in use.' });
    await server.runJobs();
    const [delivery] = await listDeliveries(server, hospital);
    expect(delivery).toMatchObject({ state: 'sent', channel: 'email', recipient: 'orla@example.org' });
  });
});

describe('a contact', () => {
  interface Contact {
    patient_id?: number;
    phone?: string;
    email?: string;
    external_id?: string;
  }

  async function ask(application: TestApplication, surveyId: number, contact: Contact, cause = 'first') {
    await within(server, application, async (tx) => {
      const { id } = await tx
        .insertInto('contacts')
        .values({ application_id: application.id, name: 'Una Testwell', ...contact })
        .returning('id')
        .executeTakeFirstOrThrow();
      const now = server.ctx.clock();
      const asking = { survey_id: surveyId, trigger_id: null, patient_id: null, visit_id: null, message_id: null };
      const { id: invitation } = await offerSurvey(tx, server.ctx, application.id, {
        ...asking,
        way: 'hand',
        contact_id: id,
        language: 'en',
      });
      await planDeliveries(
        tx,
        application.id,
        [
          {
            purpose: 'survey',
            channel: 'sms',
            fallback_channel: 'email',
            cause: `test:${cause}:${id}`,
            send_at: now,
            text: 'Hello {{link}}',
            contact_id: id,
            invitation_id: invitation ?? null,
          },
        ],
        now,
      );
    });
    await server.runJobs();
    return (await fates(server, application)).at(-1);
  }

  const makeHospital = async () => {
    const application = await server.makeApplication({ country: 'GB' });
    return { application, survey: await makeSurvey(server, application) };
  };

  it('is written to at the address of the contact, and not twice within the interval, under whatever name', async () => {
    const { application, survey } = await makeHospital();
    expect(await ask(application, survey.id, { phone: '+447700900555' })).toBe('sent');
    expect(server.gateways.texts.at(-1)?.to).toBe('+447700900555');
    expect(await ask(application, survey.id, { phone: '+447700900555', email: 'other@example.org' })).toBe(
      'suppressed: asked_lately',
    );
    expect(await ask(application, survey.id, { email: 'only@example.org' })).toBe('sent');
    expect(await ask(application, survey.id, {})).toBe('suppressed: no_address');
  });

  it('that stands for a patient counts as that patient', async () => {
    const hospital = await makeAskingApplication(server);
    await feed(server, hospital, { event: 'A03', at: stamp(), patient: 'MRN1' });
    await server.runJobs();
    expect(await ask(hospital, hospital.survey.id, { phone: '+447700900556', external_id: 'MRN1' })).toBe(
      'suppressed: asked_lately',
    );
    await feed(server, hospital, { event: 'A08', at: stamp(HOUR), patient: 'MRN1', died: 'Y' });
    server.setTime(after(60 * DAY));
    expect(await ask(hospital, hospital.survey.id, { phone: '+447700900557', external_id: 'MRN1' })).toBe(
      'suppressed: deceased',
    );
  });

  it('that a list made of one patient takes nothing from another with the same number, and everything from its own', async () => {
    const { application, survey } = await makeHospital();
    const other = { patient: 'TWICE^^^CONVENT^MR~OTHER', family: 'Sparrowhill', born: '19330101', phone: '' };
    await feed(server, application, { event: 'A08', at: stamp(), patient: 'TWICE', phone: '' });
    await feed(server, application, { event: 'A08', at: stamp(), ...other });
    const patients = await within(server, application, (tx) =>
      tx.selectFrom('patients').select('id').orderBy('id').execute(),
    );
    const [una = 0, orla = 0] = patients.map(({ id }) => id);
    const asked = (patient_id: number, external_id: string, phone: string) =>
      ask(application, survey.id, { patient_id, external_id, phone });
    expect(await asked(una, 'TWICE', '+447700900562')).toBe('sent');
    // The contact is on the other patient's list by a number that is no longer theirs.
    expect(await asked(orla, 'EARLIER', '+447700900563')).toBe('sent');
    expect(await asked(orla, 'TWICE', '+447700900564')).toBe('suppressed: asked_lately');
  });

  it('whose number two facilities gave to two people is not written to when one of them has died', async () => {
    const { application, survey } = await makeHospital();
    await feed(server, application, { event: 'A08', at: stamp(), patient: 'TWICE', phone: '' });
    const other = { patient: 'TWICE^^^CONVENT^MR~OTHER', family: 'Sparrowhill', born: '19330101', phone: '' };
    await feed(server, application, { event: 'A08', at: stamp(), ...other, died: 'Y' });
    const contact = { phone: '+447700900562', external_id: 'TWICE' };
    expect(await ask(application, survey.id, contact)).toBe('suppressed: deceased');
  });

  it.each<[string, Contact]>([
    ['phone', { phone: '+447700900123' }],
    ['mailbox', { email: 'ORLA@example.org' }],
  ])('with the %s of somebody who has died is not written to', async (_what, contact) => {
    const { application, survey } = await makeHospital();
    await feed(server, application, { event: 'A03', at: stamp(), died: 'Y' });
    expect(await ask(application, survey.id, contact)).toBe('suppressed: deceased');
  });

  it('whose address bounced can be written to at another address', async () => {
    const { application, survey } = await makeHospital();
    await within(server, application, (tx) =>
      tx
        .insertInto('opt_outs')
        .values({ application_id: application.id, channel: 'sms', address: '+447700900558', source: 'bounce' })
        .execute(),
    );
    expect(await ask(application, survey.id, { phone: '+447700900558' })).toBe('suppressed: invalid_address');
    expect(await ask(application, survey.id, { phone: '+447700900558', email: 'una@example.org' })).toBe('sent');
  });
});

describe('a rate limit', () => {
  it('of the application spreads deliveries that are due, and none is lost or sent early', async () => {
    const hospital = await makeAskingApplication(server);
    await within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ sends_per_minute: 6 }).where('id', '=', hospital.id).execute(),
    );
    const sentBefore = server.gateways.texts.length;
    for (let n = 0; n < 5; n += 1) {
      const phone = `07700 90060${n}^PRN^CP`;
      await feed(server, hospital, { event: 'A03', at: stamp(), patient: `R${n}`, visit: `R${n}`, phone });
    }
    const sent = () => server.gateways.texts.length - sentBefore;
    await server.runJobs();
    expect(sent()).toBe(1);
    await sendUntil(after(21_000));
    expect(sent()).toBe(3);
    await sendUntil(after(60_000));
    expect(sent()).toBe(5);
  });
});
