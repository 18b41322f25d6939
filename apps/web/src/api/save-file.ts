import { request } from './call.ts';

/** A link cannot carry the session's token, so the file is fetched and then handed to the browser. */
export async function saveCsv(address: string, name: string): Promise<void> {
  const response = await request(address, { headers: { accept: 'text/csv' } });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
