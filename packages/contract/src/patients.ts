import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';
import { timelineEntry } from './visits.ts';

const person = {
  /** Id of our record. */
  patient_id: z.number(),
  /** The number by which people know the patient. */
  identifier: z.string(),
  authority: z.string(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  /** ISO date. For a date of which only a part is known, it is the latest possible. */
  birth_date: z.string().nullable(),
  birth_date_precision: z.enum(['day', 'month', 'year']),
  sex: z.string().nullable(),
  deceased: z.boolean(),
  /** True when nobody can be sure who this is. Nothing is sent until somebody decides. */
  identity_in_doubt: z.boolean(),
};

export const patientSummary = z.object({
  id: z.number(),
  ...person,
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export type PatientSummary = z.output<typeof patientSummary>;

export const VISIT_STATES = ['expected', 'open', 'closed', 'cancelled', 'not_attended'] as const;

/**
 * Why nothing was sent about a visit, or what was sent. It is one sentence in parts, so that it can be written in any language.
 */
export const proof = z.object({
  visit_id: z.number().nullable(),
  outcome: z.enum(['answered', 'asked', 'waiting', 'failed', 'not_asked', 'no_rule', 'no_event']),
  /** When it was sent, answered or refused, or is to be sent. */
  at: instant.nullable(),
  channel: z.string().nullable(),
  survey_title: z.string().nullable(),
  /** Title of the action of the trigger that asked, or the name of the person who sent it by hand. */
  rule: z.string().nullable(),
  /** The suppression reason, when it was not sent. */
  reason: z.string().nullable(),
  /** Triggers that were active and did not match, each with the filter that did not match. */
  rules_not_matched: z.array(z.object({ trigger_id: z.number(), action: z.string(), filter: z.string() })),
});
export type Proof = z.output<typeof proof>;

export const patientVisit = z.object({
  id: z.number(),
  visit_number: z.string().nullable(),
  state: z.enum(VISIT_STATES),
  kind: z.enum(['inpatient', 'emergency', 'outpatient']).nullable(),
  on_leave: z.boolean(),
  location: z.string().nullable(),
  appointment_state: z.string().nullable(),
  expected_at: instant.nullable(),
  admitted_at: instant.nullable(),
  discharged_at: instant.nullable(),
  proof,
});

export const patientMerge = z.object({
  id: z.number(),
  kind: z.enum(['merge', 'link', 'authority', 'person']),
  survivor_id: z.number(),
  gone_id: z.number(),
  gone_identifier: z.string(),
  message_id: z.number().nullable(),
  user_name: z.string().nullable(),
  at: instant,
  undone_at: instant.nullable(),
  undone_by_name: z.string().nullable(),
});
export type PatientMerge = z.output<typeof patientMerge>;

export const patientDetail = patientSummary.extend({
  language: z.string().nullable(),
  protected: z.boolean(),
  identity_unknown: z.boolean(),
  identifiers: z.array(
    z.object({
      identifier: z.string(),
      authority: z.string(),
      /** Type by HL7 table 0203; "" where the sender gives none. */
      type: z.string(),
      /** False: the number alone does not identify the patient. */
      identifies: z.boolean(),
    }),
  ),
  visits: z.array(patientVisit),
  merges: z.array(patientMerge),
  /** Texts that the patient wrote back, newest first; at most 50. */
  texts: z.array(
    z.object({
      id: z.number(),
      channel: z.enum(['sms', 'email']),
      text: z.string(),
      received_at: instant,
      understood: z.enum(['stop', 'start', 'help']).nullable(),
      harm: z.boolean(),
      read_at: instant.nullable(),
    }),
  ),
  /** Ids of open conflicts about this patient. */
  conflict_ids: z.array(z.number()),
  timeline: z.array(timelineEntry),
});
export type PatientDetail = z.output<typeof patientDetail>;

export const listPatients = endpoint({
  method: 'GET',
  path: '/patients',
  access: { permission: 'messages.list' },
  audit: true,
  summary: 'Patients, found by name or number',
  query: pagingQuery.extend({
    /** 1: only patients whose identity is in doubt. */
    in_doubt: z.enum(['0', '1']).optional(),
    sort: sortBy(['family_name', 'id'], 'family_name'),
  }),
  reply: page(patientSummary),
});

export const getPatient = endpoint({
  method: 'GET',
  path: '/patients/:id',
  access: { permission: 'messages.list' },
  audit: true,
  summary: 'One patient: numbers, visits, what was asked and answered, merges',
  params: idParams,
  reply: one(patientDetail),
});

export const getVisitProof = endpoint({
  method: 'GET',
  path: '/visits/:id/proof',
  access: { permission: 'messages.list' },
  audit: true,
  summary: 'Whether a patient was asked about a visit: when, by which rule, and why not',
  params: idParams,
  reply: one(proof),
});

export const mergePatients = endpoint({
  method: 'POST',
  path: '/patients/:id/merges',
  access: { permission: 'patients.update' },
  summary: 'Make another record part of this one',
  params: idParams,
  wrapper: 'merge',
  body: z.object({
    merge: z.object({
      /** Id of the record that is merged into this one. */
      gone_id: z.number().int().positive(),
      reason: z.string().trim().min(3, 'Say why: whoever looks at it later needs to know.').max(500),
    }),
  }),
  reply: one(patientDetail),
  status: 201,
});

export const undoMerge = endpoint({
  method: 'PUT',
  path: '/patients/:id/merges/:mergeId/undo',
  access: { permission: 'patients.update' },
  summary: 'Take a merge or link back',
  params: idParams.extend({ mergeId: z.coerce.number().int().positive() }),
  reply: one(patientDetail),
});

export const CONFLICT_KINDS = ['two_patients', 'number_reused', 'several_senders'] as const;
export const DECISIONS = ['same_person', 'two_persons', 'correct'] as const;
export type Decision = (typeof DECISIONS)[number];

export const identityConflict = z.object({
  id: z.number(),
  kind: z.enum(CONFLICT_KINDS),
  opened_at: instant,
  decision: z.enum(DECISIONS).nullable(),
  decided_at: instant.nullable(),
  decided_by_name: z.string().nullable(),
  identifiers: z.array(z.object({ identifier: z.string(), authority: z.string(), type: z.string() })),
  patients: z.array(z.object(person)),
  /** Numbers of these patients that somebody else has as well, most likely. With `two_persons` they decide nothing beside other numbers from now on. */
  shared: z.array(
    z.object({ patient_id: z.number(), identifier: z.string(), authority: z.string(), type: z.string() }),
  ),
  /** Messages that wait for the decision, newest first; at most 50. */
  messages: z.array(
    z.object({
      id: z.number(),
      event: z.string().nullable(),
      event_at: instant,
      sending_facility: z.string(),
      /** Details in the message, which do not match the known ones. */
      given_name: z.string().nullable(),
      family_name: z.string().nullable(),
      birth_date: z.string().nullable(),
      identifiers: z.array(z.object({ identifier: z.string(), authority: z.string(), type: z.string() })),
    }),
  ),
});
export type IdentityConflict = z.output<typeof identityConflict>;

export const listIdentityConflicts = endpoint({
  method: 'GET',
  path: '/identity_conflicts',
  access: { permission: 'messages.list' },
  audit: true,
  summary: 'Messages about whom nobody can be sure',
  query: pagingQuery.extend({ open: z.enum(['0', '1']).default('1'), sort: sortBy(['opened_at'], '-opened_at') }),
  reply: page(identityConflict),
});

export const decideIdentityConflict = endpoint({
  method: 'PUT',
  path: '/identity_conflicts/:id',
  access: { permission: 'patients.update' },
  audit: true,
  summary: 'Decide who is meant: one person, two persons, or a typing error of the sender',
  params: idParams,
  body: z.object({
    decision: z.enum(DECISIONS),
    /** With `two_persons`: the patient whom the waiting messages are about; null: somebody who is not known yet. */
    patient_id: z.number().int().positive().nullable().optional(),
  }),
  reply: one(identityConflict),
});
