import { randomInt } from 'node:crypto';
import { expect, type APIRequestContext } from '@playwright/test';
import { signInOverApi, type Api } from './api.ts';
import { adt, inventPatient, sendOverMllp, type Patient } from './feed.ts';
import { answerPoorly } from './patients.ts';
import { PASSWORD } from './people.ts';

/** One application as its administrators would set it up: surveys, departments with escalations, triggers, a mailing list. */
export interface Hospital {
  readonly id: number;
  readonly title: string;
  /** MSH-4 of its messages. */
  readonly facility: string;
  /** Calls of a user who has every permission in the application. */
  readonly manager: Api;
  readonly superuser: Api;
  readonly request: APIRequestContext;
  readonly surveyId: number;
  readonly departmentId: number;
  readonly listId: number;
}

const WARDS = ['Ash', 'Birch', 'ED'];
const NURSE_PERMISSIONS = [
  'messages.list',
  'feedback.create',
  'deliveries.list',
  'cases.list',
  'cases.update',
  'texts.list',
  'texts.reply',
  'surveys.list',
];

export async function makeHospital(superuser: Api, request: APIRequestContext): Promise<Hospital> {
  const mark = randomInt(1e9, 1e12).toString(36).toUpperCase();
  const facility = `E2E${mark}`;
  const title = `Saint Testa’s ${mark}`;
  // The application has no quiet hours, so that messages are sent at any time of the day.
  const { id } = await superuser.post('/applications', {
    application: {
      title,
      country: 'GB',
      time_zone: 'Europe/London',
      language: 'en',
      sender_name: title,
      sending_facilities: [facility],
      quiet_from: '00:00',
      quiet_to: '00:00',
    },
  });
  await superuser.put('/session/application', { application_id: id });
  const manager = await makeUser({ superuser, request }, { name: 'Morgan Listener', permissions: ['admin'] });
  const content = await makeContent(manager, id);
  return { id, title, facility, manager, superuser, request, ...content };
}

/** Adds a nurse of Ash, Birch and the emergency department, who starts on the admissions. */
export async function addNurse({ id, superuser, request }: Hospital): Promise<Api> {
  await superuser.put('/session/application', { application_id: id });
  const seat = { landing_page: '/messages/admissions/index', locations: WARDS };
  return makeUser({ superuser, request }, { name: 'Robin Wardly', permissions: NURSE_PERMISSIONS, seat });
}

/** Makes a user in the application that the superuser has chosen. */
async function makeUser(
  { superuser, request }: Pick<Hospital, 'superuser' | 'request'>,
  { name, permissions, seat }: { name: string; permissions: string[]; seat?: object },
): Promise<Api> {
  const email = `${name.split(' ')[0]?.toLowerCase()}${randomInt(1e12)}@wardvoice.example`;
  const made = await superuser.post('/users', {
    user: { name, email, password: PASSWORD },
    ...(seat ? { application_user: seat } : {}),
  });
  const known = await superuser.get<{ id: number; name: string }[]>('/permissions?paginate=0');
  for (const permission of known.filter((one) => permissions.includes(one.name)))
    await superuser.post(`/users/${made.id}/permissions`, { permission: { id: permission.id } });
  return signInOverApi(request, { email, password: PASSWORD });
}

async function makeContent(manager: Api, applicationId: number) {
  const department = async (title: string) => (await manager.post('/departments', { department: { title } })).id;
  const nursing = await department('Nursing');
  const pharmacy = await department('Pharmacy');
  for (const [title, department_id] of [
    ['Staff', nursing],
    ['Overall', nursing],
    ['Going home', pharmacy],
  ] as const)
    await manager.post('/categories', { category: { title, department_id } });
  const template = async (name: string) => (await manager.post('/surveys', { survey: { template: name } })).id;
  const discharge = await template('discharge');
  const deEscalation = await template('de_escalation');
  await manager.put(`/applications/${applicationId}`, { application: { de_escalation_survey_id: deEscalation } });
  for (const id of [nursing, pharmacy])
    await manager.post(`/departments/${id}/escalations`, {
      department_escalation: { survey_id: discharge, user_ids: [manager.session.data.id], sort_order: 1 },
    });
  await makeTriggers(manager, applicationId, discharge);
  const list = await makeList(manager);
  return { surveyId: discharge, departmentId: nursing, listId: list };
}

