import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, NOON, stamp } from '../../testing/asked.ts';
import { answerBadly, feed, linkIn, makeAskingApplication, within } from '../../testing/builders.ts';
import { adt, type MessageParts } from '../../testing/hl7-messages.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: Awaited<ReturnType<typeof makeAskingApplication>>;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  server.setTime(NOON);
  hospital = await makeAskingApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
});
afterAll(() => server.stop());

const call = async (method: 'GET' | 'PUT', path: string): Promise<Json> =>
  (await server.call({ method, url: `/api/v1${path}`, headers: admin.headers })).body;
const tell = (...messages: MessageParts[]) =>
  feed(server, hospital, ...messages.map((parts, index) => ({ at: stamp(index * MINUTE), ...parts })));
const ids = (page: Json): string[] => page.data.map((message: Json) => message.message_control_id);
const list = async (query: string) => ids(await call('GET', `/hl7_messages?${query}`));

describe('the list of messages', () => {
  it('has the newest event first, whenever it arrived', async () => {
    await tell(
      { controlId: 'MIDDLE', event: 'A01', at: stamp(-HOUR) },
      { controlId: 'NEWEST', event: 'A01', at: stamp() },
      { controlId: 'OLDEST', event: 'A01', at: stamp(-DAY) },
    );
    expect(await list('')).toEqual(['NEWEST', 'MIDDLE', 'OLDEST']);
    expect(await list('sort=event_at')).toEqual(['OLDEST', 'MIDDLE', 'NEWEST']);
    expect(await list('sort=-received_at')).toEqual(['OLDEST', 'NEWEST', 'MIDDLE']);
    expect(
      (await server.call({ method: 'GET', url: '/api/v1/hl7_messages?sort=raw', headers: admin.headers })).status,
    ).toBe(422);
  });

  it('can be limited to one kind of event, by its name or its code, at both addresses', async () => {
    await tell(...['A01', 'A02', 'A03', 'A04'].map((event) => ({ event, controlId: event })));
    expect(await list('type=discharges')).toEqual(['A03']);
    expect(await list('type=casualties')).toEqual(['A04']);
    expect(await list('type=A01')).toEqual(['A01']);
    expect(ids(await call('GET', '/messages?type=A03'))).toEqual(['A03']);
  });

  it('comes page by page', async () => {
    await tell(...Array.from({ length: 7 }, (_, index) => ({ event: 'A01', controlId: `M${index}` })));
    const page = await call('GET', '/hl7_messages?per_page=3&page=2');
    expect(ids(page)).toEqual(['M3', 'M2', 'M1']);
    expect(page).toMatchObject({ current_page: 2, last_page: 3, per_page: 3, total: 7, from: 4, to: 6 });
    const beyond = await call('GET', '/hl7_messages?per_page=3&page=9');
    expect(beyond).toMatchObject({ data: [], total: 7, from: 0 });
    expect(ids(await call('GET', '/hl7_messages?paginate=0'))).toHaveLength(7);
  });

  it('is searched by the beginning of a name, the number of the patient, the visit or the message', async () => {
    await tell(
      { event: 'A01', controlId: 'ONE', family: 'Inventwell', given: 'Órla', patient: 'MRN-1', visit: 'VIS-1' },
      { event: 'A01', controlId: 'TWO', family: 'O’Fiction', given: 'Conn', patient: 'MRN-2', visit: 'VIS-2' },
      { event: 'A01', controlId: 'SPECIAL', family: '50%_off', given: 'Una', patient: 'MRN-3', visit: 'VIS-3' },
    );
    expect(await list('term=invent')).toEqual(['ONE']);
    expect(await list(`term=${encodeURIComponent('ÓR')}`)).toEqual(['ONE']);
    expect(await list('term=MRN-2')).toEqual(['TWO']);
    expect(await list('term=VIS-2')).toEqual(['TWO']);
    expect(await list('term=TWO')).toEqual(['TWO']);
    expect(await list(`term=${encodeURIComponent('50%_')}`)).toEqual(['SPECIAL']);
    expect(await list(`term=${encodeURIComponent('%')}`)).toEqual([]);
    expect(await list(`term=${encodeURIComponent("'; drop table visits; --")}`)).toEqual([]);
  });

  it('is searched by words of a name in any order, phone number, e-mail address and date of birth', async () => {
    await tell(
      {
        event: 'A01',
        controlId: 'DERVLA',
        family: 'Juniper',
        given: 'Dervla',
        patient: 'MRN-1',
        born: '19520304',
        phone: '07700 900123^PRN^CP^Dervla@Example.org',
      },
      {
        event: 'A01',
        controlId: 'ANNA',
        family: 'van der Berg',
        given: 'Anna Maria',
        patient: 'MRN-2',
        born: '19600101',
        phone: '07700 900125',
      },
    );
    for (const term of [
      'Juniper, Dervla',
      'dervla jun',
      'Dervla Juniper',
      '07700 900123',
      '+44 7700 900 123',
      'dervla@example.org',
      '1952-03-04',
      '04/03/1952',
      'juniper 4.3.1952',
    ])
      expect([term, await list(`term=${encodeURIComponent(term)}`)]).toEqual([term, ['DERVLA']]);
    for (const term of ['van der Berg, Anna', 'anna maria van der b', 'van der'])
      expect([term, await list(`term=${encodeURIComponent(term)}`)]).toEqual([term, ['ANNA']]);
    for (const term of ['Juniper, Anna', 'juniper 1952-03-05', '1952-03-05', '07700 900124'])
      expect([term, await list(`term=${encodeURIComponent(term)}`)]).toEqual([term, []]);
    expect(await list('term=dervla+jun&distribution_list=census')).toEqual(['DERVLA']);
  });

  it('of a term that means more people than are looked up is counted as at least so many, in every list', async () => {
    const NAMED = 510;
    await within(server, hospital, (tx) =>
      sql`with people as (
          insert into patients (application_id, identifier, given_name, family_name, facts_at)
          select ${hospital.id}, 'S' || n, 'Una', case n when 1 then 'Sorrelwood' else 'Sorrel' end, now() from generate_series(1, ${NAMED}::int) n
          returning id
        ), sent as (
          insert into deliveries (application_id, purpose, channel, state, cause, send_at, text, created_at, patient_id)
          select ${hospital.id}, 'message', 'sms', 'failed', 'to ' || id, now(), 'Hello', now(), id from people
        )
        insert into hl7_messages (application_id, state, event_at, event, content_hash, raw, patient_id)
        select ${hospital.id}, 'processed', now(), 'A60', sha256(id::text::bytea), 'MSH|'::bytea, id from people`.execute(
        tx,
      ),
    );
    for (const path of ['/hl7_messages', '/deliveries']) {
      expect([path, await call('GET', `${path}?term=sorrel`)]).toMatchObject([
        path,
        { total: 500, total_is_estimate: true },
      ]);
      const few = await call('GET', `${path}?term=sorrelwood`);
      expect([path, few.total, few.total_is_estimate]).toEqual([path, 1, undefined]);
    }
  });

  it('can be limited to wards, separated by commas or repeated', async () => {
    await tell(...['ASH', 'BIRCH', 'CEDAR'].map((ward) => ({ event: 'A01', ward, controlId: ward })));
    expect((await list('location=ASH,CEDAR')).sort()).toEqual(['ASH', 'CEDAR']);
    expect((await list('location=ASH&location=BIRCH')).sort()).toEqual(['ASH', 'BIRCH']);
    expect(await list('location=')).toHaveLength(3);
  });

  it('offers wards and lists to choose from: those of the caller', async () => {
    await tell(...['BIRCH', 'ASH'].map((ward) => ({ event: 'A01', ward, controlId: ward })));
    await within(server, hospital, (tx) =>
      tx
        .insertInto('mailing_lists')
        .values({ application_id: hospital.id, name: 'forum', title: 'Patient forum' })
        .execute(),
    );
    const choices = async (user: TestUser) =>
      (await server.call({ method: 'GET', url: '/api/v1/hl7_messages/choices', headers: user.headers })).body.data;
    expect(await choices(admin)).toEqual({
      wards: ['ASH', 'BIRCH'],
      lists: [{ name: 'forum', title: 'Patient forum' }],
    });
    const nurse = await server.makeUser({
      applications: [hospital],
      permissions: ['messages.list'],
      locations: ['CEDAR'],
    });
    expect(await choices(nurse)).toEqual({ wards: ['CEDAR'], lists: [] });
  });

  it('can begin with a day', async () => {
    await tell(
      { event: 'A01', controlId: 'OLD', at: stamp(-3 * DAY) },
      { event: 'A01', controlId: 'NEW', at: stamp() },
    );
    const day = new Date(NOON.getTime() - DAY).toISOString();
    expect(await list(`after=${day.slice(0, 10)}`)).toEqual(['NEW']);
    expect(await list(`after=${encodeURIComponent(day)}`)).toEqual(['NEW']);
    expect(await list('after=')).toHaveLength(2);
    for (const odd of ['yesterday', '2026-13-45', '2026-02-30', '2026-01-01Tnoon']) {
      const { status } = await server.call({
        method: 'GET',
        url: `/api/v1/hl7_messages?after=${odd}`,
        headers: admin.headers,
      });
      expect([odd, status]).toEqual([odd, 422]);
    }
  });

  it('begins with a day by the hospital’s clock', async () => {
    await within(server, hospital, (tx) =>
      tx.updateTable('applications').set({ time_zone: 'America/New_York' }).execute(),
    );
    // In New York, 03:00 UTC is still the evening before.
    const night = new Date(Math.floor(NOON.getTime() / DAY) * DAY + 3 * HOUR);
    await tell({ event: 'A01', controlId: 'EVENING', at: stamp(night.getTime() - NOON.getTime()) });
    expect(await list(`after=${night.toISOString().slice(0, 10)}`)).toEqual([]);
  });

  it('as the census contains the newest message of every open visit', async () => {
    await tell(
      { event: 'A01', visit: 'IN', patient: 'IN', controlId: 'IN-1' },
      { event: 'A02', visit: 'IN', patient: 'IN', controlId: 'IN-2' },
      { event: 'A01', visit: 'OUT', patient: 'OUT', controlId: 'OUT-1' },
      { event: 'A03', visit: 'OUT', patient: 'OUT', controlId: 'OUT-2' },
      { event: 'A01', visit: 'NEVER', patient: 'NEVER', controlId: 'NEVER-1' },
      { event: 'A11', visit: 'NEVER', patient: 'NEVER', controlId: 'NEVER-2' },
    );
    expect(await list('distribution_list=census')).toEqual(['IN-2']);
  });

  async function putOnList(name: string, contact: { external_id: string; patient_id?: number }): Promise<void> {
    await within(server, hospital, async (tx) => {
      const own = { application_id: hospital.id };
      const { id: contact_id } = await tx
        .insertInto('contacts')
        .values({ ...own, name: 'Conn', ...contact })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id: mailing_list_id } = await tx
        .insertInto('mailing_lists')
        .values({ ...own, name })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('mailing_list_contacts')
        .values({ ...own, mailing_list_id, contact_id })
        .execute();
    });
  }

  it('can be limited to the patients on a mailing list', async () => {
    await tell(
      { event: 'A01', patient: 'LISTED', controlId: 'YES' },
      { event: 'A01', patient: 'OTHER', controlId: 'NO' },
    );
    await putOnList('hips', { external_id: 'LISTED' });
    expect(await list('distribution_list=hips')).toEqual(['YES']);
    expect(await list('distribution_list=nobody')).toEqual([]);
  });

  it('of a contact made from one patient contains no message of another patient with the same number', async () => {
    await tell(
      { event: 'A01', patient: 'SAME', controlId: 'OURS' },
      { event: 'A01', patient: 'SAME^^^CONVENT^MR', family: 'Sparrowhill', born: '19330101', controlId: 'THEIRS' },
    );
    const { patient_id } = await within(server, hospital, (tx) =>
      tx
        .selectFrom('hl7_messages')
        .select('patient_id')
        .where('message_control_id', '=', 'OURS')
        .executeTakeFirstOrThrow(),
    );
    await putOnList('knees', { external_id: 'SAME', patient_id: patient_id ?? 0 });
    expect(await list('distribution_list=knees')).toEqual(['OURS']);
  });

  it('leave out answered visits by every door: the messages, the census, a mailing list, and discharges', async () => {
    await tell(
      { event: 'A01', patient: 'A', visit: 'VA', controlId: 'IN-A' },
      { event: 'A01', patient: 'B', visit: 'VB', controlId: 'IN-B' },
      { event: 'A03', patient: 'C', visit: 'VC', controlId: 'OUT-C' },
      { event: 'A03', patient: 'D', visit: 'VD', controlId: 'OUT-D' },
    );
    for (const external_id of ['A', 'B', 'C', 'D']) await putOnList(`of ${external_id}`, { external_id });
    const { data } = await call('GET', '/hl7_messages');
    for (const controlId of ['IN-A', 'OUT-C']) {
      const { id } = data.find((one: Json) => one.message_control_id === controlId);
      await answerBadly(server, (await call('GET', `/hl7_messages/${id}/token`)).data.token, 'Nobody came.');
    }
    const unanswered = async (query: string) => (await list(`exclude_feedback=1&${query}`)).sort();
    expect(await unanswered('')).toEqual(['IN-B', 'OUT-D']);
    expect(await unanswered('distribution_list=census')).toEqual(['IN-B']);
    expect(await unanswered('distribution_list=of+A')).toEqual([]);
    expect(await unanswered('distribution_list=of+B')).toEqual(['IN-B']);
    const discharges = (await call('GET', '/hl7_discharges?exclude_feedback=1')).data;
    expect(discharges.map((one: Json) => one.message_control_id)).toEqual(['OUT-D']);
  });

  it('can leave out answered visits, and shows how far each survey has come', async () => {
    await tell(
      { event: 'A03', controlId: 'ANSWERED', at: stamp(), phone: '07700 900001^PRN^CP' },
      { event: 'A03', controlId: 'ASKED', at: stamp(), phone: '07700 900002^PRN^CP' },
      { event: 'A03', controlId: 'DEAD', phone: '07700 900003^PRN^CP', died: 'Y' },
      { event: 'A01', controlId: 'NEVER' },
    );
    await server.runJobs();
    const toFirst = server.gateways.texts.findLast(({ to }) => to === '+447700900001');
    await answerBadly(server, linkIn(toFirst?.text ?? ''), 'Nobody came.');
    const { data } = await call('GET', '/hl7_messages');
    const states = Object.fromEntries(data.map((one: Json) => [one.message_control_id, one.feedback_state]));
    expect(states).toEqual({ ANSWERED: 'answered', ASKED: 'sent', DEAD: 'suppressed', NEVER: null });
    expect((await list('exclude_feedback=1')).sort()).toEqual(['ASKED', 'DEAD', 'NEVER']);
    expect(await list('exclude_feedback=0')).toHaveLength(4);
  });
});

