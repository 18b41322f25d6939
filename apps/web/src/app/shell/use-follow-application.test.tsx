// @vitest-environment jsdom
import { renderAt, screen, waitFor } from '../../testing/render.tsx';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shareSession } from '../../api/share-session.ts';
import { HOSPITAL, sessionReply, signIn, TOKEN } from '../../testing/sign-in.ts';
import { useFollowApplication } from './use-follow-application.ts';

let otherTab: BroadcastChannel;
let stop: () => void;
beforeEach(() => {
  otherTab = new BroadcastChannel('wardvoice.session');
  stop = shareSession();
});
afterEach(() => {
  stop();
  otherTab.close();
});

function Screen() {
  useFollowApplication();
  return <p>A contact of the former hospital</p>;
}

it('a tab goes to the first page of the organisation that another tab has chosen, and says so', async () => {
  signIn();
  const { at } = await renderAt(<Screen />);
  const reply = sessionReply({ application: { ...HOSPITAL, id: 8, title: 'Galway General' } });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel knows no other origin
  otherTab.postMessage({ kind: 'changed', session: { auth_token: TOKEN, ...reply } });
  await waitFor(() => expect(at().path).toBe('/dashboard'));
  expect(await screen.findByText('Another tab went to work in Galway General')).toBeDefined();
  expect(screen.queryByText('A contact of the former hospital')).toBeNull();
});
