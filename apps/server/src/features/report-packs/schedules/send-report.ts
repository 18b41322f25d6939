import { may, type reportPacks } from '@wardvoice/contract';
import type { Context } from '../../../platform/context.ts';
import { emailToStaff, MAX_ATTEMPTS, outcomeOf } from '../../../platform/gateways/staff-email.ts';
import { announce } from '../../../platform/live.ts';
import { applicationScope, type ApplicationScope } from '../../../platform/scope.ts';
import { staffLink } from '../../../platform/staff-link.ts';
import { fillWords, staffWordsIn } from '../../../staff-texts/staff-words-in.ts';
import { packWords } from '../pdf/pack-words.ts';
import { writeInThread } from '../pdf/write-in-thread.ts';
import { readPack, type Pack } from '../read-pack.ts';
import { claimSending, findReader, recordSending, type ClaimedSending, type Reader } from './sendings.queries.ts';

const NOT_WRITTEN = 'The report could not be written. Ask whoever runs Wardvoice to look into the log of the worker.';

/**
 * Sends one person a report of what they may see now. After a crash it is sent again, with the same Message-ID: two copies harm nobody,
 * and none would leave somebody to think that nothing was to be said.
 */
export async function sendReport(ctx: Context, applicationId: number, id: number): Promise<void> {
  const record = (columns: Parameters<typeof recordSending>[3]) =>
    ctx.db.transaction(applicationScope(applicationId), async (tx) => {
      await recordSending(tx, applicationId, id, columns);
      await announce(tx, applicationId, ['report_schedules']);
    });
  const claimed = await ctx.db.transaction(applicationScope(applicationId), async (tx) => {
    const sending = await claimSending(tx, applicationId, id, ctx.clock());
    return sending && { sending, reader: await findReader(tx, applicationId, sending.user_id) };
  });
  if (!claimed) return;
  const { sending, reader } = claimed;
  const written = await write().catch((error: unknown) => {
    if (sending.attempts < MAX_ATTEMPTS) throw error;
    ctx.log.error({ err: error, sending_id: id }, 'a report could not be written, and is given up');
    return null;
  });
  if (written === null) return record({ state: 'failed', last_error: NOT_WRITTEN });
  if (typeof written === 'string') return record({ state: 'left_out', reason: written });
  const outcome = outcomeOf(await ctx.gateways.email.send(written), sending.attempts, ctx.clock());
  await record(outcome);
  if (outcome.state === 'waiting') throw new Error('the mail server did not take a report; it is tried again');

  async function write() {
    const read = await readFor(ctx, applicationId, sending, reader);
    return typeof read === 'string' ? read : writeEmail(ctx, sending, read);
  }
}

interface Letter {
  to: string;
  language: string;
  pack: Pack;
}

/** Returns what is sent, or why nothing is. */
async function readFor(
  ctx: Context,
  applicationId: number,
  { user_id, from, to, survey_id, location, department_id }: ClaimedSending,
  reader: Reader | undefined,
): Promise<Letter | reportPacks.LeftOutReason> {
  if (!reader || !may(reader, 'surveys.view')) return 'no_access';
  if (reader.email === null) return 'no_address';
  if (ctx.gateways.email.name === 'outbox') return 'no_mail_server';
  const { locations } = reader;
  if (location !== null && locations.length > 0 && !locations.includes(location)) return 'other_wards';
  const scope: ApplicationScope = { userId: user_id, applicationId, locations };
  const filters = {
    from,
    to,
    ...(survey_id !== null && { survey_id }),
    ...(location !== null && { location }),
    ...(department_id !== null && { department_id }),
  };
  const pack = await ctx.db.reading(scope, (tx) => readPack(tx, scope, { reader, filters }, ctx.clock()));
  return pack.comparison.survey ? { to: reader.email, language: reader.language, pack } : 'no_survey';
}

async function writeEmail(ctx: Context, sending: ClaimedSending, { to, language, pack }: Letter) {
  const { title, message_id, hospital, location, department_id } = sending;
  const { comparison } = pack;
  const { email } = staffWordsIn(language).report;
  const days = packWords(pack, language).days(comparison);
  const link = new URL(staffLink(ctx, '/reports/comparison', sending.application_id));
  const shown = { survey_id: comparison.survey?.id, from: comparison.from, to: comparison.to, location, department_id };
  for (const [name, value] of Object.entries(shown)) if (value) link.searchParams.set(name, String(value));
  const values = {
    title,
    hospital,
    days,
    link: link.href,
    schedules: staffLink(ctx, '/reports/by_email/index', sending.application_id),
  };
  return emailToStaff(ctx.publicUrl, {
    to,
    subject: fillWords(email.subject, values),
    text: fillWords(email.text, values),
    message_id,
    attachments: [
      {
        name: `report-${comparison.from}-${comparison.to}.pdf`,
        type: 'application/pdf',
        content: await writeInThread({ pack, title, language }),
      },
    ],
  });
}
