import { readdirSync, readFileSync } from 'node:fs';

/** In megabytes. */
export interface Memory {
  /** Resident memory of the server. */
  resident: number;
  /** What its main thread's JavaScript holds. */
  heap: number;
}

/** Reads what the server says of itself (`/metrics`). `pauseMs`: the longest that its main thread did nothing else since the last look. */
export async function readFigures(url: string): Promise<Memory & { pauseMs: number }> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return {
    resident: valueOf(text, 'process_resident_memory_bytes') / 1_000_000,
    heap: valueOf(text, 'nodejs_heap_size_used_bytes') / 1_000_000,
    pauseMs: valueOf(text, 'nodejs_eventloop_lag_max_seconds') * 1_000,
  };
}

function valueOf(metrics: string, name: string): number {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics) ?? [];
  if (value === undefined) throw new Error(`/metrics has no ${name}`);
  return Number(value);
}

/** Returns the memory of PostgreSQL, in megabytes: what its processes share counts once. */
export function postgresMemory(dataDir: string): number {
  const [postmaster] = readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n');
  const processes = readdirSync('/proc').filter((pid) => pid === postmaster || parentOf(pid) === postmaster);
  const kilobytes = processes.reduce(
    (sum, pid) => sum + Number(/^Pss:\s+(\d+) kB/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0),
    0,
  );
  return (kilobytes * 1024) / 1_000_000;
}

const parentOf = (pid: string): string | undefined =>
  /^PPid:\s+(\d+)/m.exec(/^\d+$/.test(pid) ? read(pid, 'status') : '')?.[1];

/** A process may end while it is looked at. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** Returns how much the values rise an hour, by the least squares of points in time. */
export function risePerHour(points: readonly { hours: number; value: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [hours, value] = [mean(points.map((point) => point.hours)), mean(points.map((point) => point.value))];
  const covariance = mean(points.map((point) => (point.hours - hours) * (point.value - value)));
  return covariance / mean(points.map((point) => (point.hours - hours) ** 2));
}
