// @vitest-environment jsdom
import { feedbackRecords, wardPages } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const ash: wardPages.WardPage = {
  id: 3,
  title: 'Ash Ward',
  location: 'ASH',
  language: 'en',
  active: true,
  address: 'http://wardvoice.test/said/abcdefghijklmnop',
  published_count: 1,
  draft_count: 1,
  last_published_at: '2026-11-20T10:00:00.000Z',
  version: 2,
};
const published: wardPages.WardPageEntry = {
  id: 8,
  said: 'The ward is loud at night.',
  did: 'The doors close softly now.',
  done_on: '2026-11-02',
  published_at: '2026-11-20T10:00:00.000Z',
  written_by_name: 'Nora Writer',
  version: 1,
};
const draft = { ...published, id: 9, said: 'The tea is cold.', did: 'A second trolley.', published_at: null };
const detail: wardPages.WardPageDetail = { ...ash, entries: [published, draft] };
const NOTHING_HEARD = { data: { tags: [], actions: [] } };

beforeEach(() => signIn({ permissions: ['ward_pages.list', 'ward_pages.update', 'feedback.list', 'cases.list'] }));

it('the list shows each page with its ward, its state and what was written', async () => {
  const whole = { ...ash, id: 4, title: 'All of us', location: null, active: false, last_published_at: null };
  api.answer(wardPages.listWardPages, pageOf([ash, whole]));
  await renderScreen('/ward_pages/index');
  await screen.findByText('All of us');
  const [, first, second] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toMatch(/Ash Ward.*ASH.*On the web.*1.*1/);
  expect(second).toMatch(/All of us.*Whole organisation.*Taken down.*–/);
});

it('a page is made for a ward that was heard of, in the language of its patients', async () => {
  api.answer(feedbackRecords.listFeedbackChoices, {
    data: { surveys: [], departments: [], wards: ['ASH', 'OAK'], people: [], tags: [] },
  });
  api.answer(wardPages.createWardPage, { data: detail });
  api.answer(wardPages.getWardPage, { data: detail });
  api.answer(wardPages.getHeard, NOTHING_HEARD);
  const { user } = await renderScreen('/ward_pages/create');
  await user.type(await screen.findByLabelText(/^Title/), 'Ash Ward');
  await user.type(screen.getByLabelText(/^Ward/), 'AS');
  await user.click(await screen.findByRole('option', { name: 'ASH' }));
  await user.selectOptions(screen.getByLabelText(/^Language/), 'pl');
  await user.click(screen.getByText('Make page', { selector: 'button *' }));
  await waitFor(() =>
    expect(api.requestsTo(wardPages.createWardPage).map(({ body }) => body)).toEqual([
      { ward_page: { title: 'Ash Ward', location: 'ASH', language: 'pl', active: true } },
    ]),
  );
});

describe('a page', () => {
  beforeEach(() => {
    api.answer(wardPages.getWardPage, { data: detail });
    api.answer(wardPages.getHeard, {
      data: {
        tags: [{ tag: 'noise', count: 4 }],
        actions: [{ case_id: 77, actions_taken: 'Soft doors', closed_at: '2026-11-01T10:00:00.000Z' }],
      },
    });
  });

  it('shows what is published and what is a draft, its address and its code', async () => {
    await renderScreen('/ward_pages/3');
    const entries = within(await screen.findByRole('list', { name: 'What was said and done' })).getAllByRole(
      'listitem',
    );
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/loud at night.*close softly.*Published.*Nora Writer/),
      expect.stringMatching(/tea is cold.*trolley.*Draft/),
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Address of the page').value).toBe(ash.address);
    expect(screen.getByRole('img', { name: 'QR code of the page’s address' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe(ash.address);
  });

  it('begins an entry with what was done in a case', async () => {
    api.answer(wardPages.createWardPageEntry, { data: published });
    const { user } = await renderScreen('/ward_pages/3');
    await user.click(await screen.findByRole('button', { name: 'Write an entry from case #77' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^We did/).value).toBe('Soft doors');
    await user.type(dialog.getByLabelText(/^You said/), 'It is loud.');
    await user.click(dialog.getByText('Write entry', { selector: 'button *' }));
    await waitFor(() =>
      expect(api.requestsTo(wardPages.createWardPageEntry).map(({ body }) => body)).toMatchObject([
        { entry: { said: 'It is loud.', did: 'Soft doors', published: true } },
      ]),
    );
    expect(await screen.findByText('The entry is on the page.')).toBeDefined();
  });

  it('says at the field that a patient is named, and keeps what was written', async () => {
    api.refuse(wardPages.updateWardPageEntry, 422, {
      message: 'Some fields need another look.',
      errors: { said: ['These words have the name of a patient. Everybody may read them: leave it out.'] },
    });
    const { user } = await renderScreen('/ward_pages/3');
    await user.click(await screen.findByRole('button', { name: 'Change “The tea is cold.”' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^You said/), ' Says Orla Inventwell');
    await user.click(dialog.getByText(/^Save/, { selector: 'button *' }));
    await dialog.findByText(/have the name of a patient/, { selector: '[id$=error]' });
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^You said/).value).toContain('Orla');
  });

  it('asks before an entry is deleted', async () => {
    api.answer(wardPages.deleteWardPageEntry, { data: { id: 8 } });
    const { user } = await renderScreen('/ward_pages/3');
    await user.click(await screen.findByRole('button', { name: 'Delete “The ward is loud at night.”' }));
    await screen.findByText('Delete this entry?');
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(wardPages.deleteWardPageEntry)).toHaveLength(1));
  });

  it('cannot be changed by somebody who may only read', async () => {
    signIn({ permissions: ['ward_pages.list'] });
    api.answer(wardPages.getHeard, { data: { tags: null, actions: null } });
    await renderScreen('/ward_pages/3');
    await screen.findByText('The tea is cold.');
    for (const name of ['Write entry', 'Edit', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByText(/Heard and done/)).toBeNull();
  });
});
