import { fhir, fhirBulk } from '@wardvoice/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../testing/api-key.ts';
import { within } from '../../testing/builders.ts';
import { fhirClient, problemsOf } from '../../testing/fhir/fhir-client.ts';
import { makeFhirWorld, type FhirWorld } from '../../testing/fhir/fhir-world.ts';
import { openTransaction } from '../../testing/open-transaction.ts';
import { applicationScope } from '../../platform/scope.ts';
import { writeLines } from '../fhir/bulk/write-lines.ts';
import { patients } from './patients/patients.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

const ASYNC = { prefer: 'respond-async' };

let server: TestServer;
let world: FhirWorld;
let admin: TestUser;
let nurse: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  world = await makeFhirWorld(server);
  const people = { applications: [world], permissions: ['admin'] };
  admin = await server.makeUser(people);
  nurse = await server.makeUser({ ...people, locations: ['CEDAR', 'BIRCH'] });
}, 60_000);
afterAll(() => server.stop());

type Headers = Record<string, string>;

const ask = (url: string, headers: Headers = admin.headers) =>
  server.http.inject({ method: 'GET', url: url.replace(server.ctx.publicUrl, ''), headers });

const begin = (path: string, headers: Headers = admin.headers) =>
  ask(`/fhir/r4/${path}`, { ...headers, accept: 'application/fhir+json', ...ASYNC });

