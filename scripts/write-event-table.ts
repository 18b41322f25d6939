import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'prettier';
import { ADT_EVENTS, APPOINTMENT_EVENTS, type EventRule } from '../apps/server/src/features/patient-events/index.ts';

const ROOT = join(import.meta.dirname, '..');
export const EVENT_TABLE_FILE = join(ROOT, 'docs/events.md');

/** What an event does, in the words of the table. */
const VISIT_WORDS: Readonly<Record<NonNullable<EventRule['visit']>, string>> = {
  admit: 'opens the visit',
  register: 'opens the visit',
  expect: 'expects the visit',
  transfer: 'moves the patient to another ward',
  discharge: 'closes the visit',
  change_class: 'changes class and kind of the visit, not a leave; opens an unknown one',
  update: 'brings new facts of the visit',
  arrive: 'says where the patient is',
  cancel_visit: 'cancels the visit',
  cancel_expected: 'cancels the visit that was expected',
  cancel_transfer: 'takes the patient back to the former ward, room and bed',
  cancel_discharge: 'opens the visit again',
  leave: 'begins a leave: in the census, never asked',
  return: 'ends the leave',
  delete: 'cancels the visit',
  change_doctor: 'changes the attending doctor',
  swap: 'places two patients anew',
  change_visit_number: 'gives the visit its new number; of two the one under PV1-19 goes on',
  change_account_number: 'changes the account number of its visits',
  book: 'books an outpatient visit',
  move_appointment: 'moves it',
  change_appointment: 'changes it, as far as SCH-25 says: arrived, done',
  cancel_appointment: 'cancels it',
  no_show: 'notes that the patient did not attend',
};

const IDENTITY_WORDS: Readonly<Record<NonNullable<EventRule['identity']>, string>> = {
  merge: 'makes the records under MRG part of the patient',
  link: 'makes one person of two, until it is taken back',
  unlink: 'takes the link back; what was told since goes with its number',
  move_numbers: 'moves the numbers of MRG to the patient, with visits last told of by them',
  move_visit: 'moves the visits of each MRG (MRG-5, else by account) to the patient',
  delete_person: 'cancels the visits that are open',
};

/** Returns the text of docs/events.md, made from the table that the program uses. */
export async function eventTable(): Promise<string> {
  const rows = Object.entries({ ...ADT_EVENTS, ...APPOINTMENT_EVENTS }).map(([event, rule]) => {
    const does = [rule.visit && VISIT_WORDS[rule.visit], rule.identity && IDENTITY_WORDS[rule.identity]].filter(
      Boolean,
    );
    const effect = rule.ignored ? `ignored: ${rule.ignored}` : does.join('; ') || 'brings new facts of the person';
    return `| ${event} | ${rule.title} | ${effect} | ${(rule.cancels ?? []).join(', ')} |`;
  });
  const text = [
    '# What each event does',
    '',
    'Made from `apps/server/src/features/patient-events/adt-events.ts` by `npm run docs`; a test compares them.',
    '',
    'Facts of the person (PID) apply with every event that is not ignored. A death that PID-29 or PID-30 tells of counts in a',
    'message of any type (ORU, DFT, MDM …), also one that is ignored. An event that takes another back also takes back what that one was to send.',
    'Events that are not in the table are ignored, and the message says so.',
    '',
    '| Event | Name | What it does | Takes back |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
  return format(text, {
    parser: 'markdown',
    ...(JSON.parse(readFileSync(join(ROOT, '.prettierrc.json'), 'utf8')) as object),
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(EVENT_TABLE_FILE, await eventTable());
