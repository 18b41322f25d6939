import { createApplication } from '../features/applications/index.ts';
import { insertCause } from '../features/case-causes/index.ts';
import { insertCategory } from '../features/categories/index.ts';
import { insertDepartment, insertEscalation } from '../features/departments/index.ts';
import { DE_ESCALATION_SURVEY, DISCHARGE_SURVEY, FRIENDS_AND_FAMILY_TEST } from '../features/survey-templates/index.ts';
import { findSurveyForm, installSurvey } from '../features/surveys/index.ts';
import { insertTrigger } from '../features/triggers/index.ts';
import type { Context } from '../platform/context.ts';
import { installWardPages } from './install-ward-pages.ts';
import type { Tx } from '../platform/db/database.ts';
import { placesOf, type DemoHospital } from './demo-hospitals.ts';
import { installUsers, type InstalledUser } from './demo-users.ts';
import { CAUSES, type Cause } from './year/draw-cases.ts';
import type { Installed } from './year/install-year.ts';
import { insertRows } from './year/insert-rows.ts';
import { WELCOME } from './year/store-welcomes.ts';
import { KEPT_TEXT_DAYS } from './year/write-messages.ts';

export interface InstalledHospital extends Installed {
  users: InstalledUser[];
  surveyIds: Surveys;
}

/** Makes a sample hospital without patients: its people, departments, surveys, triggers and escalations. */
export async function installHospital(
  tx: Tx,
  ctx: Context,
  hospital: DemoHospital,
  passwordHash: string,
): Promise<InstalledHospital> {
  const application = await createApplication(tx, ctx.keys, {
    title: hospital.title,
    time_zone: hospital.timeZone,
    country: hospital.country,
    language: 'en',
    sender_name: hospital.title,
    sending_facilities: [hospital.facility],
  });
  const applicationId = application.id;
  const users = await installUsers(tx, applicationId, hospital, passwordHash);
  const departmentIds = await installDepartments(tx, applicationId, hospital);
  const causeIds = new Map<Cause, number>();
  for (const [index, title] of CAUSES.entries())
    causeIds.set(title, (await insertCause(tx, applicationId, { title, sort_order: index + 1 })) ?? 0);
  const surveyIds = await installSurveys(tx, applicationId, departmentIds, users);
  // There are no quiet hours and escalation is quick, so that the whole process can be seen in minutes at any hour.
  await tx
    .updateTable('applications')
    .set({
      quiet_from: '00:00',
      quiet_to: '00:00',
      case_escalation_minutes: 5,
      raw_retention_days: KEPT_TEXT_DAYS,
      de_escalation_survey_id: surveyIds.deEscalation,
    })
    .where('id', '=', applicationId)
    .execute();
  await installWardPages(tx, ctx, applicationId, hospital);
  const form = async (id: number) => {
    const found = await findSurveyForm(tx, applicationId, id, ['en']);
    if (!found) throw new Error('a survey that was just made is not there');
    return found;
  };
  return {
    applicationId,
    hospital,
    users,
    surveyIds,
    departmentIds,
    causeIds,
    forms: {
      discharge: await form(surveyIds.discharge),
      friendsAndFamily: await form(surveyIds.friendsAndFamily),
      deEscalation: await form(surveyIds.deEscalation),
    },
    triggerIds: await installTriggers(tx, applicationId, hospital, surveyIds),
    workers: users.filter(({ worksOnCases }) => worksOnCases),
  };
}

/** Departments that answer for a subject wherever the patient was. */
const SUBJECTS = ['Nursing', 'Pharmacy', 'Facilities'] as const;

async function installDepartments(tx: Tx, applicationId: number, hospital: DemoHospital): Promise<Map<string, number>> {
  const places = placesOf(hospital);
  const ids = new Map<string, number>();
  for (const title of new Set([...SUBJECTS, ...places.map(({ department }) => department)]))
    ids.set(title, await insertDepartment(tx, applicationId, title));
  await insertRows(
    tx,
    'department_wards',
    places.map(({ ward, department }) => ({
      application_id: applicationId,
      location: ward,
      department_id: ids.get(department) ?? 0,
    })),
  );
  return ids;
}

