import { surveys } from '@wardvoice/contract';
import { getApplication } from '../../features/applications/index.ts';
import { findSurveyForm } from '../../features/surveys/index.ts';
import { NotFound } from '../../platform/errors.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { linkForm, renderSurvey } from './survey-page.tsx';

const NO_QUERY = { departmentId: undefined, listId: undefined, messageId: undefined };

/** Renders the patients' own page for staff, with the same code. Its form leads to a link that does not exist. */
export function previewRoutes(routes: Routes): void {
  route(routes, surveys.previewSurvey, async ({ tx, scope, params, query }) => {
    const { applicationId } = scope;
    const survey = await findSurveyForm(tx, applicationId, params.id, [query.lang]);
    if (!survey) throw new NotFound('This survey');
    const { title, logo } = await getApplication(tx, scope, applicationId);
    const page = { answers: [], errors: {}, largeText: false, form: linkForm('preview', survey, NO_QUERY) };
    const html = renderSurvey({ ...page, survey, hospital: { title, logo } });
    // The preview is shown in a frame that runs no scripts, and the page works without them.
    return { data: { language: survey.language, html: html.replace(/<script[^>]*><\/script>/, '') } };
  });
}
