import type { LightMyRequestResponse as Response } from 'fastify';
import { sql } from 'kysely';
import { extractText } from 'unpdf';
import type { AddressInfo } from 'node:net';
import { API_BASE, type Endpoint } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seeingEveryWard, showingFewPatients } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { systemScope } from '../../platform/scope.ts';
import { MAKING, MAKING_NOTHING_OF_PEOPLE, RECORDS, RECORDS_OF_PEOPLE, SHOWING_PEOPLE } from '../access-cases.ts';
import { feed, within } from '../builders.ts';
import { type FullApplication } from '../full-application.ts';
import { BIRCH, makeCanaryWorld, MARKS, NEIGHBOUR, type CanaryWorld } from './canary-world.ts';
import { callRecord, nameOf } from './record-calls.ts';
import { snapshotOf } from './snapshot.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../test-server.ts';

let server: TestServer;
let world: CanaryWorld;
/** A user who has every permission and sees one ward. */
let nurse: TestUser;
/** A user who sees every ward of the hospital. */
let everywhere: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  world = await makeCanaryWorld(server);
  const people = { applications: [world.hospital], permissions: ['admin'] };
  nurse = await server.makeUser({ ...people, locations: ['ASH'] });
  everywhere = await server.makeUser(people);
}, 120_000);
afterAll(() => server.stop());

/** Search terms of somebody who knows or suspects that a person is there. */
const WORDS = [
  BIRCH.mark,
  `${BIRCH.mark}FULL`,
  `${BIRCH.mark}STAY`,
  `${BIRCH.mark}orla@example.org`,
  `${BIRCH.mark}conn@example.org`,
  '+447700955101',
  BIRCH.phones[0],
  NEIGHBOUR.mark,
];

type Query = Record<string, string>;

interface Property {
  type?: string;
  enum?: string[];
  anyOf?: Property[];
  items?: Property;
  format?: string;
}

/**
 * Returns one query for each filter of the list and each value that could match a canary. The filters are read from the contract.
 */
function queriesOf({ query }: Endpoint, of: FullApplication): Query[] {
  if (!query) return [{}];
  const schema = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const { properties = {}, required = [] } = schema as { properties?: Record<string, Property>; required?: string[] };
  const base = Object.fromEntries(required.map((key) => [key, valuesOf(key, properties[key] ?? {}, of)[0] ?? '']));
  const filters = Object.entries(properties).flatMap(([key, property]) =>
    valuesOf(key, property, of).map((value) => ({ ...base, [key]: value })),
  );
  return [base, { ...base, paginate: '0' }, ...filters];
}

function valuesOf(key: string, property: Property, of: FullApplication): string[] {
  if (property.enum) return property.enum;
  if (property.anyOf) return [...new Set(property.anyOf.flatMap((one) => valuesOf(key, one, of)))];
  if (key === 'survey_id' || key === 'survey') return [String(of.surveyId)];
  if (key === 'page' || key === 'per_page') return [];
  if (property.type === 'integer' || property.type === 'number' || key.endsWith('_id'))
    return [of.patientId, of.contactId, of.listId, of.caseId, of.broadcastId, of.departmentId].map(String);
  if (key === 'location') return ['BIRCH', 'ASH,BIRCH'];
  if (key === 'from' || key === 'after') return ['2020-01-01'];
  if (key === 'distribution_list') return ['census', 'inventwells'];
  if (key === 'ids') return [`${of.failedDeliveryId},${of.deliveryId}`];
  return property.type === 'string' ? WORDS : [];
}

interface Answer {
  asked: string;
  status: number;
  /** The body as it was sent, or the text of a PDF. */
  text: string;
}

const guarded = () =>
  server.endpoints.filter(({ access }) => access !== 'public' && access !== 'application-credentials');
const reads = () => guarded().filter(({ method }) => method === 'GET');

