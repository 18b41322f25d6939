interface Run<Result> {
  current: Promise<unknown>;
  /** What callers wait for that came while `current` was being computed. */
  next: Promise<Result> | null;
}

/**
 * Returns a function that computes something once for all callers who ask for it under one key at the same time. A caller gets a
 * result whose computation began after it asked, so it is never older than a change that the caller was told of: whoever comes
 * while a computation runs waits for the next, which they share. Nothing is kept afterwards. Where the caller whose transaction is
 * used fails, each of the others computes for itself.
 *
 * The key must hold everything that decides what a caller may see.
 */
export function shareRuns<Result>(): (key: string, compute: () => Promise<Result>) => Promise<Result> {
  const runs = new Map<string, Run<Result>>();

  function begin(key: string, compute: () => Promise<Result>): Promise<Result> {
    const result = compute();
    const run: Run<Result> = { current: result, next: null };
    runs.set(key, run);
    const end = () => {
      if (runs.get(key) === run && !run.next) runs.delete(key);
    };
    result.then(end, end);
    return result;
  }

  return (key, compute) => {
    const run = runs.get(key);
    if (!run) return begin(key, compute);
    if (run.next) return run.next.catch(compute);
    const start = () => begin(key, compute);
    run.next = run.current.then(start, start);
    return run.next;
  };
}
