// @vitest-environment jsdom
import { permissions } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { screen, within } from '../../testing/render.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { permissionOf } from '../../testing/settings-records.ts';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const textsIn = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('a permission says what it allows and who has it, and counts those whom it does not name', async () => {
  signIn({ superUser: true });
  api.answer(permissions.getPermission, {
    data: permissionOf(12, 'cases.update', {
      built_in: true,
      users_count: 5,
      allows: [{ method: 'PUT', path: '/cases/:id', summary: 'Claim or close a case' }],
      roles: [{ id: 3, name: 'Ward nurse' }],
      holders: [
        { user_id: 4, user_name: 'Nora', application_title: 'Saint Agnes', role_name: 'Ward nurse' },
        { user_id: 4, user_name: 'Nora', application_title: null, role_name: null },
        { user_id: 5, user_name: 'Sam', application_title: 'Saint Agnes', role_name: null },
      ],
    }),
  });
  await renderScreen('/permissions/12');
  await screen.findByRole('heading', { level: 1, name: 'cases.update' });
  expect(textsIn('What it allows')).toEqual(['Claim or close a casePUT /cases/:id']);
  expect(textsIn('Who has it')).toEqual([
    'NoraSaint Agnes · Ward nurse',
    'NoraIn every organisation of theirs · Given to them alone',
    'SamSaint Agnes · Given to them alone',
  ]);
  expect(screen.getByText(/It is part of: Ward nurse/)).toBeDefined();
  expect(screen.getByText('3 further people have it.')).toBeDefined();
});
