import type { pathways } from '@wardvoice/contract';

const NOBODY = { asked: 0, answered: 0, open: 0, unanswered: 0, not_sent: 0, skipped: 0, missed: 0 };

const stepOf = (id: number, title: string, more: Partial<pathways.PathwayStep>): pathways.PathwayStep => ({
  id,
  title,
  survey_id: 4,
  survey_title: 'Recovery',
  after_days: 0,
  window_days: 14,
  channel: 'sms',
  reminders: 0,
  reminder_days: 7,
  subject: null,
  text: null,
  only_if: null,
  counts: NOBODY,
  ...more,
});

/** A pathway of two steps. */
export const pathwayOf = (more: Partial<pathways.Pathway> = {}): pathways.Pathway => ({
  id: 7,
  title: 'New hip',
  active: true,
  days: [0, 42],
  active_people: 12,
  completed_people: 3,
  ended_people: 1,
  version: 2,
  trigger_ids: [5],
  scores: [],
  steps: [
    stepOf(70, 'At home', { counts: { ...NOBODY, asked: 8, answered: 6, open: 2 } }),
    stepOf(71, 'Six weeks', { after_days: 42, only_if: { day: 0, is: 'answered', score_id: null, value: null } }),
  ],
  ...more,
});

/** A patient who has answered the first of two steps, and whose second is put off. */
export const enrolmentOf = (more: Partial<pathways.Enrolment> = {}): pathways.Enrolment => {
  const step = { survey_id: 4, survey_title: 'Recovery', feedback_id: null };
  return {
    id: 31,
    pathway_id: 7,
    pathway_title: 'New hip',
    patient_id: 5,
    given_name: 'Dara',
    family_name: 'Quill',
    identifier: '771',
    visit_id: null,
    location: 'ASH',
    started_at: '2026-10-01T10:00:00.000Z',
    state: 'active',
    end_reason: null,
    end_note: null,
    ended_at: null,
    enrolled_by: null,
    next_due_at: '2026-11-13T10:00:00.000Z',
    occasions: [
      {
        ...step,
        title: 'At home',
        day: 0,
        due_at: '2026-10-01T10:00:00.000Z',
        closes_at: '2026-10-15T10:00:00.000Z',
        state: 'answered',
        reason: null,
      },
      {
        ...step,
        title: 'Six weeks',
        day: 42,
        due_at: '2026-11-12T10:00:00.000Z',
        closes_at: '2026-11-26T10:00:00.000Z',
        state: 'due',
        reason: 'readmitted',
      },
    ],
    ...more,
  };
};
