import { z } from 'zod';
import { applicationSummary } from './applications.ts';
import { endpoint } from './endpoint.ts';

export const currentUser = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  /** 1 means superuser. */
  super_user: z.number(),
  /** Wards the user may see in the current application; empty means all. */
  locations: z.array(z.string()),
});
export type CurrentUser = z.output<typeof currentUser>;

const session = z.object({
  data: currentUser,
  permissions: z.array(z.string()),
  application_user: z.object({
    landing_page: z.string().nullable(),
    locations: z.array(z.string()),
    application: applicationSummary.nullable(),
  }),
  /** All applications the user may choose. */
  applications: z.array(applicationSummary),
});
export type SessionReply = z.output<typeof session>;

export const login = endpoint({
  method: 'POST',
  path: '/login',
  alsoAt: ['/api/login'],
  access: 'public',
  summary: 'Sign in with e-mail and password',
  body: z.object({
    username: z.string().trim().min(1, 'Enter your e-mail address.').max(320),
    password: z.string().min(1, 'Enter your password.').max(1024),
  }),
  reply: session.extend({ auth_token: z.string() }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  alsoAt: ['/api/logout'],
  access: 'signed-in',
  audit: { action: 'sign_out', record: 'sessions' },
  summary: 'End this session',
  reply: z.object({ data: z.object({ id: z.number() }) }),
});

export const getSession = endpoint({
  method: 'GET',
  path: '/session',
  access: 'signed-in',
  summary: 'Who is signed in, with which permissions, in which application',
  reply: session,
});

export const chooseApplication = endpoint({
  method: 'PUT',
  path: '/session/application',
  access: 'signed-in',
  audit: { action: 'choose_application', record: 'sessions' },
  summary: 'Choose the current application, or none',
  body: z.object({ application_id: z.number().int().positive().nullable() }),
  reply: session,
});
