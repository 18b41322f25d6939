import { may, messages } from '@wardvoice/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import { Invalid, RequestError } from '../../platform/errors.ts';
import { csvRoute } from '../../platform/http/csv-route.ts';
import { publicRoute, route, sessionRoute, type Routes } from '../../platform/http/route.ts';
import type { ApplicationScope, Scope } from '../../platform/scope.ts';
import { getApplication } from '../applications/index.ts';
import { authenticateApplication } from '../failed-attempts/index.ts';
import type { ApplicationRouting, Receiver } from '../intake/index.ts';
import { correctMessage } from './correct-message.ts';
import { createMessage } from './create-message.ts';
import { importMessages, type MessageFile } from './import-messages.ts';
import { listImports } from './message-imports.queries.ts';
import { sendMessage } from './send-message.ts';
import { MESSAGE_COLUMNS, type MessageRow as Row } from './message-columns.ts';
import { messageDetailJson, messageJson } from './message-json.ts';
import { listErrorCauses, listErrors } from './errors.queries.ts';
import { getMessage, listDistributionLists, listMessages } from './messages.queries.ts';
import { listWards } from '../users/index.ts';
import { startReload, findReload } from '../processing/index.ts';
import { senderRoutes } from './senders.routes.ts';
import { reprocessErrors, reprocessMessage } from './reprocess-messages.ts';

const MAX_MESSAGE_BYTES = 2 * 1024 * 1024;
const ER7 = 'x-application/hl7-v2+er7';

const ERROR_COLUMNS = {
  ...MESSAGE_COLUMNS,
  error_code: (row: Row) => row.error_code,
  error_field: (row: Row) => row.error_field,
  error_text: (row: Row) => row.error_text,
};

export function messageRoutes(routes: Routes, ctx: Context, receiver: Receiver, routing: ApplicationRouting): void {
  senderRoutes(routes, ctx);

  route(routes, messages.listMessages, async ({ tx, scope, query }) => {
    const page = await listMessages(tx, scope, query);
    return { ...page, data: page.data.map(messageJson) };
  });

  csvRoute(routes, messages.listMessages, MESSAGE_COLUMNS, ({ tx, scope, query }) => listMessages(tx, scope, query));

  route(routes, messages.listMessageChoices, async ({ tx, scope, session }) => ({
    data: {
      wards: scope.locations.length > 0 ? [...scope.locations] : await listWards(tx, scope.applicationId),
      lists: may(session, 'mailing-lists.list') ? await listDistributionLists(tx, scope) : [],
    },
  }));

  route(routes, messages.listErrors, async ({ tx, scope, query }) => {
    const page = await listErrors(tx, scope, query);
    return { ...page, data: page.data.map(messageJson) };
  });

  csvRoute(routes, messages.listErrors, ERROR_COLUMNS, ({ tx, scope, query }) => listErrors(tx, scope, query));

  route(routes, messages.listErrorCauses, async ({ tx, scope }) => ({
    data: await listErrorCauses(tx, scope),
  }));

  route(routes, messages.getMessage, async ({ tx, scope, params }) => ({
    data: messageDetailJson(await getMessage(tx, scope, params.id)),
  }));

  route(routes, messages.reprocessMessage, async ({ tx, scope, params }) => {
    await reprocessMessage(tx, ctx, routing, scope, params.id);
    return { data: messageDetailJson(await getMessage(tx, scope, params.id)) };
  });

  route(routes, messages.reprocessErrors, async ({ tx, scope, query }) => ({
    data: { queued: await reprocessErrors(tx, routing, scope, query) },
  }));

  route(routes, messages.createMessage, async ({ tx, scope, body }) => {
    const id = await createMessage(tx, ctx, receiver, scope, body.hl7_message);
    return { data: messageDetailJson(await getMessage(tx, everyWard(scope), id)) };
  });

  route(routes, messages.updateMessage, async ({ tx, scope, params, body }) => {
    await correctMessage(tx, ctx, routing, scope, params.id, body.hl7_message);
    return { data: messageDetailJson(await getMessage(tx, scope, params.id)) };
  });

  route(routes, messages.sendMessage, async ({ tx, scope, params, body, note }) => {
    note.changed({}, body.override_reason ? { override_reason: body.override_reason } : {});
    return { data: await sendMessage(tx, ctx, scope, params.id, body) };
  });

  // This route opens its own transactions, so that what it has stored stays when a later part fails.
  sessionRoute(routes, messages.importMessages, async ({ scope, request }) => ({
    data: await importMessages(ctx, receiver, scope, await readUpload(request)),
  }));

  route(routes, messages.listImports, async ({ tx, scope }) => ({
    data: await listImports(tx, scope, ctx.clock()),
  }));

  route(routes, messages.reloadMessages, async ({ tx, scope, params }) => {
    await getApplication(tx, scope, params.id);
    return { data: await startReload(tx, params.id, ctx.clock()) };
  });

  route(routes, messages.getReload, async ({ tx, scope, params }) => {
    await getApplication(tx, scope, params.id);
    return { data: (await findReload(tx, params.id)) ?? null };
  });

  // HL7 is passed on as bytes, because the parser decodes it.
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
      const applicationId = await authenticateApplication(ctx, request);
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

/** A message that is not processed belongs to no ward yet, so the person who entered it may see it. */
const everyWard = (scope: ApplicationScope): Scope => ({ ...scope, locations: [] });

const IMPORT_KEY = /^[\w-]{8,64}$/;
const MAX_NAME = 200;

/** Reads the uploaded file and its options. */
async function readUpload(request: FastifyRequest): Promise<MessageFile> {
  if (!request.isMultipart())
    throw new RequestError(415, 'Send the file as multipart/form-data, in a field named file.');
  const limits = { fileSize: messages.MAX_IMPORT_BYTES, files: 1, fields: 5 };
  const fields = new Map<string, string>();
  let bytes: Buffer | null = null;
  let name = '';
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      bytes = await part.toBuffer();
      name = part.filename.replaceAll('\0', '').slice(0, MAX_NAME);
    } else fields.set(part.fieldname, String(part.value));
  }
  if (!bytes || bytes.length === 0) throw new Invalid({ file: ['Choose a file of messages.'] });
  const key = fields.get('key') ?? null;
  if (key !== null && !IMPORT_KEY.test(key))
    throw new Invalid({ key: ['Use 8 to 64 letters, digits, hyphens and underscores.'] });
  return { bytes, name, key, silent: fields.get('send') !== '1' };
}
