import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeOwnSurvey, type OwnSurvey } from '../../../testing/answers/own-survey.ts';
import { feed, makeTrigger, within } from '../../../testing/builders.ts';
import { FHIR_JSON, fhirClient, type FhirClient } from '../../../testing/fhir/fhir-client.ts';
import { makeFullApplication, type FullApplication } from '../../../testing/full-application.ts';
import { runDueSteps } from '../../pathways/index.ts';
import { startTestServer, type Json, type TestServer, type TestUser } from '../../../testing/test-server.ts';

let server: TestServer;
let hospital: FullApplication;
let survey: OwnSurvey;
/** The other portal. */
let portal: FhirClient;
let portalUser: TestUser;
let reader: FhirClient;
let [kind, why, nights, day, several, then]: Json[] = [];
let stays = 0;

beforeAll(async () => {
  server = await startTestServer();
  hospital = await makeFullApplication(server);
  survey = await makeOwnSurvey(server, hospital);
  kind = await add({ title: 'Were we kind?', type_of: 'yes_no', required: true });
  await survey.call('POST', `/surveys/${survey.surveyId}/sections`, { section: { title: 'Details' } });
  why = await add({ title: 'Why?', type_of: 'text' });
  nights = await add({ title: 'Nights', type_of: 'number', smallest: 0, largest: 100, unit: 'nights' });
  day = await add({ title: 'Which day?', type_of: 'date' });
  several = await add({
    title: 'What helped?',
    type_of: 'checkbox',
    options: [{ title: 'The nurses' }, { title: 'The food' }, { title: 'The garden' }],
  });
  then = await add({ title: 'What was kind?', type_of: 'text' });
  await survey.call('PUT', `/questions/${then.id}`, {
    question: { conditions: [{ question_id: kind.id, option_id: kind.options[0].id }] },
  });
  portalUser = await server.makeUser({ applications: [hospital], permissions: ['feedback.create'] });
  portal = fhirClient(server, portalUser.headers);
  reader = fhirClient(server, survey.admin.headers);
});
afterAll(() => server.stop());

const system = 'http://wardvoice.test/fhir/r4/CodeSystem/option';
const coded = ({ id }: Json) => ({ valueCoding: { system, code: String(id) } });
const item = (question: Json, ...answer: object[]) => ({ linkId: String(question.id), answer });
const kindly = () => item(kind, coded(kind.options[0]));

/** Adds a question with these options. */
async function add({ options = [], ...question }: { options?: object[]; [field: string]: unknown }): Promise<Json> {
  const { id } = (await survey.add(question)).body.data;
  for (const option of options) {
    const made = await survey.call('POST', '/options', { option: { value: null, ...option } });
    await survey.call('POST', `/questions/${id}/options`, { option: { id: made.body.data.id } });
  }
  return (await survey.call('GET', `/questions/${id}`)).body.data;
}

/** A new patient with a stay. */
async function newStay(
  facts: { phone?: string } = {},
): Promise<{ subject: { reference: string }; encounter: { reference: string } }> {
  stays += 1;
  const visit = `PORTAL${stays}`;
  await feed(server, hospital, { event: 'A01', patient: `P${visit}`, visit, ward: 'CEDAR', ...facts });
  const [encounter] = (await reader.walk(`Encounter?identifier=${visit}`)).resources;
  return { subject: encounter.subject, encounter: { reference: `Encounter/${encounter.id}` } };
}
const response = (fields: object) => ({
  resourceType: 'QuestionnaireResponse',
  questionnaire: `http://wardvoice.test/fhir/r4/Questionnaire/${survey.surveyId}`,
  status: 'completed',
  item: [kindly()],
  ...fields,
});
const send = (fields: object, headers?: Record<string, string>) =>
  portal.post('QuestionnaireResponse', response(fields), headers);
const told = ({ body }: { body: Json }): string => body.issue.map(({ diagnostics }: Json) => diagnostics).join(' ');

