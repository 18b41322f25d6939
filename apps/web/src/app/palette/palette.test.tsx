// @vitest-environment jsdom
import { renderAt, screen, waitFor, within } from '../../testing/render.tsx';
import { contacts, patients, PERMISSIONS, savedViews, users } from '@wardvoice/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getSession, type Session } from '../../api/session.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { contactOf } from '../../testing/settings-records.ts';
import { sessionReply, signIn } from '../../testing/sign-in.ts';
import { sourcesFor } from './commands.ts';
import { Palette } from './palette.tsx';

const api = startApiServer();
const onClose = vi.fn<() => void>();
const lock = vi.fn<() => void>();
const ACTIONS = [{ id: 'lock', title: 'Lock', run: lock }];

beforeEach(() => {
  vi.resetAllMocks();
  api.answer(contacts.listContacts, pageOf([contactOf(4, 'Rosa Reed', { email: 'rosa@reed.example' })]));
  api.answer(patients.listPatients, pageOf([]));
});

async function renderPalette(permissions = ['contacts.list', 'contacts.view', 'cases.list']) {
  signIn({ permissions });
  const session = getSession();
  if (!session) throw new Error('Nobody is signed in.');
  const drawn = await renderAt(<Palette session={session} actions={ACTIONS} onClose={onClose} />);
  return {
    ...drawn,
    field: await screen.findByRole('combobox', { name: 'Find screens, people, records and actions' }),
  };
}

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent);

describe('the palette', () => {
  it('begins with the screens and actions of the person, the focus in its field', async () => {
    const { field } = await renderPalette();
    await waitFor(() => expect(document.activeElement).toBe(field));
    const screens = screen.getByRole('group', { name: 'Screens' });
    expect(within(screens).getAllByRole('option')[0]?.textContent).toBe('Dashboard');
    expect(within(screens).queryByRole('option', { name: /Users/ })).toBeNull();
    expect(within(screen.getByRole('group', { name: 'Actions' })).getByRole('option').textContent).toBe('Lock');
  });

  it('finds records by what is typed, and opens the one that the keys have chosen', async () => {
    const { user, field, at } = await renderPalette();
    await user.type(field, 'reed');
    expect(await screen.findByRole('option', { name: /^Rosa Reed/ })).toBeDefined();
    expect(chosen()).toEqual(['Rosa Reedrosa@reed.example']);
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(at().path).toBe('/contacts/4'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('opens a saved view with its filters, and says of which list it is', async () => {
    const view = {
      id: 6,
      list: '/cases/index',
      name: 'Écrits',
      address: 'colour=red&term=a%26b',
      shared: true,
      version: 1,
    };
    api.answer(savedViews.listSavedViews, { data: [view, { ...view, id: 7, name: 'Other' }] });
    const { user, field, at, router } = await renderPalette();
    await user.type(field, 'ecrits');
    const found = await screen.findByRole('option', { name: /^Écrits/ });
    expect(found.textContent).toBe('ÉcritsCases · Shared');
    expect(screen.queryByRole('option', { name: /^Other/ })).toBeNull();
    await user.click(found);
    await waitFor(() => expect(at()).toEqual({ path: '/cases/index', search: { term: 'a&b' } }));
    expect(router.state.location.state.view).toBe(6);
  });

  it('goes round with the arrows, and does what was chosen', async () => {
    const { user } = await renderPalette();
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toEqual(['Lock']);
    await user.keyboard('{ArrowDown}');
    expect(chosen()).toEqual(['Dashboard']);
    await user.keyboard('{ArrowUp}{Enter}');
    expect(lock).toHaveBeenCalledOnce();
  });

  it('finds a screen by every word of its name and of its group', async () => {
    const { user, field } = await renderPalette();
    await user.type(field, 'follow cas');
    await waitFor(() => expect(options()).toEqual(['CasesFollow-up']));
  });

  it('asks for one letter nothing, and says when nothing was found', async () => {
    api.answer(contacts.listContacts, pageOf([]));
    const { user, field } = await renderPalette();
    // A request that the test before had sent may arrive only now.
    const asked = () =>
      api
        .requestsTo(contacts.listContacts)
        .map(({ query }) => query['term'])
        .filter((term) => String(term).startsWith('x'));
    await user.type(field, 'x');
    expect(asked()).toEqual([]);
    await user.type(field, 'yzzy');
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Nothing found/));
    expect(asked()).toEqual(['xyzzy']);
  });

  it('does not ask for what the person may not open', async () => {
    const { user, field } = await renderPalette(['contacts.list', 'contacts.view']);
    await user.type(field, 'reed');
    await screen.findByRole('option', { name: /^Rosa Reed/ });
    expect([api.requestsTo(users.listUsers), api.requestsTo(patients.listPatients)]).toEqual([[], []]);
  });
});

describe('what a slice finds', () => {
  const sessionOf = (permissions: string[]): Session => {
    const { data, ...reply } = sessionReply({ permissions });
    return { auth_token: 'token', current_user: data, ...reply };
  };
  const NONE: string[] = [];

  it('is only their own views for somebody without permissions, and everything for somebody with all', () => {
    const names = sourcesFor(sessionOf(NONE)).flatMap(({ name, find, create }) => ((find ?? create) ? [name] : []));
    expect(names).toEqual(['saved_views']);
    const all = sourcesFor(sessionOf([...PERMISSIONS]));
    expect(all.filter(({ find, screens }) => !find && !screens)).toEqual([]);
    expect(all.map(({ title }) => title)).toEqual([
      'API keys',
      'Cases',
      'Categories',
      'Contacts',
      'Deliveries',
      'Departments',
      'Destinations',
      'Mailing lists',
      'Pathways',
      'Patients',
      'Reports by e-mail',
      'Roles',
      'Saved views',
      'Surveys',
      'Users',
      'You said, we did',
      'Webhooks',
    ]);
  });
});
