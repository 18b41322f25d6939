// @vitest-environment jsdom
import { answerBox, screen, waitFor, within } from '../../testing/render.tsx';
import { contacts, type consent } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { eventOf } from '../../testing/consent-records.ts';
import { contactOf } from '../../testing/settings-records.ts';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
const ALL = ['contacts.view', 'contacts.update', 'contacts.delete', 'mailing-lists.view', 'messages.list'];

const CONSENT: consent.AddressConsent = {
  patient_id: null,
  channels: [
    { channel: 'email', address: 'robin@reed.example', source: null },
    { channel: 'sms', address: '+35315550100', source: 'stop' },
  ],
  purposes: [],
  events: [
    eventOf(1, { channel: 'sms', address: '+35315550100', source: 'stop', written: 'Stop it' }),
    eventOf(2, { change: 'resumed', source: 'staff', user_name: 'Nora', note: 'Asked on the phone' }),
  ],
};

beforeEach(() => {
  api.answer(contacts.getContact, {
    data: contactOf(12, 'Robin Reed', {
      email: 'robin@reed.example',
      language: 'ar',
      follows_patient: true,
      lists: [{ id: 9, name: 'ward-4', type_of: 'static' }],
    }),
  });
  api.answer(contacts.getConsent, { data: CONSENT });
  api.answer(contacts.listHistory, pageOf<contacts.HistoryEntry>([]));
});

async function renderContact(permissions = ALL) {
  signIn({ permissions });
  const drawn = await renderScreen('/contacts/12');
  await screen.findByRole('heading', { name: 'Robin Reed' });
  return drawn;
}

describe('the page of a contact', () => {
  it('says how the person is reached, and on which lists they are', async () => {
    await renderContact();
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['robin@reed.example', 'Arabic']),
    );
    expect(screen.getByText("Follows the patient's details until it is edited here.")).toBeDefined();
    expect(screen.getByRole('link', { name: 'ward-4' }).getAttribute('href')).toBe('/mailingList/9');
    expect(await screen.findByText('Nothing was sent to this contact yet.')).toBeDefined();
  });

  it('offers no change to who may only look', async () => {
    await renderContact(['contacts.view']);
    await screen.findByText('Is written to');
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.queryByRole('link', { name: 'ward-4' })).toBeNull();
  });

  it('is deleted after the question', async () => {
    api.answer(contacts.deleteContact, { data: { id: 12 } });
    const { user, at } = await renderContact();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await answerBox(user, 'Yes');
    await waitFor(() => expect(at().path).toBe('/contacts/index'));
  });

  it('tells what was sent, what was not and why, and what was answered', async () => {
    const entryOf = (id: number, more: Partial<contacts.HistoryEntry>): contacts.HistoryEntry => ({
      id,
      channel: 'email',
      state: 'sent',
      reason: null,
      recipient: 'robin@reed.example',
      survey_title: null,
      subject: null,
      at: '2026-11-20T10:00:00.000Z',
      visit_id: null,
      patient_id: null,
      score: null,
      ...more,
    });
    api.answer(
      contacts.listHistory,
      pageOf([
        entryOf(1, { survey_title: 'Discharge', state: 'answered', score: 80, visit_id: 5 }),
        entryOf(2, { subject: 'Visiting hours', state: 'suppressed', reason: 'opted_out', recipient: null }),
        entryOf(3, {}),
      ]),
    );
    await renderContact();
    const table = await screen.findByRole('table', { name: 'History' });
    await within(table).findByText('Discharge');
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
    expect(rows[0]).toContain('DischargeAnswered Score 80');
    expect(rows[1]).toContain('Visiting hoursSuppressed Opted out');
    expect(rows[2]).toContain('MessageSent');
    expect(screen.getByRole('link', { name: 'Discharge' }).getAttribute('href')).toBe('/visits/5');
  });
});