export interface Surveys {
  discharge: number;
  friendsAndFamily: number;
  /** The survey that is offered when a case is closed. */
  deEscalation: number;
}

async function installSurveys(
  tx: Tx,
  applicationId: number,
  departmentIds: ReadonlyMap<string, number>,
  users: readonly InstalledUser[],
): Promise<Surveys> {
  const category = (
    department: (typeof SUBJECTS)[number],
    titles: Record<'en' | 'ar' | 'fr' | 'es' | 'pl' | 'ur', string>,
  ) => {
    const { en, ...others } = titles;
    return insertCategory(tx, applicationId, {
      title: en,
      department_id: departmentIds.get(department) ?? null,
      translations: Object.fromEntries(Object.entries(others).map(([language, title]) => [language, { title }])),
    });
  };
  const categoryIds = {
    staff: await category('Nursing', {
      en: 'Staff',
      ar: 'الطاقم',
      fr: 'Le personnel',
      es: 'El personal',
      pl: 'Personel',
      ur: 'عملہ',
    }),
    discharge: await category('Pharmacy', {
      en: 'Going home',
      ar: 'العودة إلى المنزل',
      fr: 'Le retour à la maison',
      es: 'La vuelta a casa',
      pl: 'Powrót do domu',
      ur: 'گھر واپسی',
    }),
    overall: await category('Facilities', {
      en: 'Overall',
      ar: 'بشكل عام',
      fr: 'Dans l’ensemble',
      es: 'En general',
      pl: 'Ogólnie',
      ur: 'مجموعی طور پر',
    }),
  };
  const surveys = {
    discharge: await installSurvey(tx, applicationId, DISCHARGE_SURVEY, { categoryIds }),
    friendsAndFamily: await installSurvey(tx, applicationId, FRIENDS_AND_FAMILY_TEST, { categoryIds }),
    deEscalation: await installSurvey(tx, applicationId, DE_ESCALATION_SURVEY, { categoryIds }),
  };
  const hear = users.filter(({ worksOnCases }) => worksOnCases);
  const first = hear.map(({ id }) => id);
  const last = hear.filter(({ role }) => role === 'administrator').map(({ id }) => id);
  for (const survey_id of Object.values(surveys))
    for (const department_id of departmentIds.values()) {
      await insertEscalation(tx, applicationId, { department_id, survey_id, user_ids: first, sort_order: 1 });
      await insertEscalation(tx, applicationId, { department_id, survey_id, user_ids: last, sort_order: 2 });
    }
  return surveys;
}

async function installTriggers(
  tx: Tx,
  applicationId: number,
  { clinics }: DemoHospital,
  { discharge, friendsAndFamily }: Surveys,
): Promise<InstalledHospital['triggerIds']> {
  const add = async (action: string, config: Parameters<typeof insertTrigger>[2]['config']) =>
    (await insertTrigger(tx, applicationId, { trigger: 'hl7_message_processed', action, config, active: true })).id;
  const ask = (survey_id: number, filters: Record<string, string[]>, delay: number) =>
    add('send_survey_request', { filters, survey_id, delay, channel: 'sms_or_email' });
  if (clinics.length > 0) {
    const afterAppointment = await ask(friendsAndFamily, { event: ['S14'], appointment_state: ['done'] }, 30);
    return { discharge: afterAppointment, friendsAndFamily: afterAppointment, welcome: null };
  }
  const triggerIds = {
    discharge: await ask(discharge, { event: ['A03'], kind: ['inpatient'] }, 0),
    friendsAndFamily: await ask(friendsAndFamily, { event: ['A03'], kind: ['emergency'] }, 30),
  };
  const welcome = await add('send_email', {
    filters: { event: ['A01'], has_email: ['1'] },
    delay: 0,
    ...WELCOME,
  });
  return { ...triggerIds, welcome };
}
