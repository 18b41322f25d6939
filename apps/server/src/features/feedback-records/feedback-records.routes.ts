import { feedbackRecords } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { listDepartmentTitles, listWards, markFeedbackRead } from '../feedback/index.ts';
import {
  countUnread,
  findDelivery,
  getFeedbackRow,
  listCasesOf,
  listFeedback,
  listGivenAnswers,
  listSurveyTitles,
} from './feedback-records.queries.ts';

type Row = Awaited<ReturnType<typeof listFeedback>>['data'][number];

const COLUMNS = {
  id: (row: Row) => row.id,
  submitted_at: (row: Row) => row.submitted_at,
  change_number: (row: Row) => row.change_number,
  survey: (row: Row) => row.survey_title,
  score: (row: Row) => row.score,
  language: (row: Row) => row.language,
  location: (row: Row) => row.location,
  department: (row: Row) => row.department_title,
  family_name: (row: Row) => row.family_name,
  given_name: (row: Row) => row.given_name,
  contact_name: (row: Row) => row.contact_name,
  kiosk: (row: Row) => row.kiosk_label,
  comment: (row: Row) => row.comment,
  escalates: (row: Row) => row.escalates,
  case_id: (row: Row) => row.case_id,
  read_at: (row: Row) => row.read_at,
  read_by: (row: Row) => row.read_by_name,
};

export function feedbackRecordRoutes(routes: Routes, ctx: Context): void {
  route(routes, feedbackRecords.listFeedback, async ({ tx, scope, query }) => ({
    ...(await listFeedback(tx, scope, query)),
    unread_count: await countUnread(tx, scope),
  }));
  csvRoute(routes, feedbackRecords.listFeedback, COLUMNS, ({ tx, scope, query }) => listFeedback(tx, scope, query));

  route(routes, feedbackRecords.listFeedbackChoices, async ({ tx, scope }) => ({
    data: {
      surveys: await listSurveyTitles(tx, scope),
      departments: await listDepartmentTitles(tx, scope.applicationId),
      wards: await listWards(tx, scope),
    },
  }));

  route(routes, feedbackRecords.getFeedbackRecord, async ({ tx, scope, params }) => ({
    data: await describeFeedback(tx, scope, params.id),
  }));

  route(routes, feedbackRecords.readFeedback, async ({ tx, scope, params, body }) => {
    const { applicationId, userId } = scope;
    await getFeedbackRow(tx, scope, params.id);
    const reader = body.feedback.read ? { userId, at: ctx.clock() } : null;
    const isChanged = await markFeedbackRead(tx, applicationId, params.id, reader);
    if (isChanged) await announce(tx, applicationId, ['feedback']);
    return { data: await getFeedbackRow(tx, scope, params.id) };
  });
}

async function describeFeedback(tx: Tx, scope: ApplicationScope, id: number) {
  const row = await getFeedbackRow(tx, scope, id);
  return {
    ...row,
    answers: await listGivenAnswers(tx, scope, id),
    cases: await listCasesOf(tx, scope, id),
    delivery_id: await findDelivery(tx, scope, id),
  };
}
