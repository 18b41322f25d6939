// @vitest-environment jsdom
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen } from '../../testing/render.tsx';
import { categories } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { categoryOf, pageOf } from '../../testing/records.ts';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

it('the categories are listed as the address asks for them', async () => {
  signIn({ permissions: ['categories.list'] });
  api.answer(categories.listCategories, pageOf([categoryOf(4, 'Food', { questions_count: 2 })]));
  const { at } = await renderScreen('/categories/index?term=fo&sort=-title');
  expect(await screen.findByText('Food')).toBeTruthy();
  expect(api.requestsTo(categories.listCategories)[0]?.query).toMatchObject({ term: 'fo', sort: '-title' });
  expect(at()).toEqual({ path: '/categories/index', search: { term: 'fo', sort: '-title' } });
});

it('whoever may make a category is offered it where there is none, and comes to its form', async () => {
  signIn({ permissions: ['categories.list', 'categories.create'] });
  api.answer(categories.listCategories, pageOf([]));
  const { user, at } = await renderScreen('/categories/index');
  expect(await screen.findByText('No categories yet')).toBeTruthy();
  const [create] = screen.getAllByRole('link', { name: 'Create category' });
  await user.click(create as HTMLElement);
  expect(await screen.findByText('Another screen')).toBeTruthy();
  expect(at().path).toBe('/categories/create');
});