describe('one message', () => {
  it('shows every field by name, and its text as received', async () => {
    await tell({ event: 'A03', controlId: 'ONE', family: 'Inventwell', given: 'Órla', more: ['ZPI|our own|field'] });
    const [{ id }] = (await call('GET', '/hl7_messages')).data;
    const { data } = await call('GET', `/hl7_messages/${id}`);
    expect(data).toMatchObject({ event: 'A03', type: 'discharges', state: 'processed', error: null, source: 'mllp' });
    expect(data.raw).toMatch(/^MSH\|\^~\\&\|PAS\|HOSP\d+\|/);
    const pid = data.segments.find(({ name }: Json) => name === 'PID');
    expect(pid.fields.find(({ address }: Json) => address.startsWith('PID-5'))).toMatchObject({
      title: 'Patient name',
      value: 'Inventwell^Órla',
    });
    expect(data.segments.map(({ name }: Json) => name)).toEqual(['MSH', 'EVN', 'PID', 'ZPI', 'PV1']);
  });

  it('that cannot be parsed is shown as received', async () => {
    await server.receive(`MSH|^~\\&|PAS|${hospital.facility}|W|Q|${stamp()}||ADT^A01|BROKEN|P|2.5\rEVN|A01`);
    const [{ id }] = (await call('GET', '/hl7_messages/errors')).data;
    const { data } = await call('GET', `/hl7_messages/${id}`);
    expect(data.error).toEqual({ code: '100', field: 'PID', text: 'PID missing' });
    expect(data.raw).toContain('BROKEN');
  });
});