async function makeTriggers(manager: Api, applicationId: number, survey_id: number): Promise<void> {
  const add = (action: string, config: object) =>
    manager.post(`/applications/${applicationId}/triggers`, {
      trigger: { trigger: 'hl7_message_processed', action, config: { delay: 0, ...config }, active: true },
    });
  await add('send_survey_request', { filters: { event: ['A03'] }, survey_id, channel: 'sms_or_email' });
  await add('send_email', {
    filters: { event: ['A01'], has_email: ['1'] },
    subject: 'Welcome to {{hospital}}',
    text: 'Hello {{given_name}},\n\nwe are glad to look after you.\n\n{{hospital}}',
  });
}

async function makeList(manager: Api): Promise<number> {
  const { id } = await manager.post('/mailing_list', {
    mailing_list: { name: 'patient-forum', title: 'Patient forum', type_of: 'static' },
  });
  for (const [name, email, phone] of [
    ['Ida Samplewell', 'ida@example.org', '+447700900801'],
    ['Piotr Wymyślony', 'piotr@example.org', '+447700900804'],
    ['P. Wymyślony', 'piotr.w@example.org', '+447700900804'],
  ] as const) {
    const contact = await manager.post('/contacts', { contact: { name, email, phone } });
    await manager.post(`/mailing_list/${id}/contacts/${contact.id}`);
  }
  return id;
}

/** Sends one message of the application's feed. Returns the acknowledgement. */
export const send = (hospital: Hospital, event: string, patient: Patient, options: Parameters<typeof adt>[3] = {}) =>
  sendOverMllp(adt(event, patient, hospital.facility, options));

interface Delivery {
  state: string;
  purpose: string;
  link: string | null;
  unsubscribe_link: string | null;
}

/** Waits for a patient's message in the outbox that `term` finds. Returns the path of the address in it. */
async function findInOutbox(
  { manager }: Hospital,
  term: string,
  addressIn: (delivery: Delivery) => string | null,
): Promise<string> {
  let found: string | null | undefined;
  const look = async () => {
    const deliveries = await manager.get<Delivery[]>(`/deliveries?term=${encodeURIComponent(term)}`);
    found = deliveries.map(addressIn).find(Boolean);
    return found ?? null;
  };
  await expect.poll(look, { intervals: [100] }).not.toBeNull();
  return new URL(found ?? '').pathname;
}

/** Returns the path of the survey's link. */
export const findSurveyLink = (hospital: Hospital, term: string, purpose = 'survey') =>
  findInOutbox(hospital, term, (delivery) => (delivery.purpose === purpose ? delivery.link : null));

/** Discharges a patient. Returns the path of the survey's link. */
export async function askNewPatient(hospital: Hospital, patient = inventPatient()): Promise<string> {
  await send(hospital, 'A03', patient);
  return findSurveyLink(hospital, patient.family);
}

/** Returns the path of the link at the foot of an e-mail to a new patient. */
export async function findUnsubscribeLink(hospital: Hospital): Promise<string> {
  const patient = inventPatient();
  await send(hospital, 'A03', patient);
  return findInOutbox(hospital, patient.family, ({ unsubscribe_link }) => unsubscribe_link);
}

/** Discharges a patient, who answers the survey poorly. */
export async function dischargeAndAnswer(hospital: Hospital): Promise<Patient> {
  const patient = inventPatient();
  await answerPoorly(hospital.request, await askNewPatient(hospital, patient));
  return patient;
}

const PATIENTS = 30;

/** Adds more than a page of messages, an answer that opened a case, and one message with an error. */
export async function fillWithPatients(hospital: Hospital): Promise<void> {
  for (let count = 0; count < PATIENTS; count += 1) await send(hospital, 'A01', inventPatient());
  await send(hospital, 'A01', inventPatient(), { withoutIdentifier: true });
  await dischargeAndAnswer(hospital);
}
