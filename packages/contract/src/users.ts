import { z } from 'zod';
import { emailAddress } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { idParams, instant, one, page, pagingQuery, sortBy } from './paging.ts';

const applicationUser = z.object({
  landing_page: z.string().nullable(),
  /** Wards (PV1-3.1) that the user sees; empty means all. */
  locations: z.array(z.string()),
  /** What the user may do here, beside the permissions of their own; null: no role. */
  role: z.object({ id: z.number(), name: z.string() }).nullable(),
  version: z.number(),
});

export const userRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  /** E.164. The user is also told of cases by SMS to this number. Null: no SMS. */
  phone: z.string().nullable(),
  /** True when STOP was texted from this phone: no more SMS are sent to it, while inbox and e-mails continue. */
  phone_stopped: z.boolean(),
  /** 1 means superuser. */
  super_user: z.number(),
  /** Null: the user may sign in. */
  deactivated_at: instant.nullable(),
  /** Last call of a session that has not ended. */
  last_seen_at: instant.nullable(),
  /** Number of permissions in the current application, by role or by themselves; without an application, in any. */
  permissions_count: z.number(),
  /** Name of the user's role in the current application; null without one. */
  role_name: z.string().nullable(),
  version: z.number(),
});
export type UserRow = z.output<typeof userRow>;

export const user = userRow.extend({
  /** The user in the caller's current application; null without one. */
  application_user: applicationUser.nullable(),
  /** Whether the caller may change this user. If not, `may_not_because` says why. */
  may_manage: z.boolean(),
  /** Whether the caller may change this user's landing page and wards here. */
  may_place: z.boolean(),
  may_not_because: z.string().nullable(),
  /** When the user was linked to an identity provider; null: by none, and single sign-on links them by their e-mail address. */
  single_sign_on_since: instant.nullable(),
  /** Whether signing in asks the user for a code as well. */
  has_two_step: z.boolean(),
});
export type User = z.output<typeof user>;

const name = z.string().trim().min(1, 'Enter a name.').max(200, 'Use at most 200 characters.');
/** A phone number in any usual format with the country; it is stored as E.164. Empty: none. */
const phone = z
  .string()
  .max(40, 'Use at most 40 characters.')
  .transform((typed) => typed.replaceAll(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^(\+[1-9]\d{6,14})?$/, 'Write the number with its country, as in +447700900123.'))
  .transform((number) => number || null)
  .nullable();
const password = z.string().min(1, 'Enter a password.').max(1024, 'Use at most 200 characters.');
const superUser = z.union([z.literal(0), z.literal(1)]);

const seat = z.object({
  landing_page: z
    .string()
    .trim()
    .max(300, 'Use at most 300 characters.')
    .regex(/^(\/(?![/\\])[^\s]*)?$/, 'Use an address of this program, such as /cases/index.')
    .nullable()
    .optional(),
  locations: z.array(z.string().trim().min(1).max(200)).max(500).optional(),
  /** A role that is built in or the application's own; null: none. */
  role_id: z.coerce.number().int().positive().nullable().optional(),
  version: z.number().int().optional(),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  access: { permission: 'users.list', anyApplication: true },
  summary: 'People of the current application; a superuser who has chosen none sees all; paginate=0 for a picker',
  query: pagingQuery.extend({
    /** 1: users who may sign in; 0: users who were deactivated. */
    active: z.enum(['0', '1']).optional(),
    role_id: z.coerce.number().int().positive().optional(),
    sort: sortBy(['name', 'email', 'id'], 'name'),
  }),
  reply: page(userRow),
});

export const getUser = endpoint({
  method: 'GET',
  path: '/users/:id',
  access: { permission: 'users.view', anyApplication: true },
  summary: 'One person',
  params: idParams,
  reply: one(user),
});

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  access: { permission: 'users.create', anyApplication: true, person: true },
  freshSignIn: true,
  summary:
    'Make a user, in the current application if one is chosen; with the permissions of the role, if one is given',
  body: z.object({
    user: z.object({ name, email: emailAddress, phone: phone.optional(), password, super_user: superUser.optional() }),
    application_user: seat.nullish(),
  }),
  wrapper: 'user',
  status: 201,
  reply: one(user),
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: { permission: 'users.update', anyApplication: true, person: true },
  freshSignIn: true,
  summary: 'Change a person, and their landing page and wards in the current application; active 0 ends their sessions',
  params: idParams,
  body: z.object({
    user: z
      .object({
        name,
        email: emailAddress,
        phone,
        super_user: superUser,
        /** 0 deactivates the user, 1 lets the user sign in again. */
        active: superUser,
        version: z.number().int(),
      })
      .partial(),
    application_user: seat.nullish(),
  }),
  wrapper: 'user',
  reply: one(user),
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  access: { permission: 'users.delete', anyApplication: true, person: true },
  freshSignIn: true,
  summary: 'Delete a person and end their sessions; what they did keeps their name',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/users/:id/reset-password',
  access: { permission: 'users.update', anyApplication: true, person: true },
  freshSignIn: true,
  summary: 'Set a new password and end the sessions of that person',
  params: idParams,
  body: z.object({ user: z.object({ password, version: z.number().int().optional() }) }),
  wrapper: 'user',
  reply: one(user),
});

