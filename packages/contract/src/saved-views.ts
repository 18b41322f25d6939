import { safeParse } from 'zod/v4/core';
import { z } from 'zod';
import { listAccountEmails } from './account-emails.ts';
import { listAlarms } from './alarms.ts';
import { listApiKeys } from './api-keys.ts';
import { listApplications } from './applications.ts';
import { listAudit } from './audit.ts';
import { listCases } from './cases.ts';
import { listCategories } from './categories.ts';
import { listContacts } from './contacts.ts';
import { listDeliveries } from './deliveries.ts';
import { listDepartments } from './departments.ts';
import { endpoint, type Endpoint, type Schema } from './endpoint.ts';
import { listFeedback } from './feedback-records.ts';
import { listInbox } from './inbox.ts';
import { listMailingLists } from './mailing-lists.ts';
import { listDischarges, listErrors, listMessages } from './messages.ts';
import { listAnswerScales } from './answer-scales.ts';
import { listOptions } from './options.ts';
import { idParams, one } from './paging.ts';
import { listEnrolments, listPathways } from './pathways.ts';
import { listPatients } from './patients.ts';
import { listPermissions } from './permissions.ts';
import { listErasures, listLegalHolds } from './privacy.ts';
import { listQuestions } from './questions.ts';
import { listSurveyFigures } from './results.ts';
import { listRoles } from './roles.ts';
import { listSurveys } from './surveys.ts';
import { listTexts } from './texts.ts';
import { listUsers } from './users.ts';
import { listDataExports } from './data-exports.ts';
import { listDestinations } from './destinations.ts';
import { listWebhooks } from './webhooks.ts';
import { listReportSchedules } from './report-packs.ts';
import { listWardPages } from './ward-pages.ts';

/** Views that a person has of their own in an application, and as many that everybody shares. */
export const MAX_VIEWS = 50;
export const MAX_VIEW_NAME = 80;
/** In bytes, which are its characters: an address is ASCII. */
export const MAX_VIEW_ADDRESS = 4000;

type ListEndpoint = Endpoint<Schema | undefined, Schema>;

/** The screens whose filters can be kept, by their address as the router writes it, with the call of each. */
export const LISTS = {
  '/account-emails/index': listAccountEmails,
  '/alarms/index': listAlarms,
  '/api-keys/index': listApiKeys,
  '/applications/index': listApplications,
  '/audit/index': listAudit,
  '/audit/sheet': listAudit,
  '/cases/index': listCases,
  '/categories/index': listCategories,
  '/contacts/index': listContacts,
  '/deliveries/index': listDeliveries,
  '/departments/index': listDepartments,
  '/discharges/index': listDischarges,
  '/feedback/records': listFeedback,
  '/inbox': listInbox,
  '/legal-holds/index': listLegalHolds,
  '/mailingList/index': listMailingLists,
  '/messages/distribution-list/index': listMessages,
  '/messages/errors': listErrors,
  '/messages/index': listMessages,
  '/messages/messages/discharges': listDischarges,
  '/messages/$type_string/index': listMessages,
  '/options/index': listOptions,
  '/pathways/index': listPathways,
  '/pathways/people': listEnrolments,
  '/patients/index': listPatients,
  '/permissions/index': listPermissions,
  '/privacy/index': listErasures,
  '/questions/index': listQuestions,
  '/scales/index': listAnswerScales,
  '/roles/index': listRoles,
  '/surveys/index': listSurveys,
  '/surveys/overview': listSurveyFigures,
  '/texts/index': listTexts,
  '/users/index': listUsers,
  '/data-exports/index': listDataExports,
  '/webhooks/index': listWebhooks,
  '/destinations/index': listDestinations,
  '/ward_pages/index': listWardPages,
  '/reports/by_email/index': listReportSchedules,
} as const satisfies Record<string, ListEndpoint>;
export type ListScreen = keyof typeof LISTS;

/** Returns the list that an address shows, such as that of /messages/ADT_A03/index; undefined where it shows none. */
export function findList(path: string): { screen: ListScreen; call: ListEndpoint } | undefined {
  const fits = (screen: string) => new RegExp(`^${screen.replaceAll(/\$\w+/g, '[\\w-]+')}$`).test(path);
  const all = Object.entries(LISTS) as [ListScreen, ListEndpoint][];
  const [found] = [...all.filter(([screen]) => screen === path), ...all.filter(([screen]) => fits(screen))];
  return found && { screen: found[0], call: found[1] };
}

