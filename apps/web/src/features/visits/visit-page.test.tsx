// @vitest-environment jsdom
import { patients, visits } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { startApiServer } from '../../testing/api-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { screen } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';

const api = startApiServer();

const booked: visits.Visit = {
  id: 7,
  visit_number: 'V7',
  state: 'expected',
  kind: 'outpatient',
  on_leave: false,
  appointment_state: 'booked',
  expected_at: '2026-12-03T10:00:00.000Z',
  identity_in_doubt: false,
  patient_class: 'O',
  location: 'C1',
  admitted_at: null,
  discharged_at: null,
  patient_id: 5,
  given_name: 'Dara',
  family_name: 'Quill',
  birth_date: '1960-02-29',
  sex: 'F',
  deceased: false,
  timeline: [],
};

async function renderVisit(visit: visits.Visit) {
  signIn({ permissions: ['messages.list'] });
  api.answer(visits.getVisit, { data: visit });
  api.refuse(patients.getVisitProof, 404, { message: 'This visit does not exist.' });
  await renderScreen('/visits/7');
  await screen.findByRole('heading', { level: 1, name: /Quill/ });
}

it('says for when a visit is expected, until the patient has come', async () => {
  await renderVisit(booked);
  // The state, and the time.
  expect(screen.getAllByText('Expected')).toHaveLength(2);
  expect(screen.getByText('3 Dec 2026, 10:00')).toBeDefined();
});

it('does not say it of one who has come', async () => {
  await renderVisit({ ...booked, state: 'closed', admitted_at: '2026-12-03T10:12:00.000Z' });
  expect(screen.queryByText('3 Dec 2026, 10:00')).toBeNull();
  expect(screen.getByText('3 Dec 2026, 10:12')).toBeDefined();
});

it('says that a patient is on leave, and that it is in doubt who the patient is', async () => {
  await renderVisit({ ...booked, state: 'open', on_leave: true, identity_in_doubt: true });
  expect(screen.getByText('On leave')).toBeDefined();
  expect(screen.getByRole('alert').textContent).toMatch(/in doubt who this patient is/);
});
