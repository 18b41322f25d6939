import { fhir } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../testing/api-key.ts';
import { fhirClient, problemsOf, type FhirClient } from '../../testing/fhir/fhir-client.ts';
import { makeFhirWorld, type FhirWorld } from '../../testing/fhir/fhir-world.ts';
import { startTestServer, type Json, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let world: FhirWorld;
let client: FhirClient;

beforeAll(async () => {
  server = await startTestServer();
  world = await makeFhirWorld(server);
  const admin = await server.makeUser({ applications: [world], permissions: ['admin'] });
  const permissions = Object.values(fhir.RESOURCES).map(({ permission }) => permission);
  const { headers } = await makeApiKey(server, admin, { permissions: [...new Set(permissions)] });
  client = fhirClient(server, headers);
}, 60_000);
afterAll(() => server.stop());

const BASE = 'http://wardvoice.test/fhir/r4';
const read = async (path: string): Promise<Json> => (await client.get(path)).body;
/** Returns the resource that this part of JSON stands in. */
const having = async (type: string, part: string): Promise<Json> => {
  const { resources } = await client.walk(type);
  const found = resources.find((resource) => JSON.stringify(resource).includes(part));
  if (!found) throw new Error(`No ${type} has ${part}.`);
  return found;
};

describe('every resource', () => {
  it.each(fhir.RESOURCE_TYPES)(
    'is as FHIR R4 defines it, on each page of a search and read by its id: %s',
    async (type) => {
      const { resources, pages } = await client.walk(`${type}?_count=2`);
      expect(resources.length).toBeGreaterThan(1);
      expect(pages).toHaveLength(Math.ceil(resources.length / 2));
      expect(new Set(resources.map(({ id }) => id)).size).toBe(resources.length);
      for (const resource of resources) expect(await read(`${type}/${resource.id}`)).toEqual(resource);
    },
  );

  it('would not pass without a field that its definition requires', async () => {
    const { status: _status, ...encounter } = await read(`Encounter/${world.visitId}`);
    expect(problemsOf(encounter)).toEqual([expect.stringContaining('status')]);
    const { _end, ...appointment } = await having('Appointment', '"booked"');
    expect(problemsOf(appointment)).toEqual([expect.stringContaining('app-')]);
  });
});

describe('a patient', () => {
  it('has numbers whose systems are an OID, or the namespace of this application', async () => {
    const { identifier, name, telecom, gender, birthDate } = await having('Patient', '"777"');
    expect(identifier).toEqual([
      {
        type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
        system: `${BASE}/namespace/${world.id}/HOSP`,
        value: 'NUMBERED',
        assigner: { display: 'HOSP' },
      },
      {
        type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'NH' }] },
        system: 'urn:oid:2.16.840.1.113883.2.1.4.1',
        value: '777',
        assigner: { display: 'NHS' },
      },
    ]);
    expect([name, gender, birthDate]).toEqual([[{ family: 'Inventwell', given: ['Orla'] }], 'female', '1970-05-17']);
    expect(telecom).toEqual([
      { system: 'phone', value: '+447700900123' },
      { system: 'email', value: 'orla@example.org' },
    ]);
  });

  it('who died and whose date of birth is known to the year is told so', async () => {
    expect(await having('Patient', '"EMERG"')).toMatchObject({ birthDate: '1945', deceasedBoolean: true });
  });

  it('who was merged is inactive, leads to the other, and shows nothing else', async () => {
    const { resources } = await client.walk('Patient?active=false');
    expect(resources).toEqual([
      {
        resourceType: 'Patient',
        id: expect.any(String),
        meta: expect.anything(),
        active: false,
        link: [{ other: { reference: `Patient/${world.patientId}` }, type: 'replaced-by' }],
      },
    ]);
    expect((await read(`Patient/${world.patientId}`)).link).toEqual([
      { other: { reference: `Patient/${resources[0].id}` }, type: 'replaces' },
    ]);
  });
});

describe('a visit', () => {
  it.each([
    ['LEAVER', { status: 'onleave', class: { code: 'IMP' } }],
    ['UNDONE', { status: 'cancelled' }],
    ['EMERG', { status: 'in-progress', class: { code: 'EMER' } }],
    ['SOON', { status: 'planned', class: { code: 'PRENC' } }],
    ['STAY', { status: 'finished', period: { start: expect.any(String), end: expect.any(String) } }],
  ])('is an Encounter with its status, class and ward: %s', async (number, expected) => {
    expect(await having('Encounter', `"${number}"`)).toMatchObject({
      identifier: [{ system: `${BASE}/identifier/visit/${world.id}`, value: number }],
      location: [{ location: { display: number === 'STAY' ? 'ASH' : 'CEDAR' } }],
      ...expected,
    });
  });

  it('that is booked is an Appointment as well, also when it was cancelled', async () => {
    const booked = await having('Appointment', '"booked"');
    expect(booked).toMatchObject({ start: '2027-01-15T10:00:00.000Z', participant: [{ status: 'accepted' }, {}] });
    expect(await read(`Encounter/${booked.id}`)).toMatchObject({
      status: 'planned',
      appointment: [{ reference: `Appointment/${booked.id}` }],
    });
    expect(await having('Appointment', '"cancelled"')).toMatchObject({ start: '2027-01-15T10:00:00.000Z' });
  });
});

