import type { Config } from '../../config.ts';
import { systemClock } from '../../platform/clock.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { followCertificate } from '../../platform/follow-certificate.ts';
import type { Log } from '../../platform/log.ts';
import { createAdmission } from '../../platform/mllp/admission.ts';
import { startMllpServer } from '../../platform/mllp/mllp-server.ts';
import { startApplicationListeners } from './application-listeners.ts';
import { createApplicationRouting } from './application-routing.ts';
import { createGroupCommit } from './group-commit.ts';
import { answerFrames, createReceiver, OVER_MLLP } from './receive-message.ts';

/** This pool is used only to read settings. Messages are stored through a connection of their own. */
const POOL_SIZE = 2;

export interface IntakeOptions {
  connectionString: string;
  mllp: Config['mllp'];
  log: Log;
  onCommit: () => void;
  onFailure: () => void;
  /** How often the files of the certificate are read; default: each minute. */
  certificateEveryMs?: number;
}

export interface Intake {
  mllpPort: number;
  isBusy(): boolean;
  /** Answers the messages that have arrived, then closes. */
  close(): Promise<void>;
}

/** Listens on the shared port and on the ports that applications have of their own. */
export async function startIntake({
  connectionString,
  mllp,
  log,
  onCommit,
  onFailure,
  certificateEveryMs,
}: IntakeOptions): Promise<Intake> {
  const db = openDatabase(connectionString, log, POOL_SIZE);
  const routing = createApplicationRouting(db);
  const commit = createGroupCommit({ connectionString, settings: routing, log, onCommit, onFailure });
  const receiver = createReceiver({ routing, commit, clock: systemClock });
  const { host, port, tls, limits } = mllp;
  const idleMs = limits.idleSeconds === null ? null : limits.idleSeconds * 1_000;
  const certificate = tls && followCertificate(tls, log, certificateEveryMs);
  const every = { host, tls, certificate, idleMs, admission: createAdmission(limits, log) };
  const shared = await startMllpServer({
    ...every,
    port,
    log,
    ...answerFrames(receiver, OVER_MLLP),
    onFragment: (byteLength) => log.warn({ byteLength }, 'an MLLP sender left a message unfinished; it was not stored'),
  });
  const listeners = startApplicationListeners({ db, clock: systemClock, log, receiver, mllp: every });
  return {
    mllpPort: shared.port,
    isBusy: commit.isBusy,
    async close() {
      certificate?.stop();
      await Promise.all([listeners.close(), shared.close()]);
      await receiver.close();
      await db.close();
    },
  };
}
