// @vitest-environment jsdom
import { renderAt, screen, within } from '../../testing/render.tsx';
import { describe, expect, it, vi } from 'vitest';
import { DataTable, type Column, type DataTableProps } from './data-table.tsx';

interface Ward {
  id: number;
  name: string;
  beds: number;
}

const rows: Ward[] = [
  { id: 1, name: 'Maple', beds: 12 },
  { id: 2, name: 'Birch', beds: 30 },
];
const columns: Column<Ward>[] = [
  { id: 'name', title: 'Ward', sort: 'name', render: ({ name }) => <a href="#ward">{name}</a> },
  { id: 'beds', title: 'Beds', align: 'end', render: ({ beds }) => beds },
  { id: 'open', title: 'Actions', titleHidden: true, render: () => <button type="button">Close ward</button> },
];
const renderTable = (props: Partial<DataTableProps<Ward>> = {}) =>
  renderAt(<DataTable caption="Wards" columns={columns} rows={rows} rowKey={({ id }) => id} {...props} />);

describe('a table', () => {
  it('is found by its name and says each cell under its column', async () => {
    await renderTable();
    const table = screen.getByRole('table', { name: 'Wards' });
    expect(table.getAttribute('aria-busy')).toBe('false');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ward', 'Beds', 'Actions']);
    const [, maple] = within(table).getAllByRole('row');
    expect(
      maple &&
        within(maple)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
    ).toEqual(['Maple', '12', 'Close ward']);
  });

  it('sorts by what the call can sort by: the largest first, then the other way round', async () => {
    const onSort = vi.fn<(sort: string) => void>();
    const { user } = await renderTable({ sort: '-name', onSort });
    expect(screen.getByRole('columnheader', { name: 'Ward' }).getAttribute('aria-sort')).toBe('descending');
    expect(screen.getByRole('columnheader', { name: 'Beds' }).hasAttribute('aria-sort')).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Ward' }));
    expect(onSort).toHaveBeenCalledWith('name');
    expect(screen.queryByRole('button', { name: 'Beds' })).toBeNull();
  });

  it('begins a column that is not sorted with the largest', async () => {
    const onSort = vi.fn<(sort: string) => void>();
    const { user } = await renderTable({ sort: 'beds', onSort });
    await user.click(screen.getByRole('button', { name: 'Ward' }));
    expect(onSort).toHaveBeenCalledWith('-name');
  });

  it('opens a row by a click anywhere but on a link or button in it', async () => {
    const onRow = vi.fn<(row: Ward) => void>();
    const { user } = await renderTable({ onRow });
    await user.click(screen.getByRole('link', { name: 'Birch' }));
    await user.click(screen.getAllByRole('button', { name: 'Close ward' })[1] ?? document.body);
    expect(onRow).not.toHaveBeenCalled();
    await user.click(screen.getByRole('cell', { name: '30' }));
    expect(onRow).toHaveBeenCalledExactlyOnceWith(rows[1]);
  });

  it('opens no row while its text is being selected', async () => {
    const onRow = vi.fn<(row: Ward) => void>();
    const { user } = await renderTable({ onRow });
    const cell = screen.getByRole('cell', { name: '30' });
    await user.pointer([{ target: cell, offset: 0, keys: '[MouseLeft>]' }, { offset: 2 }, { keys: '[/MouseLeft]' }]);
    expect(window.getSelection()?.toString()).toBe('30');
    expect(onRow).not.toHaveBeenCalled();
  });

  it('shows grey rows while the first page is on its way, which a screen reader does not hear', async () => {
    await renderTable({ rows: undefined, skeletonRows: 4 });
    const table = screen.getByRole('table', { name: 'Wards' });
    expect(table.getAttribute('aria-busy')).toBe('true');
    expect(within(table).getAllByRole('row')).toHaveLength(1);
    expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(5);
  });

  it('keeps its rows, and says that it is busy, while the next page is on its way', async () => {
    await renderTable({ busy: true });
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(screen.getByRole('link', { name: 'Maple' })).toBeDefined();
  });
});
