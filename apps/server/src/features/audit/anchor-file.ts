import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const EXTENSION = '.jsonl';
const LINE_FEED = 10;

/** Where one instance writes its checkpoints: a file of its own in each of these folders. */
export interface AnchorPlaces {
  instance: string;
  /** Absolute. */
  folders: readonly string[];
}

/** Folder inside of DATA_DIR. */
const FOLDER = 'audit-checkpoints';
const INSTANCE_FILE = 'instance-id';

/** Returns where this machine anchors the audit: in its data folder, and in `anchorFolder` where the setting names one. */
export async function openAnchorPlaces(dataDir: string, anchorFolder: string | null): Promise<AnchorPlaces> {
  const folders = [join(dataDir, FOLDER), ...(anchorFolder === null ? [] : [anchorFolder])];
  return { instance: await loadInstanceId(dataDir), folders };
}

/** The id of a data folder is made once. It is linked into place when it is complete, so two processes agree on one. */
async function loadInstanceId(dataDir: string): Promise<string> {
  const file = join(dataDir, INSTANCE_FILE);
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known) return known;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomUUID(), { mode: 0o600, flush: true });
  // Another process may have linked its own in the meantime. The next line reads the one that is there.
  await link(draft, file).catch(() => undefined);
  await unlink(draft);
  return readFile(file, 'utf8');
}

export const anchorFile = (folder: string, instance: string): string => join(folder, `${instance}${EXTENSION}`);

/** Returns the files with checkpoints in a folder, of whichever instance. None where the folder does not exist. */
export async function listAnchorFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(EXTENSION)).map((name) => join(folder, name));
}

/** Appends a line. It is on the disk when this resolves. A line that a crash cut off before is ended first. */
export async function appendLine(folder: string, file: string, line: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1, LINE_FEED);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    await handle.appendFile(`${last[0] === LINE_FEED ? '' : '\n'}${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(folder);
}

/** The name of a new file is on the disk as well. Not every file system of a network knows this. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => undefined);
  await handle.close();
}

/** Reads a file line by line. Empty lines are left out. */
export async function* readLines(file: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity }))
    if (line !== '') yield line;
}
