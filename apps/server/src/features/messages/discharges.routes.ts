import { messages } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid, NotFound } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { route, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import type { ApplicationRouting, Receiver } from '../intake/index.ts';
import { correctMessage } from './correct-message.ts';
import { createMessage } from './create-message.ts';
import { MESSAGE_COLUMNS } from './message-columns.ts';
import { messageDetailJson, messageJson } from './message-json.ts';
import { getMessage, listMessages } from './messages.queries.ts';

const DISCHARGE = 'A03';

/** Messages about discharges, at their own address. */
export function dischargeRoutes(routes: Routes, ctx: Context, receiver: Receiver, routing: ApplicationRouting): void {
  route(routes, messages.listDischarges, async ({ tx, scope, query }) => {
    const page = await listMessages(tx, scope, { ...query, type: DISCHARGE });
    return { ...page, data: page.data.map(messageJson) };
  });

  csvRoute(routes, messages.listDischarges, MESSAGE_COLUMNS, ({ tx, scope, query }) =>
    listMessages(tx, scope, { ...query, type: DISCHARGE }),
  );

  route(routes, messages.getDischarge, async ({ tx, scope, params }) => ({
    data: messageDetailJson(await getDischarge(tx, scope, params.id)),
  }));

  route(routes, messages.createDischarge, async ({ tx, scope, body }) => {
    const { event = DISCHARGE } = body.hl7_message;
    if (event !== DISCHARGE) throw new Invalid({ event: ['A discharge is an A03. Enter other events as messages.'] });
    const id = await createMessage(tx, ctx, receiver, scope, { ...body.hl7_message, event });
    return { data: messageDetailJson(await getMessage(tx, { ...scope, locations: [] }, id)) };
  });

  route(routes, messages.updateDischarge, async ({ tx, scope, params, body }) => {
    await getDischarge(tx, scope, params.id);
    await correctMessage(tx, ctx, routing, scope, params.id, body.hl7_message);
    return { data: messageDetailJson(await getMessage(tx, scope, params.id)) };
  });
}

async function getDischarge(tx: Tx, scope: ApplicationScope, id: number) {
  const message = await getMessage(tx, scope, id);
  if (message.event !== DISCHARGE) throw new NotFound('This discharge');
  return message;
}
