import { feedback } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { publicRoute, type Routes } from '../../platform/http/route.ts';
import { inPersonRoutes } from './in-person/in-person.routes.ts';
import { linkError, openSurvey } from './open-survey.ts';
import { pastAnswersRoutes } from './past-answers/past-answers.routes.ts';
import { saveDraft } from './save-draft.ts';
import { submitFeedback } from './submit-feedback.ts';
import { toPortalSurvey } from './to-portal-survey.ts';

/**
 * Per network address, which all patients of a hospital may share. The limit is against floods; links cannot be
 * guessed.
 */
const SUBMITS = { max: 120, timeWindow: 60_000 };
const DRAFTS = { max: 600, timeWindow: 60_000 };

export function feedbackRoutes(routes: Routes, ctx: Context): void {
  inPersonRoutes(routes, ctx);
  pastAnswersRoutes(routes, ctx);

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
}
