// @vitest-environment jsdom
import { account } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { renderAt, screen, waitFor } from '../../../testing/render.tsx';
import { HOSPITAL, sessionReply, signIn } from '../../../testing/sign-in.ts';
import { getSession } from '../../../api/session.ts';
import { FailedState, WhereElseIs } from '../../kit/state-panels.tsx';
import { PerhapsElsewhere } from './perhaps-elsewhere.tsx';

const api = startApiServer();
const OTHER = { ...HOSPITAL, id: 21, title: 'Elm General' };
const failed = (status: number) => (
  <WhereElseIs value={<PerhapsElsewhere />}>
    <FailedState error={{ status, title: '', message: 'The server is busy.' }} onRetry={() => undefined} />
  </WhereElseIs>
);

it.each([403, 404])(
  'a record that is not here is looked for in another application, at the same address (%s)',
  async (status) => {
    signIn({ applications: [HOSPITAL, OTHER] });
    api.answer(account.chooseApplication, sessionReply({ application: OTHER, applications: [HOSPITAL, OTHER] }));
    const { user, at } = await renderAt(failed(status));
    await user.click(screen.getByRole('button', { name: 'Open Elm General' }));
    await waitFor(() => expect(getSession()?.application_user.application?.id).toBe(OTHER.id));
    expect(at().path).toBe('/');
    expect(screen.getByRole('button', { name: `Open ${HOSPITAL.title}` })).toBeDefined();
  },
);

it.each([
  ['to somebody of one application', 404, [HOSPITAL]],
  ['after another failure', 503, [HOSPITAL, OTHER]],
])('nothing is offered %s', async (_whom, status, applications) => {
  signIn({ applications });
  await renderAt(failed(status));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Retry']);
});
