import { texts } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { markTextRead } from '../consent/index.ts';
import { findHoldReason } from '../sending-holds/index.ts';
import { canReply, replyToText } from './reply-to-text.ts';
import { countUnreadTexts, getText, listTexts } from './texts.queries.ts';
import { listThread } from './thread.queries.ts';

type Row = Awaited<ReturnType<typeof listTexts>>['data'][number];

const COLUMNS = {
  id: (row: Row) => row.id,
  received_at: (row: Row) => row.received_at,
  channel: (row: Row) => row.channel,
  from: (row: Row) => row.from_address,
  text: (row: Row) => row.text,
  understood: (row: Row) => row.understood,
  doubtful: (row: Row) => row.doubtful,
  harm: (row: Row) => row.harm,
  automatic: (row: Row) => row.automatic,
  attachments: (row: Row) => row.attachments,
  family_name: (row: Row) => row.family_name,
  given_name: (row: Row) => row.given_name,
  contact_name: (row: Row) => row.contact_name,
  location: (row: Row) => row.location,
  survey: (row: Row) => row.survey_title,
  read_at: (row: Row) => row.read_at,
  read_by: (row: Row) => row.read_by_name,
  handled_at: (row: Row) => row.handled_at,
  case_id: (row: Row) => row.case_id,
};

const TOLD = { beyondWards: 'Whoever was told of a text reads it, wherever its sender lies.' };

export function textRoutes(routes: Routes, ctx: Context): void {
  route(
    routes,
    texts.listTexts,
    async ({ tx, scope, query }) => ({
      ...(await listTexts(tx, scope, query)),
      unread_count: await countUnreadTexts(tx, scope),
    }),
    TOLD,
  );
  csvRoute(routes, texts.listTexts, COLUMNS, ({ tx, scope, query }) => listTexts(tx, scope, query), TOLD);
  route(
    routes,
    texts.getText,
    async ({ tx, scope, params }) => ({ data: await describeText(tx, scope, params.id) }),
    TOLD,
  );

  route(routes, texts.readText, async ({ tx, scope, params }) => {
    const { applicationId } = scope;
    await getText(tx, scope, params.id);
    await markTextRead(tx, applicationId, params.id, scope.userId, ctx.clock());
    await announce(tx, applicationId, ['texts']);
    return { data: await getText(tx, scope, params.id) };
  });

  route(routes, texts.replyToText, async ({ tx, scope, params, body }) => {
    await replyToText(tx, ctx, scope, params.id, body.text);
    return { data: await describeText(tx, scope, params.id) };
  });
}

async function describeText(tx: Tx, scope: ApplicationScope, id: number) {
  const text = await getText(tx, scope, id);
  const thread = await listThread(tx, scope, text);
  const sending_hold = await findHoldReason(tx, scope.applicationId);
  return { ...text, thread, can_reply: canReply(text), sending_hold };
}