/** Returns the path of a GET with the id of a record of the application. The path of a file is that of its list with `.csv`. */
function pathOf(endpoint: Endpoint, of: FullApplication): string {
  if (!endpoint.params) return endpoint.path;
  const record = RECORDS[nameOf(endpoint)] ?? RECORDS[nameOf(endpoint).replace(/\.csv$/, '')];
  if (!record) throw new Error(`Add ${nameOf(endpoint)} to the access.cases.ts of its slice.`);
  const [path = ''] = record(of).path.split('?');
  return endpoint.path.endsWith('.csv') && !path.endsWith('.csv') ? `${path}.csv` : path;
}

async function read(endpoint: Endpoint, of: FullApplication, user: TestUser, query: Query): Promise<Answer> {
  const url = `${API_BASE}${pathOf(endpoint, of)}?${new URLSearchParams(query).toString()}`;
  const response = await server.http.inject({ method: 'GET', url, headers: user.headers });
  return { asked: `GET ${url}`, status: response.statusCode, text: await textOf(response) };
}

/** Returns a body as it was sent; of a PDF what stands on its pages, because its bytes are compressed. */
async function textOf({ headers, payload, rawPayload }: Response): Promise<string> {
  if (headers['content-type'] !== 'application/pdf') return payload;
  return (await extractText(new Uint8Array(rawPayload), { mergePages: true })).text;
}

/** Returns what the answers to these queries reveal about people whom the nurse may not see. */
async function findLeaks(endpoint: Endpoint, of: FullApplication, queries: readonly Query[]): Promise<string[]> {
  const leaks: string[] = [];
  for (const query of queries) {
    const answer = await read(endpoint, of, nurse, query);
    const leak = leakIn(answer);
    if (leak) leaks.push(leak);
    const nobody = asNobody(query);
    if (!nobody) continue;
    const [found, expected] = [sizeOf(answer), sizeOf(await read(endpoint, of, nurse, nobody))];
    if (found !== expected) leaks.push(`${answer.asked}: ${found}, and of somebody who is not there: ${expected}`);
  }
  return leaks;
}

/** Returns the same query for a person who does not exist; null when the query searches for no canary. */
function asNobody(query: Query): Query | null {
  if (!Object.values(query).some((value) => MARKS.test(value))) return null;
  const unknown = (value: string) => value.replace(/canarybirch|canaryneighbour/, 'nobodyatall').replace('955', '966');
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, unknown(value)]));
}

/** Returns how many rows an answer has: a number can reveal somebody even where no name is shown. */
function sizeOf({ status, text }: Answer): string {
  if (!text.startsWith('{')) return `${status}, ${text.split('\n').length} lines`;
  const { total, count, entry, data = entry } = readBody(text);
  return `${status}, ${total ?? count} in all, ${Array.isArray(data) ? data.length : 'one'} here`;
}

/** Reads a body of JSON; one of a line for each record as `data`. */
const readBody = (text: string): Json =>
  text.includes('}\n{')
    ? {
        data: text
          .trimEnd()
          .split('\n')
          .map((line): Json => JSON.parse(line)),
      }
    : JSON.parse(text);

function leakIn({ asked, status, text }: Answer): string | null {
  if (status >= 500) return `${asked}: ${status}`;
  // A Bundle of FHIR repeats the address that was called.
  const told = text.replaceAll(asked.slice('GET '.length), '');
  const found = MARKS.exec(told);
  if (found) return `${asked}: …${told.slice(Math.max(0, found.index - 80), found.index + 40)}…`;
  const id = text.startsWith('{') ? idIn(readBody(text)) : null;
  return id && `${asked}: ${id}`;
}

function idIn(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(idIn).find(Boolean) ?? null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    const ids = world.ids.get(key.replace(/_ids$/, '_id'));
    const named = [inner].flat().find((one) => ids?.has(one));
    if (named !== undefined) return `${key} ${named}`;
    const below = idIn(inner);
    if (below) return below;
  }
  return null;
}

const isOfAPerson = (endpoint: Endpoint) => Object.hasOwn(RECORDS_OF_PEOPLE, nameOf(endpoint));

const recordEndpoints = () => guarded().filter(({ params }) => params !== undefined);

