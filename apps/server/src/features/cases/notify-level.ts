import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { staffLink } from '../../platform/staff-link.ts';
import { fillWords, STAFF_WORDS } from '../../staff-texts/staff-words-in.ts';
import type { NoticeWords, StaffWords } from '../../staff-texts/staff-words.ts';
import { insertCaseItems } from '../inbox/index.ts';
import { planStaffNotices } from '../notices/index.ts';
import { insertStep } from './cases.queries.ts';
import { getNoticeFacts, setLevel, type CaseToTell } from './escalation.queries.ts';
import { findRecipients } from './find-recipients.ts';

/** The note of the step that is stored when administrators are notified; the screens translate it. */
const ADMINISTRATORS_TOLD = STAFF_WORDS.en.caseNotice.administratorsTold;

export const ESCALATE_CASE = 'escalate-case';

/** A case has at most one waiting job: a later one replaces it. */
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
 * Notifies the people of a level by inbox and by the ways that they have chosen (../notices), and sets the time for the next level. A level whose people
 * cannot be reached is skipped. Where no level is left, the administrators are notified, and a step records it. After
 * the last level nothing further is scheduled. The caller holds the lock of the case.
 */
export async function notifyLevel(tx: Tx, ctx: Context, record: CaseToTell, wanted: number): Promise<void> {
  const { application_id: applicationId, department_id } = record;
  const now = ctx.clock();
  const recipients = await findRecipients(tx, applicationId, record, wanted, now);
  if (!recipients) {
    await setLevel(tx, record, record.level, null);
    return;
  }
  const { level, people, isFallback, hasNext, nobodyOnDuty } = recipients;
  const { survey, department, kiosk, minutes, round } = await getNoticeFacts(tx, record);
  const nextLevelAt = hasNext ? new Date(now.getTime() + minutes * 60_000) : null;

  await setLevel(tx, record, level, nextLevelAt);
  if (isFallback || level > 1) {
    const action = isFallback ? 'administrators_told' : 'escalated';
    const note = isFallback ? ADMINISTRATORS_TOLD : `Level ${level}`;
    await insertStep(tx, applicationId, { case_id: record.id, action, user_id: null, note, at: now });
  }
  if (nobodyOnDuty) {
    const note = `Level ${level}`;
    await insertStep(tx, applicationId, { case_id: record.id, action: 'nobody_on_duty', user_id: null, note, at: now });
  }
  const { question, answer, location, feedback_id, text_id } = record;
  const kind = level === 1 ? 'case_opened' : 'case_escalated';
  await insertCaseItems(
    tx,
    applicationId,
    { kind, case_id: record.id, feedback_id, text_id, department_id, question, answer, location, level },
    people.map(({ user_id }) => user_id),
    now,
  );
  const link = staffLink(ctx, `/cases/${record.id}`, applicationId);
  const again = round > 0 ? `:reopened:${round}` : '';
  await planStaffNotices(
    tx,
    applicationId,
    {
      kind,
      people,
      cause: `case:${record.id}${again}:level:${level}`,
      write: (words) =>
        writeNotice(words, { department, survey, kiosk, isText: text_id !== null, level, isFallback, link }),
      case_id: record.id,
    },
    now,
  );
  if (nextLevelAt) await enqueueEscalation(tx, applicationId, record.id, level + 1, nextLevelAt);
}

interface Notice {
  department: string | null;
  /** null when the case was opened by a text to which no survey is known. */
  survey: string | null;
  /** The tablet on which anonymous answers were given. */
  kiosk: string | null;
  /** The case was opened by a text. */
  isText: boolean;
  level: number;
  /** The notice goes to administrators, because nobody else can be reached. */
  isFallback: boolean;
  link: string;
}

/** The title of a department is cut so that the SMS stays in one part. */
const MAX_DEPARTMENT_CHARACTERS = 40;

/** Neither e-mails nor lock screens are confidential, so the notice contains neither who answered nor what, only that somebody is needed. */
function writeNotice({ caseNotice, named }: StaffWords, notice: Notice): NoticeWords {
  const { department, survey, kiosk, isText, level, isFallback, link } = notice;
  const why = caseNotice.why[isText ? 'text' : kiosk === null ? 'patientAnswer' : 'answer'];
  const facts = [
    department === null ? [] : [fillWords(caseNotice.department, { title: department })],
    survey === null ? [] : [fillWords(caseNotice.survey, { title: survey })],
    kiosk === null ? [] : [fillWords(caseNotice.kiosk, { title: kiosk })],
  ].flat();
  const paragraphs = [
    level === 1 ? why.first : why.unclaimed,
    ...(isFallback ? [caseNotice.administratorsTold] : []),
    ...(facts.length > 0 ? [facts.join('\n')] : []),
    fillWords(caseNotice.readIt, { link }),
  ];
  const who = kiosk === null ? caseNotice.patientNeeds : caseNotice.answerNeeds;
  const place = department === null ? '' : ` (${department.slice(0, MAX_DEPARTMENT_CHARACTERS)})`;
  const unclaimed = level === 1 ? '' : caseNotice.smsUnclaimed;
  return {
    subject: department === null ? who : fillWords(named, { name: who, value: department }),
    text: `${paragraphs.join('\n\n')}\n`,
    sms: `${who}${place}${unclaimed}. ${link}`,
  };
}
