import type pg from 'pg';
import { isDatabaseAway } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import { giveWay, startPollLoop, type PollLoop } from '../../platform/jobs/poll-loop.ts';
import { fileArrivals, openIntakeConnection } from './store-messages.ts';
import { codeOf } from '../../platform/errors.ts';

/** Messages in one transaction, approximately, which takes some 40 ms. */
const MESSAGES_AT_ONCE = 1_000;
/** Filing waits for intake at most this long, so that it continues under any load. */
const MAX_GIVE_WAY_MS = 40;

interface FilingOptions {
  connectionString: string;
  log: Log;
  isIntakeBusy?: () => boolean;
  /** Called after messages were filed, which can then be processed. */
  onFiled: () => void;
}

/** Files the arrivals. All of them are acknowledged, so filing is retried without end. */
export function startFiling({ connectionString, log, isIntakeBusy = () => false, onFiled }: FilingOptions): PollLoop {
  let client: pg.Client | null = null;
  const loop = startPollLoop(log, 'filing', async () => {
    await giveWay(isIntakeBusy, MAX_GIVE_WAY_MS);
    try {
      client ??= await openIntakeConnection(connectionString, 'wardvoice filing');
      const filed = await file(client);
      if (filed) onFiled();
      return filed;
    } catch (error) {
      // This is not awaited, because a broken connection might never close.
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
      const code = codeOf(error);
      log.warn({ code, err: error }, 'arrivals could not be filed together; they are filed one by one');
      return (await fileArrivals(connection, MESSAGES_AT_ONCE, { oneByOne: true })) > 0;
    }
  }
}
