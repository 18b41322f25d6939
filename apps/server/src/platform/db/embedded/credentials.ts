import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { StartFailure } from './start-failure.ts';

const credentials = z.object({ superuser: z.string().min(1), application: z.string().min(1) });

/** Passwords of the two database roles. They are made with the cluster, and only the owner of the data folder can read them. */
export type Credentials = z.infer<typeof credentials>;

export async function loadCredentials(dataDir: string): Promise<Credentials> {
  const file = join(dataDir, 'postgres-passwords.json');
  if (!existsSync(file) && !existsSync(join(dataDir, 'postgres'))) await makeCredentials(file);
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    return credentials.parse(JSON.parse(text));
  } catch {
    throw new StartFailure(
      `The passwords of the database are not in ${file}: put that file back, readable by this user.`,
    );
  }
}

async function makeCredentials(file: string): Promise<void> {
  const password = () => randomBytes(24).toString('base64url');
  const made: Credentials = { superuser: password(), application: password() };
  await writeFile(`${file}.draft`, JSON.stringify(made), { mode: 0o600, flush: true });
  await rename(`${file}.draft`, file);
}
