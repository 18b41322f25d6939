// @vitest-environment jsdom
import { screen, waitFor, within } from '../testing/render.tsx';
import {
  alarms,
  applications,
  audit,
  cases,
  categories,
  contacts,
  deliveries,
  departments,
  inbox,
  mailingLists,
  messages,
  options,
  patients,
  permissions,
  roles,
  questions,
  surveys,
  texts,
  users,
  type Endpoint,
  type Schema,
  accountEmails,
} from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { readSearch } from '../api/search.ts';
import { startApiServer } from '../testing/api-server.ts';
import { pageOf } from '../testing/records.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { signIn } from '../testing/sign-in.ts';

const api = startApiServer();

interface ListScreen {
  path: string;
  call: Endpoint<Schema | undefined, Schema>;
  /** What is said where there is nothing yet. */
  empty: string;
}

const LISTS: readonly ListScreen[] = [
  { path: '/account-emails/index', call: accountEmails.listAccountEmails, empty: 'No e-mails yet' },
  { path: '/alarms/index', call: alarms.listAlarms, empty: 'No alarms' },
  { path: '/applications/index', call: applications.listApplications, empty: 'No applications' },
  { path: '/audit/index', call: audit.listAudit, empty: 'Nothing yet' },
  { path: '/cases/index', call: cases.listCases, empty: 'No cases yet' },
  { path: '/categories/index', call: categories.listCategories, empty: 'No categories yet' },
  { path: '/contacts/index', call: contacts.listContacts, empty: 'No contacts yet' },
  { path: '/deliveries/index', call: deliveries.listDeliveries, empty: 'Nothing has been sent yet' },
  { path: '/departments/index', call: departments.listDepartments, empty: 'No departments yet' },
  { path: '/inbox', call: inbox.listInboxByPerson, empty: 'Nothing to do' },
  { path: '/mailingList/index', call: mailingLists.listMailingLists, empty: 'No mailing lists yet' },
  { path: '/messages/index', call: messages.listMessages, empty: 'No messages yet' },
  { path: '/patients/index', call: patients.listPatients, empty: 'Nobody yet' },
  { path: '/permissions/index', call: permissions.listPermissions, empty: 'No permissions' },
  { path: '/roles/index', call: roles.listRoles, empty: 'No roles' },
  { path: '/surveys/index', call: surveys.listSurveys, empty: 'No surveys yet' },
  { path: '/questions/index', call: questions.listQuestions, empty: 'No questions yet' },
  { path: '/options/index', call: options.listOptions, empty: 'No options yet' },
  { path: '/texts/index', call: texts.listTexts, empty: 'Nobody has written back' },
  { path: '/users/index', call: users.listUsers, empty: 'Nobody here yet' },
];

describe.each(LISTS)('the list at $path', ({ path, call, empty }) => {
  it('says why it could not be loaded, is loaded when somebody retries, and says that it is empty', async () => {
    signIn({ superUser: true });
    api.refuse(call, 403, { message: 'Somebody took this permission away.' });
    const { user } = await renderScreen(path);
    const box = await screen.findByRole('alertdialog', { name: 'The list could not be loaded' });
    expect(box.textContent).toContain('Somebody took this permission away.');
    expect(screen.queryByText(empty)).toBeNull();
    api.handle(call, (_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...pageOf([]), unread_count: 0 }));
    });
    await user.click(within(box).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(empty)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('drops what somebody typed into its address and the call would refuse, and keeps the rest', async () => {
    signIn({ superUser: true });
    await renderScreen(
      `${path}?page=nonsense&per_page=50&term=x${Object.hasOwn(readSearch(call, {}) as object, 'sort') ? '&sort=size' : ''}`,
    );
    await waitFor(() => expect(api.requestsTo(call)).not.toHaveLength(0));
    const query = api.requestsTo(call)[0]?.query;
    expect(query).toMatchObject({ page: '1', per_page: '50', term: 'x' });
    expect(query?.['sort']).not.toBe('size');
  });
});
