import type { Context } from '../../platform/context.ts';
import { systemScope } from '../../platform/scope.ts';
import { fillWords, staffWordsIn } from '../../staff-texts/staff-words-in.ts';
import { claimAlarmNotice, recordAlarmNotice } from './alarm-notices.queries.ts';
import { describeAlarm } from './describe-alarm.ts';

const MAX_ATTEMPTS = 8;

/**
 * Sends one e-mail about an alarm. When a run is interrupted, the e-mail is sent again: a duplicate does no harm here.
 */
export async function sendAlarmNotice(ctx: Context, id: number): Promise<void> {
  const waiting = await ctx.db.transaction(systemScope('every application'), (tx) => claimAlarmNotice(tx, id));
  if (!waiting) return;
  const domain = new URL(ctx.publicUrl).hostname;
  const { alarmNotice } = staffWordsIn(waiting.language);
  const { title, advice } = describeAlarm(waiting, waiting.language);
  const place = waiting.application_title ?? alarmNotice.wholeSystem;
  const link = `${ctx.publicUrl}/alarms/index`;
  const result = await ctx.gateways.email.send({
    to: waiting.email,
    from: { name: 'Wardvoice', address: `no-reply@${domain}` },
    subject: fillWords(alarmNotice.subject, { title }),
    text: fillWords(alarmNotice.text, { title, place, advice, link }),
    unsubscribeUrl: null,
    messageId: `<${waiting.message_id}@${domain}>`,
  });
  const isRetried = !result.ok && result.outcome === 'retry' && waiting.attempts < MAX_ATTEMPTS;
  await ctx.db.transaction(systemScope('every application'), (tx) =>
    recordAlarmNotice(tx, id, {
      state: result.ok ? 'sent' : isRetried ? 'waiting' : 'failed',
      last_error: result.ok ? null : result.error,
      sent_at: result.ok ? ctx.clock() : null,
    }),
  );
  if (isRetried) throw new Error('the mail server did not take a notice of an alarm; it is tried again');
}
