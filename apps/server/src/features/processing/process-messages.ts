import { messageTexts } from '@wardvoice/contract';
import { parseMessage, type MessageHeader } from '@wardvoice/hl7';
import { DateTime } from 'luxon';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live.ts';
import { cancelDeliveries } from '../deliveries/index.ts';
import { eventRule, otherTypeRule, readDeath, readPatientEvent, type PatientEvent } from '../patient-events/index.ts';
import {
  applyIdentityEvent,
  applyPatientEvent,
  movesRecords,
  openIdentityConflicts,
  openPatientRegistry,
  type Applied,
  type IdentityConflict,
} from '../patient-identity/index.ts';
import { runTriggers, TRIGGERING, type ProcessedEvent } from '../triggers/index.ts';
import { queueMessages } from '../destinations/index.ts';
import type { VisitRecord } from '../visits/index.ts';
import { announceEvents } from '../webhooks/index.ts';
import type { MessageError } from './message-error.ts';
import { findProcessingRules, saveOutcomes, type Outcome, type ProcessingRules } from './process-messages.queries.ts';

/** A stored message to be processed, alone or with others. */
export interface WaitingMessage {
  id: number;
  application_id: number;
  raw: Buffer;
  received_at: Date;
}

export interface ProcessingMode {
  /**
   * True when patients and visits are rebuilt from messages that were processed before. No trigger runs, and nothing is
   * cancelled.
   */
  isRebuild?: boolean;
}

/**
 * Applies messages of one application to patients and visits, in the order given, and plans the deliveries of their
 * triggers: all or nothing, in the caller's transaction. It can be repeated: facts are set and not added, and a
 * delivery is identified by its cause.
 */
export async function processMessages(
  tx: Tx,
  ctx: Context,
  applicationId: number,
  messages: readonly WaitingMessage[],
  mode: ProcessingMode = {},
): Promise<void> {
  const rules = await findProcessingRules(tx, applicationId);
  const reads = messages.map((message) => ({ id: message.id, read: readMessage(message, rules) }));
  await processReadMessages(tx, ctx, rules, reads, mode);
}

/** The id of a message with its parsed content. */
export interface ReadMessage {
  id: number;
  read: Read;
}

/** The same for messages that were parsed with these rules already. */
export async function processReadMessages(
  tx: Tx,
  ctx: Context,
  rules: ProcessingRules,
  messages: readonly ReadMessage[],
  { isRebuild = false }: ProcessingMode = {},
): Promise<void> {
  const events: PatientEvent[] = [];
  const unusable: Outcome[] = [];
  for (const { id, read } of messages) {
    if (read.kind === 'event') events.push(read.event);
    else if (read.kind === 'ignored') unusable.push({ id, state: 'ignored', ignored_reason: read.reason });
    else unusable.push(failed(id, read.error));
  }
  await saveEvery(tx, rules.id, unusable, ctx.clock(), { isRebuild });
  let hasErrors = unusable.some(({ state }) => state === 'error');
  for (const run of splitAtMoves(events)) hasErrors = (await applyRun(tx, ctx, rules, run, isRebuild)) || hasErrors;
  if (!isRebuild)
    await queueMessages(
      tx,
      rules.id,
      messages.map(({ id }) => id),
      ctx.clock(),
    );
  await announce(tx, rules.id, ['messages', 'deliveries', ...(hasErrors ? ['errors'] : [])]);
}

/**
 * Applies events up to and including one that moves records, so that their changes are saved before records move.
 * Returns whether an event became an error.
 */
