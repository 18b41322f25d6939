import type pg from 'pg';
import { answerBadly, makeSurvey, makeTrigger, within } from '../../apps/server/src/testing/builders.ts';
import { receiveText } from '../../apps/server/src/features/consent/index.ts';
import { LEFT_OUT_DIAGNOSIS } from './happenings/visit-happenings.ts';
import { changeSettings, Refused, staffCalls, type Call } from './people/staff-calls.ts';
import type { PathwayStep } from './model-hospital.ts';
import type { TestApplication, TestServer } from '../../apps/server/src/testing/test-server.ts';

/** Minimum number of days between two surveys of one person. */
export const SURVEY_INTERVAL_DAYS = 3;
export const MAX_MESSAGES_PER_WEEK = 2;
const DELAY_MINUTES = 120;
/** So few that some wards reach it within days. */
const WARD_QUOTA = 1;
/** Whoever is discharged from these wards is in a pathway, which asks on these days, and leaves so many more to answer. */
const PATHWAY_WARDS = ['CEDAR', 'ELM'];
export const PATHWAY_STEPS = [
  { day: 0, window: 2, onlyIfAnswered: null },
  { day: 1, window: 1, onlyIfAnswered: 0 },
  { day: 3, window: 2, onlyIfAnswered: null },
] as const;

export interface Funnel {
  eligible: number;
  sent: number;
  waiting: number;
  failed: number;
  suppressed: number;
  reasons: { reason: string; count: number }[];
}

export interface AskingByHand {
  phone?: string;
  email?: string;
  override_reason?: string;
}

/** The gate's answer to a colleague who sends by hand. */
export interface AnswerOfGate {
  state: string;
  reason: string | null;
}

export interface ListedPerson {
  name: string;
  external_id: string;
  phone: string | null;
  email: string | null;
}

/** One organisation of the simulated Wardvoice, with what its staff and patients do. */
export interface SimulatedOrganisation {
  application: TestApplication;
  /** The survey that is sent after each discharge. */
  surveyId: number;
  switchSurvey(isOn: boolean): Promise<void>;
  /** Removes the questions of the survey, or puts them back. */
  emptySurvey(isEmpty: boolean): Promise<void>;
  /** Receives an SMS from a patient. */
  writeBack(from: string, text: string): Promise<void>;
  /** Answers the survey of a link. Returns false when the page says that it cannot be answered. */
  answerByLink(token: string): Promise<boolean>;
  /**
   * Lets a nurse take the survey with the patient. Returns of which step of a pathway it was, and null when no message of the visit is
   * processed yet.
   */
  answerInPerson(visit: string): Promise<{ step: PathwayStep | null } | 'refused' | null>;
  /** Decides each open conflict as a typing error of the sender. Returns how many there were. */
  decideConflicts(): Promise<number>;
  /** Adds a sender (MSH-4) to this organisation. */
  addFacility(facility: string): Promise<void>;
  /** Switches whether the organisation only listens, so that nothing is sent to patients. */
  listenOnly(isOn: boolean): Promise<void>;
  /** Stops what goes to patients, or resumes it. */
  stopSending(isOn: boolean): Promise<void>;
  /** Sends the survey about a discharge to an address that somebody typed. Returns null when no such message is processed. */
  askByHand(visit: string, byHand: AskingByHand): Promise<AnswerOfGate | null>;
  /** Sends another survey to these people at once. */
  broadcast(people: readonly ListedPerson[]): Promise<void>;
  /** Ends somebody's place in the pathway. Returns false when nobody is in it. */
  endPlace(): Promise<boolean>;
  readFunnel(): Promise<Funnel>;
}

