import { randomBytes, randomUUID } from 'node:crypto';
import { recordAudit } from '../features/audit/index.ts';
import { findSurveyForm } from '../features/surveys/index.ts';
import { insertNewcomers, insertPasskey, linkToProvider, type Newcomers } from './newcomers.ts';
import {
  insertApiKey,
  insertDestination,
  insertProvisioning,
  insertReportSchedule,
  insertWardPage,
  insertSubscription,
  insertWebhook,
} from './provisioning.ts';
import { insertPathways } from './insert-pathways.ts';
import type { TestApplication, TestServer } from './test-server.ts';
import { answerBadly, feed, insertContacts, linkIn, makeSurvey, makeTrigger, within } from './builders.ts';

export interface FullApplication extends TestApplication, Newcomers {
  userId: number;
  patientId: number;
  visitId: number;
  messageId: number;
  /** A message about a stay whose patient was not asked. */
  admissionId: number;
  /** The patient of that message. */
  admittedPatientId: number;
  /** Another record of the patient, which a test may merge into the first. */
  otherPatientId: number;
  mergeId: number;
  conflictId: number;
  /** A message about another patient, who was asked by an SMS that failed. */
  otherMessageId: number;
  /** Responses that the survey accepts. */
  responses: { question_id: number; option_id: number }[];
  deliveryId: number;
  failedDeliveryId: number;
  triggerId: number;
  trialId: number;
  caseId: number;
  /** A case that the text has opened, which nobody has claimed. */
  otherCaseId: number;
  /** Somebody who works on cases. */
  colleagueId: number;
  /** A cause that no case has. */
  caseCauseId: number;
  /** The answers that opened the case. */
  feedbackId: number;
  alarmId: number;
  /** The certificate of an erasure. */
  erasureId: number;
  inboxItemId: number;
  /** An inbound text that answers the survey. */
  textId: number;
  surveyId: number;
  /** Questions of the survey; the second has a condition on the first. */
  questionIds: number[];
  /** A heading of the survey, after its questions. */
  sectionId: number;
  outcomeScoreId: number;
  /** A pathway that nobody is in. */
  pathwayId: number;
  /** The patient in another pathway. */
  enrolmentId: number;
  /** What the answers to the first question count. */
  points: { option_id: number; points: number }[];
  scaleId: number;
  /** An option of the third question. */
  optionId: number;
  departmentId: number;
  escalationId: number;
  dutyShiftId: number;
  /** An absence of the user. */
  absenceId: number;
  /** Another one, so that each of two calls has one to delete. */
  otherAbsenceId: number;
  /** A view that is shared with everybody. */
  savedViewId: number;
  categoryId: number;
  contactId: number;
  /** A contact that a test may merge into the first; the next one may be deleted. */
  otherContactId: number;
  formerContactId: number;
  /** A static list, with the contact on it. */
  listId: number;
  importId: number;
  emptyListId: number;
  /** A kiosk of the list. */
  kioskId: number;
  /** A broadcast that has run and is scheduled to run again. */
  broadcastId: number;
  /** A permission that is not built in and that nobody has. */
  permissionId: number;
  roleId: number;
  scimTokenId: number;
  apiKeyId: number;
  webhookId: number;
  /** A webhook that a program has made by FHIR. */
  subscriptionId: number;
  webhookEventId: number;
  destinationId: number;
  /** A message in the queue of that destination, which is paused. */
  queuedId: number;
  dataExportId: number;
  /** The public page of the ward, and an entry of it. */
  wardPageId: number;
  wardPageEntryId: number;
  /** A report that the user gets each month. */
  reportScheduleId: number;
  /** A user whom a test may take out of the application; the next one, who uses single sign-on, may be deleted. */
  leavingUserId: number;
  formerUserId: number;
  /** A visit that was expected at a time. */
  appointmentId: number;
  /** An entry of the ledger about the patient. */
  consentEventId: number;
  /** That somebody saw the visit. */
  auditEntryId: number;
  /** A session of the user. */
  sessionId: number;
  /** A passkey of the user who may be deleted. */
  passkeyId: number;
}

const csvFileOf = (mark: string) => ({
  encoding: 'utf-8',
  delimiter: ',',
  preview: JSON.stringify({
    header: ['name', 'email'],
    rows: mark === '' ? [] : [{ line: 2, cells: [`${mark}Conn`, `${mark}conn@example.org`] }],
  }),
});

