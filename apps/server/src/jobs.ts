import {
  REQUEST_PASSWORD_RESET,
  requestPasswordReset,
  SEND_ACCOUNT_EMAIL,
  sendAccountEmail,
} from './features/account/index.ts';
import { REQUEST_REGISTRATION, requestRegistration } from './features/newcomers/index.ts';
import {
  EVALUATE_ALARMS,
  evaluateAlarms,
  PUSH_ALARM,
  pushAlarm,
  SEND_ALARM_NOTICE,
  sendAlarmNotice,
  type AlarmEvent,
  type AlarmReceiver,
  type WatchedMachine,
} from './features/alarms/index.ts';
import { RUN_BACKUP, runNightlyBackup, type BackupPlan } from './features/backups/index.ts';
import { RUN_BROADCAST, runBroadcast, START_DUE_BROADCASTS, startDueBroadcasts } from './features/broadcasts/index.ts';
import { escalateCase, ESCALATE_CASE } from './features/cases/index.ts';
import { IMPORT_CONTACTS, runImport } from './features/contact-imports/index.ts';
import { FOLLOW_UP_TEXT } from './features/consent/index.ts';
import { BACKFILL_DEPARTMENTS, continueBackfill } from './features/feedback/index.ts';
import {
  createExportRunner,
  RUN_EXPORT,
  START_NIGHTLY_EXPORTS,
  startNightlyExports,
  type ExportPlan,
} from './features/data-exports/index.ts';
import { SEND_DELIVERY, sendDelivery } from './features/deliveries/index.ts';
import {
  APPLY_RECEIPT,
  APPLY_WAITING_RECEIPTS,
  applyReceiptJob,
  applyWaitingReceipts,
  receiveReceipt,
} from './features/receipts/index.ts';
import { SEND_DIGEST, sendDigest, START_DUE_DIGESTS, startDueDigests } from './features/notices/index.ts';
import { SEND_REPORT, sendReport, START_DUE_REPORTS, startDueReports } from './features/report-packs/index.ts';
import { RUN_DUE_STEPS, runDueSteps } from './features/pathways/index.ts';
import { APPLY_RETENTION, applyRetention } from './features/retention/index.ts';
import { continueReload, RELOAD_MESSAGES } from './features/processing/index.ts';
import { REFRESH_MAILING_LIST, runRefresh } from './features/mailing-lists/index.ts';
import { MASK_WAITING_COMMENTS, maskWaitingComments } from './features/masked-comments/index.ts';
import { LEARN_TAGS, learnNightly } from './features/tag-suggestions/index.ts';
import { followUpText, RECEIVE_LATE_TEXTS, receiveLateTexts } from './features/texts/index.ts';
import { createTrialRunner, RUN_TRIAL } from './features/triggers/index.ts';
import {
  SEND_TO_DESTINATION,
  SEND_TO_DESTINATIONS,
  createDestinationSender,
  sendToDestinations,
} from './features/destinations/index.ts';
import { createWebhookSender, SEND_WEBHOOKS } from './features/webhooks/index.ts';
import type { Context } from './platform/context.ts';
import type { JobHandler } from './platform/jobs/jobs.ts';

/** Nothing of this machine is watched. */
const NO_MACHINE: WatchedMachine = { certificateFile: null, dataDir: null, makesBackups: false, wal: null };

/** What jobs need of this process beside its context. */
interface JobSurroundings {
  machine?: WatchedMachine;
  alarmReceiver?: AlarmReceiver | null;
  backups?: BackupPlan | null;
  exports?: ExportPlan | null;
}

