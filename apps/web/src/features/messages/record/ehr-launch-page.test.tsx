// @vitest-environment jsdom
import { ehrLaunch, inPerson } from '@wardvoice/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { screen, waitFor } from '../../../testing/render.tsx';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { signIn } from '../../../testing/sign-in.ts';

const api = startApiServer();

beforeEach(() => signIn({ permissions: ['feedback.create'] }));

describe('somebody who comes from a patient’s record', () => {
  it('is led to the survey of the patient, and not back here by the button Back', async () => {
    api.answer(ehrLaunch.finishEhrLaunch, { data: { message_id: 40 } });
    api.refuse(inPerson.getPatientHere, 404, { message: 'No.' });
    const { router } = await renderScreen('/ehr-launch');
    await waitFor(() => expect(router.state.location.pathname).toBe('/messages/40/feedback'));
    expect(api.requestsTo(ehrLaunch.finishEhrLaunch)).toHaveLength(1);
  });

  it('reads why nobody can be asked', async () => {
    api.refuse(ehrLaunch.finishEhrLaunch, 409, { message: 'No message about this patient is from your wards.' });
    await renderScreen('/ehr-launch');
    expect(await screen.findByText('Nobody to ask')).toBeDefined();
    expect(screen.getByText('No message about this patient is from your wards.')).toBeDefined();
  });

  it('reads that the record system is unknown or away, which is not asked again', async () => {
    await renderScreen('/ehr-launch?problem=away');
    expect(await screen.findByText('The record system does not answer')).toBeDefined();
    expect(api.requestsTo(ehrLaunch.finishEhrLaunch)).toEqual([]);
  });
});
