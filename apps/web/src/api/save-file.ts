import { request } from './call.ts';

/** A link cannot carry the session's token, so the file is fetched and then handed to the browser. */
export async function saveCsv(address: string, name: string): Promise<void> {
  const response = await request(address, { headers: { accept: 'text/csv' } });
  saveFile(await response.blob(), `${name}.csv`);
}

/** The same for a file of any kind, whose name is whole. */
export async function saveFileOf(address: string, name: string): Promise<void> {
  const response = await request(address, { headers: { accept: '*/*' } });
  saveFile(await response.blob(), name);
}

/** Hands a value to the browser as a JSON file that people can read, too. */
export function saveJson(value: unknown, name: string): void {
  saveFile(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }), `${name}.json`);
}

/** Marks and isolates of direction, which stand in words for the screen and in no name of a file. */
const DIRECTION = /[\u200e\u200f\u2066-\u2069]/g;

/** Hands a file to the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replaceAll(DIRECTION, '');
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
