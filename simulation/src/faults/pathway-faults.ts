import type { ProductFault } from './product-fault.ts';

const PATHWAYS = 'features/pathways';

/** Faults in what is asked weeks and months after the event. */
export const PATHWAY_FAULTS: readonly ProductFault[] = [
  {
    name: 'place-stays-with-patient',
    title: 'a pathway goes on asking the patient from whom its stay was taken',
    edits: [
      {
        file: 'features/visits/move-enrolments.ts',
        find: 'if (moved.length === 0) return;',
        replace: 'if (moved.length >= 0) return;',
      },
    ],
  },
  {
    name: 'ended-pathway-reminds',
    title: 'a pathway that a colleague ended still reminds',
    edits: [
      {
        file: 'features/suppression/gate.ts',
        find: "if (facts.pathway_ended) return 'pathway_ended';",
        replace: '',
      },
    ],
  },
  {
    name: 'step-without-window',
    title: 'a step is asked after its window is over',
    edits: [
      {
        file: `${PATHWAYS}/decide-step.ts`,
        find: "  if (facts.closes_at <= now) return { kind: 'missed', reason: facts.refusal ?? facts.put_off ?? 'late' };\n",
        replace: '',
      },
      {
        file: `${PATHWAYS}/run-due-steps.ts`,
        find: 'valid_days: (step.closes_at.getTime() - now.getTime()) / DAY_MS,',
        replace: 'valid_days: 1,',
      },
    ],
  },
  {
    name: 'step-without-condition',
    title: 'a step is asked whatever an earlier one came to',
    edits: [
      {
        file: `${PATHWAYS}/decide-step.ts`,
        find: "  if (!facts.is_met) return { kind: 'skipped', reason: 'condition' };\n",
        replace: '',
      },
    ],
  },
  {
    name: 'steps-are-no-surveys',
    title: 'who was asked by a pathway is asked by a rule a day later',
    edits: [
      {
        file: 'features/suppression/facts.queries.ts',
        find: "and (other.enrolment_id = d.enrolment_id) is not true\n          and (other.asking = 'sending'",
        replace: "and other.enrolment_id is null\n          and (other.asking = 'sending'",
      },
    ],
  },
  {
    name: 'step-answers-for-visit',
    title: 'whoever has answered a step of a pathway cannot answer about the stay',
    edits: [
      {
        file: 'features/feedback/in-person/in-person.queries.ts',
        find: 'else i.occasion_id is null or i.survey_id = ${surveyId} end',
        replace: 'else true end',
      },
    ],
  },
];
