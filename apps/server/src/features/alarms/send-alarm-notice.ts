import type { Context } from '../../platform/context.ts';
import { SYSTEM_SCOPE } from '../../platform/scope.ts';
import { claimAlarmNotice, recordAlarmNotice } from './alarm-notices.queries.ts';
import { describeAlarm } from './describe-alarm.ts';

const MAX_ATTEMPTS = 8;

/** Sends one e-mail about an alarm. Cut off in the middle it is sent again: twice is no harm here. */
export async function sendAlarmNotice(ctx: Context, id: number): Promise<void> {
  const waiting = await ctx.db.transaction(SYSTEM_SCOPE, (tx) => claimAlarmNotice(tx, id));
  if (!waiting) return;
  const domain = new URL(ctx.publicUrl).hostname;
  const { title, advice } = describeAlarm(waiting);
  const place = waiting.application_title === null ? 'the whole system' : waiting.application_title;
  const result = await ctx.gateways.email.send({
    to: waiting.email,
    from: { name: 'Wardvoice', address: `no-reply@${domain}` },
    subject: `Alarm: ${title}`,
    text: `${title}.\nThis is about: ${place}\n\n${advice}\n\nSee it, and say that you see to it:\n${ctx.publicUrl}/alarms/index\n`,
    unsubscribeUrl: null,
    messageId: `<${waiting.message_id}@${domain}>`,
  });
  const isRetried = !result.ok && result.outcome === 'retry' && waiting.attempts < MAX_ATTEMPTS;
  await ctx.db.transaction(SYSTEM_SCOPE, (tx) =>
    recordAlarmNotice(tx, id, {
      state: result.ok ? 'sent' : isRetried ? 'waiting' : 'failed',
      last_error: result.ok ? null : result.error,
      sent_at: result.ok ? ctx.clock() : null,
    }),
  );
  if (isRetried) throw new Error('the mail server did not take a notice of an alarm; it is tried again');
}