/** Asks for an export as a client does, and returns its manifest. */
async function manifestOf(path: string, headers: Headers = admin.headers): Promise<Json> {
  const begun = await begin(path, headers);
  expect([begun.statusCode, JSON.parse(begun.payload).resourceType]).toEqual([202, 'OperationOutcome']);
  const status = await ask(String(begun.headers['content-location']), { ...headers, accept: 'application/json' });
  expect([status.statusCode, status.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  return JSON.parse(status.payload);
}

async function linesOf(url: string, headers: Headers = admin.headers): Promise<Json[]> {
  const file = await ask(url, { ...headers, accept: 'application/fhir+ndjson' });
  expect([file.statusCode, file.headers['content-type'], file.headers['cache-control']]).toEqual([
    200,
    'application/fhir+ndjson',
    'no-store',
  ]);
  return file.payload
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Json => JSON.parse(line));
}

/** Returns the resources of every file, by their types. */
async function exported(path: string, headers: Headers = admin.headers): Promise<Map<string, Json[]>> {
  const { output } = await manifestOf(path, headers);
  const files = new Map<string, Json[]>();
  for (const { type, url } of output) files.set(type, await linesOf(url, headers));
  return files;
}

const ofPeople = (files: Map<string, Json[]>) => [...files].filter(([type]) => type !== 'AuditEvent');
const idsOf = (resources: readonly Json[]): number[] => resources.map(({ id }) => Number(id)).toSorted((a, b) => a - b);
const told = (payload: string): string => JSON.parse(payload).issue[0].diagnostics;

describe('a bulk export', () => {
  it('has each resource that a search finds, as it is there', async () => {
    const files = await exported('$export');
    expect([...files.keys()]).toEqual(fhir.RESOURCE_TYPES);
    for (const one of [...files.values()].flat()) expect(problemsOf(one)).toEqual([]);
    // Reading is itself in the audit, which so grows between the two.
    expect(files.get('AuditEvent')?.length).toBeGreaterThan(0);
    for (const [type, resources] of ofPeople(files)) {
      const found = await fhirClient(server, admin.headers).walk(`${type}?_sort=_lastUpdated`);
      expect(resources).toEqual(found.resources);
    }
  });

  it('says what was asked for, and that everything before a time is in it', async () => {
    const before = Date.now();
    const manifest = await manifestOf('$export?_type=Task,Patient&_outputFormat=ndjson');
    expect(manifest).toMatchObject({
      request: 'http://wardvoice.test/fhir/r4/$export?_type=Patient%2CTask',
      requiresAccessToken: true,
      output: [{ type: 'Patient' }, { type: 'Task' }],
      error: [],
    });
    expect(Date.parse(manifest.transactionTime)).toBeGreaterThan(before - 60_000);
    expect(Date.parse(manifest.transactionTime)).toBeLessThanOrEqual(Date.now());
  });

  it('of patients is of nothing else', async () => {
    const { output } = await manifestOf('Patient/$export');
    expect(output.map(({ type }: Json) => type)).toEqual(fhirBulk.PATIENT_TYPES);
    expect((await begin('Patient/$export?_type=Questionnaire')).statusCode).toBe(400);
  });

  it('reads on from the time of the one before, also what was committed late', async () => {
    const commit = await openTransaction(server, world, (tx) =>
      tx.updateTable('patients').set({ given_name: 'Early' }).where('id', '=', world.patientId).execute(),
    );
    const first = await manifestOf('$export?_type=Patient');
    await commit();
    const next = await manifestOf(`$export?_type=Patient&_since=${encodeURIComponent(first.transactionTime)}`);
    expect(next.output[0].url).toContain('_since=');
    const [changed] = (await linesOf(next.output[0].url)).filter(({ id }) => Number(id) === world.patientId);
    expect(changed.name[0].given).toEqual(['Early']);
    const last = await manifestOf(`$export?_type=Patient&_since=${encodeURIComponent(next.transactionTime)}`);
    expect(last.output).toEqual([]);
  });

  it('has more than one page, each resource once', async () => {
    await within(server, world, (tx) =>
      sql`insert into patients (application_id, identifier, family_name, facts_at)
        select ${world.id}, 'BULK' || n, 'Bulk', now() from generate_series(1, 2500) n`.execute(tx),
    );
    const ids = (await exported('$export?_type=Patient')).get('Patient')?.map(({ id }) => id) ?? [];
    expect(ids.length).toBeGreaterThan(2_500);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('misses nothing that changes while it is read, and may have it twice', async () => {
    const renamed = (id: number) =>
      within(server, world, (tx) =>
        tx.updateTable('patients').set({ given_name: 'Meanwhile' }).where('id', '=', id).execute(),
      );
    const scope = { ...applicationScope(world.id), locations: [] };
    const pages: Json[][] = [];
    let [seen, ahead] = [0, 0];
    for await (const lines of writeLines(
      server.ctx,
      { resource: patients, scope, since: undefined },
      async () => undefined,
    )) {
      pages.push(
        lines
          .trimEnd()
          .split('\n')
          .map((line): Json => JSON.parse(line)),
      );
      if (pages.length > 1) continue;
      const ids = await within(server, world, (tx) =>
        tx.selectFrom('patients').select('id').orderBy('changed_at').orderBy('id').execute(),
      );
      [seen, ahead] = [Number(pages[0]?.[0].id), ids.at(-1)?.id ?? 0];
      await renamed(seen);
      await renamed(ahead);
    }
    expect(pages.length).toBeGreaterThan(2);
    const versionsOf = (id: number) =>
      pages
        .flat()
        .filter((one) => Number(one.id) === id)
        .map(({ name }) => name[0].given?.[0]);
    expect(versionsOf(seen).length).toBe(2);
    expect([versionsOf(seen).at(-1), versionsOf(ahead)]).toEqual(['Meanwhile', ['Meanwhile']]);
  });

  it('has each resource once that is older than the times of change, and got one of microseconds when they were added', async () => {
    await within(server, world, (tx) =>
      sql`update patients set changed_at = '2026-01-01T00:00:00.123456Z'`.execute(tx),
    );
    const ids = (await exported('$export?_type=Patient')).get('Patient')?.map(({ id }) => id) ?? [];
    expect(ids.length).toBeGreaterThan(2_500);
    expect(new Set(ids).size).toBe(ids.length);
    const client = fhirClient(server, admin.headers);
    for (const sort of ['_lastUpdated', '-_lastUpdated']) {
      const { resources } = await client.walk(`Patient?_sort=${sort}&_count=500`);
      const found = resources.map(({ id }) => id);
      expect([found.length, new Set(found).size]).toEqual([ids.length, ids.length]);
    }
  });

  it('is deleted without anything to delete', async () => {
    const begun = await begin('$export');
    const url = String(begun.headers['content-location']).replace(server.ctx.publicUrl, '');
    const { statusCode, payload } = await server.http.inject({ method: 'DELETE', url, headers: admin.headers });
    expect([statusCode, told(payload)]).toEqual([202, expect.stringContaining('Nothing of an export is stored')]);
  });
});

describe('whoever asks', () => {
  it('gets the files of the own wards alone', async () => {
    for (const [type, resources] of ofPeople(await exported('$export', nurse.headers))) {
      const ids = await fhirClient(server, nurse.headers).ids(type);
      expect([type, idsOf(resources)]).toEqual([type, ids.toSorted((a, b) => a - b)]);
    }
    const everybody = await linesOf('/fhir/r4/bulk-export/Encounter');
    expect((await linesOf('/fhir/r4/bulk-export/Encounter', nurse.headers)).length).toBeLessThan(everybody.length);
  });

  it('gets what an API key may read, and is refused what it names beyond that', async () => {
    const { headers } = await makeApiKey(server, admin, { permissions: ['cases.list'] });
    expect([...(await exported('$export', headers)).keys()]).toEqual(['Task']);
    const { statusCode, payload } = await begin('$export?_type=Task,Patient', headers);
    expect([statusCode, told(payload)]).toEqual([403, 'For Patient one needs the permission messages.list.']);
    expect((await ask('/fhir/r4/bulk-export/Patient', headers)).statusCode).toBe(403);
    const nothing = await makeApiKey(server, admin, { permissions: ['contacts.list'] });
    expect((await begin('$export', nothing.headers)).statusCode).toBe(403);
  });

  it('is in the audit with every patient whom a file has shown', async () => {
    const { headers, id } = await makeApiKey(server, admin, { permissions: ['messages.list'] });
    const shown = await linesOf('/fhir/r4/bulk-export/Patient', headers);
    const { data } = (await server.as(admin)('GET', `/audit?api_key_id=${id}&per_page=200`)).body;
    expect(data.every((entry: Json) => entry.action === 'export' && entry.record_type === 'Patient')).toBe(true);
    expect(new Set(data.flatMap((entry: Json) => entry.patient_ids))).toEqual(
      new Set(shown.map((one) => Number(one.id))),
    );
  });

  it('is refused without a sign-in, and in no application', async () => {
    const addresses = [
      '$export',
      'Patient/$export',
      'bulk-export?of=system&at=2026-11-26T10:00:00Z',
      'bulk-export/Patient',
    ];
    for (const path of addresses) expect([path, (await begin(path, {})).statusCode]).toEqual([path, 401]);
    const superuser = await server.makeUser({ superUser: true });
    const { statusCode, payload } = await begin('$export', superuser.headers);
    expect([statusCode, told(payload)]).toEqual([409, 'Choose an application first.']);
  });
});

describe('what cannot be done is refused', () => {
  it.each([
    ['a type that is not known', '$export?_type=Observation', /_type.*an export of Patient, Encounter/],
    ['a parameter that is not known', '$export?_typeFilter=Patient%3Factive%3Dtrue', /not _typeFilter/],
    ['another format', '$export?_outputFormat=text/csv', /application\/fhir\+ndjson alone/],
    ['a time that is none', '$export?_since=yesterday', /_since.*instant/],
    ['a day', '$export?_since=2026-11-26', /_since.*instant/],
    ['a time of no manifest', 'bulk-export?of=system&at=now', /at/],
  ])('%s', async (_name, path, message) => {
    const { statusCode, payload } = await begin(path);
    expect([statusCode, told(payload)]).toEqual([400, expect.stringMatching(message)]);
  });

  it('an answer at once', async () => {
    const { statusCode, payload } = await ask('/fhir/r4/$export');
    expect([statusCode, told(payload)]).toEqual([400, expect.stringContaining('Prefer: respond-async')]);
  });
});
