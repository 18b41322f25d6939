import type { Context } from '../../platform/context.ts';
import { emailToStaff, outcomeOf } from '../../platform/gateways/staff-email.ts';
import { systemScope } from '../../platform/scope.ts';
import { staffLink } from '../../platform/staff-link.ts';
import { fillWords, staffWordsIn } from '../../staff-texts/staff-words-in.ts';
import { claimAlarmNotice, recordAlarmNotice } from './alarm-notices.queries.ts';
import { describeAlarm } from './describe-alarm.ts';

/**
 * Sends one e-mail about an alarm. When a run is interrupted, the e-mail is sent again: a duplicate does no harm here.
 */
export async function sendAlarmNotice(ctx: Context, id: number): Promise<void> {
  const waiting = await ctx.db.transaction(systemScope('every application'), (tx) => claimAlarmNotice(tx, id));
  if (!waiting) return;
  const { alarmNotice } = staffWordsIn(waiting.language);
  const { title, advice } = describeAlarm(waiting, waiting.language);
  const place = waiting.application_title ?? alarmNotice.wholeSystem;
  const link = staffLink(ctx, '/alarms/index', waiting.application_id);
  const email = emailToStaff(ctx.publicUrl, {
    to: waiting.email,
    subject: fillWords(alarmNotice.subject, { title }),
    text: fillWords(alarmNotice.text, { title, place, advice, link }),
    message_id: waiting.message_id,
  });
  const outcome = outcomeOf(await ctx.gateways.email.send(email), waiting.attempts, ctx.clock());
  await ctx.db.transaction(systemScope('every application'), (tx) => recordAlarmNotice(tx, id, outcome));
  if (outcome.state === 'waiting')
    throw new Error('the mail server did not take a notice of an alarm; it is tried again');
}
