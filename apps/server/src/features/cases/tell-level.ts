import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { planDeliveries } from '../deliveries/index.ts';
import { insertStep } from './cases.queries.ts';
import { getNoticeFacts, insertInboxItems, listLevels, setLevel, type CaseToTell } from './escalation.queries.ts';

export const ESCALATE_CASE = 'escalate-case';

/** At most one waiting job for a case: a later one takes its place. */
export const enqueueEscalation = (tx: Tx, applicationId: number, caseId: number, level: number, runAt: Date) =>
  enqueue(tx, [
    {
      task: ESCALATE_CASE,
      payload: { application_id: applicationId, case_id: caseId, level },
      runAt,
      key: `${ESCALATE_CASE}:${caseId}`,
    },
  ]);

/**
 * Tells the people of a level, by inbox and e-mail, and sets the time for the next. A level without people is passed
 * over at once; after the last nobody further is told. The caller holds the case's lock.
 */
export async function tellLevel(tx: Tx, house: Context, record: CaseToTell, wanted: number): Promise<void> {
  const { application_id: applicationId, department_id } = record;
  const levels = await listLevels(tx, applicationId, department_id, record.survey_id);
  const index = levels.findIndex((people, position) => position >= wanted - 1 && people.length > 0);
  if (index === -1) {
    await setLevel(tx, record, record.level, null);
    return;
  }
  const people = levels[index] ?? [];
  const level = index + 1;
  const now = house.clock();
  const { survey, department, kiosk, minutes, round } = await getNoticeFacts(tx, record);
  const nextLevelAt = level < levels.length ? new Date(now.getTime() + minutes * 60_000) : null;

  await setLevel(tx, record, level, nextLevelAt);
  if (level > 1) {
    const step = { case_id: record.id, action: 'escalated', user_id: null, note: `Level ${level}`, at: now };
    await insertStep(tx, applicationId, step);
  }
  const { question, answer, location, feedback_id, text_id } = record;
  const kind = level === 1 ? 'case_opened' : 'case_escalated';
  await insertInboxItems(
    tx,
    applicationId,
    { kind, case_id: record.id, feedback_id, text_id, department_id, question, answer, location, level },
    people.map(({ user_id }) => user_id),
    now,
  );
  const text = noticeText({
    department,
    survey,
    kiosk,
    isText: text_id !== null,
    level,
    link: `${house.publicUrl}/cases/${record.id}`,
  });
  const again = round > 0 ? `:reopened:${round}` : '';
  await planDeliveries(
    tx,
    applicationId,
    people.map(({ user_id, email }) => ({
      purpose: 'case_notice',
      channel: 'email',
      cause: `case:${record.id}${again}:level:${level}:user:${user_id}`,
      send_at: now,
      recipient: email,
      ...text,
      case_id: record.id,
      user_id,
    })),
    now,
  );
  if (nextLevelAt) await enqueueEscalation(tx, applicationId, record.id, level + 1, nextLevelAt);
}

interface Notice {
  department: string | null;
  /** Null: a text opened it, and no survey is known. */
  survey: string | null;
  /** The tablet that it was given on, by somebody unknown. */
  kiosk: string | null;
  /** It was opened by what somebody wrote back. */
  isText: boolean;
  level: number;
  link: string;
}

/** E-mail is not a private place: neither who answered nor what, only that somebody is needed. */
function noticeText({ department, survey, kiosk, isText, level, link }: Notice): { subject: string; text: string } {
  const place = department === null ? '' : `Department: ${department}\n`;
  const tablet = kiosk === null ? '' : `Given without a name on the kiosk: ${kiosk}\n`;
  const asked = survey === null ? '' : `Survey: ${survey}\n`;
  const what = isText ? 'What a patient wrote' : kiosk === null ? 'A patient’s answer' : 'An answer';
  const why = level === 1 ? `${what} needs somebody.` : `${what} needs somebody, and nobody has claimed it yet.`;
  const who = kiosk === null ? 'A patient needs somebody' : 'An answer needs somebody';
  return {
    subject: department === null ? who : `${who}: ${department}`,
    text: `${why}\n\n${place}${asked}${tablet}\nRead it, and claim it if you can help:\n${link}\n`,
  };
}
