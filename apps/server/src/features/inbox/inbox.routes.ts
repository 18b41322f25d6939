import { inbox } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import { countUnread, listInbox, markRead } from './inbox.queries.ts';

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

  route(routes, inbox.readInboxItem, async ({ tx, scope, params }) => {
    const item = await markRead(tx, scope, params.id, ctx.clock());
    await announce(tx, scope.applicationId as number, ['inbox']);
    return { data: item };
  });
}
