import type { alarms } from '@wardvoice/contract';
import { fillWords, staffWordsIn } from '../../staff-texts/staff-words-in.ts';

interface Described {
  kind: alarms.AlarmKind;
  details: alarms.Alarm['details'];
}

/**
 * Says in a few words of a language what is wrong, and what to do about it. Without a language the words are English, as in the
 * events that machines receive. The text contains no patient data.
 */
export function describeAlarm(
  { kind, details }: Described,
  language: string | null = null,
): { title: string; advice: string } {
  const { alarms, alarmNotice } = staffWordsIn(language);
  const known = Object.entries(details).map(([name, value]) => [name, value ?? '?'] as const);
  const channel = String(details['channel'] ?? '?');
  const values = {
    ...Object.fromEntries(known),
    sender: senderOf(details, alarmNotice),
    channel: alarmNotice.channels[channel] ?? channel,
  };
  const words = alarms[kind];
  return { title: fillWords(words.title, values), advice: fillWords(words.advice, values) };
}

function senderOf(
  details: alarms.Alarm['details'],
  words: { senderAtFacility: string; unknownSender: string },
): string {
  const application = String(details['sending_application'] ?? '');
  const facility = String(details['sending_facility'] ?? '');
  if (application !== '' && facility !== '') return fillWords(words.senderAtFacility, { application, facility });
  return application || facility || words.unknownSender;
}
