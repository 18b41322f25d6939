import type { triggers } from '@wardvoice/contract';
import { insertCategory } from '../features/categories/index.ts';
import { insertDepartment, insertEscalation } from '../features/departments/index.ts';
import { DISCHARGE_SURVEY, type SurveyTemplate } from '../features/survey-templates/index.ts';
import { installSurvey } from '../features/surveys/index.ts';
import { insertTrigger } from '../features/triggers/index.ts';
import type { Tx } from '../platform/db/database.ts';
import { applicationScope } from '../platform/scope.ts';
import { adt, type MessageParts } from './hl7-messages.ts';
import type { TestApplication, TestServer, TestUser } from './test-server.ts';

/** Runs `work` in a transaction that sees one application. */
export const within = <T>(server: TestServer, application: TestApplication, work: (tx: Tx) => Promise<T>): Promise<T> =>
  server.ctx.db.transaction(applicationScope(application.id), work);

export interface TestSurvey {
  id: number;
  departmentId: number;
}

/** Makes a survey with one department for all its questions. `users` are told of bad answers. */
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

/** Makes a trigger. By default it sends the survey by SMS after each discharge. Returns its id. */
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

/** Makes an application that sends a survey by SMS to each discharged patient. */
export async function makeAskingApplication(
  server: TestServer,
  { users, ...config }: { users?: TestUser[]; action?: string } & Partial<triggers.TriggerConfig> = {},
): Promise<TestApplication & { survey: TestSurvey; triggerId: number }> {
  const application = await server.makeApplication({ country: 'GB' });
  const survey = await makeSurvey(server, application, { users: users ?? [] });
  const triggerId = await makeTrigger(server, application, { survey_id: survey.id, ...config });
  return { ...application, survey, triggerId };
}

/** Receives these messages from the application's sender, in this order, and processes them. */
export async function feed(server: TestServer, application: TestApplication, ...messages: MessageParts[]) {
  for (const parts of messages) await server.receive(adt({ facility: application.facility, ...parts }));
  await server.processAll();
}

/** Returns the application's own credentials, as its gateways send them. */
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

/** Answers the survey of this token so that a case is opened, with a comment. */
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

/**
 * Discharges a patient of this serial number, who is asked by SMS, answers so that a case is opened, and writes the comment.
 * Returns the phone number as the message has it.
 */
export async function dischargeAndAnswer(
  server: TestServer,
  application: TestApplication,
  serial: number,
  { comment, ward = 'ASH', family = 'Juniper' }: { comment: string; ward?: string; family?: string },
): Promise<string> {
  const phone = `07700 900${String(serial).padStart(3, '0')}`;
  const stay = { visit: `V${serial}`, patient: `P${serial}`, family, ward, phone };
  await feed(server, application, { ...stay, event: 'A01' }, { ...stay, event: 'A03' });
  await server.runJobs();
  await answerBadly(server, linkIn(server.gateways.texts.at(-1)?.text ?? ''), comment);
  return phone;
}

/** Inserts contacts. Returns their ids in the same order. */
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