export async function addOrganisation(
  server: TestServer,
  observer: pg.Pool,
  facilities: readonly string[],
): Promise<SimulatedOrganisation> {
  const application = await server.makeApplication({ country: 'IE', sending_facilities: [...facilities] });
  const survey = await makeSurvey(server, application);
  const second = await makeSurvey(server, application);
  await within(server, application, (tx) =>
    tx
      .updateTable('applications')
      .set({ survey_interval_days: SURVEY_INTERVAL_DAYS, max_messages_per_week: MAX_MESSAGES_PER_WEEK })
      .where('id', '=', application.id)
      .execute(),
  );
  const asking = { channel: 'sms_or_email', reminders: 1, reminder_days: 1 } as const;
  const filters = { event: ['A03'], without_diagnosis: [LEFT_OUT_DIAGNOSIS] };
  await makeTrigger(server, application, {
    filters,
    survey_id: survey.id,
    delay: DELAY_MINUTES,
    ward_quota: WARD_QUOTA,
    ...asking,
  });
  await makeTrigger(server, application, {
    filters,
    survey_id: second.id,
    delay: 2 * DELAY_MINUTES,
    channel: 'email_or_sms',
    // Few are not drawn, so that all else happens about as often as without a sample.
    sample_percent: 80,
  });
  const telling = { action: 'send_sms', text: 'Hello from {{hospital}}' };
  await makeTrigger(server, application, { ...telling, filters: { event: ['S12'] } });
  await makeTrigger(server, application, { ...telling, filters: { event: ['A01'] }, delay: DELAY_MINUTES });
  const call = staffCalls(server, application);
  const pathwayId = await makePathway(server, application, call);
  await makeTrigger(server, application, {
    action: 'begin_pathway',
    pathway_id: pathwayId,
    filters: { ...filters, location: PATHWAY_WARDS },
  });
  // A survey that keeps the questions of the first one while that is empty.
  const attic = await makeSurvey(server, application);
  await observer.query('update surveys set active = false where id = $1', [attic.id]);
  let taken: number[] = [];

  return {
    application,
    surveyId: survey.id,
    async switchSurvey(isOn) {
      await observer.query('update surveys set active = $1 where id = $2', [isOn, survey.id]);
    },
    async emptySurvey(isEmpty) {
      const { rows } = await observer.query<{ id: number }>(
        isEmpty
          ? 'update questions set survey_id = $1 where survey_id = $2 returning id'
          : 'update questions set survey_id = $1 where id = any($2) returning id',
        isEmpty ? [attic.id, survey.id] : [survey.id, taken],
      );
      taken = isEmpty ? rows.map(({ id }) => id) : [];
    },
    async writeBack(from, text) {
      const origin = { applicationId: application.id };
      await receiveText(server.ctx, { channel: 'sms', from, text, gatewayMessageId: null, origin });
    },
    async answerByLink(token) {
      const { status } = await server.call({ method: 'GET', url: `/api/v1/feedback/${token}` });
      if (status !== 200) return false;
      await answerBadly(server, token, 'It was loud at night.');
      return true;
    },
    async answerInPerson(visit) {
      const message = await findMessageOf(observer, application, visit);
      return message === null ? null : answerAtBedside(call, observer, message);
    },
    async decideConflicts() {
      const { data } = await call('GET', '/api/v1/identity_conflicts');
      for (const { id } of data) await call('PUT', `/api/v1/identity_conflicts/${id}`, { decision: 'correct' });
      return data.length;
    },
    async addFacility(facility) {
      facilities = [...facilities, facility];
      await changeSettings(server, application, { sending_facilities: facilities });
    },
    listenOnly: (isOn) => changeSettings(server, application, { listens_only: isOn }),
    async stopSending(isOn) {
      if (isOn) await call('POST', '/api/v1/deliveries/hold', { sending_hold: {} });
      else await call('DELETE', '/api/v1/deliveries/hold');
    },
    async askByHand(visit, byHand) {
      const message = await findMessageOf(observer, application, visit, ['A03']);
      return message === null ? null : askByHand(call, message, { survey_id: survey.id, ...byHand });
    },
    async broadcast(people) {
      const list = await makeList(server, application, people);
      const body = { sendable_id: list, channel: 'sms_or_email' };
      const { data } = await call('POST', `/api/v1/surveys/${second.id}/broadcasts`, body);
      await call('POST', `/api/v1/surveys/${second.id}/broadcasts/${data.id}/execute`);
    },
    async endPlace() {
      const { data } = await call('GET', '/api/v1/pathway_enrolments?state=active&sort=started_at');
      const [first] = data;
      if (!first) return false;
      await call('POST', `/api/v1/pathway_enrolments/${first.id}/end`, { enrolment: { reason: 'They asked for it.' } });
      return true;
    },
    readFunnel: async () => (await call('GET', '/api/v1/deliveries/funnel')).data,
  };
}

