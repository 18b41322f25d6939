/**
 * Lets only so many run at once in this process; the others wait, first come first served. It saves memory, and protects no data: other
 * processes have limits of their own.
 */
export function limitConcurrency(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function begin(): Promise<void> {
    if (running < max) running += 1;
    // Whoever ends passes its place on, so the number does not change.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
  return async (work) => {
    await begin();
    try {
      return await work();
    } finally {
      end();
    }
  };
}
