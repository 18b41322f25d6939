import {
  REQUEST_PASSWORD_RESET,
  requestPasswordReset,
  SEND_ACCOUNT_EMAIL,
  sendAccountEmail,
} from './features/account/index.ts';
import {
  EVALUATE_ALARMS,
  evaluateAlarms,
  SEND_ALARM_NOTICE,
  sendAlarmNotice,
  type WatchedMachine,
} from './features/alarms/index.ts';
import { RUN_BROADCAST, runBroadcast, START_DUE_BROADCASTS, startDueBroadcasts } from './features/broadcasts/index.ts';
import { escalateCase, ESCALATE_CASE } from './features/cases/index.ts';
import { FOLLOW_UP_TEXT } from './features/consent/index.ts';
import {
  APPLY_RECEIPT,
  APPLY_WAITING_RECEIPTS,
  applyReceiptJob,
  applyWaitingReceipts,
  receiveReceipt,
  SEND_DELIVERY,
  sendDelivery,
} from './features/deliveries/index.ts';
import { APPLY_RETENTION, applyRetention } from './features/retention/index.ts';
import { continueReload, RELOAD_MESSAGES } from './features/processing/index.ts';
import { IMPORT_CONTACTS, REFRESH_MAILING_LIST, runImport, runRefresh } from './features/mailing-lists/index.ts';
import { followUpText } from './features/texts/index.ts';
import type { Context } from './platform/context.ts';
import type { JobHandler } from './platform/jobs/jobs.ts';

/** Nothing of this machine is watched. */
const NO_MACHINE: WatchedMachine = { certificate: null, dataDir: null };

/** All jobs. Each may run twice. */
export const jobHandlers = (house: Context, machine = NO_MACHINE): Record<string, JobHandler> => ({
  [SEND_DELIVERY]: (payload) => sendDelivery(house, id(payload, 'application_id'), id(payload, 'delivery_id')),
  [APPLY_RECEIPT]: applyReceiptJob(house),
  // Queued by the version before this one.
  'note-receipt': (payload) => receiveReceipt(house, payload as unknown as Parameters<typeof receiveReceipt>[1]),
  [APPLY_WAITING_RECEIPTS]: () => applyWaitingReceipts(house),
  [ESCALATE_CASE]: (payload) =>
    escalateCase(house, id(payload, 'application_id'), id(payload, 'case_id'), id(payload, 'level')),
  [FOLLOW_UP_TEXT]: (payload) => followUpText(house, id(payload, 'application_id'), id(payload, 'text_id')),
  [IMPORT_CONTACTS]: (payload) =>
    runImport(house, id(payload, 'application_id'), id(payload, 'mailing_list_id'), id(payload, 'import_id')),
  [REFRESH_MAILING_LIST]: (payload) => runRefresh(house, id(payload, 'application_id'), id(payload, 'refresh_id')),
  [REQUEST_PASSWORD_RESET]: (payload) =>
    requestPasswordReset(house, text(payload, 'email'), text(payload, 'request_id')),
  [SEND_ACCOUNT_EMAIL]: (payload) => sendAccountEmail(house, id(payload, 'account_email_id')),
  [START_DUE_BROADCASTS]: () => startDueBroadcasts(house),
  [RUN_BROADCAST]: (payload) => runBroadcast(house, id(payload, 'application_id'), id(payload, 'run_id')),
  [RELOAD_MESSAGES]: (payload) => continueReload(house, id(payload, 'reload_id')),
  [APPLY_RETENTION]: () => applyRetention(house),
  [EVALUATE_ALARMS]: () => evaluateAlarms(house, machine),
  [SEND_ALARM_NOTICE]: (payload) => sendAlarmNotice(house, id(payload, 'alarm_notice_id')),
});

/** UTC; retention in the quiet hours of most hospitals. A minute that was missed is seen in the next. */
export const CRONTAB = [
  `17 2 * * * ${APPLY_RETENTION} ?max=3`,
  `* * * * * ${START_DUE_BROADCASTS} ?max=3`,
  `* * * * * ${APPLY_WAITING_RECEIPTS} ?max=3`,
  `* * * * * ${EVALUATE_ALARMS} ?max=1`,
].join('\n');

function id(payload: Record<string, unknown>, name: string): number {
  const value = payload[name];
  if (typeof value !== 'number') throw new Error(`a job came without ${name}`);
  return value;
}

function text(payload: Record<string, unknown>, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string') throw new Error(`a job came without ${name}`);
  return value;
}
