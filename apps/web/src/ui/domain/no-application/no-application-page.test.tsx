// @vitest-environment jsdom
import { account, departments } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { screen, waitFor } from '../../../testing/render.tsx';
import { HOSPITAL, sessionReply, signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();
const MANY = ['Ash', 'Birch', 'Cedar', 'Elm', 'Hazel', 'Juniper'].map((name, at) => ({
  ...HOSPITAL,
  id: 20 + at,
  title: `${name} General`,
}));

describe('a screen of one application, opened by somebody who works in none', () => {
  it.each([
    '/cases/index',
    '/contacts/5',
    '/departments/index',
    '/inbox',
    '/mailingList/index',
    '/messages/index',
    '/messages/distribution-list/index',
    '/surveys/3',
    '/visits/9',
    '/roles/index',
  ])('%s asks for it', async (address) => {
    signIn({ superUser: true, application: null });
    await renderScreen(address);
    expect(await screen.findByRole('heading', { level: 1, name: 'Choose an application' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Open St. Brigid’s' })).toBeDefined();
  });

  it.each(['/messages/errors', '/audit/index', '/users/index'])(
    '%s opens, for it shows more than one',
    async (address) => {
      signIn({ superUser: true, application: null });
      await renderScreen(address);
      expect(screen.queryByRole('heading', { name: 'Choose an application' })).toBeNull();
    },
  );

  it.each([
    ['by a button where there are few', [HOSPITAL], HOSPITAL],
    ['by a search where there are many', MANY, MANY[3]],
  ])('opens when one is chosen, %s', async (_how, applications, chosen = HOSPITAL) => {
    signIn({ superUser: true, application: null, applications });
    api.answer(account.chooseApplication, sessionReply({ superUser: true, application: chosen }));
    api.answer(departments.listDepartments, pageOf([]));
    const { user, at } = await renderScreen('/departments/index');
    if (applications.length === 1) {
      await user.click(screen.getByRole('button', { name: `Open ${chosen.title}` }));
    } else {
      await user.type(screen.getByRole('combobox', { name: 'Choose an application' }), 'elm');
      await user.click(await screen.findByRole('option', { name: chosen.title }));
    }
    expect(await screen.findByRole('heading', { level: 1, name: 'Departments' })).toBeDefined();
    expect(api.requestsTo(account.chooseApplication)[0]?.body).toEqual({ application_id: chosen.id });
    await waitFor(() => expect(api.requestsTo(departments.listDepartments)).toHaveLength(1));
    expect(at().path).toBe('/departments/index');
  });
});
