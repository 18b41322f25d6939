import { FEEDBACK_TOKEN_PURPOSE } from '../../features/deliveries/index.ts';
import { offerSurvey } from '../../features/invitations/index.ts';
import { derivedToken } from '../../platform/secrets.ts';
import { within } from '../builders.ts';
import type { Json, TestApplication, TestServer, TestUser } from '../test-server.ts';

/** A survey with the questions of a test, made by an administrator through the API. */
export interface OwnSurvey {
  application: TestApplication;
  admin: TestUser;
  surveyId: number;
  /** Calls the API as the administrator. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ): Promise<{ status: number; body: Json }>;
  /** Adds a question, and returns the answer of the API. */
  add(question: object): Promise<{ status: number; body: Json }>;
  /** Offers the survey, to a patient or contact if one is given, and returns the token of the link. */
  ask(options?: { language?: string; patient_id?: number; contact_id?: number }): Promise<string>;
}

export async function makeOwnSurvey(
  server: TestServer,
  application: TestApplication,
  survey: object = { title: 'At home', languages: ['fr', 'ar'] },
): Promise<OwnSurvey> {
  const admin = await server.makeUser({ applications: [application], permissions: ['admin'] });
  const call: OwnSurvey['call'] = (method, path, payload) =>
    server.call({ method, url: `/api/v1${path}`, headers: admin.headers, ...(payload ? { payload } : {}) });
  const surveyId: number = (await call('POST', '/surveys', { survey })).body.data.id;
  return {
    application,
    admin,
    surveyId,
    call,
    add: (question) => call('POST', `/surveys/${surveyId}/questions`, { question }),
    ask: ({ language = 'en', ...person } = {}) =>
      within(server, application, async (tx) => {
        const { public_id } = await offerSurvey(tx, server.ctx, application.id, {
          way: 'hand',
          survey_id: surveyId,
          language,
          valid_days: 42,
          ...person,
        });
        return derivedToken(server.ctx.keys, FEEDBACK_TOKEN_PURPOSE, public_id);
      }),
  };
}
