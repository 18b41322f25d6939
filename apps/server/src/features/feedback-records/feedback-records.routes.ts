import { feedbackRecords } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { insertNote, listDepartmentTitles, listWards, markFeedbackRead } from '../feedback/index.ts';
import { findStepOfFeedback } from '../pathways/index.ts';
import { readOutcomes } from '../outcome-scores/index.ts';
import { suggestTags } from '../tag-suggestions/index.ts';
import { listColleagues } from '../users/index.ts';
import {
  countUnread,
  findDelivery,
  getFeedbackRow,
  listCasesOf,
  listFeedback,
  listGivenAnswers,
  listNotes,
  listSurveyTitles,
  listTags,
} from './feedback-records.queries.ts';
import { followUpFeedback } from './follow-up-feedback.ts';
import { listReplies } from './reply.queries.ts';
import { offerReply, replyToFeedback } from './reply-to-feedback.ts';

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
  assigned_to: (row: Row) => row.assigned_to_name,
  tags: (row: Row) => row.tags.join(', '),
  numbers_and_days: (row: Row) => row.numbers_and_days,
};

export function feedbackRecordRoutes(routes: Routes, ctx: Context): void {
  route(routes, feedbackRecords.listFeedback, async ({ tx, scope, query }) => ({
    ...(await listFeedback(tx, scope, query, ctx.clock())),
    unread_count: (await countUnread(tx, scope, ctx.clock())).unread,
  }));
  csvRoute(routes, feedbackRecords.listFeedback, COLUMNS, ({ tx, scope, query }) =>
    listFeedback(tx, scope, query, ctx.clock()),
  );

  route(routes, feedbackRecords.listFeedbackChoices, async ({ tx, scope }) => ({
    data: {
      surveys: await listSurveyTitles(tx, scope),
      departments: await listDepartmentTitles(tx, scope.applicationId),
      wards: await listWards(tx, scope),
      people: await listColleagues(tx, scope.applicationId, 'feedback.list'),
      tags: await listTags(tx, scope),
    },
  }));

  route(
    routes,
    feedbackRecords.getFeedbackRecord,
    async ({ tx, scope, params }) => ({ data: await describeFeedback(tx, ctx, scope, params.id) }),
    { beyondWards: 'Whoever was told of answers reads them, wherever the patient lay.' },
  );

  route(routes, feedbackRecords.readFeedback, async ({ tx, scope, params, body }) => {
    const { applicationId, userId } = scope;
    await getFeedbackRow(tx, scope, params.id);
    const reader = body.feedback.read ? { userId, at: ctx.clock() } : null;
    const isChanged = await markFeedbackRead(tx, applicationId, params.id, reader);
    if (isChanged) await announce(tx, applicationId, ['feedback']);
    return { data: await getFeedbackRow(tx, scope, params.id) };
  });

  route(routes, feedbackRecords.updateFeedback, async ({ tx, scope, params, body }) => {
    await followUpFeedback(tx, ctx, scope, params.id, body.feedback);
    return { data: await describeFeedback(tx, ctx, scope, params.id) };
  });

  route(routes, feedbackRecords.addFeedbackNote, async ({ tx, scope, params, body }) => {
    const { applicationId, userId } = scope;
    await getFeedbackRow(tx, scope, params.id);
    const note = { feedback_id: params.id, user_id: userId, text: body.note.text, created_at: ctx.clock() };
    await insertNote(tx, applicationId, note);
    await announce(tx, applicationId, ['feedback']);
    return { data: await describeFeedback(tx, ctx, scope, params.id) };
  });

  route(routes, feedbackRecords.replyToFeedback, async ({ tx, scope, params, body }) => {
    await getFeedbackRow(tx, scope, params.id);
    await replyToFeedback(tx, ctx, scope, params.id, body.text);
    return { data: await describeFeedback(tx, ctx, scope, params.id) };
  });
}

async function describeFeedback(tx: Tx, ctx: Context, scope: ApplicationScope, id: number) {
  const row = await getFeedbackRow(tx, scope, id);
  return {
    ...row,
    answers: await listGivenAnswers(tx, scope, id),
    suggested_tags: await suggestTags(tx, scope, id),
    outcomes: await readOutcomes(tx, scope, [row]),
    pathway: await findStepOfFeedback(tx, scope.applicationId, id),
    cases: await listCasesOf(tx, scope, id),
    delivery_id: await findDelivery(tx, scope, id),
    notes: await listNotes(tx, scope, id),
    replies: await listReplies(tx, scope, id),
    reply_offer: await offerReply(tx, scope.applicationId, id, ctx.clock()),
  };
}
