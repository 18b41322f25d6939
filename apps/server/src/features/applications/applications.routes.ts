import { applications } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { publicRoute, route, type Routes } from '../../platform/http/route.ts';
import type { Session } from '../../platform/http/session.ts';
import { systemScope } from '../../platform/scope.ts';
import { listFeedbackByMonth, listListeners, listSurveyChoices } from './application-figures.queries.ts';
import { findLogo, getApplication, listApplications } from './applications.queries.ts';
import { createApplication } from './create-application.ts';
import { deleteApplication } from './delete-application.ts';
import { updateApplication } from './update-application.ts';

type Row = applications.ApplicationSummary;

const COLUMNS = {
  id: (row: Row) => row.id,
  title: (row: Row) => row.title,
  country: (row: Row) => row.country,
  time_zone: (row: Row) => row.time_zone,
  language: (row: Row) => row.language,
  messages_after: (row: Row) => row.messages_after,
};

const YEAR_SECONDS = 31_536_000;

/** What later slices do when an application changes. */
interface Others {
  /** Lets open streams check whether their person needs two-step sign-in now. */
  announceAccess(tx: Tx): Promise<void>;
  /** Waits until none of its messages is being processed, and holds that until the transaction ends. */
  lockProcessing(tx: Tx, applicationId: number): Promise<void>;
}

export function applicationRoutes(routes: Routes, ctx: Context, others: Others): void {
  route(routes, applications.listApplications, ({ tx, scope, query }) => listApplications(tx, scope, query));

  csvRoute(routes, applications.listApplications, COLUMNS, ({ tx, scope, query }) =>
    listApplications(tx, scope, query),
  );

  route(
    routes,
    applications.getApplication,
    async ({ tx, scope, params }) => {
      const application = await getApplication(tx, scope, params.id);
      const now = ctx.clock();
      const surveys = await listSurveyChoices(tx, params.id);
      return {
        data: {
          ...application,
          surveys,
          de_escalation_survey: surveys.find(({ id }) => id === application.de_escalation_survey_id) ?? null,
          category_feedback_by_month: await listFeedbackByMonth(tx, params.id, application.time_zone, now),
          listeners: application.listener_port ? await listListeners(tx, params.id, now) : [],
        },
      };
    },
    { beyondWards: 'Its chart counts the feedback of the whole hospital.' },
  );

  route(routes, applications.editApplication, async ({ tx, scope, params }) => ({
    data: { ...(await getApplication(tx, scope, params.id)), surveys: await listSurveyChoices(tx, params.id) },
  }));

  // A superuser may change every application, whichever is chosen; others may change only their own. These transactions
  // see all, because another application may own a facility.
  const seesAll = { seesAll: true };

  route(
    routes,
    applications.createApplication,
    async ({ tx, body }) => {
      const { id, accessSecret } = await createApplication(tx, ctx.keys, body.application);
      return { data: { ...(await getApplication(tx, systemScope('person'), id)), access_secret: accessSecret } };
    },
    seesAll,
  );

  route(
    routes,
    applications.updateApplication,
    async ({ tx, session, params, body, note }) => {
      const { two_step_required: before } = await checkMayChange(tx, session, params.id);
      const accessSecret = await updateApplication(tx, ctx.keys, params.id, body.application, {
        isSuperuser: session.super_user === 1,
      });
      const data = await getApplication(tx, systemScope('person'), params.id);
      if (data.two_step_required !== before) {
        note.changed({ two_step_required: before }, { two_step_required: data.two_step_required });
        await others.announceAccess(tx);
      }
      return { data: accessSecret ? { ...data, access_secret: accessSecret } : data };
    },
    seesAll,
  );

  route(
    routes,
    applications.deleteApplication,
    async ({ tx, params, query }) => {
      // A feed does not pause, and each batch of its messages would deadlock with the deletion.
      await others.lockProcessing(tx, params.id);
      await deleteApplication(tx, params.id, query.confirm);
      return { data: { id: params.id } };
    },
    { ...seesAll, versionOf: 'applications' },
  );

  publicRoute(routes, applications.getLogo, async ({ params, reply }) => {
    const logo = await ctx.db.transaction(systemScope('person'), (tx) => findLogo(tx, params.hash));
    if (!logo) throw new NotFound('This picture');
    // A new logo has a new address, so this reply may be cached for ever.
    await reply
      .type(logo.type)
      .header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(logo.bytes);
    return '';
  });
}

async function checkMayChange(tx: Tx, session: Session, id: number) {
  if (session.super_user !== 1 && session.applicationId !== id) throw new NotFound('This application');
  return getApplication(tx, systemScope('person'), id);
}
