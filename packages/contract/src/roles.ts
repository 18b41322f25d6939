import { z } from 'zod';
import { PERMISSIONS } from './access.ts';
import { endpoint } from './endpoint.ts';
import { idParams, one, page, pagingQuery, sortBy } from './paging.ts';

export const role = z.object({
  id: z.number(),
  name: z.string(),
  /** What people of this role do, in a sentence. */
  description: z.string(),
  /** True when the program makes the role: it is the same in every application, and can be copied but not changed. */
  built_in: z.boolean(),
  permissions: z.array(z.string()),
  /** Whether everybody with the role needs two-step sign-in; never for one that is built in. */
  two_step_required: z.boolean(),
  /** Number of people who have it in the current application; without one, in any. */
  users_count: z.number(),
  version: z.number(),
});
export type Role = z.output<typeof role>;

const fields = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
  description: z.string().trim().max(300, 'Use at most 300 characters.').default(''),
  two_step_required: z.boolean().optional(),
  permissions: z
    .array(z.string().max(80))
    .min(1, 'Choose at least one permission.')
    .max(200, 'Choose at most 200 permissions.'),
});

/** Whoever may see people may see what the roles mean that these have. */
const forReaders = { permission: 'users.view', anyApplication: true } as const;

export const listRoles = endpoint({
  method: 'GET',
  path: '/roles',
  access: forReaders,
  summary: 'Roles that are built in, and those of the current application; paginate=0 for a picker',
  query: pagingQuery.extend({ sort: sortBy(['name', 'id'], 'name') }),
  reply: page(role),
});

export const getRole = endpoint({
  method: 'GET',
  path: '/roles/:id',
  access: forReaders,
  summary: 'One role',
  params: idParams,
  reply: one(role),
});

export const createRole = endpoint({
  method: 'POST',
  path: '/roles',
  access: { permission: 'roles.update', person: true },
  freshSignIn: true,
  summary: 'Make a role of the current application, of permissions that the caller has',
  body: z.object({ role: fields }),
  wrapper: 'role',
  status: 201,
  reply: one(role),
});

export const updateRole = endpoint({
  method: 'PUT',
  path: '/roles/:id',
  access: { permission: 'roles.update', person: true },
  freshSignIn: true,
  summary: 'Change a role of the current application; it counts from the next call of its people on',
  params: idParams,
  body: z.object({ role: fields.partial().extend({ version: z.number().int().optional() }) }),
  wrapper: 'role',
  reply: one(role),
});

export const deleteRole = endpoint({
  method: 'DELETE',
  path: '/roles/:id',
  access: { permission: 'roles.update', person: true },
  freshSignIn: true,
  summary: 'Delete a role that nobody has',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

type RolePermission = (typeof PERMISSIONS)[number];

/** Every permission about a resource. */
const all = (resource: string): RolePermission[] => PERMISSIONS.filter((name) => name.startsWith(`${resource}.`));

/** The roles that every application has, in the order in which they are offered. */
export const BUILT_IN_ROLES: readonly {
  /** The stored name of the role, which never changes. */
  key: string;
  name: string;
  description: string;
  permissions: readonly RolePermission[];
}[] = [
  {
    key: 'ward_nurse',
    name: 'Ward nurse',
    description: 'Takes surveys at the bedside, reads what patients of the ward say, and works on their cases.',
    permissions: [
      'messages.list',
      ...all('feedback'),
      'deliveries.list',
      'cases.list',
      'cases.update',
      'texts.list',
      'texts.reply',
      'surveys.list',
      'ward_pages.list',
    ],
  },
  {
    key: 'patient_experience',
    name: 'Patient experience',
    description: 'Writes surveys and rules, asks patients, works on cases, and reads all results.',
    permissions: [
      'messages.list',
      'messages.view',
      'messages.send',
      ...all('deliveries'),
      ...all('cases'),
      ...all('texts'),
      ...all('feedback'),
      ...all('surveys'),
      ...all('contacts'),
      ...all('mailing-lists'),
      ...all('broadcasts'),
      ...all('categories'),
      ...all('departments'),
      ...all('triggers'),
      ...all('data_exports'),
      ...all('report_schedules'),
      ...all('ward_pages'),
      'alarms.list',
    ],
  },
  {
    key: 'integration_engineer',
    name: 'Integration engineer',
    description: 'Keeps the feed running: messages, errors, deliveries, identity, and the settings of the application.',
    permissions: [
      'messages.list',
      'messages.view',
      'messages.create',
      'messages.update',
      'messages.reprocess',
      ...all('deliveries'),
      'patients.update',
      ...all('applications'),
      ...all('triggers'),
      ...all('alarms'),
      ...all('api_keys'),
      ...all('webhooks'),
    ],
  },
  {
    key: 'administrator',
    name: 'Administrator',
    description: 'May do everything in the application, and gives others their access.',
    permissions: ['admin'],
  },
  {
    key: 'auditor',
    name: 'Auditor',
    description: 'Reads who saw and changed what, and who may do what. Changes nothing.',
    permissions: ['audit.list', 'users.list', 'users.view', 'applications.view', 'alarms.list'],
  },
  {
    key: 'data_protection',
    name: 'Data protection',
    description: 'Answers people who ask for their data, its erasure, or who has seen it.',
    permissions: [
      'messages.list',
      'contacts.list',
      'contacts.view',
      'audit.list',
      'persons.export',
      'persons.erase',
      'persons.hold',
    ],
  },
];
