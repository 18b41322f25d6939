import { parseMessage } from '@wardvoice/hl7';
import { DateTime } from 'luxon';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { cancelDeliveries } from '../deliveries/index.ts';
import { runTriggers, type ProcessedEvent } from '../triggers/index.ts';
import {
  applyIdentityEvent,
  applyPatientEvent,
  eventRule,
  ignoredType,
  movesRecords,
  openIdentityConflicts,
  openPatientRegistry,
  readPatientEvent,
  type Applied,
  type IdentityConflict,
  type PatientEvent,
  type VisitRecord,
} from '../visits/index.ts';
import type { MessageError } from './message-error.ts';
import { findProcessingRules, saveOutcomes, type Outcome, type ProcessingRules } from './process-messages.queries.ts';

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
  const rules = await findProcessingRules(tx, applicationId);
  const events: PatientEvent[] = [];
  const unusable: Outcome[] = [];
  for (const message of messages) {
    const read = readEvent(message, rules);
    if (read.kind === 'event') events.push(read.event);
    else if (read.kind === 'ignored') unusable.push({ id: message.id, state: 'ignored', ignored_reason: read.reason });
    else unusable.push(failed(message.id, read.error));
  }
  await saveOutcomes(tx, unusable, house.clock());
  let hasErrors = unusable.some(({ state }) => state === 'error');
  for (const run of splitAtMoves(events)) hasErrors = (await applyRun(tx, house, rules, run, isRebuild)) || hasErrors;
  await announce(tx, applicationId, ['messages', 'deliveries', ...(hasErrors ? ['errors'] : [])]);
}

/**
 * Events up to one that moves records and including it: what they did is written before it moves to another patient.
 * Returns whether one of them became an error.
 */
async function applyRun(
  tx: Tx,
  house: Context,
  rules: ProcessingRules,
  run: readonly PatientEvent[],
  isRebuild: boolean,
): Promise<boolean> {
  const now = house.clock();
  const outcomes: Outcome[] = [];
  const processed: ProcessedEvent[] = [];
  const cancelling: Cancelling[] = [];
  const conflicts: { conflict: IdentityConflict; messageId: number }[] = [];
  const registry = await openPatientRegistry(
    tx,
    { applicationId: rules.id, identifierTypes: rules.identifier_types, now },
    run.flatMap(({ groups }) => groups),
  );
  let last: Applied | null = null;
  for (const event of run) {
    const applied = applyPatientEvent(registry, event, rules.death_dispositions);
    last = applied;
    if (applied.kind === 'conflict') {
      conflicts.push({ conflict: applied.conflict, messageId: event.messageId });
      outcomes.push(failed(event.messageId, CONFLICT_ERRORS[applied.conflict.kind]));
    } else if (applied.kind === 'ignored') {
      const about = { event_at: event.at, patient_id: applied.patient?.id ?? null };
      outcomes.push({ id: event.messageId, state: 'ignored', ignored_reason: applied.reason, ...about });
    } else {
      const told = facts(event, applied, registry.bestOf(event.person).identifier);
      const warnings = [
        ...event.warnings,
        ...(registry.isContradictory(event.person) ? [CONTRADICTORY_AUTHORITY] : []),
      ];
      outcomes.push({
        id: event.messageId,
        state: 'processed',
        ...told,
        warnings: warnings.length > 0 ? warnings : null,
      });
      processed.push(processedEvent(event, applied, told, rules.time_zone));
      if (applied.visit && applied.cancels.length > 0)
        cancelling.push({ visitId: applied.visit.id, events: applied.cancels, beforeMessageId: event.messageId });
    }
  }
  await registry.save();
  await saveOutcomes(tx, outcomes, now, isRebuild);
  await openIdentityConflicts(tx, rules.id, conflicts, now);
  if (!isRebuild) await planWhatFollows(tx, house, rules, processed, cancelling);
  const event = run.at(-1);
  if (event && last?.kind === 'applied' && movesRecords(event))
    await applyIdentityEvent(tx, rules.id, { registry, event, patients: last.patients });
  return conflicts.length > 0;
}

