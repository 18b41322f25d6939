import { randomBytes } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import * as z from 'zod';
import { copyCluster } from '../../platform/db/replication/copy-cluster.ts';
import { formatLsn, parseLsn } from '../../platform/db/replication/lsn.ts';
import { identifySystem, openReplication } from '../../platform/db/replication/replication-connection.ts';
import {
  type BackupKeys,
  BackupProblem,
  createPartWriter,
  MANIFEST_FILE,
  newBackupName,
  part,
  readParts,
  readSigned,
  UnreadableBackup,
  writeSigned,
} from '../backups/index.ts';
import { nameOfBase, type WalStore } from './wal-store.ts';

const lsn = z.string().transform(parseLsn);

const baseManifest = z.object({
  format: z.literal('wardvoice-base-1'),
  /** History and base copy: its folder. */
  name: z.string(),
  /** Of the program. */
  version: z.string(),
  /** Only the same major version on the same kind of machine can read the files. */
  postgres: z.string(),
  platform: z.string(),
  system_id: z.string(),
  timeline: z.number(),
  /** The part of the log that makes the files whole. */
  start_lsn: lsn,
  end_lsn: lsn,
  started_at: z.iso.datetime(),
  finished_at: z.iso.datetime(),
  /** Of the archive, before it was compressed. */
  bytes: z.number(),
  key: z.string(),
  archive: z.array(part),
  /** Passwords of the database's roles. */
  passwords: z.array(part),
  /** The secret key, where backups have a key of their own; null: it is needed to read the copy anyway. */
  secret_key: z.array(part).nullable(),
});
export type BaseManifest = z.output<typeof baseManifest>;

/** A base copy that is whole. */
export interface BaseCopy {
  history: string;
  manifest: BaseManifest;
}

export const PLATFORM = `${process.platform}-${process.arch}`;

export interface BaseSource {
  superuserConnectionString: string;
  store: WalStore;
  history: string;
  keys: BackupKeys;
  secretKey: string | null;
  /** What the roles of the database sign in with, as the data folder keeps it. */
  passwords: string;
  version: string;
}

/**
 * Copies the files of the database while it goes on. Nothing is a base copy before its manifest is stored, which is last. Rejects with
 * BackupProblem, or as the connection failed.
 */
export async function makeBaseCopy(source: BaseSource, clock: () => Date, stopping: AbortSignal): Promise<BaseCopy> {
  const { store, history, superuserConnectionString } = source;
  const [key] = source.keys;
  const startedAt = clock();
  const name = `${history}/${nameOfBase(newBackupName(startedAt, randomBytes(3).toString('hex')))}`;
  const client = await openReplication(superuserConnectionString, 'wardvoice base copy');
  try {
    const { systemId } = await identifySystem(client);
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    const put = (folder: string, file: string, content: Buffer) => store.put(`${folder}/${file}`, content);
    const parts = createPartWriter({ put }, name, key);
    const copy = copyCluster(client, 'wardvoice');
    const archive = await parts.write('files', addAbortSignal(stopping, copy.archive));
    const range = copy.range();
    if (!range) throw new BackupProblem('The copy of the database ended before its end.');
    const once = (stream: string, text: string) => parts.write(stream, Readable.from([Buffer.from(text)]));
    const content = {
      format: 'wardvoice-base-1' as const,
      name,
      version: source.version,
      postgres: rows[0]?.server_version ?? '',
      platform: PLATFORM,
      system_id: systemId,
      timeline: range.timeline,
      started_at: startedAt.toISOString(),
      finished_at: clock().toISOString(),
      bytes: range.bytes,
      key: key.name,
      archive,
      passwords: await once('passwords', source.passwords),
      secret_key: source.secretKey === null ? null : await once('secret key', source.secretKey),
    };
    const places = { start_lsn: formatLsn(range.start), end_lsn: formatLsn(range.end) };
    await store.put(`${name}/${MANIFEST_FILE}`, writeSigned({ ...content, ...places }, key));
    return { history, manifest: { ...content, start_lsn: range.start, end_lsn: range.end } };
  } catch (error) {
    await store.removeFolder(name).catch(() => undefined);
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Opens a base copy; null: it is not whole. Rejects with UnreadableBackup when it was changed or needs another key. */
export async function openBaseCopy(
  store: WalStore,
  history: string,
  base: string,
  keys: BackupKeys,
): Promise<BaseCopy | null> {
  const name = `${history}/${base}`;
  const file = await store.get(`${name}/${MANIFEST_FILE}`);
  return file && { history, manifest: readSigned(baseManifest, name, file, keys).manifest };
}

/** Reads one of the streams of a base copy. */
export async function readBaseCopy(
  { store, keys }: { store: WalStore; keys: BackupKeys },
  { manifest }: BaseCopy,
  stream: 'files' | 'passwords' | 'secret key',
  consume: (plain: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const key = keys.find(({ name }) => name === manifest.key);
  const parts = { files: manifest.archive, passwords: manifest.passwords, 'secret key': manifest.secret_key }[stream];
  if (!key || !parts) throw new BackupProblem(`${manifest.name} has no ${stream}.`);
  const get = (folder: string, file: string) => store.get(`${folder}/${file}`);
  await readParts({ store: { get }, backup: manifest.name, key }, stream, parts, consume);
}

export async function readBaseText(
  from: { store: WalStore; keys: BackupKeys },
  base: BaseCopy,
  stream: 'passwords' | 'secret key',
): Promise<string> {
  const chunks: Buffer[] = [];
  await readBaseCopy(from, base, stream, async (plain) => {
    for await (const chunk of plain) chunks.push(chunk);
  });
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the newest base copy of a history, if it can be read; null: another is needed. */
export async function findNewestBase(store: WalStore, history: string, keys: BackupKeys): Promise<BaseCopy | null> {
  const { bases } = await store.listHistory(history);
  try {
    for (const base of bases.toReversed()) {
      const copy = await openBaseCopy(store, history, base, keys);
      if (copy) return copy;
    }
  } catch (error) {
    if (!(error instanceof UnreadableBackup)) throw error;
  }
  return null;
}
