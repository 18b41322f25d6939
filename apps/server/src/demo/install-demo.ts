import { createApplication } from '../features/applications/index.ts';
import { insertCause } from '../features/cases/index.ts';
import { insertCategory } from '../features/categories/index.ts';
import { insertContact } from '../features/contacts/index.ts';
import { insertDepartment, insertEscalation } from '../features/departments/index.ts';
import { addMember, insertMailingList } from '../features/mailing-lists/index.ts';
import { DE_ESCALATION_SURVEY, DISCHARGE_SURVEY, FRIENDS_AND_FAMILY_TEST } from '../features/survey-templates/index.ts';
import { installSurvey } from '../features/surveys/index.ts';
import { insertTrigger } from '../features/triggers/index.ts';
import { findBuiltInRole, refreshBuiltInRoles } from '../features/roles/index.ts';
import { assignApplication, hashPassword, insertUser } from '../features/users/index.ts';
import { insertMissingPermissions } from '../features/permissions/index.ts';
import type { Context } from '../platform/context.ts';
import { lockFor, type Tx } from '../platform/db/database.ts';
import { systemScope } from '../platform/scope.ts';
import { HOSPITAL } from './demo-people.ts';

/** The password of a sample hospital on the visitor's own machine. It is printed at the start and not secret. */
const PASSWORD = 'wardvoice demo';

const USERS = [
  {
    key: 'superuser',
    name: 'Sasha Overview',
    email: 'superuser@demo.wardvoice.example',
    who: 'superuser, all organisations',
  },
  {
    key: 'manager',
    name: 'Morgan Listener',
    email: 'manager@demo.wardvoice.example',
    who: 'patient experience, everything in the hospital',
  },
  {
    key: 'nurse',
    name: 'Robin Wardly',
    email: 'nurse@demo.wardvoice.example',
    who: 'ward staff of Ash, Birch and the ED',
  },
] as const;

const NURSE_WARDS = ['Ash', 'Birch', 'ED'];

export interface Demo {
  /** False when the sample hospital existed already. */
  isNew: boolean;
  logIns: { email: string; password: string; who: string }[];
}

/** Makes the sample hospital once: users of three roles, departments, surveys, triggers, escalations. */
export async function installDemo(ctx: Context): Promise<Demo> {
  const logIns = USERS.map(({ email, who }) => ({ email, password: PASSWORD, who }));
  const passwordHash = await hashPassword(PASSWORD);
  const isNew = await ctx.db.transaction(systemScope('example'), async (tx) => {
    await lockFor(tx, 'install-demo');
    const existing = await tx.selectFrom('users').select('id').where('email', '=', USERS[0].email).executeTakeFirst();
    if (existing) return false;
    await installHospital(tx, ctx, passwordHash);
    return true;
  });
  return { isNew, logIns };
}

async function installHospital(tx: Tx, ctx: Context, passwordHash: string): Promise<void> {
  await insertMissingPermissions(tx);
  await refreshBuiltInRoles(tx);
  const application = await createApplication(tx, ctx.keys, {
    title: HOSPITAL.title,
    time_zone: HOSPITAL.timeZone,
    country: HOSPITAL.country,
    language: 'en',
    sender_name: HOSPITAL.title,
    sending_facilities: [HOSPITAL.facility],
  });
  // There are no quiet hours and escalation is quick, so that the whole process can be seen in minutes at any hour.
  await tx
    .updateTable('applications')
    .set({ quiet_from: '00:00', quiet_to: '00:00', case_escalation_minutes: 5 })
    .where('id', '=', application.id)
    .execute();
  const users = await installUsers(tx, application.id, passwordHash);
  const surveys = await installSurveys(tx, application.id, users);
  await tx
    .updateTable('applications')
    .set({ de_escalation_survey_id: surveys.deEscalation })
    .where('id', '=', application.id)
    .execute();
  await installTriggers(tx, application.id, surveys);
  await installLists(tx, application.id);
}

async function installUsers(
  tx: Tx,
  applicationId: number,
  passwordHash: string,
): Promise<Record<(typeof USERS)[number]['key'], number>> {
  const ids = { superuser: 0, manager: 0, nurse: 0 };
  for (const { key, name, email } of USERS) {
    ids[key] = await insertUser(tx, {
      name,
      email,
      password_hash: passwordHash,
      super_user: key === 'superuser' ? 1 : 0,
    });
  }
  await assignApplication(tx, ids.manager, applicationId, { roleId: await findBuiltInRole(tx, 'administrator') });
  await assignApplication(tx, ids.nurse, applicationId, {
    roleId: await findBuiltInRole(tx, 'ward_nurse'),
    landingPage: '/messages/admissions/index',
    locations: NURSE_WARDS,
  });
  return ids;
}

