import { feedback, inPerson, may, messages } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { route, type Routes } from '../../../platform/http/route.ts';
import { NotFound } from '../../../platform/errors.ts';
import { getMessage, isOnDistributionList } from '../../messages/index.ts';
import { toPortalSurvey } from '../to-portal-survey.ts';
import { showAtBedside, submitAtBedside } from './answer-at-bedside.ts';
import { answerFromList, describeListSurvey, findPeopleToAsk } from './answer-from-list.ts';
import { findPersonOfList, findPersonOfMessage } from './find-person-here.ts';
import { startSurveyHere, startWithPatient } from './start-survey-here.ts';

const WHETHER_ASKED = { beyondWards: 'Whether somebody was asked must be known of every ward.' };

/** Surveys that staff offer in person: to the patient of a message, and to somebody of a list. */
export function inPersonRoutes(routes: Routes, ctx: Context): void {
  route(routes, feedback.getMessageFeedback, async ({ tx, scope, session, params, query }) => {
    const contact = describePatient(await getMessage(tx, scope, params.id));
    const reader = { language: query.lang, mayRead: may(session, 'feedback.list') };
    const { survey, given, submitted } = await showAtBedside(tx, ctx, scope, params.id, reader);
    return { data: { survey: toPortalSurvey(survey, given), contact, submitted } };
  });

  route(
    routes,
    inPerson.getPatientHere,
    async ({ tx, scope, params }) => ({ data: await findPersonOfMessage(tx, ctx, scope, params.id) }),
    WHETHER_ASKED,
  );

  route(routes, inPerson.startHere, async ({ tx, scope, session, params, body, note, reply }) => {
    void reply.header('cache-control', 'no-store');
    note.changed({}, { on: body.feedback.on });
    return { data: await startWithPatient(tx, ctx, { scope, session }, params.id, body.feedback) };
  });

  route(
    routes,
    messages.getMessageToken,
    async ({ tx, scope, params, query: { distribution_list: list }, reply }) => {
      void reply.header('cache-control', 'no-store');
      if (list && !(await isOnDistributionList(tx, scope, params.id, list)))
        throw new NotFound('This message is not on this distribution list, or');
      const { token } = await startSurveyHere(tx, ctx, scope, params.id);
      return { data: { token } };
    },
    WHETHER_ASKED,
  );

  route(routes, feedback.submitMessageFeedback, async ({ tx, scope, params, query, body }) => {
    const { responses, language = query.lang } = body.feedback;
    const submission = { responses, language, departmentId: query.department_id };
    const { id } = await submitAtBedside(tx, ctx, scope, params.id, submission);
    return { data: { id, state: 'submitted' as const } };
  });

  route(routes, feedback.getListFeedback, async ({ tx, scope, params }) => ({
    data: await describeListSurvey(tx, scope, params.id),
  }));

  route(routes, feedback.listPeopleToAsk, async ({ tx, scope, params, query }) => ({
    data: await findPeopleToAsk(tx, ctx, scope, params.id, query),
  }));

  route(routes, feedback.startListFeedback, async ({ tx, scope, session, params, body, note, reply }) => {
    void reply.header('cache-control', 'no-store');
    note.changed({}, { on: body.feedback.on });
    return { data: await answerFromList(tx, ctx, { scope, session }, params.id, body.feedback, note) };
  });

  route(
    routes,
    inPerson.getContactHere,
    async ({ tx, scope, params: { id: listId, contactId }, query }) => ({
      data: await findPersonOfList(tx, ctx, scope, { listId, contactId, surveyId: query.survey_id }),
    }),
    WHETHER_ASKED,
  );
}

/** What staff compare with the person before them. */
function describePatient(message: Awaited<ReturnType<typeof getMessage>>): feedback.BedsidePatient {
  const { patient_id, given_name, family_name, birth_date, patient_identifier, location } = message;
  return {
    patient_id,
    name: [given_name, family_name].filter(Boolean).join(' '),
    birth_date,
    patient_identifier,
    location,
  };
}
