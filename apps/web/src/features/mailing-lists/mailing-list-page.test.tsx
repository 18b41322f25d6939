// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { contactImports, contacts, kiosks, mailingLists } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { readRows } from '../../testing/lists.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { contactOf, mailingListOf } from '../../testing/settings-records.ts';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const ALL = [
  'mailing-lists.view',
  'mailing-lists.update',
  'mailing-lists.delete',
  'contacts.list',
  'contacts.view',
  'contacts.import',
  'feedback.create',
];

const importOf = (more: Partial<contactImports.ContactImport> = {}): contactImports.ContactImport => ({
  id: 6,
  mailing_list_id: 9,
  state: 'uploaded',
  file_name: 'ward.csv',
  format: 'csv',
  size_bytes: 100,
  encoding: 'utf-8',
  delimiter: ',',
  columns: { name: 0 },
  preview: {
    header: ['Name', 'Mail'],
    rows: [
      { line: 2, cells: ['Robin', 'robin@reed.example'], problem: null },
      { line: 3, cells: ['Sam', ''], problem: 'nobody' },
    ],
  },
  rows_read: 0,
  progress: 0,
  added: 0,
  updated: 0,
  unchanged: 0,
  in_error: 0,
  joined: 0,
  error: null,
  created_at: '2026-11-20T10:00:00.000Z',
  finished_at: null,
  ...more,
});

beforeEach(() => {
  api.answer(mailingLists.listMembers, pageOf([contactOf(1, 'Robin', { email: 'robin@reed.example' })]));
  api.answer(contactImports.listImports, pageOf<contactImports.ContactImport>([]));
  api.answer(kiosks.listKiosks, { data: [] });
  api.answer(contacts.listContacts, pageOf([contactOf(2, 'Sam', { phone: '+3531555' })]));
});

async function renderList(list = mailingListOf(9, 'ward-4', { contacts_count: 1 }), permissions = ALL) {
  signIn({ permissions });
  api.answer(mailingLists.getMailingList, { data: list });
  const drawn = await renderScreen('/mailingList/9');
  await screen.findByRole('heading', { level: 1, name: 'ward-4' });
  return { ...drawn, rows: await readRows('Contacts') };
}

describe('the people on a mailing list', () => {
  it('are taken off it one by one; the contact stays', async () => {
    api.answer(mailingLists.removeMember, { data: { id: 1 } });
    const { user, rows } = await renderList();
    expect(rows).toEqual(['Robinrobin@reed.example']);
    await user.click(screen.getByRole('button', { name: 'Remove Robin from the list' }));
    expect(await screen.findByText('Robin is off the list.')).toBeDefined();
    expect(api.requestsTo(mailingLists.removeMember)[0]?.path).toBe('/mailing_list/9/contacts/1');
  });

  it('are added by being found', async () => {
    api.answer(mailingLists.addMember, { data: contactOf(2, 'Sam') });
    const { user } = await renderList();
    await user.click(screen.getByPlaceholderText('Add: name, e-mail or phone'));
    await user.click(await screen.findByRole('option', { name: 'Sam · +3531555' }));
    expect(await screen.findByText('Sam is on the list.')).toBeDefined();
    expect(api.requestsTo(mailingLists.addMember)[0]?.path).toBe('/mailing_list/9/contacts/2');
  });

  it('are not added to or taken from a list that fills itself', async () => {
    await renderList(mailingListOf(9, 'ward-4', { type_of: 'census' }));
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
    expect(screen.queryByPlaceholderText('Add: name, e-mail or phone')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Import' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Refresh' })).toBeDefined();
  });

  it('are searched on the first page again', async () => {
    api.answerBy(mailingLists.listMembers, ({ query }) => pageOf(query['term'] ? [] : [contactOf(1, 'Robin')]));
    const { user } = await renderList();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'nobody');
    expect(await screen.findByText('Nobody on this list matches.')).toBeDefined();
    expect(api.requestsTo(mailingLists.listMembers).at(-1)?.query).toEqual({
      page: '1',
      per_page: '25',
      term: 'nobody',
    });
  });

  it('are computed anew, and it is said what came of it', async () => {
    api.answer(mailingLists.refreshMailingList, {
      data: { added: 1200, removed: 3, contacts_count: 1197, contacts_made: 0 },
    });
    const { user } = await renderList(mailingListOf(9, 'ward-4', { type_of: 'dynamic' }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('1,200 added, 3 removed.')).toBeDefined();
  });

  it('are not computed anew while that is under way, and a failed one is said', async () => {
    const refresh = { id: 1, state: 'running' as const, progress: 40, added: 0, removed: 0, finished_at: null };
    await renderList(mailingListOf(9, 'ward-4', { type_of: 'dynamic', refresh }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Refresh' }).disabled).toBe(true);
    expect(screen.getByRole('progressbar', { name: 'Progress of the refresh' }).getAttribute('aria-valuenow')).toBe(
      '40',
    );
  });

  it('are not deleted while broadcasts go to them, and say so at once', async () => {
    const deletion_refusal = '1 broadcast is still sent to this list.';
    api.answer(mailingLists.getMailingListUses, { data: { broadcasts: 1, kiosks: 0, deletion_refusal } });
    const { user } = await renderList();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('alert')).textContent).toContain(deletion_refusal);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(api.requestsTo(mailingLists.deleteMailingList)).toEqual([]);
  });

  it('are deleted with no contact, after the question', async () => {
    api.answer(mailingLists.getMailingListUses, { data: { broadcasts: 0, kiosks: 2, deletion_refusal: null } });
    api.refuse(mailingLists.deleteMailingList, 409, { message: 'A broadcast is still sent to it.' });
    const { user, at } = await renderList();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('2 tablets that were started from it go on.');
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('alert')).textContent).toContain('A broadcast is still sent to it.');
    expect(at().path).toBe('/mailingList/9');
  });
});