/** What no view keeps: which page of the list was open, and how long its pages were. */
const NOT_KEPT: readonly string[] = ['page', 'per_page', 'paginate', 'cursor'];

/** The values that an address gives a query: of a name that stands in it several times, a list. */
export function readAddress(text: string): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const part of text.split('&').filter(Boolean)) {
    const [key = '', ...value] = part.split('=');
    values.set(decode(key), [...(values.get(decode(key)) ?? []), decode(value.join('='))]);
  }
  return Object.fromEntries(
    [...values].map(([key, [first = '', ...more]]) => [key, more.length ? [first, ...more] : first]),
  );
}

/** What is not encoded as an address is taken as it is: the query of the list then refuses it. */
function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** Writes what a view keeps of the filters of a list, in an order of its own, so that equal filters are equal addresses. */
export function writeAddress(call: ListEndpoint, search: object): string {
  const standard = safeParse(call.query, {});
  const filledIn = new Map<string, unknown>(Object.entries(standard.success ? (standard.data ?? {}) : {}));
  return Object.entries(search)
    .filter(([key, value]) => !NOT_KEPT.includes(key) && filledIn.get(key) !== value && (value ?? '') !== '')
    .toSorted(([key], [other]) => (key < other ? -1 : 1))
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((part) => [key, String(part)] as const))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Splits what a view has kept into what the list still knows, and the names of what it does not know any more. */
export function checkAddress(call: ListEndpoint, address: string): { address: string; dropped: string[] } {
  const dropped: string[] = [];
  let values: Record<string, unknown> = readAddress(address);
  for (;;) {
    const parsed = safeParse(call.query, values);
    const known = new Map(Object.entries(parsed.success ? (parsed.data ?? {}) : {}));
    const refused = parsed.success
      ? Object.keys(values).filter((name) => !known.has(name) || NOT_KEPT.includes(name))
      : parsed.error.issues.map(({ path }) => String(path[0]));
    const gone = Object.keys(values).filter((name) => refused.includes(name));
    if (gone.length === 0) return { address: writeAddress(call, Object.fromEntries(known)), dropped };
    dropped.push(...gone);
    values = Object.fromEntries(Object.entries(values).filter(([name]) => !gone.includes(name)));
  }
}

export const savedView = z.object({
  id: z.number(),
  /** Address of the screen, such as "/messages/index". */
  list: z.string(),
  name: z.string(),
  /** The filters, search words and order as the address of the screen has them: "state=failed&term=Smith". */
  address: z.string(),
  /** Whether everybody who may open the list sees the view; else only its owner does. */
  shared: z.boolean(),
  version: z.number(),
});
export type SavedView = z.output<typeof savedView>;

const name = z.string().trim().min(1, 'Enter a name.').max(MAX_VIEW_NAME, `Use at most ${MAX_VIEW_NAME} characters.`);
const address = z
  .string()
  .min(1, 'Set a filter, search words or an order first.')
  .max(MAX_VIEW_ADDRESS, 'These filters are too long to be kept. Use fewer.')
  .regex(/^[\x21-\x7e]*$/, 'Write the filters as an address does, such as state=failed&term=Smith.');
const list = z
  .string()
  .max(200)
  .refine((path) => findList(path) !== undefined, 'There is no list at this address.');

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/saved_views',
  access: 'person',
  summary: 'My saved views in this application, and those that are shared, of lists that I may open',
  reply: z.object({ data: z.array(savedView) }),
});

export const createSavedView = endpoint({
  method: 'POST',
  path: '/saved_views',
  access: 'person',
  summary: 'Keep the filters of a list under a name; to share them needs the permission admin',
  body: z.object({ saved_view: z.object({ list, name, address, shared: z.boolean().default(false) }) }),
  wrapper: 'saved_view',
  status: 201,
  reply: one(savedView),
});

export const updateSavedView = endpoint({
  method: 'PUT',
  path: '/saved_views/:id',
  access: 'person',
  summary: 'Rename a saved view, or replace what it keeps',
  params: idParams,
  body: z.object({
    saved_view: z.object({
      name: name.optional(),
      address: address.optional(),
      version: z.number().int().optional(),
    }),
  }),
  wrapper: 'saved_view',
  reply: one(savedView),
});

export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/saved_views/:id',
  access: 'person',
  summary: 'Delete a saved view',
  params: idParams,
  reply: one(z.object({ id: z.number() })),
});
