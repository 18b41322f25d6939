// @vitest-environment jsdom
import { answerBox, screen, waitFor } from '../../testing/render.tsx';
import { patients } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { pageOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();
type Conflict = patients.IdentityConflict;

const personOf = (id: number, family_name: string): Conflict['patients'][number] => ({
  patient_id: id,
  identifier: `77${id}`,
  authority: 'HOSP',
  given_name: 'Dara',
  family_name,
  birth_date: '1970-05-17',
  birth_date_precision: 'month',
  sex: 'F',
  deceased: false,
  identity_in_doubt: true,
});

const doubtOf = (kind: Conflict['kind'], more: Partial<Conflict> = {}): Conflict => ({
  id: 8,
  kind,
  opened_at: '2026-11-20T10:00:00.000Z',
  decision: null,
  decided_at: null,
  decided_by_name: null,
  identifiers: [{ identifier: '771', authority: 'HOSP', type: 'MR' }],
  patients: [personOf(1, 'Quill'), personOf(2, 'Byrne')],
  shared: [],
  messages: [
    {
      id: 11,
      event: 'A01',
      event_at: '2026-11-20T09:00:00.000Z',
      sending_facility: 'WEST',
      given_name: 'Dora',
      family_name: 'Quill',
      birth_date: '1971-05-17',
      identifiers: [{ identifier: '771', authority: '', type: 'MR' }],
    },
  ],
  ...more,
});

async function renderDoubts(conflict: Conflict, permissions = ['messages.list', 'patients.update']) {
  signIn({ permissions });
  api.answer(patients.listIdentityConflicts, pageOf([conflict]));
  api.answer(patients.decideIdentityConflict, { data: conflict });
  const drawn = await renderScreen('/patients/doubts');
  await screen.findByRole('heading', { level: 2 });
  return drawn;
}
const sent = () => api.requestsTo(patients.decideIdentityConflict).map(({ path, body }) => [path, body]);

describe('doubts who a message is about', () => {
  it('show who is known beside who was told of, and how many messages wait', async () => {
    await renderDoubts(doubtOf('two_patients'));
    expect(screen.getByRole('heading', { name: 'One message, two patients' })).toBeDefined();
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Quill, Dara', '/patients/1'],
      ['Byrne, Dara', '/patients/2'],
      ['Quill, Dora', '/messages/11'],
    ]);
    expect(screen.getByText('771 · HOSP · 1970-05 (month only)')).toBeDefined();
    expect(screen.getByText('17 May 1971 · A01 · WEST')).toBeDefined();
    expect(screen.getByText('1 message waits')).toBeDefined();
  });

  it('are decided by nobody who may not', async () => {
    await renderDoubts(doubtOf('two_patients'), ['messages.list']);
    expect(screen.getByText('1 message waits')).toBeDefined();
    expect(screen.queryAllByRole('button', { name: /person|Typing/ })).toEqual([]);
  });

  it('are decided for one of the two after the question, and not on No', async () => {
    const { user } = await renderDoubts(doubtOf('two_patients'));
    await user.click(screen.getByRole('button', { name: 'Two persons: about Byrne, Dara' }));
    const box = await screen.findByRole('dialog', { name: 'Are they two persons?' });
    expect(box.textContent).toContain('The waiting messages are about Byrne, Dara');
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Two persons: about Byrne, Dara' }));
    await answerBox(user, 'Yes');
    expect(await screen.findByText('Decided.')).toBeDefined();
    expect(sent()).toEqual([['/identity_conflicts/8', { decision: 'two_persons', patient_id: 2 }]]);
  });

  it.each([
    ['two_patients', 'Same person', 'Are they one person?', { decision: 'same_person' }],
    ['number_reused', 'Same person', 'Is it the same person?', { decision: 'same_person' }],
    ['number_reused', 'Two persons', 'Are they two persons?', { decision: 'two_persons' }],
    ['several_senders', 'Typing error', 'Did the sender mistype it?', { decision: 'correct' }],
  ] as const)('ask what is meant: %s, %s', async (kind, button, question, body) => {
    const { user } = await renderDoubts(doubtOf(kind));
    await user.click(screen.getByRole('button', { name: button }));
    await screen.findByRole('dialog', { name: question });
    await answerBox(user, 'Yes');
    await waitFor(() => expect(sent()).toEqual([['/identity_conflicts/8', body]]));
  });

  it('say which number decides nothing from now on, where both have it', async () => {
    const shared = [{ patient_id: 2, identifier: 'C1', authority: 'CARD', type: 'HC' }];
    const { user } = await renderDoubts(doubtOf('two_patients', { shared }));
    await user.click(screen.getByRole('button', { name: 'Two persons: about Quill, Dara' }));
    const box = await screen.findByRole('dialog', { name: 'Are they two persons?' });
    expect(box.textContent).toContain('C1 belongs to both');
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // About the one who has it, it is only the other number that is wrong.
    await user.click(screen.getByRole('button', { name: 'Two persons: about Byrne, Dara' }));
    expect((await screen.findByRole('dialog')).textContent).not.toContain('C1');
  });

  it('say that somebody else was faster, and are fetched again', async () => {
    const { user } = await renderDoubts(doubtOf('several_senders'));
    api.refuse(patients.decideIdentityConflict, 409, { message: 'This was decided a minute ago.' });
    await user.click(screen.getByRole('button', { name: 'Typing error' }));
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('alert')).textContent).toContain('This was decided a minute ago.');
    await waitFor(() => expect(api.requestsTo(patients.listIdentityConflicts).length).toBeGreaterThan(1));
  });

  it('say who decided, and what', async () => {
    await renderDoubts(
      doubtOf('two_patients', {
        decision: 'correct',
        decided_at: '2026-11-20T12:00:00.000Z',
        decided_by_name: 'Sam',
        messages: [],
      }),
    );
    expect(screen.getByText(/^Sam decided on .*: A typing error$/)).toBeDefined();
    expect(screen.getByText('771 · MR · HOSP')).toBeDefined();
    expect(screen.queryAllByRole('button', { name: /person/ })).toEqual([]);
  });

  it('are shown with those that are decided when one asks for all', async () => {
    const { user, at } = await renderDoubts(doubtOf('two_patients'));
    await user.click(screen.getByRole('radio', { name: 'All' }));
    await waitFor(() => expect(at().search).toEqual({ open: '0' }));
    await waitFor(() =>
      expect(api.requestsTo(patients.listIdentityConflicts).at(-1)?.query).toMatchObject({ open: '0' }),
    );
  });

  it('say so when there is none', async () => {
    signIn({ permissions: ['messages.list'] });
    api.answer(patients.listIdentityConflicts, pageOf<Conflict>([]));
    await renderScreen('/patients/doubts');
    expect(await screen.findByText('No doubts')).toBeDefined();
  });
});
