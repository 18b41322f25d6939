import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { staffLink } from '../../platform/staff-link.ts';
import { fillNotice } from '../../staff-texts/staff-words-in.ts';
import type { StaffWords } from '../../staff-texts/staff-words.ts';
import { insertCaseItems } from '../inbox/index.ts';
import { planStaffNotices } from '../notices/index.ts';
import { announceEvent } from '../webhooks/index.ts';
import { insertStep } from './cases.queries.ts';
import { dueTimeOf } from './due/due-time-of.ts';
import { getCaseLimits, getSeverityFacts } from './due/due.queries.ts';
import { severityOf } from './due/severity-of.ts';
import { insertCase, type Answered, type CaseOrigin, type Concern } from './escalation.queries.ts';
import { findRecipients } from './find-recipients.ts';
import { notifyLevel } from './notify-level.ts';

/**
 * Opens one case for each department that an answer escalates to, named after the first such answer, and notifies the
 * first level at once. Where an answer only notifies, the first level is notified and no case is opened.
 */
export async function openCases(
  tx: Tx,
  ctx: Context,
  answered: Answered,
  { escalating, notifying }: { escalating: readonly Concern[]; notifying: readonly Concern[] },
): Promise<void> {
  const inNeed = firstByDepartment(escalating);
  for (const concern of inNeed.values()) await openCase(tx, ctx, { ...answered, text_id: null }, concern);
  for (const [departmentId, concern] of firstByDepartment(notifying)) {
    // The people of a department with a case are notified of the case already.
    if (!inNeed.has(departmentId)) await notify(tx, ctx, answered, concern);
  }
}

/** Opens one case and notifies its first level. Returns its id; null when the same answers or text opened it before. */
export async function openCase(
  tx: Tx,
  ctx: Context,
  origin: CaseOrigin,
  concern: Concern,
  by: { userId: number | null; note: string | null } = { userId: null, note: null },
): Promise<number | null> {
  const now = ctx.clock();
  const severity = severityOf(await getSeverityFacts(tx, origin));
  const due_at = dueTimeOf(severity, await getCaseLimits(tx, origin.application_id), now);
  const opened = await insertCase(tx, origin, concern, { severity, due_at }, now);
  if (!opened) return null;
  const step = { case_id: opened.id, action: 'opened', user_id: by.userId, note: by.note, at: now };
  await insertStep(tx, origin.application_id, step);
  const { department_id, feedback_id, text_id } = opened;
  const event = { case_id: opened.id, severity, department_id, feedback_id, text_id };
  await announceEvent(tx, origin.application_id, 'case.opened', event, now);
  await notifyLevel(tx, ctx, opened, 1);
  return opened.id;
}

async function notify(tx: Tx, ctx: Context, answered: Answered, concern: Concern): Promise<void> {
  const now = ctx.clock();
  const { application_id, feedback_id, survey_id, location } = answered;
  const recipients = await findRecipients(tx, application_id, { ...concern, survey_id, location }, 1, now);
  if (!recipients) return;
  const { level, people } = recipients;
  await insertCaseItems(
    tx,
    application_id,
    { kind: 'case_notify', case_id: null, feedback_id, text_id: null, location, level, ...concern },
    people.map(({ user_id }) => user_id),
    now,
  );
  const link = staffLink(ctx, '/inbox', application_id);
  const notice = {
    kind: 'case_notify',
    people,
    cause: `answers:${feedback_id}:department:${concern.department_id ?? 'none'}`,
    write: ({ notices }: StaffWords) => fillNotice(notices.forInformation, { link }),
  } as const;
  await planStaffNotices(tx, application_id, notice, now);
}

function firstByDepartment(concerns: readonly Concern[]): Map<number | null, Concern> {
  const first = new Map<number | null, Concern>();
  for (const concern of concerns) {
    if (!first.has(concern.department_id)) first.set(concern.department_id, concern);
  }
  return first;
}
