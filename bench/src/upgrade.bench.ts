import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runUpgrade } from '../../apps/server/src/testing/processes/upgrade-run.ts';

/**
 * Upgrades from an earlier version under load: its processes are replaced by those of this one, one after the other, while messages
 * come in through a load balancer and a person works. The first argument is a revision of git, whose program is installed and built
 * in a folder of its own; without it both are this version.
 */
const REVISION = process.argv[2];
const SENDERS = Number(process.argv[3] ?? '16');
const UNDISTURBED_MS = 5_000;
const PAIRS = 2;

const folder = mkdtempSync(join(tmpdir(), 'wardvoice-before-'));
try {
  const before = REVISION === undefined ? true : buildRevision(REVISION);
  const outcome = await runUpgrade({
    before,
    after: true,
    pairs: PAIRS,
    senders: SENDERS,
    undisturbedMs: UNDISTURBED_MS,
  });
  const { logged, failedCalls, ...counted } = outcome;
  for (const line of [...logged, ...new Set(failedCalls)]) console.log(line);
  const counts = Object.fromEntries(
    Object.entries({ ...counted, failedCalls }).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.length : value,
    ]),
  );
  console.log(JSON.stringify({ bench: 'upgrade', from: REVISION ?? 'this version', ...counts }));
  console.table([counts]);
  const faults = ['refused', 'refusedConnections', 'failedCalls', 'lost', 'storedTwice', 'notProcessed', 'outOfOrder'];
  const sent = ['sentTwice', 'notSent', 'sentAfterCancellation', 'inDoubt'];
  if ([...faults, ...sent].some((name) => Number(counts[name]) > 0)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
  if (REVISION !== undefined) execFileSync('git', ['worktree', 'prune']);
}

/** Returns the main file of the server. */
function buildRevision(revision: string): string {
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, revision], { stdio: 'inherit' });
  for (const step of [['ci'], ['run', 'build']]) execFileSync('npm', step, { cwd: folder, stdio: 'inherit' });
  return join(folder, 'apps/server/dist/main.js');
}
