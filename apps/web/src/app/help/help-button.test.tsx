// @vitest-environment jsdom
import { createRoute } from '@tanstack/react-router';
import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { renderRoutes, screen, within } from '../../testing/render.tsx';
import { root } from '../../ui/domain/screen-routes.tsx';
import { HelpButton } from './help-button.tsx';

afterEach(() => i18next.changeLanguage('en'));

const renderIn = (address: string) =>
  renderRoutes(
    root.addChildren([createRoute({ getParentRoute: () => root, path: address, component: HelpButton })]),
    address,
  );

it('says what can be done on the screen, in its language', async () => {
  const { user } = await renderIn('/cases/index');
  await i18next.changeLanguage('fr');
  await user.click(screen.getByRole('button'));
  expect(
    await within(screen.getByRole('dialog')).findByText(/Une réponse qui appelle à l’aide ouvre un cas/),
  ).toBeDefined();
});

it('is not offered where there is nothing to say', async () => {
  await renderIn('/gallery/charts');
  expect(screen.queryByRole('button')).toBeNull();
});
