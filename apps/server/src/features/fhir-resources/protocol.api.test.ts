import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FHIR_JSON, fhirClient, type FhirClient } from '../../testing/fhir/fhir-client.ts';
import { makeFullApplication, type FullApplication } from '../../testing/full-application.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let admin: TestUser;
let client: FhirClient;
/** Sends no credentials. */
let stranger: FhirClient;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  admin = await server.makeUser({ applications: [hospital], permissions: ['admin'] });
  client = fhirClient(server, admin.headers);
  stranger = fhirClient(server, {});
});
afterAll(() => server.stop());

const told = (body: Json): string => body.issue.map(({ diagnostics }: Json) => diagnostics).join(' ');

describe('the capability statement', () => {
  it('is shown to anybody, at both addresses, as FHIR 4.0.1 defines it', async () => {
    for (const base of ['/fhir/r4', '/api/v1/fhir/r4']) {
      const { status, body, headers } = await fhirClient(server, {}, base).get('metadata');
      expect([status, body.resourceType, body.fhirVersion]).toEqual([200, 'CapabilityStatement', '4.0.1']);
      expect(headers['content-type']).toBe(FHIR_JSON);
    }
  });

  it('names nothing that is not answered', async () => {
    const { body } = await stranger.get('metadata');
    for (const { type, interaction } of body.rest[0].resource) {
      const creates = { QuestionnaireResponse: ['create'], Subscription: ['create', 'delete'] }[String(type)] ?? [];
      expect(interaction.map(({ code }: Json) => code)).toEqual(['read', 'search-type', ...creates]);
      expect((await client.get(`${type}?_count=1`)).status).toBe(200);
    }
  });
});

describe('both addresses', () => {
  it('answer the same, with links to the address that was called', async () => {
    const [own, api] = [client, fhirClient(server, admin.headers, '/api/v1/fhir/r4')];
    const [first, second] = [await own.get('Patient?_count=1'), await api.get('Patient?_count=1')];
    expect(second.body.entry).toEqual(first.body.entry);
    const linkOf = ({ body }: { body: Json }, name: string) =>
      body.link.find(({ relation }: Json) => relation === name).url;
    expect(linkOf(first, 'next')).toMatch(/^http:\/\/wardvoice\.test\/fhir\/r4\/Patient\?_count=1&_page=/);
    expect(linkOf(second, 'self')).toBe('http://wardvoice.test/api/v1/fhir/r4/Patient?_count=1');
  });
});

describe('the format', () => {
  it.each([
    ['application/fhir+json', ''],
    ['application/fhir+json; fhirVersion=4.0', ''],
    ['application/json', ''],
    ['text/html,application/xml;q=0.9,*/*;q=0.8', ''],
    ['application/fhir+xml', '&_format=json'],
    ['text/turtle', '&_format=application/fhir%2Bjson'],
    ['text/turtle', '&_format=application/fhir+json'],
  ])('is JSON for whoever takes JSON: %s %s', async (accept, format) => {
    const { status, headers } = await client.get(`Patient?_count=1${format}`, { accept });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, FHIR_JSON, 'no-store']);
  });

  it.each([
    ['application/fhir+xml', ''],
    ['application/fhir+json; fhirVersion=3.0', ''],
    ['*/*', '&_format=xml'],
  ])('is refused with 406 where only another is taken: %s %s', async (accept, format) => {
    const { status, body } = await client.get(`Patient?_count=1${format}`, { accept });
    expect([status, body.issue[0].code]).toEqual([406, 'not-supported']);
  });
});

describe('an error is an OperationOutcome', () => {
  it.each([
    ['without credentials', 401, 'login', () => stranger.get('Patient')],
    ['of a record that is not there', 404, 'not-found', () => client.get('Patient/999999')],
    ['of an id that is none', 404, 'not-found', () => client.get('Patient/abc')],
    ['of a resource that is not served', 404, 'not-found', () => client.get('Observation')],
    ['of a path below a record', 404, 'not-found', () => client.get('Patient/1/_history')],
    ['of a date that is none', 400, 'invalid', () => client.get('Patient?birthdate=1970-02-31')],
    ['of a modifier that is not known', 400, 'invalid', () => client.get('Patient?family:missing=true')],
    ['of a page that is none', 400, 'invalid', () => client.get('Patient?_page=abc')],
    ['of a count that is no number', 400, 'invalid', () => client.get('Patient?_count=many')],
  ] as const)('%s', async (_name, expected, code, ask) => {
    const { status, body, headers } = await ask();
    expect([status, body.resourceType, body.issue[0].code]).toEqual([expected, 'OperationOutcome', code]);
    expect(headers['content-type']).toBe(FHIR_JSON);
  });

  it('also of somebody without the permission, and of a session that has chosen no application', async () => {
    const nobody = await server.makeUser({ applications: [hospital] });
    expect((await fhirClient(server, nobody.headers).get('Patient')).status).toBe(403);
    const superuser = await server.makeUser({ superUser: true });
    const { status, body } = await fhirClient(server, superuser.headers).get('Patient');
    expect([status, told(body)]).toEqual([409, 'Choose an application first.']);
  });

  it('also of a call that would change what is only read', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const path of ['Patient', `Patient/${hospital.patientId}`]) {
        const answer = await server.http.inject({ method, url: `/fhir/r4/${path}`, headers: admin.headers });
        expect([method, path, answer.statusCode, answer.headers['allow']]).toEqual([method, path, 405, 'GET, HEAD']);
        expect(JSON.parse(answer.payload).resourceType).toBe('OperationOutcome');
      }
  });
});

describe('a parameter that is not known', () => {
  it('is named in the answer, and not in the link to itself', async () => {
    const { status, body } = await client.get('Patient?_count=1&shoe-size=42&_sort=family');
    const outcome = body.entry.at(-1);
    expect([status, outcome.search.mode]).toEqual([200, 'outcome']);
    expect(told(outcome.resource)).toMatch(/_sort.*shoe-size/);
    expect(body.link[0].url).toBe('http://wardvoice.test/fhir/r4/Patient?_count=1');
  });

  it('is refused where the caller wants to be strict', async () => {
    const { status, body } = await client.get('Patient?shoe-size=42', { prefer: 'handling=strict' });
    expect([status, told(body)]).toEqual([400, 'Patient cannot be searched by shoe-size.']);
  });
});

describe('a version', () => {
  it('is told with each record that is read', async () => {
    const { headers, body } = await client.get(`Patient/${hospital.patientId}`);
    expect(headers['etag']).toBe(`W/"${body.meta.versionId}"`);
    expect(new Date(String(headers['last-modified'])).getTime()).toBe(
      Math.floor(new Date(body.meta.lastUpdated).getTime() / 1000) * 1000,
    );
  });
});
