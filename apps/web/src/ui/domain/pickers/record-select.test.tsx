// @vitest-environment jsdom
import { renderAt, screen, waitFor } from '../../../testing/render.tsx';
import { categories, departments } from '@wardvoice/contract';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { startApiServer } from '../../../testing/api-server.ts';
import { categoryOf, pageOf } from '../../../testing/records.ts';
import { CategorySelect } from './category-select.tsx';
import { DepartmentSelect } from './department-select.tsx';
import { RecordMultiSelect, RecordSelect } from './record-select.tsx';

const api = startApiServer();
const wards = [
  { id: 1, title: 'Maple' },
  { id: 2, title: 'Birch' },
];

function One({ choices, onChange }: { choices: typeof wards | undefined; onChange: (id: number | null) => void }) {
  const [id, setId] = useState<number | null>(2);
  const change = (next: number | null) => {
    setId(next);
    onChange(next);
  };
  return (
    <RecordSelect
      label="Ward"
      clearable
      clearButtonProps={{ 'aria-label': 'No ward' }}
      choices={choices}
      value={id}
      onChange={change}
    />
  );
}

function Several({ onChange }: { onChange: (ids: number[]) => void }) {
  const [ids, setIds] = useState<number[]>([]);
  const change = (next: number[]) => {
    setIds(next);
    onChange(next);
  };
  return <RecordMultiSelect label="Wards" placeholder="Choose wards" choices={wards} value={ids} onChange={change} />;
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });

describe('the choice of one record', () => {
  it('shows the title of the one that is chosen, and gives the number of another', async () => {
    const onChange = vi.fn<(id: number | null) => void>();
    const { user } = await renderAt(<One choices={wards} onChange={onChange} />);
    expect(field('Ward').value).toBe('Birch');
    await user.click(field('Ward'));
    await user.click(await screen.findByRole('option', { name: 'Maple' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(1);
    expect(field('Ward').value).toBe('Maple');
  });

  it('is cleared to none where one is not needed', async () => {
    const onChange = vi.fn<(id: number | null) => void>();
    const { user } = await renderAt(<One choices={wards} onChange={onChange} />);
    await user.click(screen.getByLabelText('No ward'));
    expect(onChange).toHaveBeenCalledExactlyOnceWith(null);
    expect(field('Ward').value).toBe('');
  });

  it('is found by typing, and says so when nothing fits', async () => {
    const { user } = await renderAt(<One choices={wards} onChange={() => undefined} />);
    await user.clear(field('Ward'));
    await user.type(field('Ward'), 'map');
    await waitFor(() => expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['Maple']));
    await user.type(field('Ward'), 'xx');
    expect(await screen.findByText('Nothing found')).toBeDefined();
  });

  it('waits until the records are there', async () => {
    await renderAt(<One choices={undefined} onChange={() => undefined} />);
    expect(field('Ward').disabled).toBe(true);
  });
});

describe('the choice of several records', () => {
  it('gives their numbers in the order in which they were chosen, and takes the last away with Backspace', async () => {
    const onChange = vi.fn<(ids: number[]) => void>();
    const { user } = await renderAt(<Several onChange={onChange} />);
    const input = screen.getByPlaceholderText('Choose wards');
    await user.click(input);
    await user.click(await screen.findByRole('option', { name: 'Birch' }));
    await user.click(await screen.findByRole('option', { name: 'Maple' }));
    expect(onChange.mock.calls).toEqual([[[2]], [[2, 1]]]);
    expect(screen.queryByPlaceholderText('Choose wards')).toBeNull();
    await user.type(input, '{Backspace}');
    expect(onChange).toHaveBeenLastCalledWith([2]);
  });
});

describe('the choice of a category or a department', () => {
  it('offers all of them, not one page', async () => {
    api.answer(categories.listCategories, pageOf([categoryOf(12, 'Food')]));
    api.answer(
      departments.listDepartments,
      pageOf([{ id: 4, title: 'Kitchen', version: 1, categories_count: 1, escalations_count: 0 }]),
    );
    const onCategory = vi.fn<(id: number | null) => void>();
    const onDepartment = vi.fn<(id: number | null) => void>();
    const { user } = await renderAt(
      <>
        <CategorySelect value={null} onChange={onCategory} error="Choose a category." />
        <DepartmentSelect value={4} onChange={onDepartment} />
      </>,
    );
    expect(screen.getByText('Choose a category.')).toBeDefined();
    await waitFor(() => expect(field('Department').value).toBe('Kitchen'));
    await waitFor(() =>
      expect(screen.getByPlaceholderText<HTMLInputElement>('Select a category').disabled).toBe(false),
    );
    await user.click(screen.getByPlaceholderText('Select a category'));
    await user.click(await screen.findByRole('option', { name: 'Food' }));
    expect(onCategory).toHaveBeenCalledExactlyOnceWith(12);
    expect(api.requestsTo(categories.listCategories)[0]?.query).toEqual({ paginate: '0' });
    expect(api.requestsTo(departments.listDepartments)[0]?.query).toEqual({ paginate: '0' });
  });
});
