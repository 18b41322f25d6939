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
