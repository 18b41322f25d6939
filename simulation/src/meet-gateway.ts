import { linkIn } from '../../apps/server/src/testing/builders.ts';
import type { SendResult } from '../../apps/server/src/platform/gateways/gateway.ts';
import { checkSending, stepOf, type SentDelivery } from './checks/check-sending.ts';
import { forgetSent, type ModelRecord, type ModelVisit } from './model-hospital.ts';
import { hospitalsOf, type Member, type Run } from './simulation-run.ts';
import type { Sending, SimulatedReceipt, SimulatedWardvoice } from './simulated-wardvoice.ts';

/** Parts of the seed from this number on decide the gateways' answers. */
const GATEWAY_PARTS = 1_000_000;

/**
 * Called for each message that a gateway is given: compares it with what has been acknowledged, records it, and answers as the
 * seed says. Several messages are sent at once, and the receipt of one is a transaction, so urgent messages are held back until
 * all are compared.
 */
export function meetGateway(run: Run, wardvoice: SimulatedWardvoice, sending: Sending): Promise<SendResult> {
  return wardvoice.faults.holdBack(() => answerSending(run, wardvoice, sending));
}

async function answerSending(run: Run, wardvoice: SimulatedWardvoice, sending: Sending): Promise<SendResult> {
  const { violations, now, gateway: answers, coverage } = run;
  const { delivery, hospital, record, visit, violation } = await checkSending(
    hospitalsOf(run),
    wardvoice.observer,
    sending,
    now,
  );
  if (violation !== null)
    violations.push({
      rule: violation,
      detail: `delivery ${delivery?.id} about ${visit ? `visit ${visit.number}` : `record ${record?.id}`}`,
      hospital,
    });
  const id = delivery?.id ?? 0;
  const attempts = delivery?.attempts ?? 0;
  // The answer depends on the delivery and its attempt only, so the order in which jobs run does not matter.
  answers.begin(GATEWAY_PARTS + id * 100 + attempts);
  const outcome = answers.chance(0.8) ? 'ok' : answers.pick(['retry', 'retry', 'refused', 'unknown'] as const);
  coverage.reached(`gateway: ${outcome}`);
  const member = run.members.find((one) => one.hospital === hospital);
  if (!delivery || !member || !record) return answerOf(outcome, null);
  // A message that may have arrived counts like one that did.
  if (outcome === 'unknown') rememberSent(run, { delivery, record, visit, sending });
  const gatewayMessageId = `gateway-${id}-${attempts}`;
  if (outcome === 'ok') {
    remember(run, member, { delivery, record, visit, sending });
    await sendReceipt(run, wardvoice, member, { delivery, sending, gatewayMessageId });
  }
  return answerOf(outcome, gatewayMessageId);
}

const answerOf = (outcome: 'ok' | 'retry' | 'refused' | 'unknown', gatewayMessageId: string | null): SendResult =>
  outcome === 'ok' ? { ok: true, gatewayMessageId } : { ok: false, outcome, error: 'The gateway does not take it.' };

interface Sent {
  delivery: SentDelivery;
  record: ModelRecord;
  visit: ModelVisit | null;
  sending: Sending;
}

const isAsking = ({ purpose, reminder }: SentDelivery) => purpose === 'survey' && reminder === 0;

function rememberSent(run: Run, { delivery, record, visit, sending }: Sent): void {
  const asks = isAsking(delivery);
  record.sent.push({
    at: run.now,
    to: sending.to,
    visit: visit?.number ?? '',
    delivery: delivery.id,
    asks,
    listed: delivery.listed_number,
    step: stepOf(delivery),
  });
  if (asks && visit && delivery.place === null) visit.surveysSent += 1;
}

function remember(run: Run, member: Member, sent: Sent): void {
  const { delivery, visit, sending } = sent;
  const { id, purpose } = delivery;
  run.sent += 1;
  member.taken.add(id);
  run.handedOver.push({ member, delivery: id });
  rememberSent(run, sent);
  if (!visit) run.coverage.reached('a broadcast reaches somebody');
  else if (delivery.is_addressed) run.coverage.reached('a message by hand reaches somebody');
  if (purpose !== 'survey' || !visit) return;
  if (!isAsking(delivery)) run.coverage.reached('a reminder');
  const step = stepOf(delivery);
  if (step) run.coverage.reached('a step of a pathway');
  const until = delivery.closes_at;
  member.links.push({ token: linkIn(sending.text), visit, delivery: id, step, until });
}

/** The gateway sends its receipt before Wardvoice has stored that the message was taken, later, or never. */
async function sendReceipt(
  run: Run,
  wardvoice: SimulatedWardvoice,
  member: Member,
  about: { delivery: SentDelivery; sending: Sending; gatewayMessageId: string },
): Promise<void> {
  const { gateway: answers, coverage } = run;
  if (!answers.chance(0.4)) return;
  const { delivery, sending, gatewayMessageId } = about;
  const event = answers.pick(['delivered', 'failed', 'bounced'] as const);
  // Some receipts name the gateway's own number, which Wardvoice does not know before the gateway has answered.
  const name = answers.chance(0.5) ? { idempotency_key: sending.key } : { gateway_message_id: gatewayMessageId };
  const receipt: SimulatedReceipt = { event, ...name, application_id: member.organisation.application.id };
  const told = { receipt, delivery: delivery.id, to: sending.to, member };
  if (answers.chance(0.5)) {
    run.lateReceipts.push(told);
    return;
  }
  coverage.reached('a receipt before our own record');
  await receive(run, wardvoice, told);
  // Another worker runs the job of every minute that applies waiting receipts.
  await wardvoice.applyReceipts().catch(() => undefined);
}

/** Sends the receipts of messages that were sent earlier. */
export async function sendLateReceipts(run: Run, wardvoice: SimulatedWardvoice): Promise<void> {
  for (const told of run.lateReceipts.splice(0)) {
    run.coverage.reached('a receipt after our own record');
    await receive(run, wardvoice, told);
  }
}

async function receive(run: Run, wardvoice: SimulatedWardvoice, told: Run['lateReceipts'][number]): Promise<void> {
  const { receipt, delivery, member } = told;
  // A gateway that is not answered with 200 sends the receipt again.
  await wardvoice.sendReceipt(receipt).catch(() => wardvoice.sendReceipt(receipt));
  run.coverage.reached(`receipt: ${receipt.event}`);
  member.receipts.set(delivery, receipt.event);
  if (receipt.event === 'delivered') return;
  forgetSent(member.hospital, delivery);
  member.taken.delete(delivery);
  member.links = member.links.filter((link) => link.delivery !== delivery);
  if (receipt.event === 'bounced') run.bouncing.push(told);
}