const CONTRADICTORY_AUTHORITY =
  'PID-3.4 names an authority by two names that stand for different patients here, so only the first name is used';

/** HL7 table 0357: 205 is a duplicate key. */
const CONFLICT_ERRORS: Readonly<Record<IdentityConflict['kind'], MessageError>> = {
  two_patients: {
    code: '205',
    field: 'PID-3',
    text: 'The numbers of this message lead to two patients; decide who is meant',
  },
  number_reused: {
    code: '205',
    field: 'PID-3',
    text: 'This number is known for another birth date and family name; decide who is meant',
  },
};

interface Cancelling {
  visitId: number;
  events: readonly string[];
  beforeMessageId: number;
}

async function planWhatFollows(
  tx: Tx,
  house: Context,
  application: ProcessingRules,
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

type Read =
  { kind: 'event'; event: PatientEvent } | { kind: 'ignored'; reason: string } | { kind: 'error'; error: MessageError };

function readEvent(
  { id, raw, received_at }: WaitingMessage,
  { time_zone, country, date_order }: ProcessingRules,
): Read {
  const parsed = parseMessage(raw);
  if (!parsed.ok) return { kind: 'error', error: { code: '100', field: 'MSH', text: parsed.text } };
  const { messageCode, triggerEvent } = parsed.message.header;
  const rule = eventRule(messageCode, triggerEvent);
  if (!rule) return { kind: 'ignored', reason: ignoredType(messageCode) };
  const read = readPatientEvent(parsed.message, id, received_at, {
    timeZone: time_zone,
    country,
    dateOrder: date_order,
  });
  if (read.ok) return { kind: 'event', event: read.event };
  // What changes nothing need not be readable.
  return rule.ignored ? { kind: 'ignored', reason: rule.ignored } : { kind: 'error', error: read.error };
}

/** An event that moves records changes rows in the database: what comes before must be there, what follows reads anew. */
function splitAtMoves(events: readonly PatientEvent[]): PatientEvent[][] {
  const runs: PatientEvent[][] = [[]];
  for (const event of events) {
    runs.at(-1)?.push(event);
    if (movesRecords(event)) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

type AppliedEvent = Extract<Applied, { kind: 'applied' }>;

/** Patient and visit as they are right after the event; later ones do not change what this message says. */
function facts(event: PatientEvent, { patient, visit }: AppliedEvent, identifier: string) {
  const told = event.person.visit;
  return {
    event_at: event.at,
    patient_id: patient.id,
    visit_id: visit?.id ?? null,
    patient_identifier: identifier,
    location: visit?.location ?? told?.location ?? null,
    patient_class: visit?.patient_class ?? told?.patient_class ?? null,
    visit_number: visit?.visit_number ?? told?.visit_number ?? null,
    given_name: patient.given_name,
    family_name: patient.family_name,
    birth_date: patient.birth_date_precision === 'day' ? patient.birth_date : null,
    sex: patient.sex,
    language: patient.language,
    phone_home: event.phoneHome,
    phone: patient.phone,
    email: patient.email,
  };
}

function processedEvent(
  event: PatientEvent,
  { patient, visit }: AppliedEvent,
  told: ReturnType<typeof facts>,
  timeZone: string,
): ProcessedEvent {
  return {
    ...told,
    // The latest that it can be: nobody counts as older than they may be.
    birth_date: patient.birth_date,
    message_id: event.messageId,
    at: event.at,
    event: event.event,
    hospital_service: visit?.hospital_service ?? null,
    kind: visit?.kind ?? null,
    appointment_state: visit?.appointment_state ?? null,
    attending_doctor: visit?.attending_doctor ?? null,
    discharge_disposition: visit?.discharge_disposition ?? null,
    nights: nightsOf(visit, timeZone),
  };
}

/** Nights of a stay that has ended, on the calendar of the hospital. */
function nightsOf(visit: VisitRecord | null, timeZone: string): number | null {
  if (!visit?.admitted_at || !visit.discharged_at) return null;
  const day = (at: Date) => DateTime.fromJSDate(at, { zone: timeZone }).startOf('day');
  return Math.max(0, Math.round(day(visit.discharged_at).diff(day(visit.admitted_at), 'days').days));
}
