// @vitest-environment jsdom
import { renderAt, screen, waitFor } from '../../testing/render.tsx';
import { useQuery } from '@tanstack/react-query';
import { categories } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { ask } from '../../api/ask.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { categoryOf } from '../../testing/records.ts';
import { useCrumbs } from '../kit/page-store.ts';
import { Page } from '../kit/page.tsx';
import { Record } from './record.tsx';

const api = startApiServer();
const path = [{ label: 'Categories', to: '/categories/index' }];

function Category() {
  const query = useQuery(ask(categories.getCategory, { params: { id: 12 } }, { failureIsShown: true }));
  return (
    <>
      <p>
        {useCrumbs()
          .map(({ label }) => label)
          .join(' / ')}
      </p>
      <Record query={query} title="Category" path={path}>
        {({ title }) => (
          <Page title={title} path={path} lead="Where answers belong.">
            <p>About {title}</p>
          </Page>
        )}
      </Record>
    </>
  );
}

describe('a page about one record', () => {
  it('says that it is loading, then who it is: in the heading, the trail and the name of the window', async () => {
    let answerNow: () => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    api.handle(categories.getCategory, async (_, response) => {
      await isReady;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: categoryOf(12, 'Food') }));
    });
    await renderAt(<Category />);
    expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Category' })).toBeDefined();
    answerNow();
    await screen.findByRole('heading', { name: 'Food' });
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    expect(screen.getByText('Categories / Food')).toBeDefined();
    expect(document.title).toBe('Food – Wardvoice');
  });

  it('says that there is nothing, and not why, where the server knows nothing of it', async () => {
    api.refuse(categories.getCategory, 404, { message: 'category 12 of application 9' });
    await renderAt(<Category />);
    expect(await screen.findByText('There is nothing here')).toBeDefined();
    expect(screen.queryByText(/application 9/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says what went wrong otherwise, and loads when somebody tries again', async () => {
    api.refuse(categories.getCategory, 403, { message: 'You may not see categories.' });
    const { user } = await renderAt(<Category />);
    expect(await screen.findByText('You may not see categories.')).toBeDefined();
    api.answer(categories.getCategory, { data: categoryOf(12, 'Food') });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('heading', { name: 'Food' });
  });

  it('tries once more by itself what may pass', async () => {
    api.refuse(categories.getCategory, 503, { message: 'Being updated.' });
    await renderAt(<Category />);
    expect(await screen.findByText('Being updated.')).toBeDefined();
    await waitFor(() => expect(api.requestsTo(categories.getCategory)).toHaveLength(2));
  });
});
