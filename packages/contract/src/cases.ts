import { z } from 'zod';
import { colleague } from './colleagues.ts';
import { CHANNELS, SUPPRESSION_REASONS } from './deliveries.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

export const CASE_STATES = ['new', 'claimed', 'contacted', 'closed', 'reopened'] as const;
export type CaseState = (typeof CASE_STATES)[number];
/** How severe the answer or text is that opened a case: docs/decisions/0058-until-when-a-case-is-closed.md. */
export const CASE_SEVERITIES = ['urgent', 'high', 'normal'] as const;
export type CaseSeverity = (typeof CASE_SEVERITIES)[number];
export const CASE_ACTIONS = ['claim', 'contacted', 'close', 'reopen'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

/** From which states an action is allowed, and the state that it leads to. */
export const CASE_MOVES: Record<CaseAction, { from: readonly CaseState[]; to: CaseState }> = {
  claim: { from: ['new', 'reopened'], to: 'claimed' },
  contacted: { from: ['claimed'], to: 'contacted' },
  close: { from: ['claimed', 'contacted'], to: 'closed' },
  reopen: { from: ['closed'], to: 'reopened' },
};

/** What becomes of a case that is given to a colleague; a closed one is given to nobody. */
export const CASE_ASSIGNED: Partial<Record<CaseState, CaseState>> = {
  new: 'claimed',
  reopened: 'claimed',
  claimed: 'claimed',
  contacted: 'contacted',
};

export const caseSummary = z.object({
  id: z.number(),
  state: z.enum(CASE_STATES),
  severity: z.enum(CASE_SEVERITIES),
  /** Until when it should be closed; null: it was opened before there were due times. */
  due_at: instant.nullable(),
  /** It is not closed, and was due before now. */
  overdue: z.boolean(),
  department_id: z.number().nullable(),
  department_title: z.string().nullable(),
  /** Null: a text opened the case. */
  survey_title: z.string().nullable(),
  /** Id of the text that opened the case. */
  text_id: z.number().nullable(),
  /** The answer that opened the case, in the words that the patient was shown. */
  question: z.string(),
  answer: z.string(),
  location: z.string().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  /** Name of a contact: the only name that is known when there is no patient. */
  contact_name: z.string().nullable(),
  /** Name of the kiosk on which somebody unknown answered. */
  kiosk_label: z.string().nullable(),
  score: z.number().nullable(),
  /** The escalation level that was told last, from 1; 0 when nobody could be told. */
  level: z.number(),
  /** When the next level will be told, unless somebody claims it. */
  next_level_at: instant.nullable(),
  claimed_by_id: z.number().nullable(),
  claimed_by_name: z.string().nullable(),
  created_at: instant,
  closed_at: instant.nullable(),
  /** Why it came to the case, as whoever closed it last has said. */
  cause_id: z.number().nullable(),
  cause_title: z.string().nullable(),
});
export type CaseSummary = z.output<typeof caseSummary>;

const caseAnswer = z.object({
  category: z.string().nullable(),
  question: z.string(),
  answer: z.string(),
  value: z.number().nullable(),
  escalate: z.boolean(),
});
export type CaseAnswer = z.output<typeof caseAnswer>;

/** Reasons why closing a case offers no de-escalation survey, in addition to the reasons of the gate. */
export const NO_DE_ESCALATION = ['no_survey', 'survey_inactive', 'anonymous', 'asked_already'] as const;

/** The survey that closing the case now would send, and to whom; or why none is sent. */
export const deEscalationOffer = z.object({
  survey_title: z.string().nullable(),
  channel: z.enum(CHANNELS).nullable(),
  /** A part of the address that its owner recognises: "o•••@e•••.org". */
  recipient: z.string().nullable(),
  refusal: z.enum([...NO_DE_ESCALATION, ...SUPPRESSION_REASONS]).nullable(),
});
export type DeEscalationOffer = z.output<typeof deEscalationOffer>;

export const DE_ESCALATION_STATES = [
  'waiting',
  'sent',
  'opened',
  'answered',
  'suppressed',
  'failed',
  'expired',
  'withdrawn',
] as const;
export type DeEscalationState = (typeof DE_ESCALATION_STATES)[number];

/** The survey that asked the person again, and its answer. */
export const deEscalation = z.object({
  state: z.enum(DE_ESCALATION_STATES),
  reason: z.enum(SUPPRESSION_REASONS).nullable(),
  survey_title: z.string(),
  channel: z.enum(CHANNELS).nullable(),
  recipient: z.string().nullable(),
  /** When it was sent, or is to be sent. */
  at: instant,
  expires_at: instant,
  /** The case whose closing sent it. Another case of the same answers shares it. */
  case_id: z.number(),
  score: z.number().nullable(),
  answered_at: instant.nullable(),
  answers: z.array(caseAnswer),
  /** Id of a case that this answer opened. */
  opened_case_id: z.number().nullable(),
});
export type DeEscalation = z.output<typeof deEscalation>;

export const caseDetail = caseSummary.extend({
  /** When the answers were given that opened the case. */
  answered_at: instant,
  /** What was done, in the words of whoever closed it last. */
  actions_taken: z.string().nullable(),
  visit_id: z.number().nullable(),
  message_id: z.number().nullable(),
  /** The answered survey; null: a text opened the case. */
  feedback_id: z.number().nullable(),
  contact_id: z.number().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Language in which the patient answered; null: not known. */
  language: z.string().nullable(),
  answers: z.array(caseAnswer),
  /** Null: the case cannot be closed in its present state. */
  de_escalation_offer: deEscalationOffer.nullable(),
  /** Null: nobody has been asked again. */
  de_escalation: deEscalation.nullable(),
  steps: z.array(
    z.object({
      id: z.number(),
      /** "opened", "escalated", "claim", "assigned", "contacted", "note", "close", "de_escalation", "reopen" */
      action: z.string(),
      user_name: z.string().nullable(),
      /** To whom the case was given. */
      to_user_name: z.string().nullable(),
      note: z.string().nullable(),
      at: instant,
    }),
  ),
});
export type CaseDetail = z.output<typeof caseDetail>;

export const caseFilters = z.object({
  state: z.enum(CASE_STATES).optional(),
  /** 1: every case that is not closed. */
  open: z.enum(['0', '1']).optional(),
  /** 1: only cases claimed by the caller. */
  mine: z.enum(['0', '1']).optional(),
  /** 1: only cases that are not closed and were due before now. */
  overdue: z.enum(['0', '1']).optional(),
  severity: z.enum(CASE_SEVERITIES).optional(),
  cause_id: z.coerce.number().int().positive().optional(),
  department_id: z.coerce.number().int().positive().optional(),
});

export const listCases = endpoint({
  method: 'GET',
  path: '/cases',
  access: { permission: 'cases.list' },
  audit: true,
  summary: 'Cases, newest first; sort=due_at begins with those that are due first',
  query: pagingQuery.extend(caseFilters.shape).extend({ sort: sortBy(['created_at', 'due_at'], '-created_at') }),
  reply: page(caseSummary),
});

export const getCase = endpoint({
  method: 'GET',
  path: '/cases/:id',
  access: { permission: 'cases.list' },
  audit: true,
  summary: 'One case with all answers and steps',
  params: idParams,
  reply: one(caseDetail),
});

const namesOneSource = (body: {
  [source in 'feedback_id' | 'invitation_id' | 'answer_id' | 'text_id']?: number | undefined;
}) =>
  [body.feedback_id, body.invitation_id, body.answer_id, body.text_id].filter((id) => id !== undefined).length === 1;

export const createCase = endpoint({
  method: 'POST',
  path: '/cases',
  access: { permission: 'cases.update' },
  summary: 'Open a case by hand from an answer, a comment or a text; a second one in the same department is the first',
  wrapper: 'case',
  status: 201,
  body: z.object({
    case: z
      .object({
        /** Everything that a person answered at once, by the id of the feedback or of its invitation. */
        feedback_id: z.number().int().positive().optional(),
        invitation_id: z.number().int().positive().optional(),
        /** One answer, by its id in the list of comments. */
        answer_id: z.number().int().positive().optional(),
        text_id: z.number().int().positive().optional(),
        department_id: z.number().int().positive().nullable().default(null),
        note: z.string().trim().max(4000).default(''),
      })
      .refine(namesOneSource, {
        path: ['feedback_id'],
        message: 'Name the answer or the text that the case is about.',
      }),
  }),
  reply: one(caseDetail),
});

export const updateCase = endpoint({
  method: 'PUT',
  path: '/cases/:id',
  access: { permission: 'cases.update' },
  summary: 'Claim, note the contact, close with a note and perhaps a survey, reopen; 409 when somebody was faster',
  params: idParams,
  wrapper: 'case',
  body: z.object({
    case: z
      .object({
        action: z.enum(CASE_ACTIONS),
        note: z.string().trim().max(4000).optional(),
        /** When the case is closed: asks the person again with the application's de-escalation survey. */
        de_escalation: z.boolean().optional(),
        /** When the case is closed: why it came to it. Needed where the application has active causes. */
        cause_id: z.number('Choose a cause.').int().positive().optional(),
        actions_taken: z.string().trim().max(4000).optional(),
      })
      .refine((body) => body.action !== 'close' || Boolean(body.note), {
        path: ['note'],
        message: 'Write how the case was closed.',
      })
      .refine((body) => body.action === 'close' || !body.de_escalation, {
        path: ['de_escalation'],
        message: 'The de-escalation survey is sent when the case is closed.',
      })
      .refine((body) => body.action === 'close' || (body.cause_id === undefined && body.actions_taken === undefined), {
        path: ['cause_id'],
        message: 'The cause and the actions are noted when the case is closed.',
      }),
  }),
  reply: one(caseDetail),
});

export const listCaseChoices = endpoint({
  method: 'GET',
  path: '/cases/choices',
  access: { permission: 'cases.list' },
  summary: 'What the forms of a case offer: colleagues who work on cases, and causes that are not switched off',
  reply: one(
    z.object({
      people: z.array(colleague),
      causes: z.array(z.object({ id: z.number(), title: z.string() })),
    }),
  ),
});

export const assignCase = endpoint({
  method: 'PUT',
  path: '/cases/:id/assign',
  access: { permission: 'cases.update' },
  summary: 'Give a case to a colleague, who is told; 409 when somebody else has it by now',
  params: idParams,
  wrapper: 'case',
  body: z.object({
    case: z.object({
      /** `instead_of_id` is who has it as far as the caller knows; null: nobody. */
      assignment: z.object({
        to_id: z.number('Choose a colleague.').int().positive(),
        instead_of_id: z.number().int().positive().nullable(),
      }),
      note: z.string().trim().max(4000).optional(),
    }),
  }),
  reply: one(caseDetail),
});

export const addCaseNote = endpoint({
  method: 'POST',
  path: '/cases/:id/notes',
  access: { permission: 'cases.update' },
  audit: { record: 'cases', action: 'note' },
  summary:
    'Write a note about a case in any state, without moving it; the same words twice within a minute are one note',
  params: idParams,
  wrapper: 'note',
  status: 201,
  body: z.object({ note: z.object({ text: z.string().trim().min(1, 'Write a note.').max(4000) }) }),
  reply: one(caseDetail),
});