async function applyRun(
  tx: Tx,
  ctx: Context,
  rules: ProcessingRules,
  run: readonly PatientEvent[],
  isRebuild: boolean,
): Promise<boolean> {
  const now = ctx.clock();
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
      outcomes.push(failed(event.messageId, errorOfConflict(applied.conflict)));
    } else if (applied.kind === 'ignored') {
      const about = { event_at: event.at, patient_id: applied.patient?.id ?? null };
      outcomes.push({ id: event.messageId, state: 'ignored', ignored_reason: applied.reason, ...about });
    } else {
      const told = facts(event, applied, registry.bestOf(event.person).identifier);
      const warnings = [
        ...event.warnings,
        ...(registry.isContradictory(event.person) ? [messageTexts.WARNINGS.contradictoryAuthority] : []),
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
  await saveEvery(tx, rules.id, outcomes, now, { isRebuild, keepProcessedAt: isRebuild });
  await openIdentityConflicts(tx, rules.id, conflicts, now);
  if (!isRebuild) await planWhatFollows(tx, ctx, rules, processed, cancelling);
  const event = run.at(-1);
  if (event && last?.kind === 'applied' && movesRecords(event))
    await applyIdentityEvent(tx, rules.id, { registry, event, patients: last.patients });
  return conflicts.length > 0;
}

/** Returns the error of a conflict, with code 205 (duplicate key) of HL7 table 0357. */
function errorOfConflict({ kind, shared }: IdentityConflict): MessageError {
  const { twoPatients, numberReused, numberShared, numberOfSeveral } = messageTexts.ERRORS;
  const reused = { no: numberReused, maybe: numberShared, decided: numberOfSeveral }[shared];
  return { code: '205', field: 'PID-3', text: kind === 'two_patients' ? twoPatients : reused };
}

interface Cancelling {
  visitId: number;
  events: readonly string[];
  beforeMessageId: number;
}

async function planWhatFollows(
  tx: Tx,
  ctx: Context,
  application: ProcessingRules,
  processed: readonly ProcessedEvent[],
  cancelling: readonly Cancelling[],
): Promise<void> {
  // Each cancellation takes effect before the triggers of later events: a discharge that is sent again after an A13
  // leads to a survey.
  let done = 0;
  for (const cancel of cancelling) {
    const next = processed.findIndex(({ message_id }) => message_id === cancel.beforeMessageId);
    await runTriggers(tx, ctx, application, processed.slice(done, next));
    await cancelDeliveries(tx, application.id, cancel);
    done = next;
  }
  await runTriggers(tx, ctx, application, processed.slice(done));
}

/** Throws, so that nothing is committed, when another transaction has moved a message since it was read. */
async function saveEvery(
  tx: Tx,
  applicationId: number,
  outcomes: readonly Outcome[],
  now: Date,
  mode: Parameters<typeof saveOutcomes>[3],
): Promise<void> {
  const moved = await saveOutcomes(tx, outcomes, now, mode);
  if (moved < outcomes.length) throw new Error('a message is no longer in the state in which it was read');
  await announceErrors(tx, applicationId, outcomes, now);
}

/** Tells webhooks of messages that became errors. Those that are refused when they are stored are told of by the database. */
async function announceErrors(tx: Tx, applicationId: number, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const errors = outcomes.flatMap((outcome) =>
    outcome.state === 'error' ? [{ message_id: outcome.id, code: outcome.error_code, field: outcome.error_field }] : [],
  );
  await announceEvents(tx, applicationId, 'message.error', errors, now);
}

/** Makes a waiting message an error. Does nothing when another process has processed it meanwhile. */
export async function failMessage(
  tx: Tx,
  { id, application_id }: Pick<WaitingMessage, 'id' | 'application_id'>,
  error: MessageError,
  now: Date,
): Promise<void> {
  const outcome = failed(id, error);
  if ((await saveOutcomes(tx, [outcome], now)) > 0) await announceErrors(tx, application_id, [outcome], now);
}

const failed = (id: number, { code, field, text }: MessageError): Outcome => ({
  id,
  state: 'error',
  error_code: code,
  error_field: field,
  error_text: text,
});

export type Read =
  { kind: 'event'; event: PatientEvent } | { kind: 'ignored'; reason: string } | { kind: 'error'; error: MessageError };

/** Parses a message. It changes nothing and uses only its arguments. */
export function readMessage(
  { id, raw, received_at }: Omit<WaitingMessage, 'application_id'>,
  rules: ProcessingRules,
): Read {
  const parsed = parseMessage(raw, { charsetOf: (header) => senderOf(header, rules)?.charset ?? null });
  if (!parsed.ok) return { kind: 'error', error: { code: '100', field: 'MSH', text: parsed.text } };
  const { messageCode, triggerEvent } = parsed.message.header;
  const rule = eventRule(messageCode, triggerEvent) ?? otherTypeRule(messageCode);
  const read = readPatientEvent(parsed.message, id, received_at, {
    timeZone: rules.time_zone,
    country: rules.country,
    // The sender's own order counts where it is set.
    dateOrder: senderOf(parsed.message.header, rules)?.date_order ?? rules.date_order,
  });
  if (read.ok) return { kind: 'event', event: read.event };
  // A message that is ignored anyway need not be readable, unless it reports a death.
  const pid = parsed.message.pid();
  return rule.ignored && !(pid && readDeath(pid))
    ? { kind: 'ignored', reason: rule.ignored }
    : { kind: 'error', error: read.error };
}

/** Returns what is known of the sender of a message. */
function senderOf({ sendingApplication, sendingFacility }: MessageHeader, { senders }: ProcessingRules) {
  return senders.find(
    (sender) => sender.sending_application === sendingApplication && sender.sending_facility === sendingFacility,
  );
}

/**
 * Splits events after each one that moves records in the database, because events before it must be saved and later
 * events must read the rows again.
 */
function splitAtMoves(events: readonly PatientEvent[]): PatientEvent[][] {
  const runs: PatientEvent[][] = [[]];
  for (const event of events) {
    runs.at(-1)?.push(event);
    if (movesRecords(event)) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

type AppliedEvent = Extract<Applied, { kind: 'applied' }>;

/** Returns the facts of patient and visit right after the event. Later events do not change them. */
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
    // This is the latest possible date, so that nobody counts as older than they may be.
    birth_date: patient.birth_date,
    message_id: event.messageId,
    at: event.at,
    event: event.event,
    hospital_service: visit?.hospital_service ?? null,
    kind: visit?.kind ?? null,
    appointment_state: visit?.appointment_state ?? null,
    attending_doctor: visit?.attending_doctor ?? null,
    discharge_disposition: visit?.discharge_disposition ?? null,
    diagnoses: visit?.diagnoses ?? null,
    payers: visit?.payers ?? null,
    nights: TRIGGERING.has(event.event) ? nightsOf(visit, timeZone) : null,
  };
}

/** Returns the nights of a stay that has ended, by the hospital's calendar. */
function nightsOf(visit: VisitRecord | null, timeZone: string): number | null {
  if (!visit?.admitted_at || !visit.discharged_at) return null;
  const day = (at: Date) => DateTime.fromJSDate(at, { zone: timeZone }).startOf('day');
  return Math.max(0, Math.round(day(visit.discharged_at).diff(day(visit.admitted_at), 'days').days));
}
