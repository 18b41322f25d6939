import type { ReplyInputOf, messages } from '@wardvoice/contract';
import { parseMessage } from '@wardvoice/hl7';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { discarding } from '../../platform/db/discard.ts';
import { codeOf, RequestError } from '../../platform/errors.ts';
import { systemScope, type ApplicationScope } from '../../platform/scope.ts';
import { getApplication } from '../applications/index.ts';
import { storeForTrial, toRow, validateMessage, type ApplicationRouting } from '../intake/index.ts';
import {
  buildFormMessage,
  eventOf,
  getMessage,
  messageJson,
  newControlId,
  wrongFields,
  type NewMessage,
} from '../messages/index.ts';
import { readContactDetails } from '../patient-events/index.ts';
import { lockProcessing, processMessages } from '../processing/index.ts';
import { isAddress } from '../suppression/index.ts';
import { explainTriggers } from '../triggers/index.ts';
import { listPlannedFor } from './list-planned.ts';

type Preview = ReplyInputOf<typeof messages.previewMessage>['data'];

/**
 * Returns what would follow from a message that a person is entering. The message is stored and processed by the code of all
 * messages, in a transaction that is rolled back, so that the answer is that of the rules and of the gate (docs/decisions/0065).
 */
export async function tryMessage(
  ctx: Context,
  routing: ApplicationRouting,
  scope: ApplicationScope,
  fields: NewMessage,
): Promise<Preview> {
  const now = ctx.clock();
  const event = eventOf(fields);
  const identifier = fields.patient_identifier;
  const bytes = buildFormMessage(
    { ...fields, event: event ?? 'A01', patient_identifier: identifier || '0' },
    { controlId: newControlId(), at: now },
  );
  const { country } = await ctx.db.reading(scope, (tx) => getApplication(tx, scope, scope.applicationId));
  const entered = readEntered(bytes, country);
  const isRefused = !event || !identifier || Object.keys(wrongFields(fields, scope, now)).length > 0;
  const outcome = isRefused
    ? null
    : await storeAndProcess(ctx, routing, scope, { bytes, silent: fields.send === false, entered });
  return {
    phone: checkOf('sms', entered.phone),
    email: checkOf('email', entered.email),
    phone_read_as: entered.phone && isAddress('sms', entered.phone) ? entered.phone : null,
    outcome,
  };
}

interface Entered {
  phone: string | null;
  email: string | null;
}

/** Reads phone and e-mail as processing does. */
function readEntered(bytes: Uint8Array, country: string): Entered {
  const parsed = parseMessage(bytes);
  const pid = parsed.ok ? parsed.message.pid() : null;
  const read = pid ? readContactDetails(pid, country) : null;
  return { phone: read?.phone ?? null, email: read?.email ?? null };
}

const checkOf = (channel: 'sms' | 'email', address: string | null): messages.MessagePreview['phone'] =>
  address === null ? 'none' : isAddress(channel, address) ? 'usable' : 'unusable';

interface Trial {
  bytes: Uint8Array;
  silent: boolean;
  entered: Entered;
}

async function storeAndProcess(
  ctx: Context,
  routing: ApplicationRouting,
  scope: ApplicationScope,
  trial: Trial,
): Promise<Preview['outcome']> {
  await routing.reload();
  try {
    return await discarding(ctx.db, systemScope('message order'), (tx) => processTrial(tx, ctx, routing, scope, trial));
  } catch (error) {
    if (codeOf(error) !== LOCK_TIMEOUT) throw error;
    throw new RequestError(503, 'Messages are being processed at the moment. Ask again in a few seconds.');
  }
}

const LOCK_TIMEOUT = '55P03';

async function processTrial(
  tx: Tx,
  ctx: Context,
  routing: ApplicationRouting,
  { applicationId }: ApplicationScope,
  { bytes, silent, entered }: Trial,
): Promise<Preview['outcome']> {
  const now = ctx.clock();
  // Processing waits while a trial runs, so the trial neither waits nor runs for long.
  await sql`select set_config('lock_timeout', '3s', true), set_config('statement_timeout', '5s', true)`.execute(tx);
  await lockProcessing(tx, applicationId);
  const verdict = validateMessage(bytes, routing.find({ applicationId }));
  if (verdict.kind === 'acknowledgment') return null;
  const way = { source: 'form', applicationId, mode: 'original', silent } as const;
  const id = await storeForTrial(tx, toRow(bytes, verdict, way, now, false));
  const raw = Buffer.from(bytes);
  if (verdict.state === 'received')
    await processMessages(tx, ctx, applicationId, [{ id, raw, application_id: applicationId, received_at: now }]);

  const { state, error, ignored_reason } = messageJson(
    await getMessage(tx, { userId: null, applicationId, locations: [] }, id),
  );
  const planned = await listPlannedFor(tx, applicationId, id, now);
  const { hasEvent, active, notMatched } = await explainTriggers(tx, applicationId, { messageId: id });
  const known = new Set([entered.phone, entered.email]);
  return {
    state,
    error,
    ignored_reason,
    rules: active,
    starts_rules: hasEvent,
    deliveries: planned.map(({ recipient, ...one }) => ({
      ...one,
      recipient: known.has(recipient) ? recipient : null,
    })),
    not_matched: notMatched,
  };
}
