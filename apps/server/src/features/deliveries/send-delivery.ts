import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { lockFor, type Tx } from '../../platform/db/database.ts';
import { whenDatabaseIsBack } from '../../platform/db/when-database-is-back.ts';
import { announce } from '../../platform/live.ts';
import { applicationScope } from '../../platform/scope.ts';
import { askGateFor, isForPatient } from '../suppression/index.ts';
import { suppressDeliveries } from './suppress-deliveries.ts';
import { findBroadcastHold } from './broadcast-hold.ts';
import { handOver, type Claimed } from './hand-over.ts';
import { afterQuietHours } from './quiet-hours.ts';
import { postponeUnprocessed } from './postpone-unprocessed.ts';
import { fail, recordResult, reschedule } from './record-result.ts';
import { takeSlot } from './take-slot.ts';

/** PostgreSQL says when a job is due, and its clock is not ours: a job that comes a little early is not sent away. */
const CLOCK_DIFFERENCE_MS = 60_000;
/** A slot so near is as good as now. */
const SLOT_TOLERANCE_MS = 500;

/** One delivery, from "may it leave?" to "it left". Each step is a transaction, so that a crash leaves a state that says where. */
export async function sendDelivery(house: Context, applicationId: number, deliveryId: number): Promise<void> {
  const scope = applicationScope(applicationId);
  const claimed = await house.db.transaction(scope, (tx) => claimDelivery(tx, house, applicationId, deliveryId));
  if (!claimed) return;
  // What was acknowledged since the claim is seen here.
  const isPostponed = await house.db.transaction(scope, (tx) => mustWait(tx, house, claimed));
  if (isPostponed) return;
  const result = await handOver(house, claimed);
  // Only this process knows what the gateway said; without it nobody could say whether the delivery arrived.
  await whenDatabaseIsBack(() => house.db.transaction(scope, (tx) => recordResult(tx, house, claimed, result)));
}

async function mustWait(
  tx: Tx,
  house: Context,
  delivery: Pick<Claimed, 'id' | 'application_id' | 'purpose'>,
): Promise<boolean> {
  if (!isForPatient(delivery)) return false;
  const { id, application_id: applicationId } = delivery;
  return (await postponeUnprocessed(tx, house, applicationId, [id], { hasJobs: true })).has(id);
}

interface Candidate extends Omit<Claimed, 'recipient'> {
  state: string;
  send_at: Date;
  slot_at: Date | null;
  sends_per_minute: number | null;
  recipient: string | null;
  patient_id: number | null;
  contact_id: number | null;
  broadcast_run_id: number | null;
  time_zone: string;
  quiet_from: string;
  quiet_to: string;
}

/** Moves scheduled → sending if it is time and the gate lets it; null when there is nothing to send now. */
async function claimDelivery(
  tx: Tx,
  house: Context,
  applicationId: number,
  deliveryId: number,
): Promise<Claimed | null> {
  const now = house.clock();
  const row = await findCandidate(tx, applicationId, deliveryId);
  if (!row) return null;
  if (row.state === 'sending' && row.channel !== 'push') {
    // A process died between "sending" and the answer. Nobody can know whether it left; a person decides, not a timer.
    await fail(tx, applicationId, deliveryId, 'Interrupted while sending: it may or may not have arrived.', true);
    return null;
  }
  if (row.state !== 'scheduled' && row.state !== 'sending') return null;
  if (row.send_at.getTime() - now.getTime() > CLOCK_DIFFERENCE_MS)
    throw new Error("a delivery is not due yet by this machine's clock");

  // Tried again by hand, and then its broadcast was stopped.
  const hold = await findBroadcastHold(tx, applicationId, row.broadcast_run_id);
  if (hold === 'cancelled') {
    await suppressDeliveries(tx, applicationId, [{ id: deliveryId, reason: 'broadcast_cancelled' }]);
    await announce(tx, applicationId, ['deliveries']);
    return null;
  }
  if (hold === 'paused') {
    await fail(tx, applicationId, deliveryId, 'Its broadcast was paused. Resume it, then try this again.');
    await announce(tx, applicationId, ['deliveries']);
    return null;
  }
  if (isForPatient(row)) {
    const later = afterQuietHours(now, { timeZone: row.time_zone, from: row.quiet_from, to: row.quiet_to });
    if (later > now) {
      await reschedule(tx, applicationId, deliveryId, later);
      return null;
    }
    // First, for it is the cheapest question, and many ask it while much waits.
    if (await mustWait(tx, house, row)) return null;
    // Two sends to one person ask the gate one after the other, so that the second knows of the first.
    await lockFor(tx, row.contact_id === null ? `patient:${row.patient_id}` : `contact:${row.contact_id}`);
    let answer = (await askGateFor(tx, applicationId, [deliveryId], now)).get(deliveryId);
    if (answer?.open) {
      await lockFor(tx, `address:${answer.recipient}`);
      answer = (await askGateFor(tx, applicationId, [deliveryId], now)).get(deliveryId);
    }
    if (!answer) return null;
    if (!answer.open) {
      await suppressDeliveries(tx, applicationId, [{ id: deliveryId, reason: answer.reason }]);
      await announce(tx, applicationId, ['deliveries']);
      return null;
    }
    row.channel = answer.channel;
    row.recipient = answer.recipient;
    const slot = row.slot_at ?? (await takeSlots(tx, house, row, now));
    if (slot.getTime() - now.getTime() > SLOT_TOLERANCE_MS) {
      await reschedule(tx, applicationId, deliveryId, slot, slot);
      return null;
    }
  }
  if (row.recipient === null && row.channel !== 'push') {
    await fail(tx, applicationId, deliveryId, 'There is no address to send to.');
    return null;
  }
  await sql`
    update deliveries set state = 'sending', attempts = attempts + 1, channel = ${row.channel}, recipient = ${row.recipient},
      gateway = ${house.gateways[row.channel].name}
    where application_id = ${applicationId} and id = ${deliveryId}`.execute(tx);
  return { ...row, attempts: row.attempts + 1, recipient: row.recipient ?? '' };
}

/** Under the gateway's limit and the application's. A slot once taken is kept: its delivery comes back for it. */
async function takeSlots(tx: Tx, house: Context, row: Candidate, now: Date): Promise<Date> {
  const { name, perSecond } = house.gateways[row.channel];
  const slots = [now];
  if (perSecond !== undefined) slots.push(await takeSlot(tx, `gateway:${row.channel}:${name}`, perSecond, now));
  if (row.sends_per_minute !== null)
    slots.push(await takeSlot(tx, `application:${row.application_id}`, row.sends_per_minute / 60, now));
  return new Date(Math.max(...slots.map(Number)));
}

async function findCandidate(tx: Tx, applicationId: number, deliveryId: number): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    select d.id, d.application_id, d.purpose, d.channel, d.state, d.send_at, d.slot_at, d.recipient, d.subject, d.text, d.endpoint, d.payload,
      d.idempotency_key, d.attempts, d.patient_id, d.contact_id, d.broadcast_run_id, d.fallback_channel, i.public_id, i.language, a.sends_per_minute, a.time_zone, a.quiet_from, a.quiet_to,
      coalesce(a.sender_name, a.title) as sender_name, a.sender_email, a.sms_sender
    from deliveries d
    join applications a on a.id = d.application_id
    left join invitations i on i.application_id = d.application_id and i.id = d.invitation_id
    where d.application_id = ${applicationId} and d.id = ${deliveryId}
    for update of d`.execute(tx);
  return rows[0];
}
