import { sendingHolds } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import { announce } from '../../platform/live.ts';
import { releaseSending } from './release-sending.ts';
import { findRestore, insertHolds, listHolds } from './sending-holds.queries.ts';

/** A superuser is responsible for the whole installation, so these calls see all applications. */
const EVERYWHERE = { seesAll: true };

export function sendingHoldRoutes(routes: Routes, ctx: Context): void {
  route(routes, sendingHolds.findSendingHold, async ({ tx, scope }) => {
    const [hold] = await listHolds(tx, scope.applicationId, ctx.clock());
    return { data: hold ?? null };
  });

  route(routes, sendingHolds.stopSending, async ({ tx, scope, body }) => {
    const hold = {
      application_id: scope.applicationId,
      reason: 'by_hand' as const,
      user_id: scope.userId,
      note: body.sending_hold.note,
    };
    for (const id of await insertHolds(tx, hold, ctx.clock())) await announce(tx, id, ['deliveries']);
    const [held] = await listHolds(tx, scope.applicationId, ctx.clock());
    return { data: held ?? null };
  });

  route(routes, sendingHolds.resumeSending, async ({ tx, scope }) => {
    if (await findRestore(tx, scope.applicationId))
      throw new Conflict(
        'The database was restored: a superuser looks at what may have left already, and releases sending.',
      );
    const by = { leaveOut: false, userId: scope.userId, now: ctx.clock(), only: 'by_hand' as const };
    await releaseSending(tx, scope.applicationId, by);
    return { data: null };
  });

  route(
    routes,
    sendingHolds.listSendingHolds,
    async ({ tx }) => ({ data: await listHolds(tx, null, ctx.clock()) }),
    EVERYWHERE,
  );

  route(
    routes,
    sendingHolds.holdSending,
    async ({ tx, scope, body }) => {
      const { application_id } = body.sending_hold;
      const hold = { application_id, reason: 'by_hand' as const, user_id: scope.userId };
      const held = await insertHolds(tx, hold, ctx.clock());
      for (const id of held) await announce(tx, id, ['deliveries']);
      const data = await listHolds(tx, application_id, ctx.clock());
      if (application_id !== null && data.length === 0) throw new NotFound('This application');
      return { data };
    },
    EVERYWHERE,
  );

  route(
    routes,
    sendingHolds.releaseSending,
    async ({ tx, scope, body }) => {
      const { application_id, leave_out: leaveOut } = body.sending_hold;
      await releaseSending(tx, application_id, { leaveOut, userId: scope.userId, now: ctx.clock() });
      return { data: await listHolds(tx, null, ctx.clock()) };
    },
    EVERYWHERE,
  );
}