describe('answers of another portal', () => {
  it('are stored as those of a link, and read as they were sent', async () => {
    const stay = await newStay();
    const [section] = (await reader.get(`Questionnaire/${survey.surveyId}`)).body.item.filter(
      ({ type }: Json) => type === 'group',
    );
    const authored = new Date(server.ctx.clock().getTime() - 3_600_000).toISOString();
    const sent = {
      ...stay,
      authored,
      identifier: { system: 'urn:portal', value: 'form-1' },
      item: [
        kindly(),
        {
          linkId: section.linkId,
          item: [
            item(why, { valueString: 'Everybody smiled.' }),
            item(nights, { valueQuantity: { value: 3, unit: 'nights' } }),
            item(day, { valueDate: '2026-01-20' }),
            item(several, coded(several.options[0]), coded(several.options[2])),
          ],
        },
      ],
    };
    const { status, headers, body } = await send(sent);
    expect([status, headers['content-type'], told({ body: { issue: body.issue ?? [] } })]).toEqual([
      201,
      FHIR_JSON,
      '',
    ]);
    expect(headers['location']).toBe(
      `http://wardvoice.test/fhir/r4/QuestionnaireResponse/${body.id}/_history/${body.meta.versionId}`,
    );
    expect(body).toMatchObject({ ...stay, authored, identifier: sent.identifier, status: 'completed' });
    const absolute = `http://wardvoice.test/fhir/r4/${stay.encounter.reference}`;
    expect((await send({ ...stay, encounter: { reference: absolute } })).status).toBe(409);
    const given = (items: Json[]): Json[] =>
      items.flatMap(({ linkId, answer = [], item: below = [] }) => [
        ...answer.map((one: Json) => [linkId, one.valueCoding?.code ?? Object.values(one)[0]]),
        ...given(below),
      ]);
    expect(given(body.item)).toEqual(given(sent.item));
    expect((await reader.get(`QuestionnaireResponse/${body.id}`)).body).toEqual(body);
  });

  it('open a case where one calls for help', async () => {
    const stay = await newStay();
    const question = await add({
      title: 'Is somebody hurting you?',
      type_of: 'radio',
      options: [{ title: 'Yes', escalate: true }, { title: 'No' }],
    });
    const { body } = await send({ ...stay, item: [kindly(), item(question, coded(question.options[0]))] });
    expect((await reader.ids(`Task?focus=QuestionnaireResponse/${body.id}`)).length).toBe(1);
  });

  it('answer what was offered about the visit already, and what is not sent of that is not sent any more', async () => {
    await makeTrigger(server, hospital, { survey_id: survey.surveyId, filters: { event: ['A01'] }, delay: 7 * 86_400 });
    const stay = await newStay({ phone: '07700 900411^PRN^CP' });
    const ofVisit = () =>
      within(server, hospital, (tx) =>
        tx
          .selectFrom('invitations as i')
          .innerJoin('deliveries as d', 'd.invitation_id', 'i.id')
          .select(['i.way', 'i.answered_at', 'd.state', 'd.reason'])
          .where('i.visit_id', '=', Number(stay.encounter.reference.split('/')[1]))
          .execute(),
      );
    expect(await ofVisit()).toMatchObject([{ way: 'trigger', answered_at: null, state: 'scheduled' }]);
    expect((await send(stay)).status).toBe(201);
    expect(await ofVisit()).toMatchObject([
      { way: 'trigger', answered_at: expect.any(Date), state: 'suppressed', reason: 'already_answered' },
    ]);
  });

  it('about a visit are stored once', async () => {
    const stay = await newStay();
    expect((await send(stay)).status).toBe(201);
    const again = await send(stay);
    expect([again.status, told(again)]).toEqual([
      409,
      expect.stringMatching(/^The survey about this Encounter was answered already, as QuestionnaireResponse\/\d+\.$/),
    ]);
  });

  it('lose their identifier with the person', async () => {
    const stay = await newStay();
    const { body } = await send({ ...stay, identifier: { system: 'urn:portal', value: 'of-a-person' } });
    const patient = Number(stay.subject.reference.split('/')[1]);
    const erased = await survey.call('POST', '/persons/erase', { person: { reason: 'A letter', patient_id: patient } });
    expect(erased.status).toBe(201);
    expect((await reader.get(`QuestionnaireResponse/${body.id}`)).body).not.toHaveProperty('identifier');
  });

  it('are stored once under one identifier, also when they are sent twice at the same time', async () => {
    const { subject } = await newStay();
    const sent = { subject, identifier: { system: 'urn:portal', value: 'twice' } };
    const answers = await Promise.all([send(sent), send(sent)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const stored = answers.find(({ status }) => status === 201);
    expect(told(await send(sent))).toBe(
      `These answers are stored already, as QuestionnaireResponse/${stored?.body.id}.`,
    );
    for (const identifier of ['urn:portal|twice', 'urn:portal|', 'twice'])
      expect([identifier, await reader.ids(`QuestionnaireResponse?identifier=${identifier}`)]).toEqual([
        identifier,
        expect.arrayContaining([Number(stored?.body.id)]),
      ]);
    for (const identifier of ['|twice', 'twic', 'urn:|'])
      expect([identifier, await reader.ids(`QuestionnaireResponse?identifier=${identifier}`)]).toEqual([
        identifier,
        [],
      ]);
  });

  it('are answered in the form of FHIR also when a call with an Idempotency-Key is repeated', async () => {
    const { subject } = await newStay();
    const headers = { 'idempotency-key': 'portal-form-7' };
    const [first, second] = [await send({ subject }, headers), await send({ subject }, headers)];
    expect([second.status, second.headers['content-type'], second.body]).toEqual([201, FHIR_JSON, first.body]);
  });
});

describe('answers that cannot be stored are refused with what to change', () => {
  it.each<[string, () => object, RegExp]>([
    [
      'an unknown question',
      () => ({ item: [kindly(), { linkId: '999999', answer: [] }] }),
      /^linkId 999999: The survey has no such/,
    ],
    [
      'an answer of another type',
      () => ({ item: [kindly(), item(why, coded(kind.options[0]))] }),
      /^linkId \d+: Send valueString\.$/,
    ],
    [
      'a code that is not offered',
      () => ({ item: [item(kind, { valueCoding: { system, code: '999999' } })] }),
      /^question_\d+: /,
    ],
    [
      'a code of another system',
      () => ({ item: [item(kind, { valueCoding: { system: 'urn:x', code: '1' } })] }),
      /Send valueCoding/,
    ],
    [
      'a number in another unit',
      () => ({ item: [kindly(), item(nights, { valueQuantity: { value: 3, unit: 'weeks' } })] }),
      /in nights\.$/,
    ],
    [
      'a number beyond its limits',
      () => ({ item: [kindly(), item(nights, { valueDecimal: 300 })] }),
      /^question_\d+: /,
    ],
    [
      'two answers to one choice',
      () => ({ item: [item(kind, coded(kind.options[0]), coded(kind.options[1]))] }),
      /Send one answer/,
    ],
    ['a question twice', () => ({ item: [kindly(), kindly()] }), /Send each question once/],
    ['a required question without an answer', () => ({ item: [] }), /^question_\d+: /],
    [
      'questions below questions',
      () => ({ item: [{ ...kindly(), item: [{ ...item(why), item: [kindly()] }] }] }),
      /no questions below a question/,
    ],
    ['answers that are not complete', () => ({ status: 'in-progress' }), /^status: Only completed/],
    ['another survey', () => ({ questionnaire: 'urn:uuid:1' }), /^questionnaire: Name a survey of this interface/],
    [
      'a survey that is not there',
      () => ({ questionnaire: 'Questionnaire/999999' }),
      /^questionnaire: There is no such survey/,
    ],
    [
      'a version that is not there',
      () => ({ questionnaire: `Questionnaire/${survey.surveyId}|99` }),
      /There is no version 99/,
    ],
    ['the future', () => ({ authored: '2190-01-01T00:00:00Z' }), /^authored: This is in the future/],
    ['long ago', () => ({ authored: '2020-01-01T00:00:00Z' }), /^authored: Answers are taken for 90 days/],
    [
      'a patient of a contained resource',
      () => ({ subject: { reference: '#patient' } }),
      /^subject: Send the reference of a Patient/,
    ],
    [
      'a patient of another server, who is somebody else',
      () => ({ subject: { reference: `https://other.example/fhir/Patient/${hospital.patientId}` } }),
      /^subject: Send the reference of a Patient/,
    ],
    [
      'an answer to what is not asked',
      () => ({ item: [item(kind, coded(kind.options[1])), item(then, { valueString: 'Yes' })] }),
      /^linkId \d+: The survey does not ask this/,
    ],
  ])('%s', async (_name, fields, reason) => {
    const { subject } = await newStay();
    const answer = await send({ subject, ...fields() });
    expect([answer.status, answer.body.issue[0].code]).toEqual([422, 'processing']);
    expect(told(answer)).toMatch(reason);
  });

  it('another patient than that of the visit', async () => {
    const [one, other] = [await newStay(), await newStay()];
    const answer = await send({ subject: one.subject, encounter: other.encounter });
    expect([answer.status, told(answer)]).toEqual([422, 'subject: The Encounter is of another Patient.']);
  });

  it('another type of resource, and another method', async () => {
    const { subject } = await newStay();
    expect((await send({ subject, resourceType: 'Patient' })).status).toBe(422);
    const answer = await server.http.inject({
      method: 'PUT',
      url: '/fhir/r4/QuestionnaireResponse/1',
      headers: portalUser.headers,
    });
    expect([answer.statusCode, answer.headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('an answer to a pathway', () => {
  const day0 = {
    title: 'After the operation',
    after_days: 0,
    window_days: 14,
    channel: 'sms',
    reminders: 1,
    reminder_days: 3,
  };
  const pathwayOf = async (title: string) =>
    (
      await survey.call('POST', '/pathways', {
        pathway: { title, steps: [{ ...day0, survey_id: survey.surveyId }] },
      })
    ).body.data.id;
  /** Begins a pathway with somebody, who is asked at once. */
  async function ask(title: string, phone: string, { isAboutVisit = false } = {}) {
    const stay = await newStay({ phone });
    const patientId = Number(stay.subject.reference.split('/')[1]);
    const enrolled = await survey.call('POST', '/pathway_enrolments', {
      enrolment: {
        pathway_id: await pathwayOf(title),
        patient_id: patientId,
        ...(isAboutVisit ? { visit_id: Number(stay.encounter.reference.split('/')[1]) } : {}),
        // The day before: on its own day the first step is due at noon.
        started_on: new Date(server.ctx.clock().getTime() - 86_400_000).toISOString().slice(0, 10),
      },
    });
    expect(enrolled.status).toBe(201);
    await runDueSteps(server.ctx);
    const deliveries = () =>
      within(server, hospital, (tx) =>
        tx
          .selectFrom('deliveries')
          .select(['reminder', 'state', 'reason'])
          .where('patient_id', '=', patientId)
          .where('enrolment_id', 'is not', null)
          .orderBy('id')
          .execute(),
      );
    const states = async () =>
      (await survey.call('GET', '/pathway_enrolments')).body.data
        .find(({ id }: Json) => id === enrolled.body.data.id)
        .occasions.map(({ state }: Json) => state);
    return { stay, deliveries, states };
  }

  it('is that of the step that was asked, which is not asked again', async () => {
    const { stay, deliveries, states } = await ask('Hip', '07700 900451^PRN^CP');
    expect(await states()).toEqual(['asked']);
    expect((await deliveries()).length).toBeGreaterThan(0);
    const answered = await send({ subject: stay.subject, identifier: { system: 'urn:portal', value: 'hip-1' } });
    expect([answered.status, await states()]).toEqual([201, ['answered']]);
    const after = await deliveries();
    expect(after.filter(({ state }) => state === 'scheduled' || state === 'sending')).toEqual([]);
    // What comes later is another answer, which nobody has asked for.
    expect((await send({ subject: stay.subject, identifier: { system: 'urn:portal', value: 'hip-2' } })).status).toBe(
      201,
    );
  });

  it('about a visit is stored once, however often it is sent', async () => {
    const { stay, states } = await ask('Shoulder', '07700 900453^PRN^CP', { isAboutVisit: true });
    const first = await send(stay);
    expect([first.status, await states()]).toEqual([201, ['answered']]);
    const again = await send(stay);
    expect([again.status, told(again)]).toEqual([
      409,
      `The survey about this Encounter was answered already, as QuestionnaireResponse/${first.body.id}.`,
    ]);
  });

  it('is not one about another visit, nor one from long before it was asked', async () => {
    const { stay, states } = await ask('Knee', '07700 900452^PRN^CP');
    expect((await send(stay)).status).toBe(201);
    const old = new Date(server.ctx.clock().getTime() - 15 * 86_400_000).toISOString();
    expect((await send({ subject: stay.subject, authored: old })).status).toBe(201);
    expect(await states()).toEqual(['asked']);
  });
});

describe('who may store answers', () => {
  it('needs the permission', async () => {
    const nobody = await server.makeUser({ applications: [hospital], permissions: ['feedback.list'] });
    const { subject } = await newStay();
    expect((await fhirClient(server, nobody.headers).post('QuestionnaireResponse', response({ subject }))).status).toBe(
      403,
    );
  });

  it('stores none about a patient of another hospital', async () => {
    const other = await makeFullApplication(server);
    const answer = await send({ subject: { reference: `Patient/${other.patientId}` } });
    expect([answer.status, told(answer)]).toEqual([404, 'This patient does not exist.']);
  });

  it('stores those of the own wards only, and names the visit', async () => {
    const [cedar, stay] = [await newStay(), await newStay()];
    const of = async (ward: string) =>
      fhirClient(
        server,
        (await server.makeUser({ applications: [hospital], permissions: ['feedback.create'], locations: [ward] }))
          .headers,
      );
    expect((await (await of('CEDAR')).post('QuestionnaireResponse', response(cedar))).status).toBe(201);
    expect((await (await of('ELSEWHERE')).post('QuestionnaireResponse', response(stay))).status).toBe(404);
    const without = await (await of('CEDAR')).post('QuestionnaireResponse', response({ subject: stay.subject }));
    expect([without.status, told(without)]).toEqual([
      422,
      'encounter: Name the Encounter: you answer for some wards only.',
    ]);
  });
});

it('the audit says who stored which answers of whom', async () => {
  const stay = await newStay();
  const { body } = await send(stay);
  const { data } = (await server.as(survey.admin)('GET', '/audit?action=create')).body;
  const patientId = Number(stay.subject.reference.split('/')[1]);
  expect(data[0]).toMatchObject({
    user_id: portalUser.id,
    record_type: 'QuestionnaireResponse',
    record_id: Number(body.id),
    patient_ids: [patientId],
  });
});
