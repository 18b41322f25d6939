// @vitest-environment jsdom
import { accountInvitations, roles, users } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { screen, waitFor, within } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();
const PEOPLE = 'Robin Wardly\trobin@wardvoice.example\nBen Inventwell\tben@wardvoice.example\nNobody';

async function renderPage() {
  signIn({ permissions: ['users.list', 'users.view', 'users.create'] });
  api.answer(roles.listRoles, pageOf([]));
  api.answer(users.listWards, { data: ['Ash'] });
  const drawn = await renderScreen('/users/invite');
  const text = await screen.findByRole('textbox', { name: 'People' });
  await drawn.user.click(text);
  await drawn.user.paste(PEOPLE);
  const rows = () => {
    const list = screen.getByRole('list', { name: 'Who is invited' });
    return within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  };
  return { ...drawn, rows };
}

describe('several people at once', () => {
  it('are shown as they were read, and what keeps one from being invited', async () => {
    const { rows } = await renderPage();
    expect(rows()).toEqual([
      'Robin Wardlyrobin@wardvoice.exampleReady',
      'Ben Inventwellben@wardvoice.exampleReady',
      'NobodyEnter an e-mail address, such as robin@hospital.example.',
    ]);
    expect(screen.getByRole('button', { name: 'Send 2 invitations' })).toBeDefined();
  });

  it('are invited one by one; who is refused says why and can be tried again, and nobody is invited twice', async () => {
    const { user, rows } = await renderPage();
    let isKnown = true;
    api.handle(accountInvitations.inviteUser, ({ body }, response) => {
      const isBen = JSON.stringify(body).includes('ben@');
      const reply =
        isBen && isKnown ? { message: 'They have an account already.', errors: {} } : { data: { id: 5, added: null } };
      response.writeHead(isBen && isKnown ? 409 : 201, { 'content-type': 'application/json' });
      response.end(JSON.stringify(reply));
    });
    await user.click(screen.getByRole('button', { name: 'Send 2 invitations' }));
    expect(await screen.findByText('1 invitation was sent.')).toBeDefined();
    expect(rows().slice(0, 2)).toEqual([
      'Robin Wardlyrobin@wardvoice.exampleInvited',
      'Ben Inventwellben@wardvoice.exampleThey have an account already.',
    ]);
    isKnown = false;
    await user.click(screen.getByRole('button', { name: 'Send 1 invitation' }));
    await waitFor(() => expect(rows()[1]).toMatch(/Invited$/));
    const sent = api.requestsTo(accountInvitations.inviteUser).map(({ body }) => body);
    expect(sent).toHaveLength(3);
    expect(sent[0]).toEqual({
      user: { name: 'Robin Wardly', email: 'robin@wardvoice.example' },
      application_user: { landing_page: '', role_id: null, locations: [] },
    });
  });

  it('are added where they have an account already, which is said', async () => {
    const { user, rows } = await renderPage();
    api.answer(accountInvitations.inviteUser, { data: { id: null, added: { id: 8, name: 'Robin Wardly' } } });
    await user.click(screen.getByRole('button', { name: 'Send 2 invitations' }));
    await waitFor(() => expect(rows()[1]).toMatch(/Had an account, and was added$/));
    expect(screen.getByRole('button', { name: 'Send invitation' })).toHaveProperty('disabled', true);
  });

  it('are not all asked about when the server cannot be reached', async () => {
    const { user, rows } = await renderPage();
    api.refuse(accountInvitations.inviteUser, 503, { message: 'The database is away.' });
    await user.click(screen.getByRole('button', { name: 'Send 2 invitations' }));
    await waitFor(() => expect(screen.getAllByText(/The database is away/).length).toBeGreaterThan(0));
    expect(api.requestsTo(accountInvitations.inviteUser)).toHaveLength(1);
    expect(rows()[0]).toMatch(/Ready$/);
  });
});
