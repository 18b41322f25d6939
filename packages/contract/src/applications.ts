import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParams, one, page, pagingQuery, sortBy } from './paging.ts';

export const applicationSummary = z.object({
  id: z.number(),
  title: z.string(),
  logo: z.string().nullable(),
  messages_after: z.string().nullable(),
  time_zone: z.string(),
  country: z.string(),
  language: z.string(),
});
export type ApplicationSummary = z.output<typeof applicationSummary>;

export const application = applicationSummary.extend({
  access_key: z.string(),
  sending_facilities: z.array(z.string()),
  minimum_age: z.number(),
  survey_interval_days: z.number(),
  quiet_from: z.string(),
  quiet_to: z.string(),
  case_escalation_minutes: z.number(),
  invitation_valid_days: z.number(),
});

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Use a time of day such as 21:00.');

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

const settings = z.object({
  title: z.string().trim().min(1, 'Enter a title.').max(200),
  /** ISO date; the menus' lists begin here. */
  messages_after: z.iso.date('Use an ISO date such as 2026-01-31.').nullable(),
  time_zone: z.string().refine(isTimeZone, 'Choose a time zone such as Europe/Dublin.'),
  country: z.string().regex(/^[A-Z]{2}$/, 'Use two letters such as IE.'),
  language: z.string().regex(/^[a-z]{2}$/, 'Use two letters such as en.'),
  sender_name: z.string().trim().max(200).nullable(),
  sender_email: z.email('Enter an e-mail address.').max(254).nullable(),
  /** MSH-4, or MSH-3 of a sender that leaves MSH-4 empty; each belongs to one application. */
  sending_facilities: z.array(z.string().trim().min(1).max(200)).max(100),
  minimum_age: z.number().int().min(0).max(120),
  survey_interval_days: z.number().int().min(0).max(3650),
  quiet_from: timeOfDay,
  /** The same as `quiet_from`: no quiet hours. */
  quiet_to: timeOfDay,
  case_escalation_minutes: z.number().int().min(1).max(10_080),
  invitation_valid_days: z.number().int().min(1).max(365),
  accept_other_types: z.boolean(),
  accept_missing_control_id: z.boolean(),
});
export type ApplicationSettings = z.output<typeof settings>;

/** Only the answers to a create and to new credentials carry the secret. */
const applicationWithSecret = application.extend({ access_secret: z.string().optional() });

export const listApplications = endpoint({
  method: 'GET',
  path: '/applications',
  access: { permission: 'applications.view', anyApplication: true },
  summary: 'The applications that the caller may see',
  query: pagingQuery.extend({ sort: sortBy(['title', 'id'], 'title') }),
  reply: page(applicationSummary),
});

export const getApplication = endpoint({
  method: 'GET',
  path: '/applications/:id',
  access: { permission: 'applications.view', anyApplication: true },
  summary: 'One application',
  params: idParams,
  reply: one(application),
});

export const createApplication = endpoint({
  method: 'POST',
  path: '/applications',
  access: { permission: 'superuser', anyApplication: true },
  summary: 'Make an application; its access_secret is in this answer only',
  body: z.object({ application: settings.partial().required({ title: true }) }),
  wrapper: 'application',
  status: 201,
  reply: one(applicationWithSecret),
});

export const updateApplication = endpoint({
  method: 'PUT',
  path: '/applications/:id',
  access: { permission: 'superuser', anyApplication: true },
  summary: 'Change an application; with regenerate_credentials the answer carries the new access_secret',
  params: idParams,
  body: z.object({ application: settings.partial().extend({ regenerate_credentials: z.boolean().optional() }) }),
  wrapper: 'application',
  reply: one(applicationWithSecret),
});
