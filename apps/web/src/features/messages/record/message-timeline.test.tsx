// @vitest-environment jsdom
import { visits } from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { messageOf } from '../../../testing/messages.ts';
import { renderAt, screen } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { MessageTimeline } from './message-timeline.tsx';

const api = startApiServer();

it('says that the visit is in a ward now that one does not see, and leads nowhere', async () => {
  signIn({ permissions: ['messages.list'] });
  api.refuse(visits.getVisit, 404, { message: 'This visit does not exist.' });
  await renderAt(<MessageTimeline message={messageOf(40, { visit_id: 7 })} />);
  expect(await screen.findByText('The visit is in a ward now that you do not see.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Open the visit' })).toBeNull();
});
