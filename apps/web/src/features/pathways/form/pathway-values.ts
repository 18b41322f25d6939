import type { pathways } from '@wardvoice/contract';

/** A field for a number is empty as ''. */
type NumberField = number | '';

export interface StepValues {
  id: number | null;
  title: string;
  survey_id: number | null;
  after_days: NumberField;
  window_days: NumberField;
  channel: pathways.NewStep['channel'];
  reminders: number;
  reminder_days: NumberField;
  subject: string;
  text: string;
  only_if: {
    day: NumberField | null;
    is: pathways.ConditionKind;
    score_id: number | null;
    value: number | null;
  } | null;
}

export interface PathwayValues {
  pathway: { title: string; active: boolean; steps: StepValues[]; version?: number };
}

/** Returns a step some weeks after the last one. */
export const newStep = (steps: readonly StepValues[]): StepValues => {
  const last = steps.at(-1);
  return {
    id: null,
    title: '',
    survey_id: last?.survey_id ?? null,
    after_days: last ? Number(last.after_days) + 42 : 0,
    window_days: last?.window_days ?? 14,
    channel: last?.channel ?? 'sms_or_email',
    reminders: last?.reminders ?? 1,
    reminder_days: last?.reminder_days ?? 5,
    subject: '',
    text: '',
    only_if: null,
  };
};

export const valuesOf = (pathway: pathways.Pathway | undefined): PathwayValues => ({
  pathway: pathway
    ? {
        title: pathway.title,
        active: pathway.active,
        version: pathway.version,
        steps: pathway.steps.map(({ survey_title: _title, counts: _counts, subject, text, ...step }) => ({
          ...step,
          subject: subject ?? '',
          text: text ?? '',
        })),
      }
    : { title: '', active: true, steps: [newStep([])] },
});

/** Returns the steps with a new day of one of them, which conditions of the others name. */
export const moveStep = (steps: readonly StepValues[], index: number, day: NumberField): StepValues[] => {
  const before = steps[index]?.after_days;
  return steps.map((step, place) =>
    place === index
      ? { ...step, after_days: day }
      : step.only_if && step.only_if.day === before
        ? { ...step, only_if: { ...step.only_if, day } }
        : step,
  );
};
