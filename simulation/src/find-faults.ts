import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { putBack, type ProductFault } from './faults/product-fault.ts';
import type { Found } from './run-until-found.ts';
import type { SimulationPostgres } from './start-own-database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Time that the last run may take after the limit; then it is considered to hang. */
const MAX_RUN_SECONDS = 300;

export interface FaultSearch {
  fault: ProductFault;
  /** The rule that was broken; null when the fault was not found in time. */
  foundAs: string | null;
  seconds: number;
  seed: number | null;
  /** Messages that were acknowledged in the run that found the fault. */
  messages: number;
  /** Number of runs, each with its own seed. The last one found the fault. */
  runs: number;
}

/** Runs the simulation with new seeds on a copy of the code that has the fault, until a run finds it. */
export async function searchFault(
  fault: ProductFault,
  postgres: SimulationPostgres,
  maxSeconds: number,
): Promise<FaultSearch> {
  const copy = await copyCode();
  try {
    await putBack(fault, join(copy, 'apps/server/src'));
    const begin = performance.now();
    // A fault in the schema needs a database of its own.
    const isOfSchema = fault.edits.some(({ file }) => file.startsWith('migrations/'));
    const found = await runUntilFound(copy, isOfSchema ? null : postgres, maxSeconds);
    return { fault, ...found, seconds: Math.round((performance.now() - begin) / 1_000) };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Copies our own sources, so that no fault is ever in the working tree, and links node_modules. */
async function copyCode(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'wardvoice-fault-'));
  await mkdir(join(copy, 'apps'));
  for (const folder of ['apps/server', 'simulation']) await cp(join(ROOT, folder), join(copy, folder), COPY_OPTIONS);
  for (const name of ['node_modules', 'packages', 'package.json', 'tsconfig.base.json'])
    await symlink(join(ROOT, name), join(copy, name));
  return copy;
}

const COPY_OPTIONS = { recursive: true, filter: (path: string) => !/\/(dist|\.cache|node_modules)$/.test(path) };

function runUntilFound(
  copy: string,
  postgres: SimulationPostgres | null,
  maxSeconds: number,
): Promise<Pick<FaultSearch, 'foundAs' | 'seed' | 'messages' | 'runs'>> {
  const program = join(copy, 'simulation/src/run-until-found.ts');
  const args = ['--conditions=wardvoice-source', '--import', 'tsx', program, `${maxSeconds}`];
  if (postgres) {
    const { connectionString, superuserConnectionString } = postgres;
    args.push(JSON.stringify({ connectionString, superuserConnectionString }));
  }
  const timeout = (maxSeconds + MAX_RUN_SECONDS) * 1_000;
  const child = spawn(process.execPath, args, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'], timeout });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => {
      const last = output.trim().split('\n').at(-1) ?? '';
      if (!last.startsWith('{'))
        resolve({ foundAs: `the run did not end: ${errorIn(errors)}`, seed: null, messages: 0, runs: 0 });
      else {
        const { rule, seed, messages, runs } = JSON.parse(last) as Found;
        resolve({ foundAs: rule, seed, messages, runs });
      }
    });
  });
}

const errorIn = (errors: string): string => /^\w*Error: .+/m.exec(errors)?.[0] ?? 'it hangs';

/** Returns a line of the table in docs/testing.md. */
export const describeSearch = ({ fault, foundAs, seconds, messages, runs, seed }: FaultSearch): string =>
  `| ${fault.title} | ${foundAs ?? '**not found**'} | ${runs} | ${messages} | ${seconds} | ${seed ?? '-'} |`;
