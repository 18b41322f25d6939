import { randomBytes } from 'node:crypto';
import type { triggers } from '@wardvoice/contract';
import { recordAudit } from '../features/audit/index.ts';
import { insertCategory } from '../features/categories/index.ts';
import { insertDepartment, insertEscalation } from '../features/departments/index.ts';
import { DISCHARGE_SURVEY, findSurveyForm, installSurvey, type SurveyTemplate } from '../features/surveys/index.ts';
import { insertTrigger } from '../features/triggers/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { applicationScope } from '../platform/scope.ts';
import { adt, type MessageParts } from './hl7-messages.ts';
import type { TestApplication, TestServer, TestUser } from './test-server.ts';

/** In a transaction that sees one application. */
export const within = <T>(server: TestServer, application: TestApplication, work: (tx: Tx) => Promise<T>): Promise<T> =>
  server.house.db.transaction(applicationScope(application.id), work);

export interface TestSurvey {
  id: number;
  departmentId: number;
}

/** A survey with one department for all its questions, whose bad answers are told to `users`. */
export function makeSurvey(
  server: TestServer,
  application: TestApplication,
  { template = DISCHARGE_SURVEY, users = [] }: { template?: SurveyTemplate; users?: TestUser[] } = {},
): Promise<TestSurvey> {
  return within(server, application, async (tx) => {
    const departmentId = await insertDepartment(tx, application.id, 'Nursing');
    const category = await insertCategory(tx, application.id, {
      title: 'Care',
      department_id: departmentId,
      translations: {},
    });
    const categoryIds = { overall: category, staff: category, discharge: category };
    const id = await installSurvey(tx, application.id, template, { categoryIds });
    if (users.length > 0) {
      await insertEscalation(tx, application.id, {
        department_id: departmentId,
        survey_id: id,
        user_ids: users.map((user) => user.id),
        sort_order: 1,
      });
    }
    return { id, departmentId };
  });
}

/** Asks for the survey after each discharge by SMS, unless said otherwise. Returns its id. */
export async function makeTrigger(
  server: TestServer,
  application: TestApplication,
  { action = 'send_survey_request', ...config }: { action?: string } & Partial<triggers.TriggerConfig>,
): Promise<number> {
  const { id } = await within(server, application, (tx) =>
    insertTrigger(tx, application.id, {
      trigger: 'hl7_message_processed',
      action,
      config: { filters: { event: ['A03'] }, delay: 0, channel: 'sms', ...config },
      active: true,
    }),
  );
  return id;
}

/** An application whose discharged patients are asked by SMS. */
export async function makeAskingApplication(
  server: TestServer,
  { users, ...config }: { users?: TestUser[]; action?: string } & Partial<triggers.TriggerConfig> = {},
): Promise<TestApplication & { survey: TestSurvey; triggerId: number }> {
  const application = await server.makeApplication({ country: 'GB' });
  const survey = await makeSurvey(server, application, { users: users ?? [] });
  const triggerId = await makeTrigger(server, application, { survey_id: survey.id, ...config });
  return { ...application, survey, triggerId };
}

/** Messages of the application's sender, received in this order and processed. */
export async function feed(server: TestServer, application: TestApplication, ...messages: MessageParts[]) {
  for (const parts of messages) await server.receive(adt({ facility: application.facility, ...parts }));
  await server.processAll();
}

/** The application's own credentials, as its gateways send them. */
export async function credentialsOf(
  server: TestServer,
  application: TestApplication,
): Promise<{ authorization: string }> {
  const superuser = await server.makeUser({ superUser: true });
  const { body } = await server.call({
    method: 'PUT',
    url: `/api/v1/applications/${application.id}`,
    headers: superuser.headers,
    payload: { application: { regenerate_credentials: true } },
  });
  const { access_key, access_secret } = body.data;
  return { authorization: `Basic ${Buffer.from(`${access_key}:${access_secret}`).toString('base64')}` };
}

export const linkIn = (text: string): string => {
  const token = /\/feedback\/([\w-]+)/.exec(text)?.[1];
  if (!token) throw new Error('this text has no link to a survey');
  return token;
};

