// @vitest-environment jsdom
import { duty } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { answerBox, renderAt, screen, waitFor, within } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { AbsencesPanel } from './absences-panel.tsx';

const api = startApiServer();
const AWAY: duty.Absence = { id: 4, from_day: '2026-07-20', to_day: '2026-07-31', deputy: { id: 5, name: 'Sam' } };
const replyOf = (data: duty.Absence[]) => ({ data, deputies: [{ id: 5, name: 'Sam' }] });

async function renderPanel(userId: number | null) {
  signIn({ permissions: ['cases.list'] });
  const drawn = await renderAt(<AbsencesPanel userId={userId} />);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add absence' }).disabled).toBe(false),
  );
  return drawn;
}

describe('when somebody is away', () => {
  it('they say so themselves, with a deputy', async () => {
    api.answer(duty.listOwnAbsences, replyOf([]));
    api.answer(duty.createOwnAbsence, { data: AWAY });
    const { user } = await renderPanel(null);
    expect(screen.getByText('No absence is planned.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Add absence' }));
    const box = await screen.findByRole('dialog', { name: 'Add absence' });
    await user.type(within(box).getByLabelText(/^First day/), '2026-07-20');
    await user.type(within(box).getByLabelText(/^Last day/), '2026-07-31');
    await user.click(within(box).getByRole('combobox', { name: /^Deputy/ }));
    await user.click(await screen.findByRole('option', { name: 'Sam' }));
    await user.click(within(box).getByRole('button', { name: 'Add absence' }));
    await waitFor(() =>
      expect(api.requestsTo(duty.createOwnAbsence)[0]?.body).toEqual({
        absence: { from_day: '2026-07-20', to_day: '2026-07-31', deputy_id: 5 },
      }),
    );
  });

  it('whoever may change them takes it back', async () => {
    api.answer(duty.listAbsences, replyOf([AWAY]));
    api.answer(duty.deleteAbsence, { data: { id: 4 } });
    const { user } = await renderPanel(7);
    expect(screen.getByText('Deputy: Sam')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Take back the absence/ }));
    await answerBox(user, 'Yes');
    await waitFor(() => expect(api.requestsTo(duty.deleteAbsence)[0]?.path).toBe('/users/7/absences/4'));
  });
});
