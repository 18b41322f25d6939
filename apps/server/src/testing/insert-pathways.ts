import type { Tx } from '../platform/db/database.ts';

/** Makes a pathway that nobody is in, and one in which the patient of the visit was not asked in time. */
export async function insertPathways(
  tx: Tx,
  applicationId: number,
  surveyId: number,
  { id: visit_id, patient_id }: { id: number; patient_id: number },
) {
  const own = { application_id: applicationId };
  const step = { survey_id: surveyId, after_days: 1, window_days: 7, channel: 'sms', reminders: 0, reminder_days: 7 };
  const ids: number[] = [];
  for (const title of ['Hips', 'Knees']) {
    const { id } = await tx
      .insertInto('pathways')
      .values({ ...own, title, active: true, created_at: new Date(0) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('pathway_steps')
      .values({ ...own, ...step, title: 'First', pathway_id: id })
      .execute();
    ids.push(id);
  }
  const [pathwayId, busyId] = ids as [number, number];
  const { id: enrolmentId } = await tx
    .insertInto('pathway_enrolments')
    .values({
      ...own,
      pathway_id: busyId,
      patient_id,
      visit_id,
      created_at: new Date(0),
      started_at: new Date(0),
      state: 'active',
      next_due_at: new Date('2200-01-01'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('pathway_occasions')
    .values({
      ...own,
      enrolment_id: enrolmentId,
      survey_id: surveyId,
      title: 'Day one',
      day: 0,
      due_at: new Date(0),
      closes_at: new Date(0),
      decided_at: new Date(0),
      state: 'missed',
      reason: 'late',
    })
    .execute();
  return { pathwayId, enrolmentId };
}