/** Answers the survey behind the token so that it calls for help, with a comment. */
export async function answerBadly(server: TestServer, token: string, comment: string): Promise<void> {
  const url = `/api/v1/feedback/${token}`;
  const { body } = await server.call({ method: 'GET', url });
  const questions: { id: number; type_of: string; required: boolean; options: { id: number; title: string }[] }[] =
    body.data.survey.categories.flatMap((category: { questions: unknown[] }) => category.questions);
  const responses = questions
    .filter(({ required, type_of }) => required || type_of === 'text')
    .map(({ id, type_of, options }) =>
      type_of === 'text'
        ? { question_id: id, text: comment }
        : { question_id: id, option_id: (options.find(({ title }) => title === 'Poor') ?? options[0])?.id },
    );
  const answer = await server.call({ method: 'POST', url, payload: { feedback: { responses } } });
  if (answer.status !== 201) throw new Error(`the answers were refused: ${JSON.stringify(answer.body)}`);
}

export interface FullApplication extends TestApplication {
  userId: number;
  patientId: number;
  visitId: number;
  messageId: number;
  /** Of a stay that nobody was asked about. */
  admissionId: number;
  /** Another record of the patient, to be merged into it; one that was merged; and a doubt about a third. */
  twinPatientId: number;
  mergeId: number;
  conflictId: number;
  /** Of another patient, who was asked and whom nothing reached. */
  otherMessageId: number;
  /** That the survey takes for an answer. */
  responses: { question_id: number; option_id: number }[];
  deliveryId: number;
  failedDeliveryId: number;
  triggerId: number;
  caseId: number;
  alarmId: number;
  inboxItemId: number;
  /** An inbound text that answers the survey. */
  textId: number;
  surveyId: number;
  /** Of the survey; the first two hang together. */
  questionIds: number[];
  /** Of the third question. */
  optionId: number;
  departmentId: number;
  escalationId: number;
  categoryId: number;
  contactId: number;
  /** To be merged into it, and to be deleted. */
  twinContactId: number;
  formerContactId: number;
  /** Static, with the contact on it. */
  listId: number;
  importId: number;
  emptyListId: number;
  /** Of the list. */
  kioskId: number;
  /** Was run, and is to be run again. */
  broadcastId: number;
  /** Not built in; nobody has it. */
  permissionId: number;
  /** To be taken out, and to be deleted. */
  leavingUserId: number;
  formerUserId: number;
  /** Of its user. */
  sessionId: number;
}

const aCsvFile = {
  encoding: 'utf-8',
  delimiter: ',',
  preview: JSON.stringify({ header: ['name', 'email'], rows: [] }),
};

/** Their ids, in this order. */
export async function insertContacts<
  const C extends readonly { name: string; external_id?: string; email?: string; phone?: string }[],
>(tx: Tx, application: TestApplication, contacts: C): Promise<{ [K in keyof C]: number }> {
  const rows = await tx
    .insertInto('contacts')
    .values(contacts.map((contact) => ({ ...contact, application_id: application.id })))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id) as { [K in keyof C]: number };
}

