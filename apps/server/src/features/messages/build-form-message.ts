import type { messages } from '@wardvoice/contract';
import { buildMessage, type SegmentInput } from '@wardvoice/hl7';

/** MSH-3 of messages that a person entered. */
export const FORM_APPLICATION = 'WARDVOICE';

interface Told extends messages.NewMessageFields {
  event: (typeof messages.FORM_EVENTS)[number];
  patient_identifier: string;
}

/** Builds an ADT message as a hospital's system would send it, so that it is processed like all others. */
export function buildFormMessage(told: Told, { controlId, at }: { controlId: string; at: Date }): Uint8Array {
  const happened = hl7Time(told.event_at ? new Date(told.event_at) : at);
  const { patient_identifier, family_name, given_name, location, room, bed } = told;
  const segments: SegmentInput[] = [
    [
      'MSH',
      FORM_APPLICATION,
      'FORM',
      '',
      '',
      hl7Time(at),
      '',
      ['ADT', told.event],
      controlId,
      'P',
      '2.5.1',
      ...empty(5),
      'UNICODE UTF-8',
    ],
    ['EVN', told.event, happened],
    [
      'PID',
      '1',
      '',
      [patient_identifier],
      '',
      [family_name ?? '', given_name ?? ''],
      '',
      (told.birth_date ?? '').replaceAll('-', ''),
      told.sex ?? '',
      ...empty(4),
      phoneParts(told.hl7_message_pid?.phone_home ?? ''),
      '',
      told.language ?? '',
    ],
    [
      'PV1',
      '1',
      told.patient_class || (told.event === 'A04' ? 'E' : 'I'),
      [location ?? '', room ?? '', bed ?? ''],
      ...empty(15),
      told.visit_number ?? '',
    ],
  ];
  return buildMessage(segments);
}

/** Splits an XTN value at its carets; the parts are plain text. */
export const phoneParts = (phoneHome: string): string[] => phoneHome.split('^').map((part) => part.trim());

const empty = (fields: number): string[] => Array.from<string>({ length: fields }).fill('');

export const hl7Time = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}+0000`;
