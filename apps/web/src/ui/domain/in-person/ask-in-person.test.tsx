// @vitest-environment jsdom
import { inPerson } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { getSession } from '../../../api/session.ts';
import { startApiServer } from '../../../testing/api-server.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { queryClient, screen, waitFor } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

const personOf = (more: Partial<inPerson.PersonHere> = {}): inPerson.PersonHere => ({
  patient_id: 5,
  contact_id: null,
  given_name: 'Dara',
  family_name: 'Quill',
  name: 'Dara Quill',
  birth_date: '1970-05-17',
  birth_date_precision: 'day',
  patient_identifier: '771',
  phone: null,
  email: null,
  location: 'ASH',
  room: '12',
  bed: 'B',
  survey_title: 'Your stay with us',
  offer: null,
  refusal: null,
  ...more,
});
const STARTED = {
  token: 'a-token-of-the-patient',
  link: 'http://wardvoice.test/feedback/a-token-of-the-patient',
  expires_at: '2026-12-20T10:00:00.000Z',
};

async function renderPerson(more: Partial<inPerson.PersonHere> = {}) {
  signIn({ permissions: ['feedback.create'] });
  api.answer(inPerson.getPatientHere, { data: personOf(more) });
  api.answer(inPerson.startHere, { data: STARTED });
  const drawn = await renderScreen('/messages/9/feedback');
  await screen.findByRole('heading', { level: 1, name: 'Your stay with us' });
  return drawn;
}
const starts = () => api.requestsTo(inPerson.startHere).map(({ body }) => body);

describe('asking somebody in person', () => {
  it('names the person first, and neither opens nor offers anything before staff have confirmed who it is', async () => {
    const { user } = await renderPerson();
    for (const fact of ['Quill', 'Dara', '771', 'ASH', '12', 'B'])
      expect(screen.getByText(fact, { exact: true })).toBeTruthy();
    expect(screen.getByText(/1970/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Hand over this device' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Yes, this is the person' }));
    expect(screen.getByRole('button', { name: 'Hand over this device' })).toBeTruthy();
    expect(starts()).toEqual([]);
  });

  it('leads back to the message when it is somebody else', async () => {
    const { user, at } = await renderPerson();
    await user.click(screen.getByRole('button', { name: 'This is not the person' }));
    await waitFor(() => expect(at().path).toBe('/messages/9'));
    expect(starts()).toEqual([]);
  });

  it('asks once more who it is when the message turns out to be about another patient', async () => {
    const { user } = await renderPerson();
    await user.click(screen.getByRole('button', { name: 'Yes, this is the person' }));
    api.answer(inPerson.getPatientHere, {
      data: personOf({ patient_id: 6, family_name: 'Other', name: 'Dara Other' }),
    });
    await queryClient.invalidateQueries();
    expect(await screen.findByRole('button', { name: 'Yes, this is the person' })).toBeTruthy();
    expect(screen.getByText('Other')).toBeTruthy();
  });

  it('keeps the session open, and says why, when the survey cannot be started', async () => {
    const { user } = await renderPerson();
    api.refuse(inPerson.startHere, 409, { message: 'This message is about another patient now.' });
    await user.click(screen.getByRole('button', { name: 'Yes, this is the person' }));
    await user.click(screen.getByRole('button', { name: 'Hand over this device' }));
    expect(await screen.findByText('This message is about another patient now.')).toBeTruthy();
    expect(getSession()?.locked).toBe(false);
  });

  it('shows a QR code, then that it was begun and answered, and no code any more', async () => {
    const { user } = await renderPerson();
    await user.click(screen.getByRole('button', { name: 'Yes, this is the person' }));
    await user.click(screen.getByRole('button', { name: 'Show a QR code' }));
    expect(await screen.findByRole('img', { name: /QR code with the link/ })).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Not begun yet');
    const offer = { begun_at: '2026-11-23T10:00:00.000Z', answered_at: null, expires_at: STARTED.expires_at };
    api.answer(inPerson.getPatientHere, { data: personOf({ offer: { ...offer, state: 'begun' } }) });
    await queryClient.invalidateQueries();
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Begun .*2026/));
    const answered = { ...offer, state: 'answered' as const, answered_at: '2026-11-23T10:04:00.000Z' };
    api.answer(inPerson.getPatientHere, { data: personOf({ offer: answered }) });
    await queryClient.invalidateQueries();
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/^Answered .*2026/));
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
    expect(getSession()?.locked).toBe(false);
  });

  it('says that a message was answered already, and offers nothing', async () => {
    const at = '2026-11-23T10:04:00.000Z';
    await renderPerson({ offer: { state: 'answered', begun_at: at, answered_at: at, expires_at: at } });
    expect(screen.getByText('Answered already')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Yes, this is the person' })).toBeNull();
  });

  it('gives the reason of the gate, which staff cannot overrule', async () => {
    await renderPerson({ refusal: 'deceased' });
    expect(screen.getByRole('alert').textContent).toContain('Patient has died');
    expect(screen.queryByRole('button', { name: /^Yes/ })).toBeNull();
  });

  it('lets staff ask again somebody who was asked lately, knowingly', async () => {
    const { user } = await renderPerson({ refusal: 'asked_lately' });
    expect(screen.getByRole('alert').textContent).toContain('asked lately');
    await user.click(screen.getByRole('button', { name: 'Yes, and I ask again' }));
    await user.click(screen.getByRole('button', { name: 'Show a QR code' }));
    await waitFor(() => expect(starts()).toEqual([{ feedback: { patient_id: 5, on: 'own_phone', again: true } }]));
  });

  it('tells staff that somebody is bereaved, who may ask all the same', async () => {
    const { user } = await renderPerson({ refusal: 'bereaved' });
    expect(screen.getByRole('alert').textContent).toContain('has lost a child');
    await user.click(screen.getByRole('button', { name: 'Yes, and I ask all the same' }));
    await user.click(screen.getByRole('button', { name: 'Show a QR code' }));
    await waitFor(() => expect(starts()).toEqual([{ feedback: { patient_id: 5, on: 'own_phone', again: true } }]));
  });

  it('hands over the device with the session locked in this tab', async () => {
    const { user } = await renderPerson();
    await user.click(screen.getByRole('button', { name: 'Yes, this is the person' }));
    await user.click(screen.getByRole('button', { name: 'Hand over this device' }));
    await waitFor(() => expect(getSession()?.locked).toBe(true));
    expect(starts()).toEqual([{ feedback: { patient_id: 5, on: 'this_device', again: false } }]);
  });
});
