const WARM_UP = 5;

/** Makes the same call again and again, after some that do not count. Returns its p50, p95 and p99 in milliseconds. */
export async function measureCalls(
  what: string,
  call: () => Promise<unknown>,
  calls: number,
): Promise<{ what: string; p50: number; p95: number; p99: number }> {
  for (let warm = 0; warm < Math.min(WARM_UP, calls); warm += 1) await call();
  const times: number[] = [];
  for (let index = 0; index < calls; index += 1) {
    const begin = performance.now();
    await call();
    times.push(performance.now() - begin);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(1));
  return { what, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
