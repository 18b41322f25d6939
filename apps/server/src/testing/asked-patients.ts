import type { feedback } from '@wardvoice/contract';
import { insertCategory } from '../features/categories/index.ts';
import { insertDepartment, insertEscalation } from '../features/departments/index.ts';
import { FEEDBACK_TOKEN_PURPOSE } from '../features/deliveries/index.ts';
import { offerSurvey } from '../features/invitations/index.ts';
import { DISCHARGE_SURVEY, type SurveyTemplate } from '../features/survey-templates/index.ts';
import type { FormQuestion } from '../features/survey-content/index.ts';
import { findSurveyForm, installSurvey } from '../features/surveys/index.ts';
import { derivedToken } from '../platform/secrets.ts';
import { within } from './builders.ts';
import type { TestApplication, TestServer, TestUser } from './test-server.ts';

/** A patient's answers, by the names of the template's questions: English titles of options, or a text. */
export type Reply = Record<string, string | string[]>;

export interface AskingHospital {
  application: TestApplication;
  surveyId: number;
  /** Department that is told of bad answers about the staff and about the stay as a whole. */
  wardId: number;
  /** Department that is told of bad answers about going home. */
  homeId: number;
  question(key: string): FormQuestion;
  optionId(key: string, title: string): number;
  responses(reply: Reply): feedback.AnswerBody[];
  /** Offers the survey to one more person. */
  ask(options?: { language?: string; validDays?: number }): Promise<{ token: string; invitationId: number }>;
}

export const GOOD_REPLY: Reply = { overall: 'Very good', kindness: '5', contact: 'Yes' };
export const BAD_REPLY: Reply = { overall: 'Poor', kindness: '2', contact: 'Yes' };

/** Makes an application whose survey has questions of two departments. `levels` are the escalation levels of each department. */
export async function makeAskingHospital(
  server: TestServer,
  { template = DISCHARGE_SURVEY, levels = [] }: { template?: SurveyTemplate; levels?: TestUser[][] } = {},
  application?: TestApplication,
): Promise<AskingHospital> {
  const hospital = application ?? (await server.makeApplication({ country: 'GB' }));
  const { id: applicationId } = hospital;
  const made = await within(server, hospital, async (tx) => {
    const wardId = await insertDepartment(tx, applicationId, 'Ward care');
    const homeId = await insertDepartment(tx, applicationId, 'Going home');
    const category = (title: string, department_id: number | null) =>
      insertCategory(tx, applicationId, { title, department_id, translations: { ar: { title: `ع ${title}` } } });
    const categoryIds = {
      overall: await category('Overall', wardId),
      staff: await category('Staff', wardId),
      discharge: await category('Discharge', homeId),
    };
    const surveyId = await installSurvey(tx, applicationId, template, { categoryIds });
    for (const department_id of [wardId, homeId]) {
      for (const [index, people] of levels.entries()) {
        const user_ids = people.map(({ id }) => id);
        await insertEscalation(tx, applicationId, {
          department_id,
          survey_id: surveyId,
          user_ids,
          sort_order: index + 1,
        });
      }
    }
    const form = await findSurveyForm(tx, applicationId, surveyId, ['en']);
    return { wardId, homeId, surveyId, questions: form?.questions ?? [] };
  });

  const question = (key: string): FormQuestion => {
    const found = made.questions[template.questions.findIndex((one) => one.key === key)];
    if (!found) throw new Error(`the survey does not ask "${key}"`);
    return found;
  };
  const optionId = (key: string, title: string): number => {
    const option = question(key).options.find((one) => one.title === title);
    if (!option) throw new Error(`"${key}" does not offer "${title}"`);
    return option.id;
  };
  return {
    application: hospital,
    ...made,
    question,
    optionId,
    responses: (reply) =>
      Object.entries(reply).map(([key, given]) => {
        const { id, type_of } = question(key);
        return type_of === 'text'
          ? { question_id: id, text: String(given) }
          : { question_id: id, option_ids: [given].flat().map((title) => optionId(key, title)) };
      }),
    ask: ({ language = 'en', validDays = 42 } = {}) =>
      within(server, hospital, async (tx) => {
        const { id: invitationId, public_id } = await offerSurvey(tx, server.ctx, applicationId, {
          way: 'hand',
          survey_id: made.surveyId,
          language,
          valid_days: validDays,
        });
        return { token: derivedToken(server.ctx.keys, FEEDBACK_TOKEN_PURPOSE, public_id), invitationId };
      }),
  };
}

/** Sends a patient's answers through the public API. */
export const submit = (server: TestServer, hospital: AskingHospital, token: string, reply: Reply, language?: string) =>
  server.call({
    method: 'POST',
    url: `/api/v1/feedback/${token}`,
    payload: { feedback: { responses: hospital.responses(reply), ...(language ? { language } : {}) } },
  });
