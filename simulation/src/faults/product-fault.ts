import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A fault that the product once had, or must never have, as a small change of its source. */
export interface ProductFault {
  /** Name for the command line: small letters and hyphens. */
  name: string;
  /** What goes wrong, in a hospital's words. */
  title: string;
  edits: readonly FaultEdit[];
}

export interface FaultEdit {
  /** Path under apps/server/src. */
  file: string;
  /** Text that must occur exactly once in the file, so that the edit is unambiguous. */
  find: string;
  replace: string;
}

/** Returns the text with the edit made. Throws when `find` does not occur exactly once. */
export function applyEdit(text: string, { file, find, replace }: FaultEdit): string {
  const parts = text.split(find);
  if (parts.length !== 2)
    throw new Error(`${file} has "${find}" ${parts.length - 1} times, not once: write the fault anew for this code`);
  return parts.join(replace);
}

/** Puts the fault into the copy of the code at `serverSource`. */
export async function putBack({ edits }: ProductFault, serverSource: string): Promise<void> {
  for (const edit of edits) {
    const path = join(serverSource, edit.file);
    await writeFile(path, applyEdit(await readFile(path, 'utf8'), edit));
  }
}
