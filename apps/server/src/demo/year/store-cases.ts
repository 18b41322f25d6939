import { randomUUID } from 'node:crypto';
import { deEscalationWords } from '../../features/triggers/index.ts';
import type { SurveyForm } from '../../features/survey-content/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/database.ts';
import { reserveIds } from '../../platform/db/reserve-ids.ts';
import { drawAnswers } from './draw-answers.ts';
import type { Cause, PastCase } from './draw-cases.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plus, type Draw } from './draw.ts';
import { insertRows } from './insert-rows.ts';
import { scoreOf, storeFeedback, type PastFeedback } from './store-answers.ts';
import { newToken, VALID_DAYS, whatCameOf } from './store-askings.ts';
import type { StoredStays } from './store-stays.ts';

/** Somebody of the hospital. */
export interface Colleague {
  id: number;
  email: string;
  /** Wards that the person sees; empty for all. */
  wards: readonly string[];
}

export const seesWard = ({ wards }: Colleague, ward: string): boolean => wards.length === 0 || wards.includes(ward);

export interface CaseWork {
  applicationId: number;
  hospitalTitle: string;
  publicUrl: string;
  /** Those who work on cases, and hear of a new one. */
  workers: readonly Colleague[];
  causeIds: ReadonlyMap<Cause, number>;
  departmentTitles: ReadonlyMap<number, string>;
  deEscalation: SurveyForm;
  stored: StoredStays;
  feedbackId(feedback: PastFeedback): number;
  readersOf(ward: string): readonly number[];
  departmentOf(ward: string): number | null;
  surveyIdOf(feedback: PastFeedback): number;
  now: Date;
}

/** Stores cases with their steps, who heard of them, and the surveys that asked again after them. */
export async function storeCases(
  tx: Tx,
  ctx: Pick<Context, 'keys'>,
  draw: Draw,
  cases: readonly PastCase[],
  work: CaseWork,
): Promise<void> {
  const { applicationId, causeIds, stored } = work;
  const own = { application_id: applicationId };
  const ids = await reserveIds(tx, 'cases', cases.length);
  const numbered = cases.map((record, index) => ({ record, id: ids[index] ?? 0 }));
  await insertRows(
    tx,
    'cases',
    numbered.map(({ record, id }) => ({
      ...own,
      id,
      feedback_id: work.feedbackId(record.feedback),
      survey_id: work.surveyIdOf(record.feedback),
      visit_id: stored.visitId(record.feedback.asking.stay),
      department_id: record.departmentId,
      location: record.feedback.asking.event.ward,
      question: record.question,
      answer: record.answer,
      severity: record.severity,
      state: record.state,
      level: record.level,
      next_level_at: null,
      claimed_by_id: record.claimer,
      created_at: record.openedAt,
      due_at: record.dueAt,
      closed_at: record.closedAt,
      cause_id: record.cause && (causeIds.get(record.cause) ?? null),
      actions_taken: record.actionsTaken,
    })),
  );
  await insertRows(
    tx,
    'case_steps',
    numbered
      .flatMap(({ record, id }) => record.steps.map((done) => ({ record, id, done })))
      .toSorted((a, b) => a.done.at.getTime() - b.done.at.getTime())
      .map(({ record, id, done }) => ({
        ...own,
        case_id: id,
        action: done.action,
        at: done.at,
        note: done.note,
        user_id: done.isOwn ? record.claimer : null,
      })),
  );
  await storeNotices(tx, numbered, work);
  await askAgain(
    tx,
    ctx,
    draw,
    numbered.filter(({ record }) => record.asksAgain),
    work,
  );
}

interface Numbered {
  record: PastCase;
  id: number;
}

/** Each of them heard of the case in the inbox and by e-mail. What is closed is done. */
async function storeNotices(tx: Tx, numbered: readonly Numbered[], work: CaseWork): Promise<void> {
  const { applicationId, workers, departmentTitles, publicUrl } = work;
  const heard = numbered.flatMap(({ record, id }) =>
    workers
      .filter((worker) => seesWard(worker, record.feedback.asking.event.ward))
      .map((worker) => ({ record, id, worker })),
  );
  await insertRows(
    tx,
    'inbox_items',
    heard.map(({ record, id, worker }) => {
      const readAt = record.claimer === null ? null : plus(record.openedAt, 20 * MINUTE_MS);
      return {
        application_id: applicationId,
        user_id: worker.id,
        kind: 'case_opened',
        case_id: id,
        feedback_id: work.feedbackId(record.feedback),
        department_id: record.departmentId,
        question: record.question,
        answer: record.answer,
        location: record.feedback.asking.event.ward,
        level: 1,
        created_at: record.openedAt,
        read_at: readAt && (readAt < work.now ? readAt : work.now),
        done_at: record.closedAt,
      };
    }),
  );
  await insertRows(
    tx,
    'deliveries',
    heard.map(({ record, id, worker }) => {
      const title = departmentTitles.get(record.departmentId ?? 0) ?? '';
      const sentAt = plus(record.openedAt, 400);
      return {
        ...whatCameOf({ ...SENT_EMAIL, recipient: worker.email, sentAt }),
        application_id: applicationId,
        purpose: 'case_notice',
        cause: `case:${id}:level:1:user:${worker.id}`,
        case_id: id,
        user_id: worker.id,
        subject: `A patient needs somebody: ${title}`,
        text: `A patient’s answer needs somebody.\n\nDepartment: ${title}\n\nRead it, and claim it if you can help:\n${publicUrl}/cases/${id}\n`,
        created_at: record.openedAt,
        send_at: record.openedAt,
        idempotency_key: randomUUID(),
      };
    }),
  );
}

