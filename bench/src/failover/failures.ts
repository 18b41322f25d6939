import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Machine } from './machine.ts';

/**
 * - kill: Patroni and PostgreSQL are killed, as when a machine loses its power.
 * - hang: all of the machine is suspended, and none of its connections is closed. When it goes on, its Patroni is started anew, as a
 *   watchdog sees to: Patroni 3.0.2 else takes back the lead that it lost, and with it goes what was committed meanwhile.
 * - cut: it is off the network, and goes on by itself.
 * - disk-full: PostgreSQL cannot write for some seconds, and another machine takes over only when that ends it. Afterwards the machine is
 *   replaced by an empty one, because a disk that was full may hold half of a record.
 */
export const FAILURES = ['kill', 'hang', 'cut', 'disk-full'] as const;
export type Failure = (typeof FAILURES)[number];

/** How long a disk stays full, as somebody frees it who was told. */
const DISK_FULL_MS = 12_000;

/**
 * Lets a machine fail. Resolves when the failure has begun, for a full disk when it is over, and returns what brings the machine back
 * into the cluster.
 */
export async function failMachine(machine: Machine, failure: Failure): Promise<() => Promise<void>> {
  if (failure === 'kill') {
    await machine.signal('SIGKILL');
    return async () => machine.start();
  }
  if (failure === 'hang') {
    await machine.signal('SIGSTOP');
    return () => machine.wake();
  }
  if (failure === 'cut') {
    machine.cut();
    return async () => machine.mend();
  }
  const ballast = join(machine.disk.folder, 'full');
  await fill(ballast);
  await pause(DISK_FULL_MS);
  await rm(ballast, { force: true });
  return () => machine.replace();
}

/** Writes until nothing more fits. PostgreSQL frees little of its own, so what it frees is used by itself. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) if ((await file.write(block)).bytesWritten < block.length) return;
  } catch {
    // The disk is full.
  } finally {
    await file.close();
  }
}