describe('these canaries', () => {
  it('are shown to a user who sees every ward, except those of the other hospital', async () => {
    const shows = new Set<string>();
    for (const endpoint of reads()) {
      const [base = {}] = queriesOf(endpoint, world.hospital);
      const { text } = await read(endpoint, world.hospital, everywhere, base);
      if (/canarybirch/i.test(text)) shows.add(nameOf(endpoint));
      expect([nameOf(endpoint), /canaryneighbour/i.test(text)]).toEqual([nameOf(endpoint), false]);
    }
    expect(
      [...shows].sort(),
      'Name what shows people, and its .csv, as `showingPeople` in the access.cases.ts of its slice.',
    ).toEqual(SHOWING_PEOPLE.toSorted());
  }, 300_000);
});

describe('a nurse of Ash', () => {
  it('learns from no list, record or file that somebody is in Birch or in the other hospital', async () => {
    const { hospital, inBoth, neighbour } = world;
    const leaks: string[] = [];
    for (const endpoint of reads()) {
      leaks.push(...(await findLeaks(endpoint, hospital, queriesOf(endpoint, hospital))).slice(0, 2));
      if (!endpoint.params) continue;
      for (const other of [neighbour, inBoth])
        leaks.push(...(await findLeaks(endpoint, other, queriesOf(endpoint, other).slice(0, 1))));
    }
    expect(leaks).toEqual([]);
    // Each PDF is written by a thread that loads its program from source here.
  }, 600_000);

  it('finds no record of somebody there, and changes none', async () => {
    const ofPeople = recordEndpoints().filter(isOfAPerson);
    for (const application of [world.hospital, world.neighbour]) {
      const before = await snapshotOf(server, application);
      const answers: Record<string, number> = {};
      for (const endpoint of ofPeople)
        answers[nameOf(endpoint)] = (await callRecord(server, endpoint, application, nurse)).status;
      expect(answers).toEqual(Object.fromEntries(ofPeople.map((endpoint) => [nameOf(endpoint), 404])));
      expect(await snapshotOf(server, application)).toEqual(before);
    }
  });

  it('is shown nothing of them in return for what she makes or changes', async () => {
    const makes = guarded().filter(({ method, params }) => method !== 'GET' && params === undefined);
    const reached = [...Object.keys(MAKING), ...MAKING_NOTHING_OF_PEOPLE].sort();
    expect(
      makes.map(nameOf).sort(),
      'Name it as `making` or `makingNothingOfPeople` in the access.cases.ts of its slice.',
    ).toEqual(reached);
    const people = { applications: [world.hospital], permissions: ['admin'], locations: ['ASH'] };
    const leaving = await server.makeUser(people);
    const leaks: (string | null)[] = [];
    for (const endpoint of makes) {
      const given = MAKING[nameOf(endpoint)]?.(world.hospital);
      if (!given) continue;
      const { body: payload = {}, query = '' } = given;
      const call = {
        method: endpoint.method,
        url: `${API_BASE}${endpoint.path}?${query}`,
        headers: nurse.headers,
        payload,
      };
      const response = await server.http.inject(call);
      leaks.push(leakIn({ asked: nameOf(endpoint), status: response.statusCode, text: response.payload }));
    }
    const settings = recordEndpoints().filter(
      (one) => one.method !== 'GET' && one.method !== 'DELETE' && !isOfAPerson(one),
    );
    for (const endpoint of settings) {
      // Starting a kiosk ends the session of the caller, so another user does it.
      const caller = nameOf(endpoint) === 'POST /mailing_list/:id/kiosks' ? leaving : nurse;
      const { status, body } = await callRecord(server, endpoint, world.hospital, caller);
      leaks.push(leakIn({ asked: nameOf(endpoint), status, text: JSON.stringify(body) ?? '' }));
    }
    expect(leaks.filter((leak) => leak !== null)).toEqual([]);
  });
});

