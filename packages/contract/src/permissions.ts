import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, one, page, pagingQuery, sortBy } from './paging.ts';

export const permission = z.object({
  id: z.number(),
  name: z.string(),
  /** True when the program itself checks the permission: it can be neither renamed nor deleted. */
  built_in: z.boolean(),
  users_count: z.number(),
  version: z.number(),
});
export type PermissionRecord = z.output<typeof permission>;

/** Most holders that a permission names; `users_count` counts all. */
export const MAX_HOLDERS = 200;

const permissionDetail = permission.extend({
  /** Calls of the API that ask for it, in plain words. Administrators of an application and superusers may make them too. */
  allows: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
  roles: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Who has it, and where. A null application: in every one of theirs. A null role: it was given to them alone. */
  holders: z.array(
    z.object({
      user_id: z.number(),
      user_name: z.string(),
      application_title: z.string().nullable(),
      role_name: z.string().nullable(),
    }),
  ),
});
export type PermissionDetail = z.output<typeof permissionDetail>;

const fields = z.object({
  name: z
    .string()
    .trim()
    .max(80, 'Use at most 80 characters.')
    .regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)?$/, 'Use small letters, as in reports.view.')
    .refine((name) => name !== 'superuser', 'Superusers are made on the page of the user, not by a permission.'),
});

const forSuperusers = { permission: 'superuser', anyApplication: true } as const;

export const listPermissions = endpoint({
  method: 'GET',
  path: '/permissions',
  access: forSuperusers,
  summary: 'All permissions',
  query: pagingQuery.extend({ sort: sortBy(['name', 'id'], 'name') }),
  reply: page(permission),
});

export const getPermission = endpoint({
  method: 'GET',
  path: '/permissions/:id',
  access: forSuperusers,
  summary: 'One permission: what it allows, and who has it',
  params: idParams,
  reply: one(permissionDetail),
});

export const createPermission = endpoint({
  method: 'POST',
  path: '/permissions',
  access: forSuperusers,
  freshSignIn: true,
  summary: 'Make a permission',
  body: z.object({ permission: fields }),
  wrapper: 'permission',
  status: 201,
  reply: one(permission),
});

export const updatePermission = endpoint({
  method: 'PUT',
  path: '/permissions/:id',
  access: forSuperusers,
  freshSignIn: true,
  summary: 'Rename a permission that is not built in',
  params: idParams,
  body: z.object({ permission: fields.extend({ version: z.number().int().optional() }) }),
  wrapper: 'permission',
  reply: one(permission),
});

export const deletePermission = endpoint({
  method: 'DELETE',
  path: '/permissions/:id',
  access: forSuperusers,
  freshSignIn: true,
  summary: 'Remove a permission that is not built in, from everybody who has it',
  params: idParams,
  reply: z.object({ data: z.object({ id: z.number() }) }),
});
