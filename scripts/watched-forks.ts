import { relative } from 'node:path';
import { ForksPoolWorker, type PoolOptions, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node';

const MINUTE = 60_000;

interface Patience {
  /** Limit while a file is being loaded, during which Vitest is asked for each module. */
  loadingMs: number;
  /** Limit while tests run. It is longer than any one test may take. */
  testingMs: number;
}

/**
 * Vitest's own processes for test files, with a limit for how long one may be silent. A process that is silent while it loads its
 * file is replaced once. One whose tests have begun, or that is silent again, is ended, and Vitest reports a failure.
 *
 * The reason: on Node 20 a process fetched its file and was never heard of again, and the whole run waited for it until its time
 * was over.
 */
export const watchedForks = (
  patience: Patience = { loadingMs: 3 * MINUTE, testingMs: 8 * MINUTE },
): PoolRunnerInitializer => ({
  name: 'watched-forks',
  createPoolWorker: (options) => new WatchedFork(options, patience),
});

type Listener = [event: string, callback: (arg: unknown) => void];

class WatchedFork extends ForksPoolWorker {
  override readonly name = 'watched-forks';
  readonly #patience: Patience;
  #listeners: Listener[] = [];
  /** The requests that this process was given. A process in its place is given the same. */
  readonly #requests: Partial<Record<WorkerRequest['type'], WorkerRequest>> = {};
  #files = '';
  #isLoading = true;
  #wasReplaced = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions, patience: Patience) {
    super(options);
    this.#patience = patience;
  }

  override on(...listener: Listener): void {
    this.#listeners.push(listener);
    super.on(...listener);
  }

  override off(event: string, callback: (arg: unknown) => void): void {
    this.#listeners = this.#listeners.filter((one) => one[0] !== event || one[1] !== callback);
    super.off(event, callback);
  }

  override send(message: WorkerRequest): void {
    this.#requests[message.type] = message;
    if (message.type === 'run') {
      this.#files = message.context.files.map(({ filepath }) => relative('', filepath)).join(', ');
      this.#listenFor();
    }
    if (message.type === 'stop') clearTimeout(this.#timer);
    super.send(message);
  }

  override async start(): Promise<void> {
    await super.start();
    super.on('message', (message: { type?: string; m?: string }) => {
      if (message.type === 'started' && this.#requests.run) super.send(this.#requests.run);
      // Vitest sends this after the file and its imports have run, and before its first test.
      if (message.m === 'onCollected') this.#isLoading = false;
      if (this.#requests.run && !this.#requests.stop) this.#listenFor();
    });
  }

  override async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await super.stop();
  }

  #listenFor(): void {
    clearTimeout(this.#timer);
    const ms = this.#isLoading ? this.#patience.loadingMs : this.#patience.testingMs;
    this.#timer = setTimeout(() => void this.#giveUp(ms), ms);
  }

  async #giveUp(ms: number): Promise<void> {
    const silence = `${this.#files}: nothing was heard of its process for ${ms / 1_000} seconds`;
    if (!this.#isLoading || this.#wasReplaced) {
      process.stderr.write(`${silence}; it is ended\n`);
      await super.stop();
      return;
    }
    process.stderr.write(`${silence} while it was loaded; it is loaded again\n`);
    this.#wasReplaced = true;
    for (const listener of this.#listeners) super.off(...listener);
    await super.stop();
    await this.start();
    for (const listener of this.#listeners) super.on(...listener);
    if (this.#requests.start) super.send(this.#requests.start);
    this.#listenFor();
  }
}