describe('row-level security, in a call of this nurse that reads', () => {
  const people = ['hl7_messages', 'visits', 'feedback', 'cases', 'patients'] as const;
  const birch = new RegExp(`"BIRCH"|${MARKS.source}`, 'i');
  const readAll = (user: TestUser, table: (typeof people)[number] | 'contacts') =>
    server.ctx.db.reading(
      { userId: user.id, applicationId: world.hospital.id, locations: user === nurse ? ['ASH'] : [] },
      (tx) => tx.selectFrom(table).selectAll().execute(),
    );

  it('shows no row of Birch to a query without a condition', async () => {
    for (const table of people) {
      const [hers, all] = [await readAll(nurse, table), await readAll(everywhere, table)];
      expect([table, JSON.stringify(all)]).toEqual([table, expect.stringMatching(birch)]);
      expect([table, JSON.stringify(hers)]).toEqual([table, expect.not.stringMatching(birch)]);
      expect([table, hers.length > 0 || table === 'cases']).toEqual([table, true]);
    }
    const contacts = (await readAll(nurse, 'contacts')).filter(({ patient_id }) => patient_id !== null);
    expect(JSON.stringify(contacts)).not.toMatch(birch);
  });

  it('shows the same people to a statement that looks each of them up, also under records that were merged', async () => {
    const { id: applicationId } = world.hospital;
    const tables = ['patients', 'contacts', 'consent_events', 'consents', 'pathway_enrolments'] as const;
    const undo = new Error('undo');
    const seen = { all: new Map<string, number[]>(), each: new Map<string, number[]>() };
    const trial = server.ctx.db.transaction(systemScope('example'), async (tx) => {
      // Under each patient a record that was merged into it, and of each record a contact, what it agreed to, and a pathway.
      await sql`
        insert into patients (application_id, identifier, authority, facts_at, merged_into_id)
        select application_id, 'gone ' || id, authority, facts_at, id from patients
        where application_id = ${applicationId} and merged_into_id is null`.execute(tx);
      await sql`
        with records as (select id from patients where application_id = ${applicationId}),
        contact as (
          insert into contacts (application_id, name, patient_id) select ${applicationId}, 'Of a record', id from records),
        consent as (
          insert into consents (application_id, purpose, channel, address, patient_id)
          select ${applicationId}, 'surveys', 'email', id || '@example.org', id from records),
        event as (
          insert into consent_events (application_id, purpose, channel, address, change, source, patient_id)
          select ${applicationId}, 'all', 'email', id || '@example.org', 'opted_out', 'stop', id from records)
        insert into pathway_enrolments (application_id, pathway_id, patient_id, created_at, started_at, state)
        select ${applicationId}, (select min(id) from pathways where application_id = ${applicationId}), id, now(), now(), 'completed'
        from records`.execute(tx);
      await sql`
        select set_config('wardvoice.all_applications', '', true), set_config('wardvoice.application_id', ${String(applicationId)}, true),
          set_config('wardvoice.wards', '{ASH}', true)`.execute(tx);
      for (const [way, few] of [
        ['all', ''],
        ['each', 'on'],
      ] as const) {
        await sql`select set_config('wardvoice.few_patients', ${few}, true)`.execute(tx);
        for (const table of tables) {
          const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(tx);
          seen[way].set(
            table,
            rows.map(({ id }) => id),
          );
        }
      }
      throw undo;
    });
    await expect(trial).rejects.toBe(undo);
    expect(seen.each).toEqual(seen.all);
    for (const table of tables) expect([table, seen.all.get(table)?.length]).not.toEqual([table, 0]);
    const everybody = (await readAll(everywhere, 'patients')).length;
    expect(seen.each.get('patients')?.length).toBeGreaterThan(2);
    expect(seen.each.get('patients')?.length).toBeLessThan(2 * everybody);
  });

  it('looks up each patient for a statement that says it shows a few, and reads those of the wards again after it', async () => {
    const scope = { userId: nurse.id, applicationId: world.hospital.id, locations: ['ASH'] };
    const [few, ids] = await server.ctx.db.reading(scope, async (tx) => {
      const setting = async () =>
        (await sql<{ few: string }>`select current_setting('wardvoice.few_patients', true) as few`.execute(tx)).rows[0]
          ?.few;
      const seen = async () =>
        (await tx.selectFrom('patients').select('id').orderBy('id').execute()).map(({ id }) => id);
      return [
        [await setting(), await showingFewPatients(tx, setting), await setting()],
        [await seen(), await showingFewPatients(tx, seen)],
      ] as const;
    });
    expect(few.map((one) => one ?? '')).toEqual(['', 'on', '']);
    expect(ids[1]).toEqual(ids[0]);
  });

  it('shows a rule every ward, and then those of the caller again', async () => {
    const { hospital } = world;
    const scope = { userId: nurse.id, applicationId: hospital.id, locations: ['ASH'] };
    const counts = await server.ctx.db.reading(scope, async (tx) => {
      const count = async () => (await tx.selectFrom('visits').select('id').execute()).length;
      return [await count(), await seeingEveryWard(tx, count), await count()];
    });
    const all = await server.ctx.db.transaction(scope, (tx) => tx.selectFrom('visits').select('id').execute());
    expect(counts).toEqual([counts[0], all.length, counts[0]]);
    expect(all.length).toBeGreaterThan(counts[0] ?? 0);
  });
});