/** Why cases come about; somebody chooses one when a case is closed. */
const CAUSES = ['Waiting time', 'Communication', 'Pain and medicines', 'Food', 'Cleanliness', 'Something else'];

interface Surveys {
  discharge: number;
  friendsAndFamily: number;
  /** The survey that is offered when a case is closed. */
  deEscalation: number;
}

async function installSurveys(
  tx: Tx,
  applicationId: number,
  users: { manager: number; nurse: number },
): Promise<Surveys> {
  const nursing = await insertDepartment(tx, applicationId, 'Nursing');
  const pharmacy = await insertDepartment(tx, applicationId, 'Pharmacy');
  const facilities = await insertDepartment(tx, applicationId, 'Facilities');
  for (const [index, title] of CAUSES.entries()) await insertCause(tx, applicationId, { title, sort_order: index + 1 });
  const category = (title: string, department_id: number, ar: string, fr: string) =>
    insertCategory(tx, applicationId, { title, department_id, translations: { ar: { title: ar }, fr: { title: fr } } });
  const categoryIds = {
    staff: await category('Staff', nursing, 'الطاقم', 'Le personnel'),
    discharge: await category('Going home', pharmacy, 'العودة إلى المنزل', 'Le retour à la maison'),
    overall: await category('Overall', facilities, 'بشكل عام', 'Dans l’ensemble'),
  };
  const surveys = {
    discharge: await installSurvey(tx, applicationId, DISCHARGE_SURVEY, { categoryIds }),
    friendsAndFamily: await installSurvey(tx, applicationId, FRIENDS_AND_FAMILY_TEST, { categoryIds }),
    deEscalation: await installSurvey(tx, applicationId, DE_ESCALATION_SURVEY, { categoryIds }),
  };
  for (const survey_id of Object.values(surveys)) {
    for (const department_id of [nursing, pharmacy, facilities]) {
      await insertEscalation(tx, applicationId, {
        department_id,
        survey_id,
        user_ids: [users.nurse, users.manager],
        sort_order: 1,
      });
      await insertEscalation(tx, applicationId, { department_id, survey_id, user_ids: [users.manager], sort_order: 2 });
    }
  }
  return surveys;
}

async function installTriggers(tx: Tx, applicationId: number, { discharge, friendsAndFamily }: Surveys): Promise<void> {
  const add = (action: string, config: Parameters<typeof insertTrigger>[2]['config']) =>
    insertTrigger(tx, applicationId, { trigger: 'hl7_message_processed', action, config, active: true });
  await add('send_survey_request', {
    filters: { event: ['A03'] },
    survey_id: discharge,
    delay: 0,
    channel: 'sms_or_email',
  });
  await add('send_survey_request', {
    filters: { event: ['A04'] },
    survey_id: friendsAndFamily,
    delay: 30,
    channel: 'sms_or_email',
  });
  await add('send_email', {
    filters: { event: ['A01'], has_email: ['1'] },
    delay: 0,
    subject: 'Welcome to {{hospital}}',
    text: 'Hello {{given_name}},\n\nwe are glad to look after you. Visiting hours are from 14:00 to 20:00.\n\n{{hospital}}',
  });
}

/** Makes a static list, and two rule-based lists that their first refresh fills from the feed. */
async function installLists(tx: Tx, applicationId: number): Promise<void> {
  const forum = await insertMailingList(tx, applicationId, {
    name: 'patient-forum',
    title: 'Patient forum',
    type_of: 'static',
    rules: { last_days: 30 },
  });
  for (const [name, email, phone, language] of [
    ['Ida Samplewell', 'ida@example.org', '+447700900801', 'en'],
    ['Omar Fictional', 'omar@example.org', '+447700900802', 'ar'],
    ['Claire Inventée', 'claire@example.org', null, 'fr'],
    ['Piotr Wymyślony', null, '+447700900804', 'pl'],
    ['P. Wymyślony', 'piotr@example.org', '+447700900804', null],
  ] as const) {
    const id = await insertContact(tx, applicationId, { name, email, phone, language, external_id: null });
    await addMember(tx, applicationId, forum, id);
  }
  await insertMailingList(tx, applicationId, {
    name: 'gone-home',
    title: 'Gone home in the last two weeks',
    type_of: 'dynamic',
    rules: { event: ['A03'], last_days: 14 },
  });
  await insertMailingList(tx, applicationId, {
    name: 'in-the-house',
    title: 'Everybody who is here now',
    type_of: 'census',
    rules: { last_days: 30 },
  });
}