/** All jobs. Each may run twice. */
export const jobHandlers = (
  ctx: Context,
  { machine = NO_MACHINE, alarmReceiver = null, backups = null, exports = null }: JobSurroundings = {},
): Record<string, JobHandler> => ({
  [RUN_EXPORT]: recordJob('export_id', createExportRunner(ctx, exports)),
  [RUN_TRIAL]: recordJob('trial_id', createTrialRunner(ctx)),
  [START_NIGHTLY_EXPORTS]: () => startNightlyExports(ctx, exports),
  [SEND_DELIVERY]: (payload) =>
    sendDelivery(ctx, id(payload, 'application_id'), id(payload, 'delivery_id'), sendingJob(payload)),
  [APPLY_RECEIPT]: applyReceiptJob(ctx),
  // Queued by the version before this one.
  'note-receipt': (payload) => receiveReceipt(ctx, payload as unknown as Parameters<typeof receiveReceipt>[1]),
  [APPLY_WAITING_RECEIPTS]: () => applyWaitingReceipts(ctx),
  [ESCALATE_CASE]: (payload) =>
    escalateCase(ctx, id(payload, 'application_id'), id(payload, 'case_id'), id(payload, 'level')),
  [FOLLOW_UP_TEXT]: (payload) => followUpText(ctx, id(payload, 'application_id'), id(payload, 'text_id')),
  [IMPORT_CONTACTS]: (payload) =>
    runImport(ctx, id(payload, 'application_id'), id(payload, 'mailing_list_id'), id(payload, 'import_id')),
  [REFRESH_MAILING_LIST]: (payload) => runRefresh(ctx, id(payload, 'application_id'), id(payload, 'refresh_id')),
  [REQUEST_PASSWORD_RESET]: (payload) => requestPasswordReset(ctx, text(payload, 'email'), text(payload, 'request_id')),
  [REQUEST_REGISTRATION]: (payload) =>
    requestRegistration(ctx, {
      name: text(payload, 'name'),
      email: text(payload, 'email'),
      requestId: text(payload, 'request_id'),
    }),
  [SEND_ACCOUNT_EMAIL]: (payload) => sendAccountEmail(ctx, id(payload, 'account_email_id')),
  [START_DUE_BROADCASTS]: () => startDueBroadcasts(ctx),
  [RUN_DUE_STEPS]: () => runDueSteps(ctx),
  [RUN_BROADCAST]: (payload) => runBroadcast(ctx, id(payload, 'application_id'), id(payload, 'run_id')),
  [RELOAD_MESSAGES]: (payload) => continueReload(ctx, id(payload, 'reload_id')),
  [BACKFILL_DEPARTMENTS]: (payload) => continueBackfill(ctx, id(payload, 'application_id'), id(payload, 'backfill_id')),
  [APPLY_RETENTION]: () => applyRetention(ctx),
  [RUN_BACKUP]: () => runNightlyBackup(ctx, backups),
  [MASK_WAITING_COMMENTS]: () => maskWaitingComments(ctx),
  [LEARN_TAGS]: () => learnNightly(ctx),
  [RECEIVE_LATE_TEXTS]: () => receiveLateTexts(ctx),
  [START_DUE_DIGESTS]: () => startDueDigests(ctx),
  [SEND_DIGEST]: (payload) => sendDigest(ctx, id(payload, 'digest_id')),
  [START_DUE_REPORTS]: () => startDueReports(ctx),
  [SEND_REPORT]: (payload) => sendReport(ctx, id(payload, 'application_id'), id(payload, 'sending_id')),
  [EVALUATE_ALARMS]: () => evaluateAlarms(ctx, machine),
  [PUSH_ALARM]: (payload) =>
    pushAlarm(ctx, alarmReceiver, { alarmId: id(payload, 'alarm_id'), event: text(payload, 'event') as AlarmEvent }),
  [SEND_WEBHOOKS]: createWebhookSender(ctx),
  [SEND_TO_DESTINATION]: destinationJob(createDestinationSender(ctx)),
  [SEND_TO_DESTINATIONS]: () => sendToDestinations(ctx),
  [SEND_ALARM_NOTICE]: (payload) => sendAlarmNotice(ctx, id(payload, 'alarm_notice_id')),
});

/** UTC; retention in the quiet hours of most hospitals. A minute that was missed is seen in the next. */
export const CRONTAB = [
  `17 2 * * * ${APPLY_RETENTION} ?max=3`,
  `37 0 * * * ${RUN_BACKUP} ?max=1`,
  `7 1 * * * ${START_NIGHTLY_EXPORTS} ?max=3`,
  `47 1 * * * ${LEARN_TAGS} ?max=1`,
  `* * * * * ${START_DUE_BROADCASTS} ?max=3`,
  `* * * * * ${RUN_DUE_STEPS} ?max=3`,
  `* * * * * ${APPLY_WAITING_RECEIPTS} ?max=3`,
  `* * * * * ${RECEIVE_LATE_TEXTS} ?max=3`,
  `* * * * * ${EVALUATE_ALARMS} ?max=1`,
  `* * * * * ${SEND_WEBHOOKS} ?max=1`,
  `* * * * * ${SEND_TO_DESTINATIONS} ?max=1`,
  `* * * * * ${MASK_WAITING_COMMENTS} ?max=1`,
  `*/5 * * * * ${START_DUE_DIGESTS} ?max=3`,
  `*/5 * * * * ${START_DUE_REPORTS} ?max=3`,
].join('\n');

const destinationJob =
  (send: ReturnType<typeof createDestinationSender>): JobHandler =>
  (payload) =>
    send(id(payload, 'destination_id'));

const recordJob =
  (record: string, run: (applicationId: number, recordId: number) => Promise<void>): JobHandler =>
  (payload) =>
    run(id(payload, 'application_id'), id(payload, record));

/** null: queued by the version before this one, it sends one delivery. */
const sendingJob = (payload: Record<string, unknown>) =>
  payload['claim'] === undefined ? null : { claim: text(payload, 'claim'), sendAt: new Date(text(payload, 'send_at')) };

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