describe('what is the hospital’s', () => {
  const OF_THE_HOSPITAL = [
    'GET /applications/:id',
    'GET /applications/:id/escalation_check',
    'GET /applications/:id/senders',
    'GET /departments/:id',
    'GET /surveys',
    'GET /surveys.csv',
    'GET /surveys/:id',
  ];
  const shownTo = async (user: TestUser, name: string) => {
    const endpoint = reads().find((one) => nameOf(one) === name);
    if (!endpoint) throw new Error(`There is no ${name}.`);
    const { status, text } = await read(endpoint, world.hospital, user, {});
    expect([name, status]).toEqual([name, 200]);
    return text;
  };

  it.each(OF_THE_HOSPITAL)('is the same for a nurse of Ash: %s', async (name) => {
    expect(await shownTo(nurse, name)).toBe(await shownTo(everywhere, name));
  });

  it('is the same for a nurse of Ash: the feed and the first steps on the dashboard', async () => {
    const ofTheHospital = (shown: Record<string, unknown>) => [shown['feed'], shown['first_steps']];
    const [hers, all] = await Promise.all(
      [nurse, everywhere].map(async (user) => JSON.parse(await shownTo(user, 'GET /dashboard')).data),
    );
    expect(ofTheHospital(hers)).toEqual(ofTheHospital(all));
    expect(hers.today).not.toEqual(all.today);
  });
});

describe('a nurse of Ash, about somebody who was in both wards', () => {
  const get = async (path: string) =>
    (await server.call({ method: 'GET', url: API_BASE + path, headers: nurse.headers })).body.data;

  it('sees the stay in Ash, and neither the other stay nor what followed from it', async () => {
    const { patientId, contactId } = world.inBoth;
    const { visits, timeline, texts } = await get(`/patients/${patientId}`);
    expect(visits.map(({ visit_number }: { visit_number: string }) => visit_number)).toEqual(['BOTHASH']);
    expect([timeline, texts]).toEqual([[], []]);
    expect(await get(`/contacts/${contactId}`)).toMatchObject({ name: 'Ed Everywhere', patient_id: patientId });
    expect(await get(`/contacts/${contactId}/history`)).toEqual([]);
  });
});

describe('live updates', () => {
  it('say that something changed in Birch, and nothing about the other hospital', async () => {
    const { hospital, neighbour } = world;
    await server.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.http.server.address() as AddressInfo;
    const ending = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${port}/api/v1/events`, {
      headers: nurse.headers,
      signal: ending.signal,
    });
    let heard = '';
    void (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? []) heard += decoder.decode(chunk as Uint8Array);
    })().catch(() => undefined);
    await feed(server, hospital, { event: 'A08', patient: `${BIRCH.mark}FULL`, family: BIRCH.mark, ward: 'BIRCH' });
    await within(server, neighbour, (tx) => announce(tx, neighbour.id, ['alarms']));
    await within(server, hospital, (tx) => announce(tx, hospital.id, ['deliveries']));
    await expect.poll(() => heard).toContain('deliveries');
    const events = heard.split('\n').filter((line) => line.startsWith('data: '));
    for (const event of events) expect(event).toMatch(/^data: \{"topics":\["[a-z_]+"(,"[a-z_]+")*\]\}$/);
    expect(heard).not.toContain('alarms');
    ending.abort();
  });
});