/** An e-mail that a mail server took; such servers tell of failures only. */
export const SENT_EMAIL = {
  channel: 'email',
  fallback: null,
  state: 'sent',
  reason: null,
  deliveredAt: null,
  openedAt: null,
  error: null,
  undelivered: false,
} as const;

/** Asks the people of these cases whether it was put right. Most who answer are more content than before. */
async function askAgain(
  tx: Tx,
  ctx: Pick<Context, 'keys'>,
  draw: Draw,
  numbered: readonly Numbered[],
  work: CaseWork,
): Promise<void> {
  const { applicationId, stored, now, deEscalation, hospitalTitle } = work;
  const invitationIds = await reserveIds(tx, 'invitations', numbered.length);
  const asked = numbered.map(({ record, id }, index) => {
    const { asking } = record.feedback;
    const at = record.closedAt ?? now;
    const openedAt = plus(at, draw.waiting(14 * HOUR_MS));
    const answeredAt = plus(openedAt, draw.between(1, 3) * MINUTE_MS);
    const isAnswered = draw.chance(0.5) && answeredAt < now;
    return {
      case_id: id,
      asking,
      invitationId: invitationIds[index] ?? 0,
      at,
      openedAt: isAnswered ? openedAt : null,
      answeredAt: isAnswered ? answeredAt : null,
    };
  });
  const about = ({ asking }: { asking: PastFeedback['asking'] }) => ({
    application_id: applicationId,
    survey_id: deEscalation.id,
    patient_id: stored.patientId(asking.stay.person),
    visit_id: stored.visitId(asking.stay),
    message_id: stored.lastMessageId(asking.stay),
  });
  await insertRows(
    tx,
    'invitations',
    asked.map((one) => ({
      ...about(one),
      ...newToken(ctx),
      id: one.invitationId,
      case_id: one.case_id,
      way: 'case',
      language: one.asking.stay.person.language.toLowerCase(),
      created_at: one.at,
      expires_at: plus(one.at, VALID_DAYS * DAY_MS),
      opened_at: one.openedAt,
      answered_at: one.answeredAt,
    })),
  );
  await insertRows(
    tx,
    'deliveries',
    asked.map((one) => {
      const { asking, at } = one;
      const { person } = asking.stay;
      const channel = asking.channel;
      const sentAt = plus(at, 300);
      const isSms = channel === 'sms';
      return {
        ...about(one),
        ...whatCameOf({
          ...SENT_EMAIL,
          channel,
          recipient: asking.recipient,
          sentAt,
          state: one.answeredAt ? 'answered' : isSms ? 'delivered' : 'sent',
          deliveredAt: isSms ? plus(sentAt, 6_000) : null,
          openedAt: one.openedAt,
        }),
        ...deEscalationWords(person.language.toLowerCase(), channel, {
          given_name: person.given,
          hospital: hospitalTitle,
        }),
        purpose: 'de_escalation',
        cause: `case:${one.case_id}:de-escalation:${one.invitationId}`,
        invitation_id: one.invitationId,
        case_id: one.case_id,
        location: asking.event.ward,
        created_at: at,
        send_at: at,
        idempotency_key: randomUUID(),
      };
    }),
  );
  const given = asked.flatMap(({ asking, answeredAt, invitationId }) => {
    if (!answeredAt) return [];
    const language = asking.stay.person.language.toLowerCase();
    const mood = {
      mood: Math.min(1, Math.max(0.75, 0.84 + draw.deviation() * 0.1)),
      language,
      isBadSpell: false,
      needsHelp: false,
    };
    const { answers, themes } = drawAnswers(draw, deEscalation, mood);
    const ward = asking.event.ward;
    return [
      {
        feedback: { at: answeredAt, answers, themes, score: scoreOf(answers) },
        row: {
          invitation_id: invitationId,
          survey_id: deEscalation.id,
          department_id: work.departmentOf(ward),
          location: ward,
          language,
        },
      },
    ];
  });
  await storeFeedback(tx, draw, applicationId, given, { readersOf: work.readersOf, now });
}
