// @vitest-environment jsdom
import { renderAt, screen } from '../../testing/render.tsx';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ScreensOfMenu } from '../../ui/domain/menu-entry.ts';
import { LandingPageInput } from './landing-page-input.tsx';

const SCREENS = [
  { heading: null, title: 'Dashboard', path: '/dashboard' },
  { heading: 'Follow-up', title: 'Cases', path: '/cases/index' },
];

function Form() {
  const [path, setPath] = useState('');
  return (
    <ScreensOfMenu value={SCREENS}>
      <LandingPageInput value={path} onChange={setPath} />
      <output>{path}</output>
    </ScreensOfMenu>
  );
}

it('offers the screens of the menu by their names, says which one is chosen, and takes any other address', async () => {
  const { user } = await renderAt(<Form />);
  const field = screen.getByLabelText('First page after signing in');
  await user.type(field, 'case');
  expect(screen.queryByRole('option', { name: /Dashboard/ })).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'Cases /cases/index' }));
  expect(screen.getByRole('status').textContent).toBe('/cases/index');
  expect(screen.getByText('Cases')).toBeDefined();
  await user.type(field, '?open=1');
  expect(screen.getByRole('status').textContent).toBe('/cases/index?open=1');
});
