// @vitest-environment jsdom
import { account } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { renderAt, screen, waitFor } from '../../../testing/render.tsx';
import { HOSPITAL, sessionReply, signIn } from '../../../testing/sign-in.ts';
import { LinkedApplication } from './linked-application.tsx';

const api = startApiServer();
const OTHER = { ...HOSPITAL, id: 21, title: 'Elm General' };

const open = (search: string) =>
  renderAt(
    <LinkedApplication>
      <p>The screen</p>
    </LinkedApplication>,
    search,
  );

describe('an address that was written for an application', () => {
  it('of this person asks to open it there, and then shows the screen without asking for another', async () => {
    signIn({ applications: [HOSPITAL, OTHER] });
    api.answer(account.chooseApplication, sessionReply({ application: OTHER, applications: [HOSPITAL, OTHER] }));
    const { user, at } = await open(`?application=${OTHER.id}&state=open`);
    expect(screen.getByRole('heading', { level: 1, name: 'About Elm General' })).toBeDefined();
    expect(screen.queryByText('The screen')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open Elm General' }));
    expect(await screen.findByText('The screen')).toBeDefined();
    expect(api.requestsTo(account.chooseApplication)[0]?.body).toEqual({ application_id: OTHER.id });
    expect(at()).toEqual({ path: '/', search: { state: 'open' } });
  });

  it('leads to the first screen whoever stays where they are', async () => {
    signIn({ applications: [HOSPITAL, OTHER] });
    const { user, at } = await open(`?application=${OTHER.id}`);
    await user.click(screen.getByRole('link', { name: `Stay in ${HOSPITAL.title}` }));
    await waitFor(() => expect(at().path).toBe('/dashboard'));
    expect(api.requestsTo(account.chooseApplication)).toEqual([]);
  });

  it.each([
    ['is theirs now', String(HOSPITAL.id)],
    ['is not theirs', '99'],
    ['does not exist', 'elm'],
  ])('that %s shows the screen', async (_what, application) => {
    signIn({ applications: [HOSPITAL, OTHER] });
    const { at } = await open(`?application=${application}&state=open`);
    expect(await screen.findByText('The screen')).toBeDefined();
    expect(at().search).toEqual({ state: 'open' });
  });
});
