// @vitest-environment jsdom
import { renderAt, screen, waitFor, within } from '../../testing/render.tsx';
import { account, inbox, texts } from '@wardvoice/contract';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getSession, useSession } from '../../api/session.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { HOSPITAL, sessionReply, signIn } from '../../testing/sign-in.ts';
import { ApplicationSwitcher } from './application-switcher.tsx';
import { Navigation } from './navigation.tsx';
import { ShortcutTiles } from './shortcut-tiles.tsx';
import { TopNavigation } from './top-navigation.tsx';

const api = startApiServer();
beforeEach(() => {
  api.answer(inbox.listInbox, { ...pageOf<inbox.InboxItem>([]), unread_count: 0 });
  api.answer(texts.listTexts, { ...pageOf<texts.InboundText>([]), unread_count: 0 });
});

const NURSE = { permissions: ['cases.list', 'deliveries.list', 'contacts.list', 'mailing-lists.list'] };

function SideMenu({ minified = false, onMinify }: { minified?: boolean; onMinify?: (minified: boolean) => void }) {
  const session = useSession();
  return session && <Navigation session={session} minified={minified} {...(onMinify ? { onMinify } : {})} />;
}
function Switcher() {
  const session = useSession();
  return session && <ApplicationSwitcher session={session} />;
}
const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent.replace(/\d.*$/, ''));
const heading = (name: string) => screen.getByRole('button', { name });

describe('the menu on the side', () => {
  it('has the groups and entries of whoever is signed in, in their order', async () => {
    signIn(NURSE);
    await renderAt(<SideMenu />);
    expect(screen.getByRole('navigation', { name: 'Main navigation' })).toBeDefined();
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Follow-up', 'Bulk mail']);
    expect(links()).toEqual(['Dashboard', 'Cases', 'Deliveries', 'Inbox', 'Contacts', 'Mailing lists']);
  });

  it('leads to the screen with the filters that the entry begins with', async () => {
    signIn(NURSE);
    const { user, at } = await renderAt(<SideMenu />);
    await user.click(screen.getByRole('link', { name: 'Cases' }));
    await waitFor(() => expect(at()).toEqual({ path: '/cases/index', search: { open: '1' } }));
  });

  it('closes a group, and opening one closes the others', async () => {
    signIn(NURSE);
    const { user } = await renderAt(<SideMenu />);
    await user.click(heading('Follow-up'));
    expect(heading('Follow-up').getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('link', { name: 'Cases' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Contacts' })).toBeDefined();
    await user.click(heading('Follow-up'));
    expect(screen.getByRole('link', { name: 'Cases' })).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Contacts' })).toBeNull();
  });

  it('counts what is unread, and says no more than that it is many', async () => {
    signIn(NURSE);
    api.answer(inbox.listInbox, { ...pageOf<inbox.InboxItem>([]), unread_count: 120 });
    await renderAt(<SideMenu />);
    const entry = screen.getByRole('link', { name: /^Inbox/ });
    await waitFor(() => expect(entry.textContent).toBe('Inbox99+'));
  });

  it('can be made narrow, and says how to make it wide again', async () => {
    signIn(NURSE);
    const onMinify = vi.fn<(minified: boolean) => void>();
    const { user } = await renderAt(<SideMenu minified onMinify={onMinify} />);
    await user.click(screen.getByRole('button', { name: 'Expand menu' }));
    expect(onMinify).toHaveBeenCalledExactlyOnceWith(false);
  });
});

describe('the menu on top', () => {
  it('opens each group below its name', async () => {
    signIn(NURSE);
    const session = getSession();
    const { user } = await renderAt(session && <TopNavigation session={session} />);
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Dashboard']);
    await user.click(heading('Bulk mail'));
    const menu = await screen.findByRole('menu');
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Contacts', 'Mailing lists']);
  });
});

describe('the shortcuts', () => {
  it('are what the session may open, the most wanted first', async () => {
    signIn(NURSE);
    const session = getSession();
    const { user } = await renderAt(session && <ShortcutTiles session={session} />);
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }));
    const tiles = await screen.findByRole('navigation', { name: 'Shortcuts' });
    expect(
      within(tiles)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Inbox', 'Cases', 'Deliveries']);
  });
});

describe('the choice of organisations', () => {
  const galway = { ...HOSPITAL, id: 8, title: 'Galway General' };

  it('leads into another, with its rights, and to its dashboard', async () => {
    signIn(NURSE);
    api.answer(account.chooseApplication, sessionReply({ permissions: ['cases.list'], application: galway }));
    const { user, at } = await renderAt(<Switcher />);
    await user.click(screen.getByRole('button', { name: 'St. Brigid’s' }));
    await user.click(await screen.findByRole('menuitem', { name: 'St. Brigid’s' }));
    await waitFor(() => expect(at().path).toBe('/dashboard'));
    expect(api.requestsTo(account.chooseApplication)[0]?.body).toEqual({ application_id: 7 });
    expect(getSession()).toMatchObject({ permissions: ['cases.list'], application_user: { application: galway } });
  });

  it('lets a superuser work in none, and nobody else', async () => {
    signIn({ superUser: true });
    api.answer(account.chooseApplication, sessionReply({ superUser: true, application: null }));
    const { user, at } = await renderAt(<Switcher />);
    await user.click(screen.getByRole('button', { name: 'St. Brigid’s' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Leave this application' }));
    await waitFor(() => expect(at().path).toBe('/applications/index'));
    expect(getSession()?.application_user.application).toBeNull();
  });

  it('has no way out for a nurse', async () => {
    signIn(NURSE);
    const { user } = await renderAt(<Switcher />);
    await user.click(screen.getByRole('button', { name: 'St. Brigid’s' }));
    await screen.findByRole('menuitem', { name: 'St. Brigid’s' });
    expect(screen.queryByRole('menuitem', { name: 'Leave this application' })).toBeNull();
  });
});
