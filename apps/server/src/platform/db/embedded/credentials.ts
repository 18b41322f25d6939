import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { StartFailure } from './start-failure.ts';

const credentials = z.object({
  superuser: z.string().min(1),
  /** Of the role that owns the tables. */
  owner: z.string().min(1),
  /** Of the role that the program uses. */
  application: z.string().min(1),
});
/** A file from before the owner had a role of its own. */
const earlierCredentials = credentials.omit({ owner: true });

/** Passwords of the database roles. They are made with the cluster, and only the owner of the data folder can read them. */
export type Credentials = z.infer<typeof credentials>;

export const PASSWORDS_FILE = 'postgres-passwords.json';

export async function loadCredentials(dataDir: string): Promise<Credentials> {
  const file = join(dataDir, PASSWORDS_FILE);
  if (!existsSync(file) && !existsSync(join(dataDir, 'postgres')))
    return keep(file, { superuser: newPassword(), owner: newPassword(), application: newPassword() });
  const text = await readFile(file, 'utf8').catch(() => '');
  const known = credentials.safeParse(parse(text));
  if (known.success) return known.data;
  const earlier = earlierCredentials.safeParse(parse(text));
  if (earlier.success) return keep(file, { ...earlier.data, owner: newPassword() });
  throw new StartFailure(
    `The passwords of the database are not in ${file}: put that file back, readable by this user.`,
  );
}

/** Stores the passwords of a cluster that comes from elsewhere. Throws on a text that is none of ours. */
export const putCredentials = (dataDir: string, text: string): Promise<Credentials> =>
  keep(join(dataDir, PASSWORDS_FILE), credentials.parse(parse(text)));

export const readCredentials = (text: string): Credentials => credentials.parse(parse(text));

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const newPassword = (): string => randomBytes(24).toString('base64url');

/** Writes the file completely before it is renamed, so that a crash leaves the earlier one. */
async function keep(file: string, made: Credentials): Promise<Credentials> {
  await writeFile(`${file}.draft`, JSON.stringify(made), { mode: 0o600, flush: true });
  await rename(`${file}.draft`, file);
  return made;
}