describe('the consent of a contact', () => {
  it('says for each channel whether the person is written to, and how that came', async () => {
    await renderContact();
    await screen.findByText('Is written to');
    const rows = within(screen.getByRole('list', { name: 'Consent' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'E-mailIs written toNote opt-out',
      'SMSNot written to: written back by the personTake back opt-out',
    ]);
    const ledger = within(
      screen.getByRole('list', { name: 'What was agreed to and refused, newest first' }),
    ).getAllByRole('listitem');
    expect(ledger[0]?.textContent).toContain('Refused all messages by SMS, ');
    expect(ledger[0]?.textContent).toContain('written back by the person');
    expect(ledger[0]?.textContent).toContain('What the person wroteStop it');
    expect(ledger[1]?.textContent).toContain('Wants all messages by E-mail again, ');
    expect(ledger[1]?.textContent).toContain('robin@reed.example · recorded by staff · by NoraAsked on the phone');
  });

  it('is noted with a reason, and not without one', async () => {
    api.answer(contacts.recordOptOut, { data: CONSENT });
    const { user } = await renderContact();
    await user.click(await screen.findByRole('button', { name: 'Note opt-out of E-mail' }));
    const box = await screen.findByRole('dialog', { name: 'Note that Robin Reed wants no more E-mail' });
    await user.click(within(box).getByRole('button', { name: 'Note opt-out' }));
    expect(await within(box).findByText('Reason: Say why, in a few words.')).toBeDefined();
    await user.type(within(box).getByLabelText(/^Reason/), 'Said so today');
    await user.click(within(box).getByRole('button', { name: 'Note opt-out' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(contacts.recordOptOut).map(({ body }) => body)).toEqual([
      { opt_out: { channel: 'email', reason: 'Said so today' } },
    ]);
    await screen.findByText('Saved.');
    expect(api.requestsTo(contacts.getConsent).length).toBeGreaterThan(1);
  });

  it('is taken back by another call, and nothing is sent on Cancel', async () => {
    api.answer(contacts.withdrawOptOut, { data: CONSENT });
    const { user } = await renderContact();
    await user.click(await screen.findByRole('button', { name: 'Take back opt-out of SMS' }));
    const box = await screen.findByRole('dialog', { name: 'Write SMS to Robin Reed again' });
    await user.click(within(box).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Take back opt-out of SMS' }));
    const again = await screen.findByRole('dialog');
    await user.type(within(again).getByLabelText(/^Reason/), 'Asked for it');
    await user.click(within(again).getByRole('button', { name: 'Take back opt-out' }));
    await waitFor(() => expect(api.requestsTo(contacts.withdrawOptOut)).toHaveLength(1));
    expect(api.requestsTo(contacts.withdrawOptOut)[0]?.body).toEqual({
      opt_out: { channel: 'sms', reason: 'Asked for it' },
    });
    expect(api.requestsTo(contacts.recordOptOut)).toEqual([]);
    await screen.findByText('Saved.');
  });
});

describe('contacts that may be one person', () => {
  const memberOf = (id: number, name: string) => ({
    id,
    name,
    email: 'family@reed.example',
    phone: null,
    external_id: id === 2 ? 'MRN-2' : null,
    patient_id: null,
  });

  async function renderDuplicates(permissions = ALL) {
    signIn({ permissions });
    api.answer(
      contacts.listDuplicates,
      pageOf([
        {
          field: 'email' as const,
          value: 'family@reed.example',
          count: 12,
          contacts: [memberOf(1, 'Robin'), memberOf(2, 'Rob')],
        },
      ]),
    );
    const drawn = await renderScreen('/contacts/duplicates');
    await screen.findByRole('heading', { name: 'Same e-mail family@reed.example' });
    return drawn;
  }

  it('are shown together, with what tells them apart and how many more there are', async () => {
    await renderDuplicates(['contacts.list']);
    const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual(['Robinfamily@reed.example', 'Robfamily@reed.example · MRN-2', 'and 10 more']);
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('are merged into the oldest, after the question what is kept', async () => {
    api.answer(contacts.mergeContacts, { data: contactOf(1, 'Robin') });
    const { user } = await renderDuplicates();
    await user.click(screen.getByRole('button', { name: 'Merge into Robin' }));
    const box = await screen.findByRole('dialog', { name: 'Merge Rob into Robin?' });
    expect(box.textContent).toContain('This cannot be undone.');
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(contacts.mergeContacts)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Merge into Robin' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('The two contacts are one now.');
    const [sent] = api.requestsTo(contacts.mergeContacts);
    expect([sent?.path, sent?.body]).toEqual(['/contacts/1/merge', { merge: { contact_id: 2 } }]);
  });
});

describe('the form of a contact', () => {
  it('tells who has the same number already, and leaves out the contact itself', async () => {
    signIn({ permissions: [...ALL, 'contacts.list'] });
    api.answer(contacts.findSameContacts, {
      data: [
        {
          id: 77,
          name: 'Roberta',
          email: null,
          phone: null,
          external_id: 'MRN-5',
          patient_id: null,
          same: ['external_id', 'phone'],
        },
      ],
    });
    const { user } = await renderScreen('/contacts/12/edit');
    await user.type(await screen.findByLabelText('External id'), 'MRN-5');
    await waitFor(() =>
      expect(api.requestsTo(contacts.findSameContacts).at(-1)?.query).toEqual({
        email: 'robin@reed.example',
        phone: '',
        external_id: 'MRN-5',
        except_id: '12',
      }),
    );
    const notice = await screen.findByText('This person may be here already');
    expect(notice.closest('[role=status]')?.textContent).toContain('Roberta (same external id, same phone)');
  });
});
