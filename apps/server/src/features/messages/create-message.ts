import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { messages, type BodyOf } from '@wardvoice/contract';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Invalid, RequestError } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { buildFormMessage, FORM_APPLICATION } from './build-form-message.ts';
import { findMessageByControlId } from './messages.queries.ts';
import type { Receiver } from '../intake/index.ts';

/** Under load a message is stored as an arrival and filed within this time. */
const FILED_WITHIN_MS = 10_000;
const HOUR_MS = 3_600_000;

export type NewMessage = BodyOf<typeof messages.previewMessage>['hl7_message'];

/** Stores a message that a person entered, which a worker then processes like all others. Returns its id. */
export async function createMessage(
  tx: Tx,
  ctx: Context,
  receiver: Receiver,
  scope: ApplicationScope,
  fields: NewMessage,
): Promise<number> {
  const now = ctx.clock();
  const event = eventOf(fields);
  const identifier = fields.patient_identifier;
  const errors = {
    ...(event ? {} : { event: ['Choose an event.'] }),
    ...(identifier ? {} : { patient_identifier: ["Enter the patient's number."] }),
    ...wrongFields(fields, scope, now),
  };
  if (!event || !identifier || Object.keys(errors).length > 0) throw new Invalid(errors);

  const controlId = newControlId();
  const bytes = buildFormMessage({ ...fields, event, patient_identifier: identifier }, { controlId, at: now });
  const { code } = await receiver.receive(bytes, {
    source: 'form',
    applicationId: scope.applicationId,
    mode: 'original',
    silent: fields.send === false,
  });
  if (code !== 'AA') throw new RequestError(422, 'The message was refused. Look at the errors list for the reason.');
  const until = Date.now() + FILED_WITHIN_MS;
  for (;;) {
    const id = await findMessageByControlId(tx, scope, FORM_APPLICATION, controlId);
    if (id !== undefined) return id;
    if (Date.now() > until) throw new RequestError(503, 'The message was stored and will appear in the list.');
    await pause(25);
  }
}

/** Returns 19 of the 20 characters that MSH-10 may have. */
export const newControlId = (): string => `W${randomBytes(9).toString('hex').toUpperCase()}`;

/** Returns the event that was chosen by its code or by its name. */
export const eventOf = ({ event, type }: NewMessage) => event ?? (type ? messages.EVENT_BY_TYPE[type] : undefined);

/** Checks what the schema of the fields cannot. */
export function wrongFields(
  { event_at, birth_date, location }: messages.NewMessageFields,
  { locations }: ApplicationScope,
  now: Date,
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  // A later time would make all later messages about the patient count as old.
  if (event_at && new Date(event_at).getTime() > now.getTime() + HOUR_MS)
    errors['event_at'] = ['This is in the future. Enter when it happened.'];
  if (birth_date && birth_date > now.toISOString().slice(0, 10))
    errors['birth_date'] = ['This is in the future. Enter the date of birth.'];
  if (locations.length > 0 && location !== undefined && !locations.includes(location ?? ''))
    errors['location'] = [`Choose one of your wards: ${locations.join(', ')}.`];
  return errors;
}
