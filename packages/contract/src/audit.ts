import { z } from 'zod';
import { isoDay } from './days.ts';
import { endpoint } from './endpoint.ts';
import { instant, keysetPage, keysetQuery, sortBy } from './paging.ts';

/** Old and new value of a setting, by field. It never contains patients' data or secrets. */
const changes = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));

export const auditEntry = z.object({
  id: z.number(),
  at: instant,
  user_id: z.number().nullable(),
  /** The name at that time of the person, or of the API key. */
  user_name: z.string().nullable(),
  session_id: z.number().nullable(),
  /** IP address of the caller. */
  address: z.string().nullable(),
  application_id: z.number().nullable(),
  application_title: z.string().nullable(),
  /** A verb such as "view", "update", "export", "sign_in". */
  action: z.string(),
  record_type: z.string(),
  record_id: z.number().nullable(),
  /** What the record is called now. Null when it is gone, and of patients and contacts, whom the audit does not name. */
  record_name: z.string().nullable(),
  /** True: the call was refused. */
  refused: z.boolean(),
  patient_ids: z.array(z.number()),
  details: z.object({
    /** As what the person acted: the name of their role, and the wards that they were limited to, as they were then. */
    as: z
      .object({
        role: z.string().optional(),
        wards: z.array(z.string()).optional(),
        superuser: z.literal(true).optional(),
        /** The API key that made the call; there is no user then. */
        api_key: z.object({ id: z.number(), name: z.string() }).optional(),
      })
      .optional(),
    /** Number of rows of a list or file. */
    count: z.number().optional(),
    /** Names of the filters that were set, without their values. */
    filters: z.array(z.string()).optional(),
    /** Names of the fields that were sent. */
    fields: z.array(z.string()).optional(),
    changes: changes.optional(),
    /** Further ids in the path. */
    params: z.record(z.string(), z.unknown()).optional(),
    /** The reason, where one was given. */
    reason: z.string().optional(),
  }),
  /** Position in the chain; null until the entry is chained, shortly after it was written. */
  position: z.number().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const auditFilters = z.object({
  user_id: z.coerce.number().int().positive().optional(),
  /** What an API key did. */
  api_key_id: z.coerce.number().int().positive().optional(),
  action: z.string().trim().max(60).optional(),
  record_type: z.string().trim().max(60).optional(),
  record_id: z.coerce.number().int().positive().optional(),
  /** Also finds entries about a record that was merged into this patient. */
  patient_id: z.coerce.number().int().positive().optional(),
  application_id: z.coerce.number().int().positive().optional(),
  /** First day, in UTC. */
  from: isoDay.optional(),
  /** Last day, in UTC. */
  to: isoDay.optional(),
  refused: z.enum(['0', '1']).optional(),
});

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit',
  access: { permission: 'audit.list', anyApplication: true },
  summary: 'Who did and saw what, newest first',
  query: keysetQuery.extend(auditFilters.shape).extend({ sort: sortBy(['at'], '-at') }),
  reply: keysetPage(auditEntry),
});

/**
 * `changed`: not as it was written. `missing`: nothing has this place. `inserted`: not written by Wardvoice. `rechained`: as it
 * was written, but its place in the chain was made by somebody without the secret key. `other_key`: signed with another key.
 */
export const AUDIT_PROBLEMS = ['changed', 'missing', 'inserted', 'rechained', 'other_key'] as const;

export const verification = z.object({
  /** Number of entries whose signature and place in the chain were checked. */
  checked: z.number(),
  /** Number of entries that have just been written and are not chained yet. */
  waiting: z.number(),
  intact: z.boolean(),
  /** At most 100 entries. */
  broken: z.array(z.object({ position: z.number(), entry_id: z.number().nullable(), problem: z.enum(AUDIT_PROBLEMS) })),
  /** Number of entries from before entries were signed. The chain alone covers them. */
  unsigned: z.number(),
  /** Time of the first signed entry; null when there is none. */
  signed_since: instant.nullable(),
  /** The end of the chain. Kept elsewhere, it later also proves that no entries were removed from the end. */
  head: z.object({ position: z.number(), hash: z.string() }).nullable(),
});
export type Verification = z.output<typeof verification>;

export const verifyAudit = endpoint({
  method: 'POST',
  path: '/audit/verify',
  idempotencyKey: false,
  access: { permission: 'audit.list', anyApplication: true },
  summary: 'Check the whole chain, and name what was changed or removed',
  reply: z.object({ data: verification }),
});

export const auditState = z.object({
  /** The last verification: the one that found something, where several machines verify, else the newest. Null: none in a week. */
  verification: z
    .object({
      at: instant,
      /** Null: by somebody on the screen, which compares no checkpoints. */
      machine: z.string().nullable(),
      /** Number of entries. */
      checked: z.number(),
      /** Number of entries and checkpoints that do not fit. */
      problems: z.number(),
    })
    .nullable(),
  /** The newest checkpoint that is stored outside of the database. */
  checkpoint: z.object({ at: instant, machine: z.string(), position: z.number() }).nullable(),
  /** What retention has removed so far: entries up to this time. Null: nothing. */
  removed: z.object({ until: instant, entries: z.number() }).nullable(),
  /** True: the program's own role of the database owns the audit, so its password is enough to switch off what protects it. */
  owned_by_program: z.boolean(),
});
export type AuditState = z.output<typeof auditState>;

export const getAuditState = endpoint({
  method: 'GET',
  path: '/audit/state',
  access: { permission: 'audit.list', anyApplication: true },
  summary: 'When the audit was last verified, with what result, and its last checkpoint',
  reply: z.object({ data: auditState }),
});
