import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_CSV, HOSTILE_WORKBOOKS } from '../../testing/files/hostile-files.ts';
import { makeXlsx } from '../../testing/files/make-xlsx.ts';
import { UnreadableFile } from './file-limits.ts';
import { readInThread } from './read-in-thread.ts';

const MAX_ADDED_MB = 200;
const PROGRAM = fileURLToPath(new URL('../../testing/processes/measure-file-reading.ts', import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-files-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  rows: number;
  error: string | null;
  addedMb: number;
}

/** Reads the file in a process of its own, and returns how much memory that took. */
async function measure(path: string, format: 'csv' | 'xlsx'): Promise<Outcome> {
  const args = ['--conditions=wardvoice-source', '--import', 'tsx', PROGRAM, path, format];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Outcome;
}

describe('a workbook that unpacks to too much is refused with what to do, and takes little memory', () => {
  it.each([
    ['oneCellRepeated', /unpacks to more than 512 MB\. Save it as CSV, or divide it/],
    ['sharedTextOf300Mb', /unpacks to more than 160 MB\. Save it as CSV, or divide it/],
    ['sharedTextOf100Mb', /text of more than a million characters\. Shorten it/],
    ['millionsOfSharedTexts', /more than 4 million texts\. Save it as CSV/],
    ['sizeThatLies', /could not be read\. Save it again/],
    ['tenMillionEmptyRows', /more than 1,048,576 rows\. Save it as CSV/],
    ['cellOf100Mb', /text of more than a million characters\. Shorten it/],
    ['cellOf100MbInPieces', /A cell in row 2 has more than 32,767 characters\. Shorten it/],
    ['attributeOf100Mb', /text of more than a million characters/],
    ['tagsInTags', /Save it again with Excel, or as CSV/],
    ['longTextUsedByEveryCell', /hold more than 512 MB\. Save it as CSV/],
    ['millionsOfCellsInOneRow', /more than 25 million cells\. Save it as CSV/],
    ['archivesInTheArchive', /packs more than 10,000 others/],
  ] as const)(
    '%s',
    async (name, says) => {
      const path = join(folder, `${name}.xlsx`);
      await writeFile(path, await HOSTILE_WORKBOOKS[name]());
      const outcome = await measure(path, 'xlsx');
      expect(outcome.error).toMatch(/^UnreadableFile: /);
      expect(outcome.error).toMatch(says);
      expect(outcome.addedMb).toBeLessThan(MAX_ADDED_MB);
    },
    180_000,
  );
});

describe('a CSV file whose lines do not end is refused with the line, and takes little memory', () => {
  it.each([
    ['lineOf100Mb', /line 2 .* never closed, or the line has more than 262,144 characters/],
    ['lineOf100MbOfCommas', /line 2 .* never closed, or the line has more than 262,144 characters/],
    ['unbalancedQuote', /line 2 is never closed/],
    ['unbalancedQuoteInQuotes', /line 2 is never closed/],
  ] as const)(
    '%s',
    async (name, says) => {
      const path = join(folder, `${name}.csv`);
      await pipeline(Readable.from(HOSTILE_CSV[name]()), createWriteStream(path));
      expect((await stat(path)).size).toBeGreaterThan(100_000_000);
      const outcome = await measure(path, 'csv');
      expect(outcome.error).toMatch(says);
      expect(outcome.addedMb).toBeLessThan(MAX_ADDED_MB);
    },
    180_000,
  );
});

async function* once(bytes: Uint8Array) {
  yield await Promise.resolve(bytes);
}
const XLSX = { format: 'xlsx', encoding: 'utf-8', delimiter: ',' } as const;

async function readAll(...args: Parameters<typeof readInThread>) {
  const rows = [];
  for await (const row of readInThread(...args)) rows.push(row.cells);
  return rows;
}

it('a file for which the memory of the thread is not enough is refused, and this process lives on', async () => {
  const file = makeXlsx([['email'], ['una@example.org']]);
  await expect(readAll(XLSX, once(file), { maxHeapMb: 4 })).rejects.toThrow(UnreadableFile);
  expect(await readAll(XLSX, once(file))).toEqual([['email'], ['una@example.org']]);
});

it('a large honest workbook is read to its end', async () => {
  const people = Array.from({ length: 50_000 }, (_, at) => [
    `Una ${at} Ünï`,
    `una${at}@example.org`,
    353871000000 + at,
  ]);
  const rows = await readAll(XLSX, once(makeXlsx([['name', 'email', 'phone'], ...people])));
  expect(rows).toHaveLength(50_001);
  expect(rows.at(-1)).toEqual(['Una 49999 Ünï', 'una49999@example.org', '353871049999']);
});
