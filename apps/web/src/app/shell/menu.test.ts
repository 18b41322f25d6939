// @vitest-environment jsdom
import {
  alarms,
  apiKeys,
  applications,
  audit,
  cases,
  categories,
  consent,
  contacts,
  dashboard,
  dataExports,
  deliveries,
  departments,
  inbox,
  mailingLists,
  messages,
  answerScales,
  options,
  PERMISSIONS,
  pathways,
  patients,
  permissions,
  roles,
  feedbackRecords,
  scim,
  privacy,
  questions,
  reports,
  surveys,
  texts,
  users,
  type Endpoint,
  accountEmails,
  webhooks,
  destinations,
  wardPages,
} from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { mayIn, type Session } from '../../api/session.ts';
import '../i18n/all-texts.ts';
import * as slices from '../slices.ts';
import { GALLERY_PAGES } from '../../features/gallery/gallery-pages.ts';
import { menuFor, shortcutsFor } from './menu.ts';

/** The call that the screen behind each entry begins with. */
const CALL_OF: Record<string, Endpoint> = {
  dashboard: dashboard.getDashboard,
  admissions: messages.listMessages,
  casualties: messages.listMessages,
  discharges: messages.listMessages,
  transfers: messages.listMessages,
  census: messages.listMessages,
  all_messages: messages.listMessages,
  errors: messages.listErrors,
  deliveries: deliveries.listDeliveries,
  patients: patients.listPatients,
  cases: cases.listCases,
  feedback: feedbackRecords.listFeedback,
  texts: texts.listTexts,
  inbox: inbox.listInboxByPerson,
  alarms: alarms.listAlarms,
  contacts: contacts.listContacts,
  mailing_lists: mailingLists.listMailingLists,
  users: users.listUsers,
  roles: roles.listRoles,
  scim: scim.listScimTokens,
  api_keys: apiKeys.listApiKeys,
  webhooks: webhooks.listWebhooks,
  destinations: destinations.listDestinations,
  ward_pages: wardPages.listWardPages,
  data_exports: dataExports.listDataExports,
  categories: categories.listCategories,
  departments: departments.listDepartments,
  surveys: surveys.listSurveys,
  pathways: pathways.listPathways,
  questions: questions.listQuestions,
  options: options.listOptions,
  scales: answerScales.listAnswerScales,
  reports: reports.getTrend,
  applications: applications.listApplications,
  application: applications.getApplication,
  permissions: permissions.listPermissions,
  erasures: privacy.listErasures,
  legal_holds: privacy.listLegalHolds,
  consent: consent.listPurposes,
  audit: audit.listAudit,
  account_emails: accountEmails.listAccountEmails,
};

/** Entries of screens that ask the server for nothing. */
const WITHOUT_CALL: ReadonlySet<string> = new Set(GALLERY_PAGES.map((name) => `gallery_${name}`));

const hospital = {
  id: 1,
  title: 'Hospital',
  logo: null,
  messages_after: null,
  time_zone: 'UTC',
  country: 'IE',
  language: 'en',
};

function session(granted: string[], { superUser = 0, chosen = true } = {}): Session {
  return {
    auth_token: 'token',
    current_user: {
      id: 1,
      name: 'Somebody',
      email: 's@wardvoice.example',
      super_user: superUser,
      locations: [],
      language: null,
    },
    permissions: granted,
    application_user: { landing_page: null, locations: [], application: chosen ? hospital : null },
    applications: [hospital],
    method: 'password',
    needs_two_step: false,
    has_passkey: false,
    locked: false,
  };
}

const namesFor = (of: Session) => menuFor(of).flatMap(({ entries }) => entries.map(({ name }) => name));

/** What the server would say to the first call of an entry. */
function isAnswered(of: Session, { access }: Endpoint): boolean {
  if (typeof access === 'string') return true;
  const isPlaced = of.application_user.application !== null || access.anyApplication === true;
  return isPlaced && mayIn(of, access.permission);
}

