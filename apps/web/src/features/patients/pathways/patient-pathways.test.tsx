// @vitest-environment jsdom
import { consent, pathways, patients } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { consentOf } from '../../../testing/consent-records.ts';
import { enrolmentOf, pathwayOf } from '../../../testing/pathway-records.ts';
import { patientOf } from '../../../testing/patient-records.ts';
import { pageOf } from '../../../testing/records.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { screen, waitFor, within } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();
const PERMISSIONS = ['messages.list', 'messages.create', 'surveys.view'];

beforeEach(() => {
  api.answer(patients.getPatient, { data: patientOf() });
  api.answer(consent.getPatientConsent, { data: consentOf() });
  api.answer(pathways.listPathways, pageOf([pathwayOf(), pathwayOf({ id: 8, title: 'Knees', active: false })]));
});

async function renderPanel(permissions: string[], enrolments: pathways.Enrolment[] = [enrolmentOf()]) {
  signIn({ permissions });
  api.answer(pathways.listEnrolments, pageOf(enrolments));
  const drawn = await renderScreen('/patients/5');
  return { ...drawn, panel: within(await screen.findByRole('region', { name: 'Pathways' })) };
}

describe('the pathways of a patient', () => {
  it('say what each step came to, and why one waits', async () => {
    const { panel } = await renderPanel(['messages.list']);
    await panel.findByText('New hip');
    expect(panel.getAllByRole('listitem').at(-1)?.textContent).toMatch(
      /Day 42.*Six weeks.*To come \(In the hospital again\)/,
    );
    expect(panel.queryByRole('button')).toBeNull();
  });

  it('can be ended with a reason', async () => {
    api.answer(pathways.endEnrolment, { data: enrolmentOf({ state: 'ended', end_reason: 'by_hand' }) });
    const { user, panel } = await renderPanel(PERMISSIONS);
    await user.click(await panel.findByRole('button', { name: 'End pathway' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'End “New hip”?' }));
    await user.click(dialog.getByRole('button', { name: 'End pathway' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('Say why');
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Moved abroad');
    await user.click(dialog.getByRole('button', { name: 'End pathway' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(pathways.endEnrolment).map(({ body }) => body)).toEqual([
      { enrolment: { reason: 'Moved abroad' } },
    ]);
  });

  it('begin with one that is in use, from a day on', async () => {
    api.answer(pathways.createEnrolment, { data: enrolmentOf() });
    const { user, panel } = await renderPanel(PERMISSIONS, []);
    await user.click(await panel.findByRole('button', { name: 'Add to pathway' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add to a pathway' }));
    await user.click(await dialog.findByRole('combobox', { name: /^Pathway/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['New hip']);
    await user.click(screen.getByRole('option', { name: 'New hip' }));
    await user.click(dialog.getByRole('button', { name: 'Add to pathway' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(pathways.createEnrolment)[0]?.body).toEqual({
      enrolment: {
        pathway_id: 7,
        patient_id: 5,
        visit_id: null,
        started_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
    });
  });
});
