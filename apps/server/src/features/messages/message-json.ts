import { messages } from '@wardvoice/contract';
import { messageTree, type ComponentNode, type Message } from '@wardvoice/hl7';
import { ignoredType, parseStored } from '../patient-events/index.ts';
import type { getMessage, listMessages } from './messages.queries.ts';

type ListRow = Awaited<ReturnType<typeof listMessages>>['data'][number];
type DetailRow = Awaited<ReturnType<typeof getMessage>>;

const TYPE_BY_EVENT = Object.fromEntries(Object.entries(messages.EVENT_BY_TYPE).map(([type, event]) => [event, type]));

export function messageJson({
  error_code,
  error_field,
  error_text,
  phone_home,
  phone,
  email,
  warnings,
  ...row
}: ListRow) {
  return {
    ...row,
    state: row.state as messages.MessageState,
    feedback_state: row.feedback_state as messages.Message['feedback_state'],
    type: TYPE_BY_EVENT[row.event ?? ''] ?? null,
    error: error_code === null ? null : { code: error_code, field: error_field, text: error_text ?? '' },
    ignored_reason: row.state === 'ignored' ? (row.ignored_reason ?? ignoredType(row.message_type ?? '')) : null,
    warnings: warnings ?? [],
    sending_application: row.sending_application || null,
    sending_facility: row.sending_facility || null,
    hl7_message_pid: { phone_home, phone, email },
  };
}

/**
 * Returns the message with its text and its fields by name. A message that cannot be parsed is returned as it was
 * received.
 */
export function messageDetailJson({ raw, corrected, sender_charset, ...row }: DetailRow) {
  const parsed = parseStored({ text: raw, sender_charset });
  const understood = corrected ? parseStored({ text: corrected, sender_charset }) : parsed;
  const text = parsed.ok ? parsed.message.raw : raw.toString('latin1');
  return {
    ...messageJson(row),
    source: row.source as messages.MessageDetail['source'],
    silent: row.silent,
    raw: lines(text),
    raw_truncated: row.raw_truncated,
    raw_removed_at: row.raw_removed_at,
    corrected_at: row.corrected_at,
    corrected: corrected && understood.ok ? lines(understood.message.raw) : null,
    room: (understood.ok && understood.message.get('PV1-3.2')) || null,
    bed: (understood.ok && understood.message.get('PV1-3.3')) || null,
    raw_has_undecodable_bytes: parsed.ok ? parsed.message.decodingErrors.length > 0 : true,
    version: row.version,
    processing_id: row.processing_id,
    processed_at: row.processed_at,
    segments: parsed.ok ? segmentsOf(parsed.message) : [],
  };
}

const lines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

function segmentsOf(message: Message): messages.MessageDetail['segments'] {
  return messageTree(message).map(({ name, title, fields }) => ({
    name,
    title,
    fields: fields.flatMap(({ title: fieldTitle, repetitions }) =>
      repetitions.map(({ address, components }) => ({
        address,
        title: fieldTitle,
        value: components.map(shown).join('^'),
        components:
          components.length > 1
            ? components
                .filter(isSent)
                .map((part) => ({ address: part.address, title: part.title, value: shown(part) }))
            : [],
      })),
    ),
  }));
}

const isSent = (component: ComponentNode): boolean => shown(component) !== '';

/** `""` is shown as sent, because it means "delete". */
const shown = ({ value, subcomponents }: ComponentNode): string =>
  subcomponents.length > 1 ? subcomponents.map((part) => part.value ?? '""').join('&') : (value ?? '""');
