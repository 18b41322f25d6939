// @vitest-environment jsdom
import { act, answerBox, renderAt, screen, waitFor, within } from '../../../testing/render.tsx';
import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categories } from '@wardvoice/contract';
import { describe, expect, it, vi } from 'vitest';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { startApiServer } from '../../../testing/api-server.ts';
import { categoryOf, pageOf } from '../../../testing/records.ts';
import { Form } from '../../kit/form.tsx';
import { noticeSuccess } from '../notices.ts';
import { useRecordForm } from './use-record-form.ts';

const api = startApiServer();
const onSaved = vi.fn<(saved: unknown) => void>();
const onReload = vi.fn<() => void>();

function CategoryForm({ failureTitle }: { failureTitle?: string }) {
  useQuery(ask(categories.listCategories, {}));
  const record = useRecordForm({
    schema: categories.updateCategory.body,
    wrapper: 'category',
    values: { category: { title: 'Food', department_id: null as number | null } },
    save: (body) => call(categories.updateCategory, { params: { id: 12 }, body }),
    changes: ['categories'],
    onSaved,
    onReload,
    ...(failureTitle ? { failureTitle } : {}),
  });
  return (
    <>
      <Form of={record} submit="Save category">
        <TextInput label="Title" required {...record.form.getInputProps('category.title')} />
      </Form>
      <Link to="/audit/index">Leave</Link>
    </>
  );
}

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ });
const save = () => screen.getByRole('button', { name: 'Save category' });
const saves = () => api.requestsTo(categories.updateCategory);

async function renderForm(failureTitle?: string) {
  onSaved.mockReset();
  onReload.mockReset();
  api.answer(categories.listCategories, pageOf([categoryOf(12, 'Food')]));
  const drawn = await renderAt(<CategoryForm {...(failureTitle ? { failureTitle } : {})} />);
  await waitFor(() => expect(api.requestsTo(categories.listCategories)).toHaveLength(1));
  return drawn;
}

describe('a form over one call', () => {
  it('sends nothing that the contract refuses: the summary takes the focus and leads to the field', async () => {
    const { user } = await renderForm();
    await user.clear(title());
    await user.click(save());
    const summary = await screen.findByRole('alert', { name: 'Some fields need another look' });
    await waitFor(() => expect(document.activeElement).toBe(summary));
    expect(title().getAttribute('aria-invalid')).toBe('true');
    await user.click(within(summary).getByRole('button', { name: 'Title: Enter a title.' }));
    expect(document.activeElement).toBe(title());
    expect(saves()).toEqual([]);
  });

  it('says at the field, and in the summary, what the server refused', async () => {
    api.refuse(categories.updateCategory, 422, { message: 'No.', errors: { title: ['There is one of that name.'] } });
    const { user } = await renderForm();
    await user.type(title(), ' and drink');
    await user.click(save());
    const link = await screen.findByRole('button', { name: 'Title: There is one of that name.' });
    await user.click(link);
    expect(document.activeElement).toBe(title());
    expect(title().value).toBe('Food and drink');
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('keeps what was typed when somebody else saved first, and shows theirs only when asked', async () => {
    api.refuse(categories.updateCategory, 409, { message: 'Somebody changed this a minute ago.' });
    const { user } = await renderForm();
    await user.type(title(), '!');
    await user.click(save());
    const alert = await screen.findByRole('alert', { name: 'This could not be saved' });
    expect(alert.textContent).toContain('Somebody changed this a minute ago.');
    await waitFor(() => expect(document.activeElement).toBe(alert));
    expect(title().value).toBe('Food!');
    expect(onReload).not.toHaveBeenCalled();
    await user.click(within(alert).getByRole('button', { name: 'Look at their version' }));
    expect(onReload).toHaveBeenCalledOnce();
    expect(title().value).toBe('Food');
    expect(screen.queryByRole('alert', { name: 'This could not be saved' })).toBeNull();
  });

  it('tells of a failure that no field shows', async () => {
    api.refuse(categories.updateCategory, 403, { message: 'You may not change categories.' });
    const { user } = await renderForm();
    await user.click(save());
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('403 Forbidden');
    expect(notice.textContent).toContain('You may not change categories.');
  });

  it('names the failure, with what the server said of each field, where the screen wants that', async () => {
    api.refuse(categories.updateCategory, 422, { message: 'Not saved.', errors: { title: ['Too plain.'] } });
    const { user } = await renderForm('The message was not stored');
    await user.click(save());
    const notice = await screen.findByText('The message was not stored');
    expect(notice.closest('[role=alert]')?.textContent).toContain('Not saved. Too plain.');
  });

  it('is done only when what it changed is fresh', async () => {
    const order: string[] = [];
    api.answerBy(categories.updateCategory, () => {
      order.push('saved');
      return { data: categoryOf(12, 'Meals') };
    });
    const { user } = await renderForm();
    api.answerBy(categories.listCategories, () => {
      order.push('fetched again');
      return pageOf([categoryOf(12, 'Meals')]);
    });
    onSaved.mockImplementation(() => order.push('done'));
    await user.click(save());
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith({ data: categoryOf(12, 'Meals') }));
    expect(order).toEqual(['saved', 'fetched again', 'done']);
    expect(saves()[0]?.body).toEqual({ category: { title: 'Food', department_id: null } });
  });

  it('asks before somebody leaves with changes, and stays on No', async () => {
    const { user, at } = await renderForm();
    await user.type(title(), '!');
    await user.click(screen.getByRole('link', { name: 'Leave' }));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await answerBox(user, 'No');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(at().path).toBe('/');
    expect(title().value).toBe('Food!');
    await user.click(screen.getByRole('link', { name: 'Leave' }));
    await answerBox(user, 'Yes');
    await waitFor(() => expect(at().path).toBe('/audit/index'));
  });

  it('lets go whoever has saved, also where another form stands on the screen', async () => {
    api.answer(categories.listCategories, pageOf([categoryOf(12, 'Food')]));
    api.answer(categories.updateCategory, { data: categoryOf(12, 'Food!') });
    onSaved.mockReset();
    const { user, at, router } = await renderAt(
      <>
        <CategoryForm />
        <CategoryForm />
      </>,
    );
    onSaved.mockImplementation(() => void router.navigate({ to: '/audit/index' }));
    const [, second] = screen.getAllByRole('textbox', { name: /^Title/ });
    await user.type(second ?? document.body, '!');
    await user.click(screen.getAllByRole('button', { name: 'Save category' })[1] ?? document.body);
    await waitFor(() => expect(at().path).toBe('/audit/index'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lets go whoever changed nothing', async () => {
    const { user, at } = await renderForm();
    await user.click(screen.getByRole('link', { name: 'Leave' }));
    await waitFor(() => expect(at().path).toBe('/audit/index'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that it was saved, once, where the page that follows does not say it in its own words', async () => {
    api.answer(categories.updateCategory, { data: categoryOf(12, 'Food!') });
    const { user } = await renderForm();
    await user.type(title(), '!');
    await user.click(save());
    expect(await screen.findByText('Saved.')).toBeDefined();
    act(() => notifications.clean());
    onSaved.mockImplementation(() => noticeSuccess('Kept.'));
    await user.type(title(), '!');
    await user.click(save());
    expect(await screen.findByText('Kept.')).toBeDefined();
    expect(screen.queryByText('Saved.')).toBeNull();
  });
});
