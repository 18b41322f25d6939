import { feedback, may } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { publicRoute, route, type Routes } from '../../platform/http/route.ts';
import { getMessage } from '../messages/index.ts';
import { groupByCategory, type SurveyForm } from '../surveys/index.ts';
import type { GivenAnswer } from './given-answers.ts';
import { linkError, openSurvey } from './open-survey.ts';
import { saveDraft } from './save-draft.ts';
import { submitFeedback } from './submit-feedback.ts';
import { showAtBedside, submitAtBedside } from './answer-at-bedside.ts';
import { describeListSurvey, findPeopleToAsk, answerFromList } from './answer-from-list.ts';

/**
 * Per network address, which all patients of a hospital may share. The limit is against floods; links cannot be
 * guessed.
 */
const SUBMITS = { max: 120, timeWindow: 60_000 };
const DRAFTS = { max: 600, timeWindow: 60_000 };

export function feedbackRoutes(routes: Routes, ctx: Context): void {
  publicRoute(routes, feedback.getFeedback, async ({ params, query, reply }) => {
    const opened = await openSurvey(ctx, params.token, query.lang);
    if (opened.state !== 'open') throw linkError(opened.state);
    void reply.header('cache-control', 'no-store');
    return { data: { survey: toPortalSurvey(opened.survey, opened.draft) } };
  });

  publicRoute(
    routes,
    feedback.submitFeedback,
    async ({ params, query, body }) => {
      const { responses, language = query.lang } = body.feedback;
      const submission = { responses, language, departmentId: query.department_id, revision: query.revision };
      const { id } = await submitFeedback(ctx, params.token, submission);
      return { data: { id, state: 'submitted' as const } };
    },
    { rateLimit: SUBMITS },
  );

  publicRoute(
    routes,
    feedback.saveFeedbackDraft,
    async ({ params, query, body }) => {
      await saveDraft(ctx, params.token, body.feedback.responses, query.revision);
      return { data: { saved: true as const } };
    },
    { rateLimit: DRAFTS },
  );

  route(routes, feedback.getMessageFeedback, async ({ tx, scope, session, params, query }) => {
    const contact = describePatient(await getMessage(tx, scope, params.id));
    const reader = { language: query.lang, mayRead: may(session, 'feedback.list') };
    const { survey, given, submitted } = await showAtBedside(tx, ctx, scope, params.id, reader);
    return { data: { survey: toPortalSurvey(survey, given), contact, submitted } };
  });

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

  route(routes, feedback.startListFeedback, async ({ tx, scope, params, body, note }) => ({
    data: { token: await answerFromList(tx, ctx, scope, params.id, body.feedback, note) },
  }));
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

function toPortalSurvey(survey: SurveyForm, given: readonly GivenAnswer[]): feedback.PortalSurvey {
  const { id, revision, title, introduction, language, languages, questions } = survey;
  const responseTo = (questionId: number) => {
    const answer = given.find(({ question_id }) => question_id === questionId);
    return answer ? { ...answer, option_id: answer.option_ids[0] ?? null } : null;
  };
  return {
    id,
    revision,
    title,
    introduction,
    language,
    languages,
    categories: groupByCategory(questions).map((category) => ({
      id: category.id,
      title: category.title,
      questions: category.questions.map(({ options, ...question }) => ({
        id: question.id,
        title: question.title,
        type_of: question.type_of,
        required: question.required,
        condition: question.condition,
        options: options.map((option) => ({ id: option.id, title: option.title })),
        response: responseTo(question.id),
      })),
    })),
  };
}
