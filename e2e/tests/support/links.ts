import { expect, type APIRequestContext } from '@playwright/test';
import { adt, inventPatient, sendOverMllp } from './hospital.ts';
import { MANAGER, PASSWORD } from './people.ts';

/**
 * Discharges a patient and waits for the survey's link. Beginning an answer makes it the test's own: the sample
 * hospital's patients leave it alone from then on. Where one of them was faster, another patient is discharged.
 */
export async function askNewPatient(request: APIRequestContext): Promise<string> {
  for (;;) {
    const patient = inventPatient();
    await sendOverMllp(adt('A03', patient));
    const link = await findLink(request, patient.family);
    const draft = { data: { feedback: { responses: [] } } };
    const begun = await request.put(`${link.replace('/feedback/', '/api/v1/feedback/')}/draft`, draft);
    if (begun.ok()) return new URL(link).pathname;
    // Answered already: 409 at its own link, 404 where the link is no longer shown.
    expect([404, 409]).toContain(begun.status());
  }
}

/** One sign-in for all tests of a worker: the server makes passwords slow to check. */
let signedIn: Promise<string> | undefined;

async function signIn(request: APIRequestContext): Promise<string> {
  const answer = await request.post('/api/login', { data: { username: MANAGER, password: PASSWORD } });
  const { auth_token } = (await answer.json()) as { auth_token: string };
  return auth_token;
}

async function findLink(request: APIRequestContext, family: string): Promise<string> {
  signedIn ??= signIn(request);
  const headers = { authorization: `Bearer ${await signedIn}` };
  let found: string | null = null;
  await expect(async () => {
    const answer = await request.get(`/api/v1/deliveries?term=${family}`, { headers });
    const { data } = (await answer.json()) as { data: { state: string; link: string | null; text: string }[] };
    const delivery = data.find(({ text }) => text.includes('/feedback/') || text.includes('{{link}}'));
    // Answered by somebody of the sample hospital: its link is no longer shown, and a new patient is needed.
    found = delivery?.state === 'answered' ? '/feedback/taken' : (delivery?.link ?? null);
    expect(found).not.toBeNull();
  }).toPass({ timeout: 15_000, intervals: [200] });
  return found ?? '';
}

/** What stands at the foot of an e-mail to a new patient. */
export async function unsubscribeLinkOf(request: APIRequestContext): Promise<string> {
  const patient = inventPatient();
  await sendOverMllp(adt('A03', patient));
  signedIn ??= signIn(request);
  const headers = { authorization: `Bearer ${await signedIn}` };
  let found = '';
  await expect(async () => {
    const answer = await request.get(`/api/v1/deliveries?term=${patient.family}`, { headers });
    const { data } = (await answer.json()) as { data: { unsubscribe_link: string | null }[] };
    found = data.find(({ unsubscribe_link }) => unsubscribe_link)?.unsubscribe_link ?? '';
    expect(found).not.toBe('');
  }).toPass({ timeout: 15_000, intervals: [200] });
  return new URL(found).pathname;
}
