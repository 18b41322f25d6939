// @vitest-environment jsdom
import { consent } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen, waitFor, within } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const purposeOf = (purpose: consent.Purpose, more: Partial<consent.PurposeBasis> = {}): consent.PurposeBasis => ({
  purpose,
  basis: null,
  note: null,
  statements: [],
  ...more,
});
const SURVEYS = purposeOf('surveys', {
  basis: 'consent',
  statements: [
    {
      basis: 'consent',
      note: null,
      user_name: 'Nora',
      valid_from: '2026-11-20T10:00:00.000Z',
      valid_until: null,
    },
    {
      basis: 'public_task',
      note: 'NHS Act 2006',
      user_name: 'Sam',
      valid_from: '2026-10-20T10:00:00.000Z',
      valid_until: '2026-11-20T10:00:00.000Z',
    },
  ],
});

beforeEach(() => api.answer(consent.listPurposes, { data: [purposeOf('care'), SURVEYS] }));

async function renderPage(permissions = ['persons.export', 'applications.update']) {
  signIn({ permissions });
  const drawn = await renderScreen('/consent/index');
  await screen.findByRole('heading', { level: 1, name: 'Consent' });
  return drawn;
}

describe('the legal bases', () => {
  it('are shown with what was stated before, by whom, from when and until when', async () => {
    await renderPage();
    const list = await screen.findByRole('list', { name: 'What was stated about surveys, newest first' });
    const rows = within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^consent \(Art. 6\(1\)\(a\)\), from .*2026.*, by Nora$/);
    expect(rows[1]).toMatch(/^public task .* until .*, by SamNHS Act 2006$/);
    expect(screen.getByText('None is stated: people are written to until they refuse.')).toBeDefined();
  });

  it('are stated anew by whoever may change the organisation', async () => {
    api.answer(consent.stateBasis, { data: [SURVEYS] });
    const { user } = await renderPage();
    await user.click(await screen.findByRole('button', { name: 'State the legal basis of messages about care' }));
    const box = await screen.findByRole('dialog', { name: 'State the legal basis of messages about care' });
    await user.click(within(box).getByRole('button', { name: 'State it from now on' }));
    expect(await within(box).findByText('Legal basis: Choose a legal basis.')).toBeDefined();
    await user.selectOptions(within(box).getByLabelText(/^Legal basis/), 'consent (Art. 6(1)(a))');
    expect(within(box).getByText(/From now on nobody is sent this/)).toBeDefined();
    await user.type(within(box).getByLabelText(/^Note/), 'Board, 3 May');
    await user.click(within(box).getByRole('button', { name: 'State it from now on' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(consent.stateBasis).map(({ body }) => body)).toEqual([
      { statement: { purpose: 'care', basis: 'consent', note: 'Board, 3 May' } },
    ]);
    await waitFor(() => expect(api.requestsTo(consent.listPurposes).length).toBeGreaterThan(1));
  });

  it('are only read by others', async () => {
    await renderPage(['persons.export']);
    await screen.findByRole('heading', { level: 2, name: 'Surveys' });
    expect(screen.queryByRole('button', { name: /^State/ })).toBeNull();
  });

  it('that could not be fetched are fetched again', async () => {
    api.refuse(consent.listPurposes, 500, { message: 'The database is away.' });
    const { user } = await renderPage();
    const again = await screen.findByRole('button', { name: 'Retry' });
    api.answer(consent.listPurposes, { data: [SURVEYS] });
    await user.click(again);
    expect(await screen.findByRole('heading', { level: 2, name: 'Surveys' })).toBeDefined();
  });
});

it('the ledger is a file, of the days that are named', async () => {
  const asked: string[] = [];
  api.handle({ ...consent.listConsentEvents, path: `${consent.listConsentEvents.path}.csv` }, ({ query }, response) => {
    asked.push(JSON.stringify(query));
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.end('id');
  });
  const { user } = await renderPage();
  await user.type(screen.getByLabelText('From'), '2026-01-01');
  await user.click(screen.getByRole('button', { name: /CSV|Export/ }));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toContain('"from":"2026-01-01"');
});
