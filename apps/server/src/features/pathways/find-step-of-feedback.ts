import type { feedbackRecords } from '@wardvoice/contract';
import type { Tx } from '../../platform/db/database.ts';

/** Returns the step of a pathway by which a survey was asked; null where something else asked. */
export async function findStepOfFeedback(
  tx: Tx,
  applicationId: number,
  feedbackId: number,
): Promise<feedbackRecords.FeedbackDetail['pathway']> {
  const found = await tx
    .selectFrom('feedback as f')
    .innerJoin('invitations as i', (join) =>
      join.onRef('i.application_id', '=', 'f.application_id').onRef('i.id', '=', 'f.invitation_id'),
    )
    .innerJoin('pathway_occasions as o', (join) =>
      join.onRef('o.application_id', '=', 'i.application_id').onRef('o.id', '=', 'i.occasion_id'),
    )
    .innerJoin('pathway_enrolments as e', (join) =>
      join.onRef('e.application_id', '=', 'o.application_id').onRef('e.id', '=', 'o.enrolment_id'),
    )
    .innerJoin('pathways as w', (join) =>
      join.onRef('w.application_id', '=', 'e.application_id').onRef('w.id', '=', 'e.pathway_id'),
    )
    .select(['w.id', 'w.title', 'o.title as step', 'o.day'])
    .where('f.application_id', '=', applicationId)
    .where('f.id', '=', feedbackId)
    .executeTakeFirst();
  return found ?? null;
}
