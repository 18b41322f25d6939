import type pg from 'pg';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { giveWay, startPollLoop, type PollLoop } from '../../platform/jobs/poll-loop.ts';
import { fileArrivals, openIntakeConnection } from './store-messages.ts';

/** In one transaction, about; some 40 ms. */
const MESSAGES_AT_ONCE = 1_000;

interface FilingOptions {
  connectionString: string;
  log: Log;
  isIntakeBusy?: () => boolean;
  /** Messages were filed: they can be processed. */
  onFiled: () => void;
}

/** Files what was stored as it came. Everything there is acknowledged, so it is never given up. */
export function startFiling({ connectionString, log, isIntakeBusy = () => false, onFiled }: FilingOptions): PollLoop {
  let client: pg.Client | null = null;
  const loop = startPollLoop(log, 'filing', async () => {
    await giveWay(isIntakeBusy);
    try {
      client ??= await openIntakeConnection(connectionString, 'wardvoice filing');
      const filed = await file(client);
      if (filed) onFiled();
      return filed;
    } catch (error) {
      // Not waited for: a connection that hangs would not say goodbye.
      client?.end().catch(() => undefined);
      client = null;
      throw error;
    }
  });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await client?.end();
    },
  };

  async function file(connection: pg.Client): Promise<boolean> {
    try {
      return (await fileArrivals(connection, MESSAGES_AT_ONCE)) > 0;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      const { code } = error as { code?: string };
      log.warn({ code, err: error }, 'arrivals could not be filed together; they are filed one by one');
      return (await fileArrivals(connection, MESSAGES_AT_ONCE, { oneByOne: true })) > 0;
    }
  }
}
