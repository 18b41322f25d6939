import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Context } from '../../platform/context.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { deleteOwnOptOut, getSenderName, insertOptOut, listApplicationsThatWroteTo } from './opt-outs.queries.ts';

export interface ReceivedText {
  from: string;
  text: string;
  /** Whose number it was sent to; null: it is not known, so every application that wrote to the sender is meant. */
  applicationId: number | null;
}

export interface TextAnswer {
  understood: 'stop' | 'start' | 'help' | null;
  reply: string | null;
}

/** Whole messages, in any case, with or without a full stop; the languages of the portal. */
const WORDS = {
  stop: [
    'stop stopall unsubscribe cancel end quit optout revoke remove',
    'arret arrêt arreter arrêter desabonner désabonner',
    'alto baja parar cancelar',
    'koniec rezygnuje rezygnuję wypisz',
    'توقف قف إيقاف ايقاف الغاء إلغاء',
    'بند روکیں رکیں',
  ],
  start: ['start unstop subscribe yes', 'demarrer démarrer', 'alta iniciar', 'wznow wznów', 'ابدأ ابدا', 'شروع'],
  help: ['help info', 'aide', 'ayuda', 'pomoc', 'مساعدة', 'مدد'],
} as const;

const MEANING = new Map<string, 'stop' | 'start' | 'help'>(
  (['stop', 'start', 'help'] as const).flatMap((meaning) =>
    WORDS[meaning].flatMap((words) => words.split(' ')).map((word) => [word, meaning] as const),
  ),
);

/**
 * An SMS from a patient. STOP is obeyed at once and by everybody who has written to that number: one number may serve
 * several applications, and the patient knows of none of them.
 */
export async function receiveText(house: Context, { from, text, applicationId }: ReceivedText): Promise<TextAnswer> {
  const understood =
    MEANING.get(
      text
        .trim()
        .replace(/[.!\s"'“”]+$/g, '')
        .toLowerCase(),
    ) ?? null;
  const phone = parsePhoneNumberFromString(from.startsWith('+') ? from : `+${from.replaceAll(/\D/g, '')}`)?.number;
  if (!understood || !phone) return { understood: null, reply: null };
  return house.db.transaction(SYSTEM_SCOPE, async (tx) => {
    const known = await listApplicationsThatWroteTo(tx, phone);
    const meant = applicationId === null ? known : [...new Set([applicationId, ...known])];
    for (const id of meant) {
      const address = { applicationId: id, channel: 'sms' as const, address: phone };
      if (understood === 'stop') await insertOptOut(tx, address, 'stop');
      if (understood === 'start') await deleteOwnOptOut(tx, address);
    }
    const first = meant[0];
    if (first === undefined) return { understood, reply: null };
    const hospital = await getSenderName(tx, first);
    return { understood, reply: REPLIES[understood](hospital) };
  });
}

const REPLIES = {
  stop: (hospital: string) => `${hospital}: you will get no more messages from us. Send START to get them again.`,
  start: (hospital: string) => `${hospital}: you will get our messages again. Send STOP to end them.`,
  help: (hospital: string) => `${hospital} asks how your visit went. Send STOP to get no more messages.`,
};