describe('importing a file into a mailing list', () => {
  it('is not offered to who sees some wards, nor to who may not', async () => {
    await renderList(undefined, ['mailing-lists.view']);
    expect(screen.queryByRole('heading', { name: 'Import' })).toBeNull();
    expect(api.requestsTo(contactImports.listImports)).toEqual([]);
  });

  it('waits until one column says who somebody is, and shows the rows that would be left out', async () => {
    api.answer(contactImports.listImports, pageOf([importOf()]));
    api.answer(contactImports.mapImport, { data: importOf() });
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Choose columns' }));
    const box = await screen.findByRole('dialog', { name: 'Import ward.csv' });
    const rows = within(box)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
    expect(rows).toEqual(['2Robinrobin@reed.exampleFine', '3SamNo e-mail, phone or external id']);
    const start = within(box).getByRole<HTMLButtonElement>('button', { name: 'Start import' });
    expect(start.disabled).toBe(true);
    expect(within(box).getByText('Choose the column of the e-mail, the phone or the external id.')).toBeDefined();
    await user.selectOptions(within(box).getByRole('combobox', { name: 'Column Mail holds' }), 'E-mail');
    await waitFor(() =>
      expect(api.requestsTo(contactImports.mapImport)[0]?.body).toEqual({ import: { columns: { name: 0, email: 1 } } }),
    );
  });

  it('is read in other letters where those of the preview look wrong', async () => {
    api.answer(contactImports.listImports, pageOf([importOf({ encoding: 'utf-16le' })]));
    api.answer(contactImports.mapImport, { data: importOf() });
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Choose columns' }));
    const box = await screen.findByRole('dialog');
    const letters = within(box).getByRole<HTMLSelectElement>('combobox', { name: 'Letters' });
    expect(letters.selectedOptions[0]?.textContent).toBe('UTF-16LE');
    await user.selectOptions(letters, 'windows-1250');
    await waitFor(() =>
      expect(api.requestsTo(contactImports.mapImport)[0]?.body).toEqual({ import: { encoding: 'windows-1250' } }),
    );
  });

  it('asks for no letters where a workbook says them itself', async () => {
    api.answer(contactImports.listImports, pageOf([importOf({ format: 'xlsx' })]));
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Choose columns' }));
    const box = await screen.findByRole('dialog');
    expect(within(box).getByRole('combobox', { name: 'Column Mail holds' })).toBeDefined();
    expect(within(box).queryByRole('combobox', { name: 'Letters' })).toBeNull();
  });

  it('starts, and moves a field from one column to another', async () => {
    api.answer(contactImports.listImports, pageOf([importOf({ columns: { email: 0 } })]));
    api.answer(contactImports.mapImport, { data: importOf() });
    api.answer(contactImports.startImport, { data: importOf({ state: 'queued' }) });
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Choose columns' }));
    const box = await screen.findByRole('dialog');
    await user.selectOptions(within(box).getByRole('combobox', { name: 'Column Mail holds' }), 'E-mail');
    await waitFor(() =>
      expect(api.requestsTo(contactImports.mapImport)[0]?.body).toEqual({ import: { columns: { email: 1 } } }),
    );
    await waitFor(() =>
      expect(within(box).getByRole<HTMLButtonElement>('button', { name: 'Start import' }).disabled).toBe(false),
    );
    await user.dblClick(within(box).getByRole('button', { name: 'Start import' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(contactImports.startImport)).toHaveLength(1);
  });

  it('says what came of it, and why it failed', async () => {
    api.answer(
      contactImports.listImports,
      pageOf([importOf({ state: 'finished', added: 1200, updated: 2, unchanged: 3, joined: 5, in_error: 4 })]),
    );
    await renderList();
    expect(await screen.findByText('Finished')).toBeDefined();
    const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toEqual(expect.arrayContaining(['1,200', '2', '3', '5', '4']));
    expect(screen.getByRole('button', { name: 'Download rows in error' })).toBeDefined();
  });

  it('is stopped, also while it waits to be started', async () => {
    api.answer(contactImports.listImports, pageOf([importOf({ state: 'uploaded' })]));
    api.answer(contactImports.cancelImport, { data: importOf({ state: 'cancelled' }) });
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Stop import' }));
    await waitFor(() => expect(api.requestsTo(contactImports.cancelImport)).toHaveLength(1));
  });
});

describe('the kiosks of a mailing list', () => {
  it('are ended after the question', async () => {
    api.answer(kiosks.listKiosks, {
      data: [
        {
          id: 3,
          label: 'Tablet ward 4',
          survey_title: 'Discharge',
          survey_active: false,
          department_title: 'Kitchen',
          location: 'W1',
          started_by_name: 'Jess Hearwell',
          started_at: '2026-11-20T10:00:00.000Z',
          expires_at: '2026-12-20T10:00:00.000Z',
          answers_count: 12,
          last_answer_at: null,
        },
      ],
    });
    api.answer(kiosks.endKiosk, { data: { id: 3 } });
    const { user } = await renderList();
    const [row] = await readRows('Kiosks');
    expect(row).toContain('Tablet ward 4 Jess HearwellDischarge (switched off)W1 · Kitchen');
    await user.click(screen.getByRole('button', { name: 'End Tablet ward 4' }));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(kiosks.endKiosk)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'End Tablet ward 4' }));
    await answerBox(user, 'Yes');
    expect(await screen.findByText('Tablet ward 4 has ended.')).toBeDefined();
  });
});

