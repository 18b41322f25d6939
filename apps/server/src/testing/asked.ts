import { sendDelivery } from '../features/deliveries/index.ts';
import { within } from './builders.ts';
import { hl7Time } from './hl7-messages.ts';
import type { TestApplication, TestServer } from './test-server.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Noon of tomorrow (UTC). It is later than PostgreSQL's clock, so no job is due before its test moves the clock. */
export const NOON = new Date(Math.ceil(Date.now() / DAY) * DAY + 12 * HOUR);

export const after = (milliseconds: number, from = NOON) => new Date(from.getTime() + milliseconds);
/** An HL7 time for the field `at` of a message. */
export const stamp = (milliseconds = 0) => hl7Time(after(milliseconds));

/** Returns the application's deliveries, oldest first. */
export const listDeliveries = (server: TestServer, application: TestApplication) =>
  within(server, application, (tx) => tx.selectFrom('deliveries').selectAll().orderBy('id').execute());

/** Returns the result of each delivery to a patient: "sent", "suppressed: deceased". */
export async function fates(server: TestServer, application: TestApplication): Promise<string[]> {
  const rows = (await listDeliveries(server, application)).filter(({ purpose }) => purpose !== 'case_notice');
  return rows.map(({ state, reason }) => (reason ? `${state}: ${reason}` : state));
}

/** Sends everything that is scheduled at the same time, as many workers would. */
export async function sendAllAtOnce(server: TestServer, application: TestApplication, times = 1): Promise<void> {
  const rows = await listDeliveries(server, application);
  await Promise.all(
    rows.flatMap(({ id }) => Array.from({ length: times }, () => sendDelivery(server.ctx, application.id, id))),
  );
}
