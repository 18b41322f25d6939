// @vitest-environment jsdom
import { answerBox, fireEvent, screen, waitFor, within } from '../../../testing/render.tsx';
import { caseCauses } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

const FOOD: caseCauses.CaseCause = { id: 4, title: 'Food', active: true, sort_order: 1, used: true, version: 3 };
const NOISE: caseCauses.CaseCause = { id: 5, title: 'Noise', active: false, sort_order: 2, used: false, version: 1 };

async function renderCauses(causes: caseCauses.CaseCause[], permissions = ['cases.list', 'departments.update']) {
  signIn({ permissions });
  api.answer(caseCauses.listCaseCauses, { data: causes });
  const drawn = await renderScreen('/cases/causes');
  await screen.findByText(causes[0]?.title ?? 'No causes yet');
  return drawn;
}

describe('the causes of cases', () => {
  it('are listed in their order, and say which are switched off', async () => {
    await renderCauses([FOOD, NOISE]);
    const rows = within(screen.getByRole('list', { name: 'Causes of cases' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['1FoodChange', '2NoiseSwitched offChange']);
  });

  it('are only read by others', async () => {
    await renderCauses([FOOD], ['cases.list']);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('are added after the others', async () => {
    const { user } = await renderCauses([FOOD, NOISE]);
    api.answer(caseCauses.createCaseCause, { data: { ...NOISE, id: 6 } });
    await user.click(screen.getByRole('button', { name: 'Add cause' }));
    const box = await screen.findByRole('dialog', { name: 'Add cause' });
    await user.type(within(box).getByLabelText(/Title/), 'Waiting');
    await user.click(within(box).getByRole('button', { name: 'Save cause' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(caseCauses.createCaseCause)[0]?.body).toEqual({
      case_cause: { title: 'Waiting', active: true, sort_order: 3 },
    });
  });

  it('are switched off where cases have them, and deleted where none has', async () => {
    const { user } = await renderCauses([FOOD, NOISE]);
    api.answer(caseCauses.updateCaseCause, { data: { ...FOOD, active: false } });
    await user.click(screen.getByRole('button', { name: 'Change Food' }));
    let box = await screen.findByRole('dialog', { name: 'Change the cause' });
    expect(within(box).queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(within(box).getByRole('switch', { name: /^Offered when a case is closed/ }));
    await user.click(within(box).getByRole('button', { name: 'Save cause' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(caseCauses.updateCaseCause)[0]?.body).toEqual({
      case_cause: { title: 'Food', active: false, sort_order: 1, version: 3 },
    });
    api.answer(caseCauses.deleteCaseCause, { data: { id: 5 } });
    await user.click(screen.getByRole('button', { name: 'Change Noise' }));
    box = await screen.findByRole('dialog', { name: 'Change the cause' });
    await user.click(within(box).getByRole('button', { name: 'Delete' }));
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(caseCauses.deleteCaseCause)).toHaveLength(1));
  });

  it('say that there are none yet', async () => {
    await renderCauses([]);
    expect(screen.getByText('No causes yet')).toBeDefined();
  });
});

describe('the cases by cause', () => {
  it('are counted for the period, and lead to the cases', async () => {
    signIn({ permissions: ['cases.list'] });
    api.answer(caseCauses.countCasesByCause, {
      data: {
        from: '2026-08-22',
        to: '2026-11-19',
        total: 4,
        causes: [
          { cause_id: 4, title: 'Food', count: 3 },
          { cause_id: null, title: null, count: 1 },
        ],
      },
    });
    const { user, at } = await renderScreen('/cases/by_cause');
    const table = await screen.findByRole('table', { name: 'Closed cases by cause' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Food375%',
      'Without a cause125%',
      'All closed cases4',
    ]);
    expect(screen.getByRole('link', { name: 'Food' }).getAttribute('href')).toMatch(
      /^\/cases\/index\?(state=closed&cause_id=4|cause_id=4&state=closed)$/,
    );
    fireEvent.change(screen.getByLabelText('Closed from'), { target: { value: '2026-11-01' } });
    await user.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(at().search).toEqual({ from: '2026-11-01', to: '2026-11-19' }));
    await waitFor(() =>
      expect(api.requestsTo(caseCauses.countCasesByCause).at(-1)?.query).toEqual({
        from: '2026-11-01',
        to: '2026-11-19',
      }),
    );
  });
});