/** Makes a pathway whose steps ask a survey of its own. Returns its id. */
async function makePathway(server: TestServer, application: TestApplication, call: Call): Promise<number> {
  const { id } = await makeSurvey(server, application);
  const steps = PATHWAY_STEPS.map(({ day, window, onlyIfAnswered }) => ({
    title: `Day ${day}`,
    survey_id: id,
    after_days: day,
    window_days: window,
    channel: 'sms_or_email',
    reminders: day === 0 ? 1 : 0,
    reminder_days: 1,
    only_if: onlyIfAnswered === null ? null : { day: onlyIfAnswered, is: 'answered' },
  }));
  const { data } = await call('POST', '/api/v1/pathways', { pathway: { title: 'Recovery', steps } });
  return data.id;
}

async function findMessageOf(
  observer: pg.Pool,
  { id }: TestApplication,
  visit: string,
  events: readonly string[] | null = null,
): Promise<number | null> {
  const { rows } = await observer.query<{ id: number }>(
    `select m.id::int from hl7_messages m join visits v on v.id = m.visit_id
     where m.application_id = $1 and m.state = 'processed' and v.visit_number = $2
       and ($3::text[] is null or m.event = any($3)) order by m.id desc limit 1`,
    [id, visit, events],
  );
  return rows[0]?.id ?? null;
}

async function answerAtBedside(
  call: Call,
  observer: pg.Pool,
  message: number,
): Promise<{ step: PathwayStep | null } | 'refused'> {
  const url = `/api/v1/hl7_messages/${message}/feedback`;
  try {
    const { data } = await call('GET', url);
    const { data: answered } = await call('POST', url, { feedback: { responses: answersTo(data.survey) } });
    return { step: await findStepOf(observer, answered.id) };
  } catch (error) {
    if (error instanceof Refused) return 'refused';
    throw error;
  }
}

/** Returns the step of a pathway that an answered survey belongs to; null for others. */
async function findStepOf(observer: pg.Pool, feedbackId: number): Promise<PathwayStep | null> {
  const { rows } = await observer.query<PathwayStep>(
    `select o.enrolment_id::int as place, o.day from feedback f
     join invitations i on i.id = f.invitation_id join pathway_occasions o on o.id = i.occasion_id where f.id = $1`,
    [feedbackId],
  );
  return rows[0] ?? null;
}

interface FormQuestion {
  id: number;
  required: boolean;
  options: { id: number }[];
}

/** Returns the first option of each question that must be answered. */
const answersTo = (survey: { categories: { questions: FormQuestion[] }[] }) =>
  survey.categories
    .flatMap(({ questions }) => questions)
    .filter(({ required }) => required)
    .map(({ id, options }) => ({ question_id: id, option_id: options[0]?.id }));

/** Throws Refused where the survey cannot be answered. */
async function askByHand(
  call: Call,
  message: number,
  byHand: AskingByHand & { survey_id: number },
): Promise<AnswerOfGate> {
  const { data } = await call('POST', `/api/v1/hl7_messages/${message}/send`, byHand);
  return { state: data.state, reason: data.reason };
}

let lists = 0;

function makeList(server: TestServer, application: TestApplication, people: readonly ListedPerson[]): Promise<number> {
  return within(server, application, async (tx) => {
    const own = { application_id: application.id };
    const list = await tx
      .insertInto('mailing_lists')
      .values({ ...own, name: `Former patients ${(lists += 1)}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const person of people) {
      const contact = await tx
        .insertInto('contacts')
        .values({ ...own, ...person })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('mailing_list_contacts')
        .values({ ...own, mailing_list_id: list.id, contact_id: contact.id })
        .execute();
    }
    return list.id;
  });
}