/** Names and wards of the people of a full application. */
export interface FullPeople {
  /** Every name, number, address and text of a person begins with the mark, so that a test finds them wherever they are shown. */
  mark: string;
  wards: readonly [string, string];
  phones: readonly [string, string];
}

const SOMEBODY: FullPeople = { mark: '', wards: ['ASH', 'BIRCH'], phones: ['07700 900123', '07700 900999'] };

/** Makes an application with at least one row in every table: a patient was discharged, asked, and answered badly. */
export async function makeFullApplication(server: TestServer, people: FullPeople = SOMEBODY): Promise<FullApplication> {
  const {
    mark,
    wards: [ward, otherWard],
    phones: [phone, otherPhone],
  } = people;
  const [e164] = people.phones.map((national) => `+44${national.replaceAll(' ', '').slice(1)}`);
  const somebody = {
    family: `${mark}Inventwell`,
    given: `${mark}Orla`,
    phone: `${phone}^PRN^CP^${mark}orla@example.org`,
    ward,
  };
  const application = await server.makeApplication({ country: 'GB' });
  const user = await server.makeUser({ applications: [application] });
  const survey = await makeSurvey(server, application, { users: [user] });
  const triggerId = await makeTrigger(server, application, { survey_id: survey.id });
  const colleague = await server.makeUser({ applications: [application], permissions: ['cases.list', 'cases.update'] });
  const [leaving, former] = [
    await server.makeUser({ applications: [application] }),
    await server.makeUser({ applications: [application] }),
  ];
  const stay = { ...somebody, visit: `${mark}STAY`, patient: `${mark}FULL` };
  await feed(server, application, { ...stay, event: 'A01' }, { ...stay, event: 'A03' });
  await server.runJobs();
  const text = server.gateways.texts.at(-1)?.text ?? '';
  await answerBadly(server, linkIn(text), `${mark}Nobody came.`);
  await server.runJobs();
  // The gateway refuses the SMS of another patient, so that there is a delivery which can be tried again.
  server.gateways.answerNext({ ok: false, outcome: 'refused', error: 'no such number' });
  const other = { ...somebody, patient: `${mark}OTHER`, phone: `${otherPhone}^PRN^CP`, ward: otherWard };
  await feed(server, application, { ...other, event: 'A03' });
  await server.runJobs();
  const withoutVisit = { ...somebody, without: ['PV1'], event: 'A28' };
  await feed(
    server,
    application,
    { ...withoutVisit, patient: `${mark}TWIN` },
    { ...withoutVisit, patient: `${mark}MERGED` },
    { ...withoutVisit, event: 'A40', patient: `${mark}FULL`, more: [`MRG|${mark}MERGED^^^HOSP^MR`] },
    { ...withoutVisit, patient: `${mark}DOUBTED` },
    { ...withoutVisit, patient: `${mark}DOUBTED`, family: `${mark}Marrow`, born: '19450101' },
  );
  const third = { ...somebody, patient: `${mark}THIRD`, visit: `${mark}THIRD`, phone: '' };
  await feed(server, application, { ...third, event: 'A01' });
  const sessions = await server.call({ method: 'GET', url: '/api/v1/sessions', headers: user.headers });
  const newcomers = await insertNewcomers(server, application.id, user.id);
  await linkToProvider(server, former.id);
  const passkeyId = await insertPasskey(server, former.id);
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
      .insertInto('idempotency_keys')
      .values({
        caller: `user:${user.id}`,
        user_id: user.id,
        key: 'a key',
        request: Buffer.from('encrypted'),
        claim: randomUUID(),
        claimed_until: new Date(0),
        expires_at: new Date(Date.now() + 60_000),
      })
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
    await tx
      .insertInto('sender_profiles')
      .values({ ...own, sending_application: 'PAS', sending_facility: application.facility })
      .execute();
    await tx
      .insertInto('sender_holds')
      .values({ ...own, held_since: new Date(0) })
      .execute();
    const [contactId, otherContactId, formerContactId] = await insertContacts(tx, application, [
      { name: `${mark}Conn Inventwell`, external_id: `${mark}FULL`, email: `${mark}conn@example.org` },
      { name: `${mark}C. Inventwell`, email: `${mark}conn@example.org` },
      { name: `${mark}Gone Inventwell` },
    ]);
    const { id: consentingId } = await tx
      .selectFrom('patients')
      .select('id')
      .where('identifier', '=', `${mark}FULL`)
      .executeTakeFirstOrThrow();
    const { id: wordingId } = await tx
      .insertInto('consent_wordings')
      .values({ ...own, language: 'en', hash: randomBytes(32), text: 'Stop these e-mails?' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('consent_bases')
      .values({ ...own, purpose: 'broadcasts', basis: 'public_task', user_id: user.id, user_name: 'User' })
      .execute();
    await tx
      .insertInto('consents')
      .values({
        ...own,
        purpose: 'broadcasts',
        channel: 'email',
        address: `${mark}conn@example.org`.toLowerCase(),
        patient_id: consentingId,
      })
      .execute();
    const { id: consentEventId } = await tx
      .insertInto('consent_events')
      .values({
        ...own,
        purpose: 'all',
        channel: 'email',
        address: `${mark}conn@example.org`.toLowerCase(),
        change: 'opted_out',
        source: 'stop',
        patient_id: consentingId,
        wording_id: wordingId,
        written: `${mark}Please stop`,
        note: `${mark}Said so on the phone`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
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
        file_name: `${mark}inventwells.hl7`,
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
      .values({
        ...own,
        mailing_list_id: listId,
        state: 'uploaded',
        file_name: `${mark}inventwells.csv`,
        ...csvFileOf(mark),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('contact_import_chunks')
      .values({
        ...own,
        import_id: importId,
        position: 0,
        bytes: Buffer.from(`name,email\n${mark}Conn,${mark}conn@example.org\n`),
      })
      .execute();
    await tx
      .insertInto('contact_import_errors')
      .values({
        ...own,
        import_id: importId,
        line: 3,
        problem: 'email_invalid',
        cells: JSON.stringify([`${mark}Una`, `${mark}una`]),
      })
      .execute();
    await tx
      .insertInto('survey_revisions')
      .values({ ...own, survey_id: survey.id, revision: 0, content: '{}', replaced_at: new Date(0) })
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
      .where('visit_number', '=', `${mark}STAY`)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('legal_holds')
      .values({
        ...own,
        patient_id: visit.patient_id,
        reason: 'A claim',
        held_at: new Date(0),
        released_at: new Date(0),
        release_reason: 'It was settled',
      })
      .execute();
    const { id: erasureId } = await tx
      .insertInto('erasures')
      .values({
        ...own,
        at: new Date(0),
        reason: 'Asked for it',
        erased: JSON.stringify({ visits: 1 }),
        kept: ['audit'],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('erased_addresses')
      .values({ ...own, channel: 'sms', address_hash: randomBytes(32), source: 'stop', erased_at: new Date(0) })
      .execute();
    await recordAudit(tx, server.ctx, {
      ...own,
      at: new Date(),
      action: 'view',
      record_type: 'visits',
      record_id: visit.id,
      patient_ids: [visit.patient_id],
    });
    const { id: auditEntryId } = await tx
      .selectFrom('audit_entries')
      .select('id')
      .where('record_type', '=', 'visits')
      .where('application_id', '=', application.id)
      .executeTakeFirstOrThrow();
    const { id: appointmentId } = await tx
      .updateTable('visits')
      .set({ expected_at: new Date(0) })
      .where('visit_number', '=', `${mark}THIRD`)
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: admissionId, patient_id: admittedPatientId } = await tx
      .selectFrom('hl7_messages')
      .select(['id', 'patient_id'])
      .$narrowType<{ patient_id: number }>()
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
    const { id: otherPatientId } = await tx
      .selectFrom('patients')
      .select('id')
      .where('identifier', '=', `${mark}TWIN`)
      .executeTakeFirstOrThrow();
    const { id: mergeId } = await tx.selectFrom('patient_merges').select('id').executeTakeFirstOrThrow();
    const { id: conflictId } = await tx.selectFrom('identity_conflicts').select('id').executeTakeFirstOrThrow();
    const { id: caseId, feedback_id } = await tx
      .selectFrom('cases')
      .select(['id', 'feedback_id'])
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('cases')
      .set({ actions_taken: `${mark}The bell was mended.` })
      .where('id', '=', caseId)
      .execute();
    const { id: caseCauseId } = await tx
      .insertInto('case_causes')
      .values({ ...own, title: 'Waiting' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('tag_models')
      .values({
        ...own,
        tag: 'food',
        bias: 0,
        threshold: 1,
        examples: 40,
        tagged: 20,
        suggested: 10,
        rightly: 9,
        learned_at: new Date(0),
      })
      .execute();
    await tx
      .insertInto('tag_model_words')
      .values({ ...own, tag: 'food', word: 'soup', weight: 2 })
      .execute();
    await tx
      .insertInto('refused_tags')
      .values({ ...own, feedback_id: Number(feedback_id), tag: 'noise', refused_at: new Date(0) })
      .execute();
    await tx
      .insertInto('feedback_notes')
      .values({
        ...own,
        feedback_id: Number(feedback_id),
        text: `${mark}The daughter will call.`,
        created_at: new Date(0),
      })
      .execute();
    const { id: inboxItemId } = await tx.selectFrom('inbox_items').select('id').executeTakeFirstOrThrow();
    const { id: textId } = await tx
      .insertInto('inbound_texts')
      .values({
        ...own,
        channel: 'sms',
        from_address: e164 as string,
        text: `${mark}Nobody answered the bell.`,
        received_at: new Date(0),
        received_from: 'smpp',
        patient_id: visit.patient_id,
        visit_id: visit.id,
        location: ward,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: otherCaseId } = await tx
      .insertInto('cases')
      .values({
        ...own,
        text_id: textId,
        department_id: survey.departmentId,
        severity: 'urgent',
        question: '',
        answer: `${mark}Nobody answered the bell.`,
        location: ward,
        created_at: new Date(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('inbound_notices')
      .values({ ...own, channel: 'sms', address: e164 as string, sent_at: new Date(0) })
      .execute();
    const { id: permissionId } = await tx
      .insertInto('permissions')
      .values({ name: `full.of-${application.id}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: roleId } = await tx
      .insertInto('roles')
      .values({ ...own, name: 'Lounge' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('role_permissions').values({ role_id: roleId, permission_id: permissionId }).execute();
    const scimTokenId = await insertProvisioning(tx, application.id, { roleId, userId: user.id });
    const apiKeyId = await insertApiKey(tx, application.id, user.id);
    const webhook = await insertWebhook(tx, application.id, user.id);
    const subscriptionId = await insertSubscription(tx, application.id);
    const wardPage = await insertWardPage(tx, application.id, ward);
    const reportScheduleId = await insertReportSchedule(tx, application.id, user.id);
    const destination = await insertDestination(tx, application.id, visit.last_message_id as number);
    const chosen = { format: 'parquet', with_comments: false } as const;
    await tx
      .insertInto('ehr_launches')
      .values({ ...own, browser_hash: randomBytes(32), ehr: 1, state: '', code_verifier: '', expires_at: new Date(0) })
      .execute();
    const { id: trialId } = await tx
      .insertInto('trigger_trials')
      .values({ ...own, wards: [], rule: JSON.stringify({}), days: 7, state: 'waiting', asked_at: new Date(0) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: dataExportId } = await tx
      .insertInto('data_exports')
      .values({ ...own, ...chosen, subject: 'answers', state: 'waiting', is_nightly: true, asked_at: new Date(0) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('nightly_exports')
      .values({ ...own, ...chosen, active: false, subjects: ['answers'] })
      .execute();
    await tx
      .insertInto('user_permissions')
      .values({ ...own, user_id: user.id, permission_id: permissionId })
      .execute();
    const { id: categoryId } = await tx.selectFrom('categories').select('id').executeTakeFirstOrThrow();
    await tx
      .insertInto('department_wards')
      .values({ ...own, location: ward, department_id: survey.departmentId })
      .execute();
    await tx
      .insertInto('department_backfills')
      .values({
        ...own,
        user_id: user.id,
        state: 'finished',
        wards: [],
        total: 1,
        done: 1,
        started_at: new Date(0),
        finished_at: new Date(0),
      })
      .execute();
    const { id: escalationId } = await tx.selectFrom('department_escalations').select('id').executeTakeFirstOrThrow();
    const { id: dutyShiftId } = await tx
      .insertInto('duty_shifts')
      .values({
        ...own,
        department_id: survey.departmentId,
        weekday: 1,
        starts: '07:00',
        ends: '19:00',
        user_ids: [user.id],
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const insertAbsence = async (from_day: string, to_day: string) => {
      const away = { ...own, user_id: user.id, deputy_id: colleague.id, from_day, to_day };
      return (await tx.insertInto('absences').values(away).returning('id').executeTakeFirstOrThrow()).id;
    };
    const absenceId = await insertAbsence('2999-01-01', '2999-01-31');
    const otherAbsenceId = await insertAbsence('2999-02-01', '2999-02-28');
    const { id: savedViewId } = await tx
      .insertInto('saved_views')
      .values({
        ...own,
        user_id: null,
        list: '/messages/index',
        name: 'Errors',
        address: 'state=error',
        words: 'error',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const questions = await tx.selectFrom('questions').select('id').orderBy('sort_order').execute();
    const questionIds = questions.map(({ id }) => id);
    const { id: sectionId } = await tx
      .insertInto('survey_sections')
      .values({ ...own, survey_id: survey.id, title: 'At the end', sort_order: 99 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: scaleId } = await tx
      .insertInto('answer_scales')
      .values({ ...own, title: 'How much' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const some = await tx
      .selectFrom('options')
      .select('id')
      .where('agrees', 'is', null)
      .orderBy('id')
      .limit(2)
      .execute();
    await tx
      .insertInto('answer_scale_options')
      .values(some.map(({ id }, index) => ({ ...own, scale_id: scaleId, option_id: id, sort_order: index + 1 })))
      .execute();
    const { option_id: optionId } = await tx
      .selectFrom('question_options')
      .select('option_id')
      .where('question_id', '=', questionIds[2] as number)
      .orderBy('sort_order', 'desc')
      .executeTakeFirstOrThrow();
    const choices = await tx
      .selectFrom('question_options')
      .select('option_id')
      .where('question_id', '=', questionIds[0] as number)
      .orderBy('sort_order')
      .execute();
    const points = choices.map(({ option_id }, place) => ({ option_id, points: place }));
    const { id: outcomeScoreId } = await tx
      .insertInto('outcome_scores')
      .values({ ...own, survey_id: survey.id, title: 'Recovery', method: 'sum', higher_is_better: true, needed: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('outcome_score_items')
      .values({
        ...own,
        score_id: outcomeScoreId,
        question_id: questionIds[0] as number,
        points: JSON.stringify(Object.fromEntries(points.map((one) => [one.option_id, one.points]))),
        lowest: 0,
        highest: 1,
        reversed: false,
        sort_order: 1,
      })
      .execute();
    const pathway = await insertPathways(tx, application.id, survey.id, visit);
    return {
      ...application,
      ...newcomers,
      ...pathway,
      questionIds,
      sectionId,
      scaleId,
      outcomeScoreId,
      points,
      optionId,
      surveyId: survey.id,
      departmentId: survey.departmentId,
      escalationId,
      dutyShiftId,
      absenceId,
      otherAbsenceId,
      savedViewId,
      categoryId,
      contactId,
      otherContactId,
      formerContactId,
      listId,
      importId,
      emptyListId,
      kioskId,
      broadcastId,
      permissionId,
      roleId,
      scimTokenId,
      apiKeyId,
      ...webhook,
      subscriptionId,
      ...destination,
      ...wardPage,
      reportScheduleId,
      dataExportId,
      leavingUserId: leaving.id,
      formerUserId: former.id,
      colleagueId: colleague.id,
      userId: user.id,
      patientId: visit.patient_id,
      visitId: visit.id,
      messageId: visit.last_message_id as number,
      admissionId,
      admittedPatientId,
      otherMessageId,
      responses,
      deliveryId: deliveries.find(({ purpose }) => purpose === 'survey')?.id as number,
      failedDeliveryId: deliveries.find(({ state }) => state === 'failed')?.id as number,
      triggerId,
      trialId,
      otherPatientId,
      mergeId,
      conflictId,
      caseId,
      caseCauseId,
      otherCaseId,
      feedbackId: Number(feedback_id),
      alarmId,
      appointmentId,
      consentEventId,
      auditEntryId,
      erasureId,
      inboxItemId,
      textId,
      sessionId: sessions.body.data[0].id as number,
      passkeyId,
    };
  });
}
