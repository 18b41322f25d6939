import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

export const CASE_STATES = ['new', 'claimed', 'contacted', 'closed', 'reopened'] as const;
export type CaseState = (typeof CASE_STATES)[number];
export const CASE_ACTIONS = ['claim', 'contacted', 'close', 'reopen'] as const;
export type CaseAction = (typeof CASE_ACTIONS)[number];

/** From which states an action may be taken, and where it leads. */
export const CASE_MOVES: Record<CaseAction, { from: readonly CaseState[]; to: CaseState }> = {
  claim: { from: ['new', 'reopened'], to: 'claimed' },
  contacted: { from: ['claimed'], to: 'contacted' },
  close: { from: ['claimed', 'contacted'], to: 'closed' },
  reopen: { from: ['closed'], to: 'reopened' },
};

export const caseSummary = z.object({
  id: z.number(),
  state: z.enum(CASE_STATES),
  department_id: z.number().nullable(),
  department_title: z.string().nullable(),
  survey_title: z.string(),
  /** The answer that called for help, in the words shown to the patient. */
  question: z.string(),
  answer: z.string(),
  location: z.string().nullable(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  /** Of a contact; where no patient is known, the only name there is. */
  contact_name: z.string().nullable(),
  /** Answered on this kiosk by somebody unknown. */
  kiosk_label: z.string().nullable(),
  score: z.number().nullable(),
  /** Escalation level that was told last, from 1; 0 when nobody was set. */
  level: z.number(),
  /** When the next level will be told, unless somebody claims it. */
  next_level_at: instant.nullable(),
  claimed_by_id: z.number().nullable(),
  claimed_by_name: z.string().nullable(),
  created_at: instant,
  closed_at: instant.nullable(),
});
export type CaseSummary = z.output<typeof caseSummary>;

export const caseDetail = caseSummary.extend({
  visit_id: z.number().nullable(),
  message_id: z.number().nullable(),
  contact_id: z.number().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  /** Language the patient answered in. */
  language: z.string(),
  answers: z.array(
    z.object({
      category: z.string().nullable(),
      question: z.string(),
      answer: z.string(),
      value: z.number().nullable(),
      escalate: z.boolean(),
    }),
  ),
  steps: z.array(
    z.object({
      id: z.number(),
      /** "opened", "escalated", "claim", "contacted", "close", "reopen" */
      action: z.string(),
      user_name: z.string().nullable(),
      note: z.string().nullable(),
      at: instant,
    }),
  ),
});
export type CaseDetail = z.output<typeof caseDetail>;

export const caseFilters = z.object({
  state: z.enum(CASE_STATES).optional(),
  /** 1: all that are not closed. */
  open: z.enum(['0', '1']).optional(),
  /** 1: only those claimed by me. */
  mine: z.enum(['0', '1']).optional(),
  department_id: z.coerce.number().int().positive().optional(),
});

export const listCases = endpoint({
  method: 'GET',
  path: '/cases',
  access: { permission: 'cases.list' },
  audit: true,
  summary: 'Cases, newest first',
  query: pagingQuery.extend(caseFilters.shape).extend({ sort: sortBy(['created_at'], '-created_at') }),
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

export const updateCase = endpoint({
  method: 'PUT',
  path: '/cases/:id',
  access: { permission: 'cases.update' },
  summary: 'Claim, note the contact, close with a note, reopen; 409 when somebody was faster',
  params: idParams,
  wrapper: 'case',
  body: z.object({
    case: z
      .object({ action: z.enum(CASE_ACTIONS), note: z.string().trim().max(4000).optional() })
      .refine((body) => body.action !== 'close' || Boolean(body.note), {
        path: ['note'],
        message: 'Write how the case was closed.',
      }),
  }),
  reply: one(caseDetail),
});
