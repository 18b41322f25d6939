// @vitest-environment jsdom
import { renderAt, screen, waitFor, within } from '../../testing/render.tsx';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { confirm } from './confirm.ts';
import { ErrorDialog } from './error-dialog.tsx';
import { noticeFailedRequest, noticeInvalid } from '../domain/notices.ts';
import { EmptyState, FailedState } from './state-panels.tsx';

const refused = new ApiError(503, 'Service Unavailable', 'The feed is being read anew.');

function Failing({ onRetry }: { onRetry: () => void }) {
  const [error, setError] = useState<ApiError | null>(refused);
  return (
    <>
      <button type="button" onClick={() => setError(new ApiError(500, '', 'Again.'))}>
        Fail again
      </button>
      <ErrorDialog title="The list could not be loaded" error={error} onRetry={onRetry} />
    </>
  );
}

describe('a failure that interrupts', () => {
  it('says what the server said, and has "Retry" in focus', async () => {
    const onRetry = vi.fn<() => void>();
    const { user } = await renderAt(<Failing onRetry={onRetry} />);
    const box = await screen.findByRole('alertdialog', { name: 'The list could not be loaded' });
    expect(box.textContent).toContain('The feed is being read anew.');
    expect(box.textContent).toContain('503 Service Unavailable');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Retry'));
    await user.keyboard('{Enter}');
    expect(onRetry).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('is read once: closed, it comes back only with another failure', async () => {
    const onRetry = vi.fn<() => void>();
    const { user } = await renderAt(<Failing onRetry={onRetry} />);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Fail again' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('Again.');
    expect(onRetry).not.toHaveBeenCalled();
  });
});

describe('a notice', () => {
  it('of a failed request counts those before it, so that a run of them is noticed', async () => {
    await renderAt(null);
    noticeFailedRequest(refused);
    const [, first] = /(\d+) errors? since/.exec((await screen.findByRole('alert')).textContent) ?? [];
    noticeFailedRequest(refused);
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
    const counts = screen.getAllByRole('alert').map(({ textContent }) => /(\d+) errors? since/.exec(textContent)?.[1]);
    expect(counts).toContain(String(Number(first) + 1));
  });

  it('is not made of a session that ended: the sign-in screen is the answer', async () => {
    await renderAt(null);
    noticeFailedRequest(new ApiError(401, 'Unauthorized', 'Sign in again.'));
    noticeInvalid();
    expect((await screen.findByRole('alert')).textContent).toContain('Validation Failed');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('names no connection where there was no answer', async () => {
    await renderAt(null);
    noticeFailedRequest(new TypeError('fetch failed'));
    expect((await screen.findByRole('alert')).textContent).toContain('No connection');
  });
});

describe('a question', () => {
  it.each([
    ['Yes', true],
    ['No', false],
  ])('answered with %s is %s', async (name, isSure) => {
    const { user } = await renderAt(null);
    const answer = confirm({ title: 'End the kiosk?', text: 'Nobody can answer on it any more.' });
    await user.click(await screen.findByRole('button', { name }));
    await expect(answer).resolves.toBe(isSure);
  });

  it('closed by Escape is a no', async () => {
    const { user } = await renderAt(null);
    const answer = confirm({ title: 'End the kiosk?', text: 'Nobody can answer on it any more.' });
    await screen.findByRole('dialog', { name: 'End the kiosk?' });
    await user.keyboard('{Escape}');
    await expect(answer).resolves.toBe(false);
  });
});

describe('in place of what is not there', () => {
  it('stands what it is, and the one thing to do', async () => {
    await renderAt(<EmptyState title="No text yet" text="Patients write back." action={<button>Write</button>} />);
    expect(screen.getByText('No text yet')).toBeDefined();
    expect(screen.getByText('Patients write back.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Write' })).toBeDefined();
  });

  it('stands what failed, and a way to try again', async () => {
    const onRetry = vi.fn<() => void>();
    const { user } = await renderAt(<FailedState error={refused} onRetry={onRetry} />);
    expect(screen.getByText('The feed is being read anew.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
