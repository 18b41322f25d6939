import type { notices } from '@wardvoice/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { NOON } from '../../testing/asked.ts';
import { dischargeAndAnswer, makeAskingApplication, within } from '../../testing/builders.ts';
import {
  startTestServer,
  type Json,
  type TestApplication,
  type TestServer,
  type TestUser,
} from '../../testing/test-server.ts';
import { systemScope } from '../../platform/scope.ts';
import { evaluateAlarms } from '../alarms/index.ts';
import { receiveText } from '../consent/index.ts';
import { sendDigest, startDueDigests } from './index.ts';

let server: TestServer;
let hospital: TestApplication;
let nurse: TestUser;
let manager: TestUser;
let serial = 0;

beforeAll(async () => {
  server = await startTestServer({ locksIdle: false });
});
afterAll(() => server.stop());

beforeEach(async () => {
  server.setTime(NOON);
  nurse = await server.makeUser({ permissions: ['cases.list', 'texts.list', 'feedback.list'] });
  hospital = await makeAskingApplication(server, { users: [nurse] });
  await within(server, hospital, (tx) =>
    tx.insertInto('application_users').values({ application_id: hospital.id, user_id: nurse.id }).execute(),
  );
  await server.as(nurse)('PUT', '/session/application', { application_id: hospital.id });
  manager = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});

type Chosen = Omit<notices.NoticeSetting, 'kind'>;

const readOwn = async (user = nurse): Promise<Json> => (await server.as(user)('GET', '/account/notices')).body.data;
const choose = (
  kinds: Partial<Record<notices.NoticeSetting['kind'], Partial<Chosen>>>,
  { user = nurse, ...more }: { user?: TestUser; digest_hour?: number | null; time_zone?: string } = {},
) =>
  server.as(user)('PUT', '/account/notices', {
    notices: {
      kinds: Object.entries(kinds).map(([kind, ways]) => ({ kind, email: false, sms: false, digest: false, ...ways })),
      digest_hour: null,
      time_zone: 'Asia/Tokyo',
      ...more,
    },
  });
const setPhone = (phone: string, user = nurse) => server.as(manager)('PUT', `/users/${user.id}`, { user: { phone } });
const emailsTo = (user: TestUser) => server.gateways.emails.filter(({ to }) => to === user.email);
const textsTo = (phone: string) => server.gateways.texts.filter(({ to }) => to === phone);

async function answerBadly(): Promise<string> {
  serial += 1;
  const phone = await dischargeAndAnswer(server, hospital, serial, { comment: `Nobody came ${serial}.` });
  await server.runJobs();
  return phone.replace(/^0/, '+44').replaceAll(' ', '');
}

