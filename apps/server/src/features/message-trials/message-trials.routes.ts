import { messages } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { sessionRoute, type Routes } from '../../platform/http/route.ts';
import type { ApplicationRouting } from '../intake/index.ts';
import { tryMessage } from './try-message.ts';

export function messageTrialRoutes(routes: Routes, ctx: Context, routing: ApplicationRouting): void {
  // This route rolls its transaction back, so that nothing of what it tried is kept.
  sessionRoute(routes, messages.previewMessage, async ({ scope, body }) => ({
    data: await tryMessage(ctx, routing, scope, body.hl7_message),
  }));
}