/** An application with at least one row in every table: a patient was discharged, asked, and answered badly. */
export async function makeFullApplication(server: TestServer): Promise<FullApplication> {
  const application = await server.makeApplication({ country: 'GB' });
  const user = await server.makeUser({ applications: [application] });
  const survey = await makeSurvey(server, application, { users: [user] });
  const triggerId = await makeTrigger(server, application, { survey_id: survey.id });
  const [leaving, former] = [
    await server.makeUser({ applications: [application] }),
    await server.makeUser({ applications: [application] }),
  ];
  await feed(server, application, { event: 'A01', visit: 'STAY', patient: 'FULL', ward: 'ASH' });
  await feed(server, application, { event: 'A03', visit: 'STAY', patient: 'FULL', ward: 'ASH' });
  await server.runJobs();
  const text = server.gateways.texts.at(-1)?.text ?? '';
  await answerBadly(server, linkIn(text), 'Nobody came.');
  await server.runJobs();
  // Another patient's, refused by the gateway: what can be tried again.
  server.gateways.answerNext({ ok: false, outcome: 'refused', error: 'no such number' });
  await feed(server, application, { event: 'A03', patient: 'OTHER', phone: '07700 900999^PRN^CP', ward: 'BIRCH' });
  await server.runJobs();
  const withoutVisit = { without: ['PV1'], event: 'A28' };
  await feed(
    server,
    application,
    { ...withoutVisit, patient: 'TWIN' },
    { ...withoutVisit, patient: 'MERGED' },
    { ...withoutVisit, event: 'A40', patient: 'FULL', more: ['MRG|MERGED^^^HOSP^MR'] },
    { ...withoutVisit, patient: 'DOUBTED' },
    { ...withoutVisit, patient: 'DOUBTED', family: 'Marrow', born: '19450101' },
  );
  await feed(server, application, { event: 'A01', patient: 'THIRD', visit: 'THIRD', phone: '', ward: 'ASH' });
  const sessions = await server.call({ method: 'GET', url: '/api/v1/sessions', headers: user.headers });
  return within(server, application, async (tx) => {
    const own = { application_id: application.id };
    await tx
      .insertInto('opt_outs')
      .values({ ...own, channel: 'sms', address: '+447700900777', source: 'stop' })
      .execute();
    await tx
      .insertInto('application_logos')
      .values({ ...own, hash: 'f'.repeat(64), type: 'image/png', bytes: Buffer.from('a picture') })
      .execute();
    await tx
      .insertInto('application_listeners')
      .values({ ...own, process: 'elsewhere 1', port: 4000, seen_at: new Date(0) })
      .execute();
    await tx
      .insertInto('message_reloads')
      .values({ ...own, state: 'finished', total: 1, done: 1, started_at: new Date(0), finished_at: new Date(0) })
      .execute();
    await tx
      .insertInto('delivery_retries')
      .values({ ...own, user_id: user.id, total: 1, created_at: new Date(0) })
      .execute();
    await tx
      .insertInto('waiting_receipts')
      .values({ ...own, event: 'delivered', gateway_message_id: 'never heard of', received_at: new Date() })
      .execute();
    await tx
      .insertInto('sending_holds')
      .values({ ...own, reason: 'by_hand', held_at: new Date(0), released_at: new Date(0) })
      .execute();
    const { id: alarmId } = await tx
      .insertInto('alarms')
      .values({
        ...own,
        kind: 'error_rate',
        severity: 'warning',
        opened_at: new Date(0),
        last_seen_at: new Date(0),
        details: JSON.stringify({ errors: 12, messages: 40, minutes: 60 }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('feed_hours')
      .values({
        ...own,
        sending_application: 'ADT',
        sending_facility: application.facility,
        hour: new Date(0),
        messages: 1,
        last_message_at: new Date(0),
      })
      .execute();
    const [contactId, twinContactId, formerContactId] = await insertContacts(tx, application, [
      { name: 'Conn Inventwell', external_id: 'FULL', email: 'conn@example.org' },
      { name: 'C. Inventwell', email: 'conn@example.org' },
      { name: 'Gone Inventwell' },
    ]);
    const { id: listId } = await tx
      .insertInto('mailing_lists')
      .values({ ...own, name: 'inventwells' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('mailing_list_contacts')
      .values({ ...own, mailing_list_id: listId, contact_id: contactId })
      .execute();
    const { id: emptyListId } = await tx
      .insertInto('mailing_lists')
      .values({ ...own, name: 'nobody yet' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: kioskId } = await tx
      .insertInto('kiosks')
      .values({
        ...own,
        secret_hash: randomBytes(32),
        survey_id: survey.id,
        mailing_list_id: listId,
        label: 'Tablet ward 4',
        started_at: new Date(),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('message_imports')
      .values({
        ...own,
        file_name: 'inventwells.hl7',
        state: 'finished',
        total: 1,
        started_at: new Date(0),
        moved_at: new Date(0),
        finished_at: new Date(0),
      })
      .execute();
    await tx
      .insertInto('mailing_list_refreshes')
      .values({
        ...own,
        mailing_list_id: listId,
        state: 'finished',
        requested_at: new Date(0),
        finished_at: new Date(0),
      })
      .execute();
    const { id: importId } = await tx
      .insertInto('contact_imports')
      .values({ ...own, mailing_list_id: listId, state: 'uploaded', file_name: 'inventwells.csv', ...aCsvFile })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('contact_import_chunks')
      .values({ ...own, import_id: importId, position: 0, bytes: Buffer.from('name,email\nConn,conn@example.org\n') })
      .execute();
    await tx
      .insertInto('contact_import_errors')
      .values({ ...own, import_id: importId, line: 3, problem: 'email_invalid', cells: JSON.stringify(['Una', 'una']) })
      .execute();
    await tx
      .insertInto('survey_revisions')
      .values({ ...own, survey_id: survey.id, revision: 0, content: '{}', replaced_at: new Date() })
      .execute();
    const { id: broadcastId } = await tx
      .insertInto('broadcasts')
      .values({
        ...own,
        survey_id: survey.id,
        sendable_id: listId,
        schedule: false,
        channel: 'email',
        data: JSON.stringify({ day_of_week: [] }),
        created_at: new Date(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('broadcast_runs')
      .values({
        ...own,
        broadcast_id: broadcastId,
        mailing_list_id: listId,
        total: 1,
        started_at: new Date(0),
        finished_at: new Date(0),
      })
      .execute();
    const visit = await tx
      .selectFrom('visits')
      .selectAll()
      .where('visit_number', '=', 'STAY')
      .executeTakeFirstOrThrow();
    await recordAudit(tx, {
      ...own,
      at: new Date(),
      action: 'view',
      record_type: 'visits',
      record_id: visit.id,
      patient_ids: [visit.patient_id],
    });
    const { id: admissionId } = await tx
      .selectFrom('hl7_messages')
      .select('id')
      .where('visit_id', '<>', visit.id)
      .where('event', '=', 'A01')
      .executeTakeFirstOrThrow();
    const { id: otherMessageId } = await tx
      .selectFrom('hl7_messages')
      .select('id')
      .where('visit_id', '<>', visit.id)
      .where('event', '=', 'A03')
      .executeTakeFirstOrThrow();
    const form = await findSurveyForm(tx, application.id, survey.id, ['en']);
    const responses = (form?.questions ?? [])
      .filter(({ required }) => required)
      .map(({ id, options }) => ({ question_id: id, option_id: options[0]?.id ?? 0 }));
    const deliveries = await tx.selectFrom('deliveries').select(['id', 'state', 'purpose']).orderBy('id').execute();
    const { id: twinPatientId } = await tx
      .selectFrom('patients')
      .select('id')
      .where('identifier', '=', 'TWIN')
      .executeTakeFirstOrThrow();
    const { id: mergeId } = await tx.selectFrom('patient_merges').select('id').executeTakeFirstOrThrow();
    const { id: conflictId } = await tx.selectFrom('identity_conflicts').select('id').executeTakeFirstOrThrow();
    const { id: caseId } = await tx.selectFrom('cases').select('id').executeTakeFirstOrThrow();
    const { id: inboxItemId } = await tx.selectFrom('inbox_items').select('id').executeTakeFirstOrThrow();
    const { id: textId } = await tx
      .insertInto('inbound_texts')
      .values({
        ...own,
        channel: 'sms',
        from_address: '+447700900123',
        text: 'Nobody answered the bell.',
        received_at: new Date(0),
        received_from: 'smpp',
        patient_id: visit.patient_id,
        visit_id: visit.id,
        location: 'ASH',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('inbound_notices')
      .values({ ...own, channel: 'sms', address: '+447700900123', sent_at: new Date(0) })
      .execute();
    const { id: permissionId } = await tx
      .insertInto('permissions')
      .values({ name: `full.of-${application.id}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: categoryId } = await tx.selectFrom('categories').select('id').executeTakeFirstOrThrow();
    const { id: escalationId } = await tx.selectFrom('department_escalations').select('id').executeTakeFirstOrThrow();
    const questions = await tx.selectFrom('questions').select('id').orderBy('sort_order').execute();
    const questionIds = questions.map(({ id }) => id);
    const { option_id: optionId } = await tx
      .selectFrom('question_options')
      .select('option_id')
      .where('question_id', '=', questionIds[2] as number)
      .orderBy('sort_order', 'desc')
      .executeTakeFirstOrThrow();
    return {
      ...application,
      questionIds,
      optionId,
      surveyId: survey.id,
      departmentId: survey.departmentId,
      escalationId,
      categoryId,
      contactId,
      twinContactId,
      formerContactId,
      listId,
      importId,
      emptyListId,
      kioskId,
      broadcastId,
      permissionId,
      leavingUserId: leaving.id,
      formerUserId: former.id,
      userId: user.id,
      patientId: visit.patient_id,
      visitId: visit.id,
      messageId: visit.last_message_id as number,
      admissionId,
      otherMessageId,
      responses,
      deliveryId: deliveries.find(({ purpose }) => purpose === 'survey')?.id as number,
      failedDeliveryId: deliveries.find(({ state }) => state === 'failed')?.id as number,
      triggerId,
      twinPatientId,
      mergeId,
      conflictId,
      caseId,
      alarmId,
      inboxItemId,
      textId,
      sessionId: sessions.body.data[0].id as number,
    };
  });
}