describe('what somebody hears of', () => {
  it('is what holds for everybody, until they choose', async () => {
    await within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ time_zone: 'Europe/Dublin' }).where('id', '=', hospital.id).execute(),
    );
    const own = await readOwn();
    expect(own).toMatchObject({ digest_hour: null, time_zone: 'Europe/Dublin', has_email: true, has_phone: false });
    expect(own.kinds[0]).toEqual({
      kind: 'case_opened',
      email: true,
      sms: true,
      digest: false,
      offers_sms: true,
      must_reach: true,
    });
    const changed = await choose({ text_received: { email: true, digest: true } }, { digest_hour: 8 });
    expect(changed.status).toBe(200);
    expect(await readOwn()).toEqual(changed.body.data);
    expect(changed.body.data.kinds.filter(({ email }: Json) => email).map(({ kind }: Json) => kind)).toEqual([
      'case_opened',
      'case_escalated',
      'case_assigned',
      'text_received',
      'alarm_opened',
    ]);
    expect((await readOwn(manager)).digest_hour).toBeNull();
  });

  it('reads the language of their screens, else that of the hospital', async () => {
    await server.as(nurse)('PUT', '/account/language', { language: 'fr' });
    await setPhone('+447700900203');
    await answerBadly();
    const [mail] = emailsTo(nurse);
    expect(mail?.subject).toMatch(/^Un patient a besoin de quelqu’un/);
    expect(mail?.text).toMatch(/^La réponse d’un patient demande quelqu’un\.\n\nService : /);
    expect(mail?.text).toMatch(/http:\/\/wardvoice\.test\/cases\/\d+\?application=\d+\n$/);
    expect(textsTo('+447700900203').map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Un patient a besoin de quelqu’un.*\. http:\/\/wardvoice\.test\/cases\/\d+\?application=\d+$/,
      ),
    ]);

    await server.as(nurse)('PUT', '/account/language', { language: null });
    await within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ language: 'pl' }).where('id', '=', hospital.id).execute(),
    );
    await answerBadly();
    expect(emailsTo(nurse)[1]?.subject).toMatch(/^Pacjent kogoś potrzebuje/);
  });

  it('cannot leave out a case, nor name an hour or a way that is not there', async () => {
    const silent = await choose({ case_opened: {} });
    expect([silent.status, silent.body.errors]).toEqual([
      422,
      { case_opened: [expect.stringMatching(/no phone here/)] },
    ]);
    expect((await choose({ case_escalated: { sms: true } })).status).toBe(422);
    expect((await choose({ alarm_opened: { sms: true } })).body.errors).toEqual({
      alarm_opened: ['This is not sent by SMS. Choose e-mail.'],
    });
    expect((await choose({}, { digest_hour: 24 })).status).toBe(422);
    // The browser knows the short names, too; in PostgreSQL they mean something else, or nothing.
    for (const time_zone of ['Mars/Olympus', 'SystemV/AST4', 'AET', 'IST', 'CET'])
      expect((await choose({}, { time_zone })).status).toBe(422);
    expect((await readOwn()).kinds[0].email).toBe(true);
    await setPhone('+447700900201');
    expect((await choose({ case_opened: { sms: true } })).status).toBe(200);
  });

  it('of a case by SMS only, is heard by e-mail when the phone is gone', async () => {
    await setPhone('+447700900202');
    await choose({ case_opened: { sms: true } });
    await answerBadly();
    expect([emailsTo(nurse).length, textsTo('+447700900202').length]).toEqual([0, 1]);
    await setPhone('');
    await answerBadly();
    expect([emailsTo(nurse).length, textsTo('+447700900202').length]).toEqual([1, 1]);
  });

  it('can be texts that somebody wrote back, without what they wrote', async () => {
    const phone = await answerBadly();
    const before = emailsTo(nurse).length;
    const write = async (text: string) => {
      const origin = { applicationId: hospital.id };
      await receiveText(server.ctx, { channel: 'sms', from: phone, text, gatewayMessageId: null, origin });
      await server.runJobs();
    };
    await write('The bell is broken');
    expect(emailsTo(nurse)).toHaveLength(before);
    await choose({ text_received: { email: true } });
    await write('Juniper here again, bed four');
    const [mail, ...more] = emailsTo(nurse).slice(before);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/\/texts\/\d+/);
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/Juniper|bed four/);
  });

  it('can be answers that a colleague asks to look after, each time', async () => {
    await answerBadly();
    await choose({ feedback_assigned: { email: true } });
    const before = emailsTo(nurse).length;
    const [{ id }] = (await server.as(manager)('GET', '/feedback')).body.data;
    const assign = async (to_id: number | null, instead_of_id: number | null) => {
      const feedback = { assignment: { to_id, instead_of_id } };
      expect((await server.as(manager)('PUT', `/feedback/records/${id}`, { feedback })).status).toBe(200);
      await server.runJobs();
    };
    await assign(nurse.id, null);
    expect(emailsTo(nurse)).toHaveLength(before + 1);
    server.setTime(new Date(NOON.getTime() + 60_000));
    await assign(null, nurse.id);
    await assign(nurse.id, null);
    expect(emailsTo(nurse)).toHaveLength(before + 2);
    expect(emailsTo(nurse).at(-1)?.text).not.toMatch(/Juniper|Nobody came/);
  });

  it('of alarms can be switched off, unless nobody would hear of them', async () => {
    const other = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
    const raise = async (minutes: number) => {
      await within(server, hospital, async (tx) => {
        await tx.deleteFrom('alarms').where('application_id', '=', hospital.id).execute();
        const delivery = { purpose: 'message', channel: 'sms', state: 'scheduled', attempts: 0, text: 'Hello' };
        const send_at = new Date(NOON.getTime() - 30 * 60_000);
        await tx
          .insertInto('deliveries')
          .values({ ...delivery, application_id: hospital.id, cause: `test:${minutes}`, send_at, created_at: NOON })
          .execute();
      });
      await evaluateAlarms(
        server.ctx,
        { certificateFile: null, dataDir: null, makesBackups: false, wal: null },
        new Date(0),
      );
      await server.runJobs({ asOf: new Date(Date.now() + 1_000) });
      return [emailsTo(manager).length, emailsTo(other).length];
    };
    await choose({ alarm_opened: {} }, { user: manager });
    expect(await raise(1)).toEqual([0, 1]);
    await choose({ alarm_opened: {} }, { user: other });
    expect(await raise(2)).toEqual([1, 2]);
    await within(server, hospital, (tx) => tx.deleteFrom('deliveries').where('case_id', 'is', null).execute());
  });
});