describe('errors', () => {
  /** Makes two errors of one cause and one of another. */
  async function makeErrors() {
    await tell(
      { event: 'A03', controlId: 'BORN-1', born: 'odd', patient: 'E1' },
      { event: 'A03', controlId: 'BORN-2', born: 'odd', patient: 'E2', application: 'LAB' },
      { event: 'A03', controlId: 'NOPID', without: ['PID'] },
      { event: 'A03', controlId: 'GOOD', at: stamp(), phone: '07700 900009^PRN^CP' },
    );
  }
  /** Corrects the messages in the database, as if the interface had been fixed and had sent them so. */
  const mend = () =>
    within(server, hospital, async (tx) => {
      const rows = await tx.selectFrom('hl7_messages').select(['id', 'raw']).where('state', '=', 'error').execute();
      for (const { id, raw } of rows) {
        const mended = Buffer.from(raw.toString().replace('|odd|', '|19700517|'));
        await tx.updateTable('hl7_messages').set({ raw: mended }).where('id', '=', id).execute();
      }
    });

  it('are listed with field and reason, and grouped by cause', async () => {
    await makeErrors();
    expect(ids(await call('GET', '/hl7_messages/errors'))).toEqual(['NOPID', 'BORN-2', 'BORN-1']);
    expect(ids(await call('GET', '/hl7_messages/errors?field=PID-7&sending_application=LAB'))).toEqual(['BORN-2']);
    const { data } = await call('GET', '/hl7_messages/errors/causes');
    const causes = data.map(({ code, field, sending_application, count }: Json) => [
      code,
      field,
      sending_application,
      count,
    ]);
    expect(causes.sort()).toEqual([
      ['100', 'PID', 'PAS', 1],
      ['102', 'PID-7', 'LAB', 1],
      ['102', 'PID-7', 'PAS', 1],
    ]);
  });

  it('are processed again one by one, and nothing is sent', async () => {
    await makeErrors();
    await server.runJobs();
    await mend();
    const before = server.gateways.texts.length;
    const errors = (await call('GET', '/hl7_messages/errors')).data;
    const { id } = errors.find((one: Json) => one.message_control_id === 'BORN-1');
    expect((await call('PUT', `/hl7_messages/${id}/reprocess`)).data).toMatchObject({
      state: 'processed',
      error: null,
    });
    const stillWrong = errors.find((one: Json) => one.message_control_id === 'NOPID');
    expect((await call('PUT', `/hl7_messages/${stillWrong.id}/reprocess`)).data).toMatchObject({
      state: 'error',
      error: { code: '100', field: 'PID' },
    });
    await server.runJobs();
    expect(server.gateways.texts).toHaveLength(before);
  });

  it('of one cause are processed again together', async () => {
    await makeErrors();
    await mend();
    expect(await call('PUT', '/hl7_messages/reprocess?field=PID-7&sending_application=LAB')).toEqual({
      data: { queued: 1 },
    });
    await server.processAll();
    expect(ids(await call('GET', '/hl7_messages/errors'))).toEqual(['NOPID', 'BORN-1']);
  });

  it('without a field or a sender form their own cause', async () => {
    await makeErrors();
    await tell({ event: 'A03', controlId: 'NOSENDER', born: 'odd', patient: 'E3', application: '' });
    await within(server, hospital, (tx) =>
      tx.updateTable('hl7_messages').set({ error_field: null }).where('message_control_id', '=', 'BORN-1').execute(),
    );
    expect(ids(await call('GET', '/hl7_messages/errors?sending_application='))).toEqual(['NOSENDER']);
    expect(ids(await call('GET', '/hl7_messages/errors?code=102&field='))).toEqual(['BORN-1']);
    await mend();
    expect(await call('PUT', '/hl7_messages/reprocess?code=102&field=PID-7&sending_application=')).toEqual({
      data: { queued: 1 },
    });
    await server.processAll();
    expect(ids(await call('GET', '/hl7_messages/errors')).toSorted()).toEqual(['BORN-1', 'BORN-2', 'NOPID']);
  });

  it('are all processed again, and those that are still wrong stay errors', async () => {
    await makeErrors();
    await mend();
    expect(await call('PUT', '/hl7_messages/reprocess')).toEqual({ data: { queued: 3 } });
    await server.processAll();
    await server.runJobs();
    expect(ids(await call('GET', '/hl7_messages/errors'))).toEqual(['NOPID']);
    const sent = await within(server, hospital, (tx) =>
      tx.selectFrom('deliveries').select(['state', 'reason']).orderBy('id').execute(),
    );
    expect(sent.map(({ state, reason }) => reason ?? state)).toEqual(['sent', 'replay', 'replay']);
  });

  it('without an application are visible to superusers only', async () => {
    const other = await server.makeApplication();
    await server.receive(adt({ facility: 'NOWHERE', application: 'NOWHERE', controlId: 'LOST' }));
    expect(ids(await call('GET', '/hl7_messages/errors'))).toEqual([]);
    const superuser = await server.makeUser({ superUser: true });
    const get = (url: string) => server.call({ method: 'GET', url, headers: superuser.headers });
    const { body } = await get('/api/v1/hl7_messages/errors');
    expect(ids(body)).toEqual(['LOST']);
    expect((await get(`/api/v1/hl7_messages/${body.data[0].id}`)).status).toBe(200);
    expect(other.id).not.toBe(hospital.id);
  });
});
