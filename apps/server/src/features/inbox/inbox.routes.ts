import { inbox, may } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  countOver,
  countUnread,
  getItem,
  listInbox,
  listInboxByPerson,
  markDone,
  markRead,
  markUndone,
} from './inbox.queries.ts';

const changed = (tx: Tx, { applicationId }: Scope) =>
  announce(tx, typeof applicationId === 'number' ? applicationId : null, ['inbox']);

export function inboxRoutes(routes: Routes, ctx: Context): void {
  route(
    routes,
    inbox.listInbox,
    async ({ tx, scope, query }) => ({
      ...(await listInbox(tx, scope, query)),
      unread_count: await countUnread(tx, scope),
    }),
    { beyondWards: 'What one was told oneself.' },
  );

  route(
    routes,
    inbox.listInboxByPerson,
    async ({ tx, scope, query, session }) => {
      const mayOpen = {
        cases: may(session, 'cases.list'),
        texts: may(session, 'texts.list'),
        feedback: may(session, 'feedback.list'),
      };
      return {
        ...(await listInboxByPerson(tx, scope, mayOpen, query)),
        unread_count: await countUnread(tx, scope),
        over_count: await countOver(tx, scope),
      };
    },
    { beyondWards: 'What one was told oneself. The query names people of the caller’s wards only.' },
  );

  route(routes, inbox.readInboxItem, async ({ tx, scope, params }) => {
    const item = await markRead(tx, scope, params.id, ctx.clock());
    await changed(tx, scope);
    return { data: item };
  });

  doneRoutes(routes, ctx);
}

function doneRoutes(routes: Routes, ctx: Context): void {
  route(routes, inbox.doneInboxItem, async ({ tx, scope, params }) => {
    await markDone(tx, scope, { ids: [params.id], seenUntil: null }, ctx.clock());
    await changed(tx, scope);
    return { data: await getItem(tx, scope, params.id) };
  });

  route(routes, inbox.undoneInboxItem, async ({ tx, scope, params }) => {
    await markUndone(tx, scope, [params.id]);
    await changed(tx, scope);
    return { data: await getItem(tx, scope, params.id) };
  });

  route(routes, inbox.doneInboxItems, async ({ tx, scope, body }) => {
    const what = 'ids' in body.inbox ? { ids: body.inbox.ids, seenUntil: new Date(body.inbox.seen_until) } : 'over';
    const ids = await markDone(tx, scope, what, ctx.clock());
    await changed(tx, scope);
    return { data: { count: ids.length, ids } };
  });

  route(routes, inbox.undoneInboxItems, async ({ tx, scope, body }) => {
    const ids = await markUndone(tx, scope, body.inbox.ids);
    await changed(tx, scope);
    return { data: { count: ids.length, ids } };
  });
}
