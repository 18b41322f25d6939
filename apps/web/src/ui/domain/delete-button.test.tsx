// @vitest-environment jsdom
import { answerBox, renderAt, screen, waitFor } from '../../testing/render.tsx';
import { useQuery } from '@tanstack/react-query';
import { categories, users } from '@wardvoice/contract';
import { describe, expect, it, vi } from 'vitest';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { startApiServer } from '../../testing/api-server.ts';
import { categoryOf, pageOf } from '../../testing/records.ts';
import { DeleteButton } from './delete-button.tsx';

const api = startApiServer();
const food = categoryOf(12, 'Food');

/** Two lists on the screen, of which the button changes one. */
function Lists() {
  useQuery(ask(categories.listCategories, {}));
  useQuery(ask(users.listUsers, {}));
  return null;
}

async function renderButton() {
  const onDeleted = vi.fn<() => void>();
  api.answer(categories.listCategories, pageOf([food]));
  api.answer(users.listUsers, pageOf([]));
  const { user } = await renderAt(
    <>
      <Lists />
      <DeleteButton
        what="Category"
        id={12}
        consequence="Its questions stay."
        remove={() => call(categories.deleteCategory, { params: { id: 12 } })}
        changes={['categories']}
        onDeleted={onDeleted}
      />
    </>,
  );
  await waitFor(() => expect(api.requestsTo(users.listUsers)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  return { user, onDeleted };
}

describe('deleting a record', () => {
  it('says first what else will be gone, and does nothing on No, which has the focus', async () => {
    const { user, onDeleted } = await renderButton();
    const box = await screen.findByRole('dialog', { name: 'Delete Category #12?' });
    expect(box.textContent).toContain('Its questions stay.');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('No'));
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requestsTo(categories.deleteCategory)).toEqual([]);
    expect(onDeleted).not.toHaveBeenCalled();
  });

  it('says what was deleted, and has only what it changed fetched again', async () => {
    api.answer(categories.deleteCategory, { data: food });
    const { user, onDeleted } = await renderButton();
    await answerBox(user, 'Yes');
    expect((await screen.findByRole('status')).textContent).toContain('Category #12 was deleted.');
    expect(onDeleted).toHaveBeenCalledOnce();
    await waitFor(() => expect(api.requestsTo(categories.listCategories)).toHaveLength(2));
    expect(api.requestsTo(users.listUsers)).toHaveLength(1);
  });

  it('tells of a refusal, and the record is still there', async () => {
    api.refuse(categories.deleteCategory, 409, { message: 'A question is in it.' });
    const { user, onDeleted } = await renderButton();
    await answerBox(user, 'Yes');
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('409 Conflict');
    expect(notice.textContent).toContain('A question is in it.');
    expect(onDeleted).not.toHaveBeenCalled();
  });
});
