import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

/** A person is named by the record of a patient or, for somebody who is no patient, by a contact. */
const who = {
  patient_id: z.coerce.number().int().positive().optional(),
  contact_id: z.coerce.number().int().positive().optional(),
};
interface Named {
  patient_id?: number | undefined;
  contact_id?: number | undefined;
}
const namesOne = (named: Named) => (named.patient_id === undefined) !== (named.contact_id === undefined);
const NAMES_ONE = { error: 'Name one person: patient_id or contact_id.', path: ['patient_id'] };

const reason = z.string().trim().min(3, 'Say why: whoever looks at it later needs to know.').max(500);

/** What may be stored about a person. The names are those of the sections of an export and of a certificate. */
export const PERSONAL_SECTIONS = [
  'patients',
  'identifiers',
  'visits',
  'messages',
  'contacts',
  'lists',
  'surveys_offered',
  'pathways',
  'deliveries',
  'answers',
  'notes',
  'cases',
  'texts',
  'opt_outs',
  'merges',
  'conflicts',
  'imports',
  'seen_by',
] as const;
export type PersonalSection = (typeof PERSONAL_SECTIONS)[number];

export const personExport = z.object({
  /** Null for a contact who is no patient. */
  patient_id: z.number().nullable(),
  exported_at: instant,
  organisation: z.string(),
  /** Rows of each section, with the names of their columns. A section without rows is left out. */
  records: z.partialRecord(z.enum(PERSONAL_SECTIONS), z.array(z.record(z.string(), z.unknown()))),
});
export type PersonExport = z.output<typeof personExport>;

export const exportPerson = endpoint({
  method: 'GET',
  path: '/persons/export',
  access: { permission: 'persons.export' },
  freshSignIn: true,
  audit: { action: 'export', record: 'persons' },
  summary: 'Everything that is stored about one person',
  query: z.object(who).refine(namesOne, NAMES_ONE),
  reply: one(personExport),
});

/** Why a person cannot be erased now. */
export const ERASURE_OBSTACLES = ['held', 'unprocessed', 'sending', 'open_case', 'import_running'] as const;
export type ErasureObstacle = (typeof ERASURE_OBSTACLES)[number];

export const erasurePreview = z.object({
  patient_id: z.number().nullable(),
  counts: z.partialRecord(z.enum(PERSONAL_SECTIONS), z.number()),
  obstacles: z.array(z.enum(ERASURE_OBSTACLES)),
  /** Cases that have to be closed first. */
  open_case_ids: z.array(z.number()),
  /** The patient has a visit that is open: the next message of the hospital brings the patient back. */
  is_in_hospital: z.boolean(),
  /** The dead and the protected keep their number, so that nobody writes to the family. */
  keeps_number: z.boolean(),
  /** Contacts with the same address who may be somebody else. They are erased only when they are chosen. */
  same_address: z.array(
    z.object({ id: z.number(), name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
  ),
});
export type ErasurePreview = z.output<typeof erasurePreview>;

export const previewErasure = endpoint({
  method: 'GET',
  path: '/persons/erasure',
  access: { permission: 'persons.erase', person: true },
  audit: { action: 'view', record: 'persons' },
  summary: 'What an erasure of this person would erase, and what stands in its way',
  query: z.object(who).refine(namesOne, NAMES_ONE),
  reply: one(erasurePreview),
});

export const erasure = z.object({
  id: z.number(),
  at: instant,
  user_name: z.string().nullable(),
  reason: z.string(),
  patient_id: z.number().nullable(),
  /** Number of records of each section that were erased. */
  erased: z.partialRecord(z.enum(PERSONAL_SECTIONS), z.number()),
  kept: z.array(z.enum(['figures', 'audit', 'opt_out', 'number_of_the_dead', 'number_of_the_protected'])),
});
export type Erasure = z.output<typeof erasure>;

export const erasePerson = endpoint({
  method: 'POST',
  path: '/persons/erase',
  access: { permission: 'persons.erase', person: true },
  freshSignIn: true,
  audit: { action: 'erase', record: 'persons' },
  summary: 'Erase what is stored about one person',
  wrapper: 'person',
  body: z.object({
    person: z
      .object({
        ...who,
        reason,
        /** Contacts of the preview who are the same person. */
        contact_ids: z.array(z.number().int().positive()).max(100).default([]),
      })
      .refine(namesOne, NAMES_ONE),
  }),
  status: 201,
  reply: one(erasure),
});

export const listErasures = endpoint({
  method: 'GET',
  path: '/erasures',
  access: { permission: 'persons.erase', person: true },
  summary: 'Certificates of what was erased',
  query: pagingQuery.extend({ sort: sortBy(['id'], '-id') }),
  reply: page(erasure),
});

export const getErasure = endpoint({
  method: 'GET',
  path: '/erasures/:id',
  access: { permission: 'persons.erase', person: true },
  summary: 'One certificate of an erasure',
  params: idParams,
  reply: one(erasure),
});

export const legalHold = z.object({
  id: z.number(),
  patient_id: z.number(),
  identifier: z.string(),
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  reason: z.string(),
  held_at: instant,
  held_by_name: z.string().nullable(),
  released_at: instant.nullable(),
  released_by_name: z.string().nullable(),
  release_reason: z.string().nullable(),
});
export type LegalHold = z.output<typeof legalHold>;

export const listLegalHolds = endpoint({
  method: 'GET',
  path: '/legal_holds',
  access: { permission: 'persons.hold', person: true },
  audit: true,
  summary: 'Patients of whom nothing may be erased, and those of whom nothing might be',
  query: pagingQuery.extend({
    patient_id: z.coerce.number().int().positive().optional(),
    /** 1: only those that stand. */
    standing: z.enum(['0', '1']).optional(),
    sort: sortBy(['id'], '-id'),
  }),
  reply: page(legalHold),
});

export const holdPatient = endpoint({
  method: 'POST',
  path: '/patients/:id/legal_hold',
  access: { permission: 'persons.hold', person: true },
  freshSignIn: true,
  audit: { action: 'hold', record: 'patients' },
  summary: 'Let nothing of this patient be erased',
  params: idParams,
  wrapper: 'legal_hold',
  body: z.object({ legal_hold: z.object({ reason }) }),
  status: 201,
  reply: one(legalHold),
});

export const releasePatient = endpoint({
  method: 'PUT',
  path: '/patients/:id/legal_hold/release',
  access: { permission: 'persons.hold', person: true },
  freshSignIn: true,
  audit: { action: 'release', record: 'patients' },
  summary: 'End the legal hold of this patient',
  params: idParams,
  wrapper: 'legal_hold',
  body: z.object({ legal_hold: z.object({ reason }) }),
  reply: one(legalHold),
});
