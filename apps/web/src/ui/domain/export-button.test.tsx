// @vitest-environment jsdom
import { renderAt, screen, waitFor } from '../../testing/render.tsx';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endpoint } from '@wardvoice/contract';
import { z } from 'zod';
import { startApiServer } from '../../testing/api-server.ts';
import { signIn, TOKEN } from '../../testing/sign-in.ts';
import { ExportButton } from './export-button.tsx';

const api = startApiServer();
const file = endpoint({
  method: 'GET',
  path: '/wards.csv',
  access: 'signed-in',
  summary: 'A file of these tests',
  reply: z.string(),
});

// jsdom saves no files: what the browser would be handed is kept here.
const saved: { name: string; type: string; text: Promise<string> }[] = [];
let latest = new Blob();
URL.createObjectURL = (blob) => {
  // Node's Blob, which is not of the class of jsdom's.
  if ('text' in blob) latest = blob;
  return 'blob:test';
};
URL.revokeObjectURL = () => undefined;
HTMLAnchorElement.prototype.click = function click() {
  saved.push({ name: this.download, type: latest.type, text: latest.text() });
};
afterEach(() => {
  saved.length = 0;
});

const renderButton = () => renderAt(<ExportButton address="/api/v1/wards.csv?state=open" name="Wards" />);

describe('a list as a file', () => {
  it('is asked for with the filters and the session, and handed to the browser under its name', async () => {
    signIn();
    api.handle(file, (_, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end('id\n1\n'));
    const { user } = await renderButton();
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({ name: 'Wards.csv', type: 'text/csv' });
    expect(await saved[0]?.text).toBe('id\n1\n');
    expect(api.requestsTo(file)[0]).toMatchObject({
      query: { state: 'open' },
      headers: { accept: 'text/csv', authorization: `Bearer ${TOKEN}` },
    });
  });

  it('says that it is being made, and is not asked for twice meanwhile', async () => {
    const made = vi.fn<() => void>();
    api.handle(file, async (_, response) => {
      await vi.waitUntil(() => made.mock.calls.length > 0, { timeout: 20_000 });
      response.end('id\n');
    });
    const { user } = await renderButton();
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Exporting…' });
    expect(busy.disabled).toBe(true);
    made();
    await screen.findByRole('button', { name: 'Export CSV' });
    expect(api.requestsTo(file)).toHaveLength(1);
  });

  it('says so when it does not come, and can be asked for again', async () => {
    api.refuse(file, 403, { message: 'You may not export.' });
    const { user } = await renderButton();
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect((await screen.findByRole('alert')).textContent).toContain('You may not export.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(false);
    expect(saved).toEqual([]);
  });
});
