import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareImport } from './import/prepare-import.ts';

/**
 * Measures the import of a file of contacts, from the job's start to its end: read, check, match, add to a list. Then the same
 * file is imported again, so that everybody is found. For comparison, PostgreSQL's own COPY writes the same rows into a table
 * without an index. `npm run bench -- import 1` imports a million rows, the default a fifth of that.
 */
const ROWS = Math.round(1_000_000 * Number(process.argv[2] ?? '0.2'));
const folder = mkdtempSync(join(tmpdir(), 'wardvoice-bench-'));

try {
  const bench = await prepareImport(folder);
  const rows: Record<string, unknown>[] = [];
  const report = (row: Record<string, unknown>) => {
    rows.push(row);
    console.log(JSON.stringify({ bench: 'import', ...row }));
  };
  const copySeconds = await bench.copyPlainly(ROWS);
  report({ name: 'COPY into a bare table', rows: ROWS, seconds: round(copySeconds) });
  for (const name of ['import, everybody new', 'import, everybody known']) {
    const { seconds, peakMb, counts } = await bench.importFile(ROWS);
    report({
      name,
      rows: ROWS,
      seconds: round(seconds),
      rows_per_second: Math.round(ROWS / seconds),
      of_copy: round(seconds / copySeconds),
      peak_memory_mb: peakMb,
      ...counts,
    });
  }
  await bench.stop();
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