describe('the form of a mailing list', () => {
  it('counts who a rule would hold now, and warns that people added by hand leave the list', async () => {
    signIn({ permissions: ALL });
    api.answer(mailingLists.getMailingList, { data: mailingListOf(9, 'ward-4', { contacts_count: 3 }) });
    api.answer(mailingLists.listRuleChoices, {
      data: { location: ['W1'], patient_class: ['I'], hospital_service: [], sex: ['F'] },
    });
    api.answer(mailingLists.previewRules, { data: { people: 12, with_address: 10 } });
    api.answer(mailingLists.updateMailingList, { data: mailingListOf(9, 'ward-4') });
    const { user, at } = await renderScreen('/mailingList/9/edit');
    await user.click(await screen.findByRole('radio', { name: /^Dynamic/ }));
    expect(screen.getByText(/people who were added by hand leave it/)).toBeDefined();
    expect(await screen.findByText('12 people now, 10 with an address')).toBeDefined();
    await user.type(screen.getByLabelText('Age from'), '90');
    await user.type(screen.getByLabelText('Age to'), '20');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Age to: The upper age is below the lower one.')).toBeDefined();
    expect(api.requestsTo(mailingLists.updateMailingList)).toEqual([]);
    await user.clear(screen.getByLabelText('Age to'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(at().path).toBe('/mailingList/9'));
    expect(api.requestsTo(mailingLists.updateMailingList)[0]?.body).toMatchObject({
      mailing_list: { type_of: 'dynamic', rules: { age_from: 90, age_to: null, last_days: 30 }, version: 3 },
    });
  });
});
