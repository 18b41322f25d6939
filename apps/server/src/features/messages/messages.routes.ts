import { messages } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import { RequestError } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { publicRoute, route, type Routes } from '../../platform/http/route.ts';
import { authenticateApplication, getApplication } from '../applications/index.ts';
import type { ApplicationRouting } from './application-routing.ts';
import { messageDetailJson, messageJson } from './message-json.ts';
import { getMessage, listErrorCauses, listErrors, listMessages } from './messages.queries.ts';
import { startReload } from './reload-messages.ts';
import { findReload } from './reloads.queries.ts';
import { reprocessErrors, reprocessMessage } from './reprocess-messages.ts';
import type { Receiver } from './receive-message.ts';

const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
const ER7 = 'x-application/hl7-v2+er7';

type Row = Awaited<ReturnType<typeof listMessages>>['data'][number];

const MESSAGE_COLUMNS = {
  id: (row: Row) => row.id,
  event: (row: Row) => row.event,
  event_at: (row: Row) => row.event_at,
  received_at: (row: Row) => row.received_at,
  state: (row: Row) => row.state,
  patient_identifier: (row: Row) => row.patient_identifier,
  family_name: (row: Row) => row.family_name,
  given_name: (row: Row) => row.given_name,
  birth_date: (row: Row) => row.birth_date,
  visit_number: (row: Row) => row.visit_number,
  location: (row: Row) => row.location,
  patient_class: (row: Row) => row.patient_class,
  phone: (row: Row) => row.phone,
  email: (row: Row) => row.email,
  feedback_state: (row: Row) => row.feedback_state,
  message_control_id: (row: Row) => row.message_control_id,
  sending_application: (row: Row) => row.sending_application,
  sending_facility: (row: Row) => row.sending_facility,
};

const ERROR_COLUMNS = {
  ...MESSAGE_COLUMNS,
  error_code: (row: Row) => row.error_code,
  error_field: (row: Row) => row.error_field,
  error_text: (row: Row) => row.error_text,
};

export function messageRoutes(routes: Routes, house: Context, receiver: Receiver, routing: ApplicationRouting): void {
  route(routes, messages.listMessages, async ({ tx, scope, query }) => {
    const page = await listMessages(tx, scope, query);
    return { ...page, data: page.data.map(messageJson) };
  });

  csvRoute(routes, messages.listMessages, MESSAGE_COLUMNS, ({ tx, scope, query }) => listMessages(tx, scope, query));

  route(routes, messages.listErrors, async ({ tx, scope, query }) => {
    const page = await listErrors(tx, scope, query);
    return { ...page, data: page.data.map(messageJson) };
  });

  csvRoute(routes, messages.listErrors, ERROR_COLUMNS, ({ tx, scope, query }) => listErrors(tx, scope, query));

  route(routes, messages.listErrorCauses, async ({ tx, scope }) => ({
    data: (await listErrorCauses(tx, scope)) as never,
  }));

  route(routes, messages.getMessage, async ({ tx, scope, params }) => ({
    data: messageDetailJson(await getMessage(tx, scope, params.id)),
  }));

  route(routes, messages.reprocessMessage, async ({ tx, scope, params }) => {
    await reprocessMessage(tx, house, routing, scope, params.id);
    return { data: messageDetailJson(await getMessage(tx, scope, params.id)) };
  });

  route(routes, messages.reprocessErrors, async ({ tx, scope, query }) => ({
    data: { queued: await reprocessErrors(tx, routing, scope, query) },
  }));

  route(routes, messages.reloadMessages, async ({ tx, scope, params }) => {
    await getApplication(tx, scope, params.id);
    return { data: await startReload(tx, params.id, house.clock()) };
  });

  route(routes, messages.getReload, async ({ tx, scope, params }) => {
    await getApplication(tx, scope, params.id);
    return { data: (await findReload(tx, params.id)) ?? null };
  });

  // HL7 arrives as bytes; decoding is the parser's business.
  routes.http.removeContentTypeParser('text/plain');
  routes.http.addContentTypeParser(
    [ER7, 'text/plain'],
    { parseAs: 'buffer', bodyLimit: MAX_MESSAGE_BYTES },
    (_request, body, done) => done(null, body),
  );

  publicRoute(
    routes,
    messages.ingestHl7,
    async ({ request, reply }) => {
      const applicationId = await authenticateApplication(house, request.headers.authorization);
      if (!Buffer.isBuffer(request.body)) throw new RequestError(415, `Send the message as ${ER7}.`);
      try {
        const { acknowledgment } = await receiver.receive(request.body, {
          source: 'http',
          applicationId,
          mode: 'original',
        });
        await reply.type(ER7).send(Buffer.from(acknowledgment ?? []));
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        throw new RequestError(503, 'The message was not stored. Send it again.');
      }
      return '';
    },
    { bodyLimit: MAX_MESSAGE_BYTES, rateLimit: false },
  );
}
