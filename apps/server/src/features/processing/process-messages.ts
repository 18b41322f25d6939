import { parseMessage } from '@wardvoice/hl7';
import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { cancelDeliveries } from '../deliveries/index.ts';
import { runTriggers, type ProcessedEvent } from '../triggers/index.ts';
import {
  applyPatientEvent,
  isMerge,
  mergePatients,
  openPatientBook,
  readPatientEvent,
  type Applied,
  type PatientEvent,
} from '../visits/index.ts';
import type { MessageError } from './message-error.ts';

/** A stored message to be worked on; one of these or a hundred take the same way. */
export interface WaitingMessage {
  id: number;
  application_id: number;
  raw: Buffer;
  received_at: Date;
}

export interface ProcessingMode {
  /** Patients and visits are made anew from messages that were processed before: no trigger runs, nothing is cancelled. */
  isRebuild?: boolean;
}

interface ApplicationRow {
  id: number;
  title: string;
  time_zone: string;
  country: string;
  language: string;
  invitation_valid_days: number;
}

/** What a message row becomes. */
type Outcome = { id: number } & (
  | { state: 'error'; error_code: string; error_field: string | null; error_text: string }
  | ({ state: 'processed' } & ReturnType<typeof facts>)
);

/**
 * Applies messages of one application to patients and visits, in the order given, and plans what their triggers ask for:
 * all or nothing, in the caller's transaction. Safe to repeat: facts are set, not added, and deliveries are known by
 * their cause.
 */
export async function processMessages(
  tx: Tx,
  house: Context,
  applicationId: number,
  messages: readonly WaitingMessage[],
  { isRebuild = false }: ProcessingMode = {},
): Promise<void> {
  const application = await findApplication(tx, applicationId);
  const events: PatientEvent[] = [];
  const broken: Outcome[] = [];
  for (const message of messages) {
    const read = readEvent(message, application);
    if (read.ok) events.push(read.event);
    else broken.push(failed(message.id, read.error));
  }
  await saveOutcomes(tx, broken, house.clock());
  for (const run of splitAtMerges(events)) await applyRun(tx, house, application, run, isRebuild);
  await announce(tx, applicationId, ['messages', 'deliveries', ...(broken.length > 0 ? (['errors'] as const) : [])]);
}

/** Events up to a merge and including it: what they did is written before the merge moves it to the other patient. */
async function applyRun(
  tx: Tx,
  house: Context,
  application: ApplicationRow,
  run: readonly PatientEvent[],
  isRebuild: boolean,
): Promise<void> {
  const outcomes: Outcome[] = [];
  const processed: ProcessedEvent[] = [];
  const cancelling: Cancelling[] = [];
  const book = await openPatientBook(
    tx,
    application.id,
    run.map(({ patient }) => patient),
  );
  for (const event of run) {
    const applied = applyPatientEvent(book, event);
    const now = facts(event, applied);
    outcomes.push({ id: event.messageId, state: 'processed', ...now });
    processed.push({
      ...now,
      message_id: event.messageId,
      at: event.at,
      event: event.event,
      hospital_service: applied.visit?.hospital_service ?? null,
    });
    if (applied.visit && applied.cancels.length > 0) {
      cancelling.push({ visitId: applied.visit.id, events: applied.cancels, beforeMessageId: event.messageId });
    }
  }
  await book.save();
  await saveOutcomes(tx, outcomes, house.clock(), isRebuild);
  if (!isRebuild) await planWhatFollows(tx, house, application, processed, cancelling);
  const merge = run.at(-1);
  const survivor = merge && isMerge(merge.event) ? book.patient(merge.patient) : undefined;
  if (merge && survivor) await mergePatients(tx, application.id, survivor.id, merge.merged);
}

interface Cancelling {
  visitId: number;
  events: readonly string[];
  beforeMessageId: number;
}

async function planWhatFollows(
  tx: Tx,
  house: Context,
  application: ApplicationRow,
  processed: readonly ProcessedEvent[],
  cancelling: readonly Cancelling[],
): Promise<void> {
  // What is taken back goes before what is told anew: a discharge told twice with an A13 between is asked about.
  let done = 0;
  for (const cancel of cancelling) {
    const next = processed.findIndex(({ message_id }) => message_id === cancel.beforeMessageId);
    await runTriggers(tx, house, application, processed.slice(done, next));
    await cancelDeliveries(tx, application.id, cancel);
    done = next;
  }
  await runTriggers(tx, house, application, processed.slice(done));
}

export async function failMessage(tx: Tx, id: number, error: MessageError, now: Date): Promise<void> {
  await saveOutcomes(tx, [failed(id, error)], now);
}

const failed = (id: number, { code, field, text }: MessageError): Outcome => ({
  id,
  state: 'error',
  error_code: code,
  error_field: field,
  error_text: text,
});

function readEvent({ id, raw, received_at }: WaitingMessage, { time_zone, country }: ApplicationRow) {
  const parsed = parseMessage(raw);
  if (!parsed.ok) return { ok: false, error: { code: '100', field: 'MSH', text: parsed.text } } as const;
  return readPatientEvent(parsed.message, id, received_at, { timeZone: time_zone, country });
}

/** A merge moves rows in the database, so what comes before it must be there, and what follows must read anew. */
function splitAtMerges(events: readonly PatientEvent[]): PatientEvent[][] {
  const runs: PatientEvent[][] = [[]];
  for (const event of events) {
    runs.at(-1)?.push(event);
    if (isMerge(event.event)) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** Patient and visit as they are right after the event; later ones do not change what this message says. */
function facts(event: PatientEvent, { patient, visit }: Applied) {
  return {
    event_at: event.at,
    patient_id: patient.id,
    visit_id: visit?.id ?? null,
    patient_identifier: event.patient.identifier,
    location: visit?.location ?? event.visit?.location ?? null,
    patient_class: visit?.patient_class ?? event.visit?.patient_class ?? null,
    visit_number: visit?.visit_number ?? event.visit?.visit_number ?? null,
    given_name: patient.given_name,
    family_name: patient.family_name,
    birth_date: patient.birth_date,
    sex: patient.sex,
    language: patient.language,
    phone_home: event.phoneHome,
    phone: patient.phone,
    email: patient.email,
  };
}

async function findApplication(tx: Tx, id: number): Promise<ApplicationRow> {
  return tx
    .selectFrom('applications')
    .select(['id', 'title', 'time_zone', 'country', 'language', 'invitation_valid_days'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function saveOutcomes(tx: Tx, outcomes: readonly Outcome[], now: Date, keepProcessedAt = false): Promise<void> {
  if (outcomes.length === 0) return;
  await sql`
    update hl7_messages m set
      state = r.state, processed_at = ${keepProcessedAt ? sql`m.processed_at` : now}, error_code = r.error_code, error_field = r.error_field, error_text = r.error_text,
      event_at = coalesce(r.event_at, m.event_at), patient_id = r.patient_id, visit_id = r.visit_id,
      patient_identifier = r.patient_identifier, location = r.location, patient_class = r.patient_class,
      visit_number = r.visit_number, given_name = r.given_name, family_name = r.family_name, birth_date = r.birth_date,
      sex = r.sex, language = r.language, phone_home = r.phone_home, phone = r.phone, email = r.email, subject_keys = null
    from jsonb_populate_recordset(null::hl7_messages, ${JSON.stringify(outcomes)}::jsonb) r
    where m.id = r.id`.execute(tx);
}
