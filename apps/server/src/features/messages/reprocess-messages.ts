import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Scope } from '../../platform/scope.ts';
import { subjectKeys } from '../acknowledged/index.ts';
import { type ApplicationRouting, validateMessage, headerColumns } from '../intake/index.ts';
import { listErrorsToValidate, type CauseFilters, type ErrorToValidate } from './errors.queries.ts';
import { getMessage } from './messages.queries.ts';
import { lockProcessing, mayBeValidatedAs, processMessages } from '../processing/index.ts';

/**
 * Validates a stored message again by the current rules and marks it silent: its effects are shown everywhere, and
 * nothing is sent. Returns its application when it is to be processed; null when it is ignored or still an error.
 */
async function validateAgain(
  tx: Tx,
  routing: ApplicationRouting,
  { id, raw, application_id }: ErrorToValidate,
): Promise<number | null> {
  const verdict = validateMessage(raw, routing.find({ applicationId: application_id }));
  if (verdict.kind === 'acknowledgment') return null;
  const { state, error, rules } = verdict;
  const header = headerColumns(verdict.header);
  const keys = rules && state === 'received' ? subjectKeys(rules.applicationId, verdict.subjects) : null;
  await sql`
    update hl7_messages m set
      application_id = ${rules?.applicationId ?? null}, state = ${state}, silent = true, subject_keys = ${keys},
      sending_application = ${header.sendingApplication}, sending_facility = ${header.sendingFacility},
      message_type = ${header.messageType}, event = ${header.event}, version = ${header.version},
      processing_id = ${header.processingId},
      error_code = ${error?.code ?? null}, error_field = ${error?.field ?? null}, error_text = ${error?.text ?? null}
    where m.id = ${id} and ${mayBeValidatedAs(sql`${state}::text`)}`.execute(tx);
  return state === 'received' && rules ? rules.applicationId : null;
}

/**
 * Processes one message again within the call. It is out of its order, so facts that are older than what is known
 * change nothing.
 */
export async function reprocessMessage(
  tx: Tx,
  ctx: Context,
  routing: ApplicationRouting,
  scope: Scope,
  id: number,
): Promise<void> {
  await routing.reload();
  // This lock is taken before the row of the message, in the same order as by the workers, so that nobody deadlocks.
  if (typeof scope.applicationId === 'number') await lockProcessing(tx, scope.applicationId);
  const message = await getMessage(tx, scope, id);
  if (message.raw_truncated)
    throw new Conflict('Only the beginning of this message was kept. Ask the sender to send it again, smaller.');
  if (message.raw_removed_at)
    throw new Conflict('The text of this message was removed, as the retention of the application says.');
  const raw = message.corrected ?? message.raw;
  const applicationId = await validateAgain(tx, routing, { id, raw, application_id: message.application_id });
  if (applicationId === null) return;
  await lockProcessing(tx, applicationId);
  await processMessages(tx, ctx, applicationId, [
    { id, raw, application_id: applicationId, received_at: message.received_at },
  ]);
}

const BATCH = 500;

/**
 * Validates all errors again, or those of one cause; workers process them afterwards. Returns how many were validated.
 */
export async function reprocessErrors(
  tx: Tx,
  routing: ApplicationRouting,
  scope: Scope,
  cause: CauseFilters,
): Promise<number> {
  await routing.reload();
  let validated = 0;
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const batch = await listErrorsToValidate(tx, scope, cause, below, BATCH);
    for (const message of batch) await validateAgain(tx, routing, message);
    validated += batch.length;
    if (batch.length < BATCH) return validated;
    below = batch.at(-1)?.id ?? 0;
  }
}
