import type { messages } from '@wardvoice/contract';
import { buildMessage, type FieldInput, type Message } from '@wardvoice/hl7';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { Conflict, Invalid } from '../../platform/errors.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import type { ApplicationRouting } from '../intake/index.ts';
import { parseStored } from '../patient-events/index.ts';
import { lockProcessing } from '../processing/index.ts';
import { hl7Time, phoneParts } from './build-form-message.ts';
import { wrongFields } from './create-message.ts';
import { getMessage, saveCorrection } from './messages.queries.ts';
import { reprocessMessage } from './reprocess-messages.ts';

/**
 * Corrects what a message says. The original bytes stay. A corrected copy is stored with them and processed in their
 * place, silently, now and each time the message is processed again (docs/decisions/0012).
 */
export async function correctMessage(
  tx: Tx,
  ctx: Context,
  routing: ApplicationRouting,
  scope: ApplicationScope,
  id: number,
  fields: messages.NewMessageFields,
): Promise<void> {
  // This lock is taken before the row of the message, in the same order as by the workers, so that nobody deadlocks.
  if (typeof scope.applicationId === 'number') await lockProcessing(tx, scope.applicationId);
  const stored = await getMessage(tx, scope, id, { forUpdate: true });
  if (stored.raw_removed_at || stored.raw_truncated)
    throw new Conflict('The text of this message was not kept whole, so it cannot be corrected.');
  const now = ctx.clock();
  const errors = { ...wrongFields(fields, scope, now), ...movedFields(stored, fields) };
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
  const parsed = parseStored({ ...stored, text: stored.corrected ?? stored.raw });
  if (!parsed.ok) throw new Conflict('The header of this message cannot be read. Enter the event by hand instead.');
  const corrected = writeFields(parsed.message, fields);
  await saveCorrection(tx, scope, id, { corrected, at: now, userId: scope.userId });
  await reprocessMessage(tx, ctx, routing, scope, id);
}

/**
 * A processed message has changed a visit. If it were moved to another one, that change would stay behind, so these
 * fields are refused.
 */
function movedFields(
  stored: Awaited<ReturnType<typeof getMessage>>,
  { event, patient_identifier, visit_number, event_at }: messages.NewMessageFields,
): Record<string, string[]> {
  if (stored.state !== 'processed') return {};
  const fixed = ['This decides which visit the message changed. Enter the right event by hand instead.'];
  const differs = (sent: string | null | undefined, known: string | null) =>
    sent !== undefined && (sent ?? '') !== (known ?? '');
  return {
    ...(differs(event, stored.event) ? { event: fixed } : {}),
    ...(differs(patient_identifier, stored.patient_identifier) ? { patient_identifier: fixed } : {}),
    ...(differs(visit_number, stored.visit_number) ? { visit_number: fixed } : {}),
    ...(event_at && new Date(event_at).getTime() !== stored.event_at.getTime() ? { event_at: fixed } : {}),
  };
}

/** A field and a component of it; component 0 is the whole field. */
type Place = readonly [segment: string, field: number, component: number];

function writeFields(message: Message, fields: messages.NewMessageFields): Uint8Array {
  const text = createText(message);
  const write = ([segment, field, component]: Place, value: string | null | undefined) => {
    if (value === undefined) return;
    const present = message.get(component === 0 ? `${segment}-${field}` : `${segment}-${field}.${component}`);
    if ((value ?? '') === (present ?? '')) return;
    // A value that was removed is sent as `""`, which deletes it in HL7.
    text.put(segment, field, component, value || null);
  };
  write(['MSH', 9, 2], fields.event);
  write(['EVN', 1, 0], fields.event);
  if (fields.event_at) write(['EVN', 2, 0], hl7Time(new Date(fields.event_at)));
  write(['PID', 3, 1], fields.patient_identifier);
  write(['PID', 5, 1], fields.family_name);
  write(['PID', 5, 2], fields.given_name);
  write(['PID', 7, 0], fields.birth_date === undefined ? undefined : (fields.birth_date ?? '').replaceAll('-', ''));
  write(['PID', 8, 0], fields.sex);
  write(['PID', 15, 1], fields.language);
  const phone = fields.hl7_message_pid?.phone_home;
  if (phone !== undefined) text.put('PID', 13, 0, phone ? phoneParts(phone) : null);
  write(['PV1', 2, 0], fields.patient_class);
  write(['PV1', 3, 1], fields.location);
  write(['PV1', 3, 2], fields.room);
  write(['PV1', 3, 3], fields.bed);
  write(['PV1', 19, 1], fields.visit_number);
  text.put('MSH', 18, 0, 'UNICODE UTF-8');
  return text.bytes();
}

/** Splits the message into segments and fields, so that single fields can be replaced. */
function createText({ raw, header }: Message) {
  const { fieldSeparator, componentSeparator } = header;
  const lines = raw
    .split(/\r\n|\r|\n/)
    .filter(Boolean)
    .map((line) => line.split(fieldSeparator));
  const delimiters = header;
  const decoder = new TextDecoder();
  const escaped = (value: FieldInput): string =>
    decoder.decode(buildMessage([['ZZZ', value]], { delimiters })).slice('ZZZ|'.length, -1);
  const lineOf = (segment: string): string[] => {
    const found = lines.find(([name]) => name === segment);
    if (found) return found;
    const line = [segment];
    const after =
      segment === 'EVN'
        ? 0
        : segment === 'PID'
          ? lines.findLastIndex(([name]) => name === 'MSH' || name === 'EVN')
          : lines.length - 1;
    lines.splice(after + 1, 0, line);
    return line;
  };
  return {
    /** In MSH the first field is the separator itself. */
    put(segment: string, field: number, component: number, value: FieldInput) {
      const line = lineOf(segment);
      const at = segment === 'MSH' ? field - 1 : field;
      while (line.length <= at) line.push('');
      if (component === 0) {
        line[at] = escaped(value);
        return;
      }
      const [first = '', ...repetitions] = (line[at] ?? '').split(header.repetitionSeparator);
      const parts = first.split(componentSeparator);
      while (parts.length < component) parts.push('');
      parts[component - 1] = escaped(value);
      line[at] = [parts.join(componentSeparator), ...repetitions].join(header.repetitionSeparator);
    },
    bytes: (): Uint8Array => Buffer.from(lines.map((line) => `${line.join(fieldSeparator)}\r`).join('')),
  };
}