const choice = z.object({ id: z.number(), title: z.string() });
const permission = z.object({
  id: z.number(),
  name: z.string(),
  /** True for a permission in every application of the person, which a superuser grants while they have chosen none. */
  everywhere: z.boolean(),
});
const named = permission.omit({ everywhere: true });
const assigned = <T extends z.ZodType, A extends z.ZodType>(record: T, available: A) =>
  z.object({ data: z.array(record), available: z.array(available) });
const idBody = z.object({ id: z.coerce.number().int().positive() });

/** What the person may see and do there, which only superusers are shown; others: null. */
const placed = choice.extend({ seat: applicationUser.omit({ landing_page: true }).nullable() });

export const listUserApplications = endpoint({
  method: 'GET',
  path: '/users/:id/applications',
  access: { permission: 'users.view', anyApplication: true, person: true },
  summary: "A person's applications, and those that the caller could add; superusers see all, with role and wards",
  params: idParams,
  reply: assigned(placed, choice),
});

export const addUserApplication = endpoint({
  method: 'POST',
  path: '/users/:id/applications',
  access: { permission: 'users.update', anyApplication: true, person: true },
  freshSignIn: true,
  audit: { action: 'add_application', record: 'users' },
  summary: 'Let a person into an application that the caller is in',
  params: idParams,
  body: z.object({ application: idBody }),
  wrapper: 'application',
  status: 201,
  reply: assigned(placed, choice),
});

export const removeUserApplication = endpoint({
  method: 'DELETE',
  path: '/users/:id/applications/:applicationId',
  access: { permission: 'users.update', anyApplication: true, person: true },
  freshSignIn: true,
  audit: { action: 'remove_application', record: 'users' },
  summary: 'Take a person out of an application',
  params: idParams.extend({ applicationId: z.coerce.number().int().positive() }),
  reply: assigned(placed, choice),
});

export const updateUserApplication = endpoint({
  method: 'PUT',
  path: '/users/:id/applications/:applicationId',
  access: { permission: 'superuser', anyApplication: true, person: true },
  freshSignIn: true,
  audit: { action: 'update', record: 'users' },
  summary: 'Change the wards that a person sees in an application',
  params: idParams.extend({ applicationId: z.coerce.number().int().positive() }),
  body: z.object({ application_user: seat.pick({ locations: true, version: true }).required({ locations: true }) }),
  wrapper: 'application_user',
  reply: assigned(placed, choice),
});

export const listUserPermissions = endpoint({
  method: 'GET',
  path: '/users/:id/permissions',
  access: { permission: 'users.view', anyApplication: true, person: true },
  summary:
    "A person's permissions in the current application beside those of their role, and those that the caller could grant",
  params: idParams,
  reply: assigned(permission, named),
});

export const addUserPermission = endpoint({
  method: 'POST',
  path: '/users/:id/permissions',
  access: { permission: 'users.update', anyApplication: true, person: true },
  freshSignIn: true,
  audit: { action: 'add_permission', record: 'users' },
  summary:
    'Grant a permission that the caller has, in the current application; superusers without one grant it in every application of the person',
  params: idParams,
  body: z.object({ permission: idBody }),
  wrapper: 'permission',
  status: 201,
  reply: assigned(permission, named),
});

export const removeUserPermission = endpoint({
  method: 'DELETE',
  path: '/users/:id/permissions/:permissionId',
  access: { permission: 'users.update', anyApplication: true, person: true },
  freshSignIn: true,
  audit: { action: 'remove_permission', record: 'users' },
  summary: 'Take a permission away; it counts from their next call on',
  params: idParams.extend({ permissionId: z.coerce.number().int().positive() }),
  reply: assigned(permission, named),
});

export const listWards = endpoint({
  method: 'GET',
  path: '/wards',
  access: { permission: 'users.view', anyApplication: true },
  summary:
    'Wards that messages of this application have come from; the caller’s own where they are limited to some. Superusers may name another application',
  query: z.object({ application_id: z.coerce.number().int().positive().optional() }),
  reply: z.object({ data: z.array(z.string()) }),
});