describe('a survey', () => {
  it('is a Questionnaire: its revision, its headings as groups, its options and conditions', async () => {
    const survey = await read(`Questionnaire/${world.own.surveyId}`);
    expect(survey).toMatchObject({
      url: `${BASE}/Questionnaire/${world.own.surveyId}`,
      title: 'Every type, again',
      status: 'active',
      version: expect.stringMatching(/^\d+$/),
      item: [
        { text: 'Were we kind?', type: 'choice', required: true, answerOption: [{}, {}] },
        {
          type: 'group',
          text: 'Details',
          item: [
            { type: 'display', text: 'In short' },
            { text: 'Why?', type: 'text' },
            { text: 'Nights', type: 'quantity' },
            { text: 'Rank', type: 'decimal' },
            { text: 'Which day?', type: 'date' },
          ],
        },
      ],
    });
    const [kind, { item }] = survey.item;
    expect(item[1].enableWhen).toEqual([
      {
        question: kind.linkId,
        operator: '=',
        answerCoding: { system: `${BASE}/CodeSystem/option`, code: expect.any(String) },
      },
    ]);
    expect(kind.answerOption.map(({ valueCoding }: Json) => valueCoding.code)).toContain(
      item[1].enableWhen[0].answerCoding.code,
    );
  });

  it('that was answered is a QuestionnaireResponse of the revision that was asked, below the same headings', async () => {
    const response = await read(`QuestionnaireResponse/${world.ownFeedbackId}`);
    const survey = await read(`Questionnaire/${world.own.surveyId}`);
    expect(response).toMatchObject({
      questionnaire: `${survey.url}|${Number(survey.version) - 1}`,
      status: 'completed',
      subject: { reference: `Patient/${world.patientId}` },
      item: [
        { linkId: survey.item[0].linkId, answer: [{ valueCoding: { display: 'Yes' } }] },
        {
          linkId: survey.item[1].linkId,
          item: [
            { answer: [{ valueString: 'Everybody smiled.' }] },
            { answer: [{ valueQuantity: { value: 3, unit: 'nights' } }] },
            { answer: [{ valueDecimal: 2.5 }] },
            { answer: [{ valueDate: '2026-11-20' }] },
          ],
        },
      ],
    });
  });
});

describe('what was sent, what came of it, and who did it', () => {
  it('a delivery is a Communication to the patient, with why it failed', async () => {
    expect(await read(`Communication/${world.deliveryId}`)).toMatchObject({
      status: 'completed',
      subject: { reference: `Patient/${world.patientId}` },
      encounter: { reference: `Encounter/${world.visitId}` },
      about: [{ reference: `Questionnaire/${world.surveyId}` }],
      sent: expect.any(String),
    });
    expect(await read(`Communication/${world.failedDeliveryId}`)).toMatchObject({
      status: 'stopped',
      statusReason: { text: 'no such number' },
    });
  });

  it('a case is a Task about the answers, with its notes', async () => {
    expect(await read(`Task/${world.caseId}`)).toMatchObject({
      status: 'requested',
      businessStatus: { coding: [{ code: 'new' }] },
      focus: { reference: `QuestionnaireResponse/${world.feedbackId}` },
      for: { reference: `Patient/${world.patientId}` },
      note: [{ text: 'The bell was mended.' }],
    });
  });

  it('an entry of the ledger is a Consent, inactive once the next one replaces it', async () => {
    const { resources } = await client.walk('Consent?category=surveys');
    expect(resources.map(({ status, provision }) => [status, provision.type])).toEqual([
      ['inactive', 'permit'],
      ['active', 'deny'],
    ]);
  });

  it('reading a patient is an AuditEvent that names the key and the patient', async () => {
    await read(`Patient/${world.otherPatientId}`);
    const { resources } = await client.walk(`AuditEvent?patient=Patient/${world.otherPatientId}&_sort=-_lastUpdated`);
    expect(resources[0]).toMatchObject({
      action: 'R',
      agent: [{ who: { identifier: { system: `${BASE}/identifier/api-key` } } }],
      entity: expect.arrayContaining([
        expect.objectContaining({ what: { reference: `Patient/${world.otherPatientId}` } }),
      ]),
    });
  });
});