describe('the daily digest', () => {
  /** Eight in the morning in Tokyo, nine hours before UTC. */
  const EIGHT = new Date(NOON.getTime() + 11 * 3_600_000);
  const DIGEST = { case_opened: { email: true, digest: true } };
  const HOUR = 3_600_000;
  const runAt = async (at: Date) => {
    server.setTime(at);
    await startDueDigests(server.ctx);
    await server.runJobs({ asOf: new Date(Date.now() + 1_000) });
  };
  const digestsTo = (user: TestUser) =>
    emailsTo(user).filter(({ subject }) => /^(To do in|À faire dans) Wardvoice/.test(subject));
  const statesOf = (user: TestUser) =>
    server.ctx.db.transaction(systemScope('person'), (tx) =>
      tx.selectFrom('digests').select(['id', 'state']).where('user_id', '=', user.id).orderBy('id').execute(),
    );

  it('counts at the person’s hour what is to do, with links and without a patient', async () => {
    await answerBadly();
    await choose(DIGEST, { digest_hour: 8 });
    await runAt(new Date(EIGHT.getTime() - 60_000));
    expect(digestsTo(nurse)).toEqual([]);
    await runAt(EIGHT);
    const [mail, ...more] = digestsTo(nurse);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('To do in Wardvoice: 1');
    expect(mail?.text).toContain('- Cases for you: 1 (new: 1)');
    expect(mail?.text).toContain(`http://wardvoice.test/inbox?application=${hospital.id}\n`);
    expect(mail?.text).toContain('http://wardvoice.test/account\n');
    expect(mail?.text).not.toMatch(/Juniper|Nobody came|Poor|P\d/);
    expect(digestsTo(manager)).toEqual([]);
  });

  it('is in the language of the person’s screens', async () => {
    await server.as(nurse)('PUT', '/account/language', { language: 'fr' });
    await answerBadly();
    await choose(DIGEST, { digest_hour: 8 });
    await runAt(EIGHT);
    expect(digestsTo(nurse)[0]?.subject).toBe('À faire dans Wardvoice : 1');
    expect(digestsTo(nurse)[0]?.text).toContain('- Cas pour vous : 1 (nouveau : 1)');
  });

  it('comes once a day, from however many processes, and says next day what is new', async () => {
    await answerBadly();
    await choose(DIGEST, { digest_hour: 8 });
    server.setTime(EIGHT);
    await Promise.all([startDueDigests(server.ctx), startDueDigests(server.ctx)]);
    const [{ id } = { id: 0 }] = await statesOf(nurse);
    await Promise.all([sendDigest(server.ctx, id), sendDigest(server.ctx, id)]);
    await runAt(EIGHT);
    await runAt(new Date(EIGHT.getTime() + HOUR));
    expect(digestsTo(nurse)).toHaveLength(1);
    await runAt(new Date(EIGHT.getTime() + 24 * HOUR));
    expect(digestsTo(nurse)).toHaveLength(2);
    expect(digestsTo(nurse)[1]?.text).toContain('- Cases for you: 1\n');
    expect((await statesOf(nurse)).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  it('is not sent when nothing is to do: all is done, or over', async () => {
    await answerBadly();
    await choose(DIGEST, { digest_hour: 8 });
    const [{ id }] = (await server.as(nurse)('GET', '/inbox')).body.data;
    await server.as(nurse)('PUT', `/inbox/${id}/done`);
    await runAt(EIGHT);
    expect([digestsTo(nurse).length, await statesOf(nurse)]).toMatchObject([0, [{ state: 'empty' }]]);
    expect((await server.as(nurse)('PUT', `/inbox/${id}/undone`)).status).toBe(200);
    await within(server, hospital, (tx) => tx.updateTable('cases').set({ state: 'closed' }).execute());
    await runAt(new Date(EIGHT.getTime() + 24 * HOUR));
    expect(digestsTo(nurse)).toEqual([]);
  });

  it('counts nothing of an organisation that was restored, until its sending is released', async () => {
    await answerBadly();
    await choose(DIGEST, { digest_hour: 8 });
    await within(server, hospital, (tx) =>
      tx
        .insertInto('sending_holds')
        .values({ application_id: hospital.id, reason: 'restored', held_at: NOON })
        .execute(),
    );
    await runAt(EIGHT);
    expect([digestsTo(nurse), await statesOf(nurse)]).toMatchObject([[], [{ state: 'empty' }]]);
    await within(server, hospital, (tx) => tx.updateTable('sending_holds').set({ released_at: EIGHT }).execute());
    await runAt(new Date(EIGHT.getTime() + 24 * HOUR));
    expect(digestsTo(nurse)).toHaveLength(1);
  });

  it('counts nothing of an organisation that the person has left, and stops with the account', async () => {
    await answerBadly();
    await choose(DIGEST, { digest_hour: 8 });
    await within(server, hospital, (tx) =>
      tx.deleteFrom('application_users').where('user_id', '=', nurse.id).execute(),
    );
    await runAt(EIGHT);
    expect(digestsTo(nurse)).toEqual([]);
    await within(server, hospital, (tx) =>
      tx.updateTable('users').set({ deactivated_at: EIGHT }).where('id', '=', nurse.id).execute(),
    );
    await runAt(new Date(EIGHT.getTime() + 24 * HOUR));
    expect(await statesOf(nurse)).toHaveLength(1);
  });

  it('is tried again when the mail server did not take it, and not when it may have left', async () => {
    await answerBadly();
    await choose(DIGEST, { digest_hour: 8 });
    server.setTime(EIGHT);
    await startDueDigests(server.ctx);
    const [{ id } = { id: 0 }] = await statesOf(nurse);
    server.gateways.answerNext({ ok: false, outcome: 'retry', error: 'busy' });
    await expect(sendDigest(server.ctx, id)).rejects.toThrow(/tried again/);
    await sendDigest(server.ctx, id);
    expect(digestsTo(nurse)).toHaveLength(1);

    server.setTime(new Date(EIGHT.getTime() + 24 * HOUR));
    await startDueDigests(server.ctx);
    const second = (await statesOf(nurse)).at(-1)?.id ?? 0;
    // The process dies while it sends.
    await server.ctx.db.transaction(systemScope('person'), (tx) =>
      tx.updateTable('digests').set({ state: 'sending' }).where('id', '=', second).execute(),
    );
    await sendDigest(server.ctx, second);
    expect(digestsTo(nurse)).toHaveLength(1);
  });

  it('is stopped by its settings, and skipped when nothing ran for hours', async () => {
    await answerBadly();
    await choose(DIGEST, { digest_hour: 8 });
    await runAt(new Date(EIGHT.getTime() + 3 * HOUR));
    expect(await statesOf(nurse)).toEqual([]);
    server.setTime(NOON);
    expect(await choose({}, { digest_hour: null })).toMatchObject({
      status: 200,
      body: { data: { digest_hour: null } },
    });
    await runAt(new Date(EIGHT.getTime() + 24 * HOUR));
    expect(await statesOf(nurse)).toEqual([]);
  });
});
