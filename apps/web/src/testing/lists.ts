import { screen, waitFor, within, type Drawn } from './render.tsx';

/** What each row of a table says, once its rows have come. */
export async function readRows(name: string): Promise<string[]> {
  const table = await screen.findByRole('table', { name });
  await waitFor(() => {
    if (table.getAttribute('aria-busy') !== 'false') throw new Error(`The rows of ${name} are still on their way.`);
  });
  const [, ...rows] = within(table).getAllByRole('row');
  return rows.map(({ textContent }) => textContent);
}

/** Sets a filter of a list to one of its choices. */
export async function chooseFilter(user: Drawn['user'], label: string, choice: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Filter by ${label}` }));
  await user.click(await screen.findByRole('radio', { name: choice }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
}