describe('the menu', () => {
  const everybody: [string, Session][] = [
    ...PERMISSIONS.flatMap((permission): [string, Session][] => [
      [permission, session([permission])],
      [`${permission}, in no application`, session([permission], { chosen: false })],
    ]),
    ['nothing', session([])],
    ['superuser', session([], { superUser: 1 })],
    ['superuser, in no application', session([], { superUser: 1, chosen: false })],
  ];
  it.each(everybody)('offers whoever has %s only what the server answers', (_who, of) => {
    for (const name of namesFor(of)) {
      if (WITHOUT_CALL.has(name)) continue;
      const endpoint = CALL_OF[name];
      if (!endpoint) throw new Error(`Say in this test which call ${name} begins with.`);
      expect([name, isAnswered(of, endpoint)]).toEqual([name, true]);
    }
  });

  it('offers each list of the Manage group by its own permission', () => {
    const own = [
      'users.list',
      'categories.list',
      'departments.list',
      'surveys.list',
      'audit.list',
      'applications.view',
    ];
    const offered = own.map((permission) => menuFor(session([permission])).find(({ name }) => name === 'manage'));
    expect(offered.map((group) => group?.entries.map(({ name }) => name))).toEqual([
      ['users'],
      ['categories'],
      ['departments'],
      ['surveys', 'questions', 'options', 'scales'],
      ['audit'],
      ['application'],
    ]);
  });

  it('offers applications and permissions to a superuser who has chosen none, and to nobody else', () => {
    const administer = (of: Session) => menuFor(of).find(({ name }) => name === 'administer')?.entries;
    const entries = administer(session([], { superUser: 1, chosen: false })) ?? [];
    expect(entries.map(({ name }) => name)).toEqual([
      'applications',
      'users',
      'permissions',
      'audit',
      'account_emails',
    ]);
    expect(administer(session([], { superUser: 1 }))).toBeUndefined();
    expect(administer(session(['admin'], { chosen: false }))).toBeUndefined();
  });

  it('stands in the order that people know, group by group', () => {
    const GALLERY =
      'gallery, Buttons and notices, Forms and fields, Tables and lists, Charts, Records and timeline, Colours, type and icons';
    const shown = (of: Session) =>
      menuFor(of).map(({ name, entries }) => [name, ...entries.map(({ title }) => title)].join(', '));
    expect(shown(session([], { superUser: 1 }))).toEqual([
      ', Dashboard',
      'messages, Admissions, Casualties, Discharges, Transfers, Census, All messages, Patients, Errors',
      'follow_up, Cases, Feedback, Deliveries, Written back, Inbox, You said, we did, Alarms',
      'bulk_mail, Contacts, Mailing lists',
      'manage, Users, Roles, Provisioning (SCIM), API keys, Webhooks, Destinations, Data exports, Categories, Departments, Surveys, Pathways, Questions, Options, Answer scales, Reports, Audit, Erasures, Legal holds, Consent, This application',
      GALLERY,
    ]);
    expect(shown(session([], { superUser: 1, chosen: false }))).toEqual([
      ', Dashboard',
      'messages, Errors',
      'follow_up, Alarms',
      'administer, Applications, Users, Permissions, Audit, Account e-mails',
      GALLERY,
    ]);
  });

  it('offers the gallery to superusers alone', () => {
    const offers = (of: Session) => menuFor(of).some(({ name }) => name === 'gallery');
    expect([session([], { superUser: 1 }), session(['admin'])].map(offers)).toEqual([true, false]);
  });

  it('has a place of its own for every entry, so that no slice decides where another stands', () => {
    const reader = { application: hospital, may: () => true };
    const places = Object.values(slices).flatMap(({ menu }) =>
      menu(reader).map(({ group, order }) => [group ?? 'top', order].join(' ')),
    );
    expect(places.length).toBeGreaterThan(25);
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([]);
  });

  it('has the most wanted as shortcuts, and only of what the session may open', () => {
    const names = (of: Session) => shortcutsFor(of).map(({ name }) => name);
    const wanted = ['inbox', 'cases', 'discharges', 'admissions', 'census', 'deliveries', 'errors', 'users'];
    expect(names(session([], { superUser: 1 }))).toEqual(wanted);
    expect(names(session([], { superUser: 1, chosen: false }))).toEqual(['errors', 'users', 'applications']);
    expect(names(session(['cases.list']))).toEqual(['inbox', 'cases']);
  });
});
