// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { renderAt, screen } from '../../testing/render.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { HoldStrip } from './hold-strip.tsx';

it('says that nothing leaves, and why, and leads to more whoever may read it', async () => {
  signIn({ permissions: ['deliveries.list'] });
  await renderAt(<HoldStrip hold="by_hand" />);
  expect(screen.getByRole('status').textContent).toContain('Nothing goes to patients at present: somebody stopped it.');
  expect(screen.getByRole('link', { name: 'Open Deliveries' }).getAttribute('href')).toBe('/deliveries/index');
});

it('leads nowhere who may not', async () => {
  signIn({ permissions: ['messages.list'] });
  await renderAt(<HoldStrip hold="restored" />);
  expect(screen.getByRole('status').textContent).toContain('Nothing is sent at present: the database was restored.');
  expect(screen.queryByRole('link')).toBeNull();
});

it('shows nothing while everything leaves', async () => {
  await renderAt(<HoldStrip hold={null} />);
  expect(screen.queryByRole('status')).toBeNull();
});
