import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { Tx } from '../db/database.ts';
import { Conflict, Invalid, RequestError } from '../errors.ts';
import { systemScope } from '../scope.ts';
import { decrypt, encrypt, UnknownKey } from '../secrets.ts';
import {
  callerName,
  findKey,
  forgetKeys,
  insertKey,
  releaseKey,
  storeAnswer,
  claimKeyAgain,
  type Caller,
} from './idempotency.queries.ts';
import type { Session } from './session.ts';

export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const REPLAYED_HEADER = 'idempotent-replayed';

const KEPT_MS = 24 * 60 * 60_000;
/** Longer than any call takes. A call that takes longer nevertheless is rolled back when somebody else has taken its key over. */
const CLAIM_MS = 2 * 60_000;
const RETRY_AFTER_SECONDS = 2;
/** Printable ASCII. */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** The answer of an earlier call with the same key. */
export class StoredAnswer {
  readonly status: number;
  /** JSON. */
  readonly text: string;

  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

/** A key that this call holds. */
export interface Claim {
  /**
   * Stores the answer in the transaction of the call, so that both are kept or neither. Throws where the call took so long that
   * another one has taken the key over.
   */
  keep(tx: Tx, answer: StoredAnswer): Promise<void>;
}

export interface Idempotency {
  /**
   * Makes a call once for each key. Returns what `work` returns, or the answer that is stored. `work` gets null where the caller sent
   * no key.
   */
  once<T>(call: KeyedCall, work: (claim: Claim | null) => Promise<T>): Promise<T | StoredAnswer>;
}

interface KeyedCall {
  request: FastifyRequest;
  session: Session;
}

/**
 * Creates what makes calls once. A key is claimed in a transaction of its own before the call, and its answer is stored in the
 * transaction of the call: after a crash, either nothing was done and the claim ends by itself, or the answer is there.
 */
export function createIdempotency({ db, clock, keys }: Pick<Context, 'db' | 'clock' | 'keys'>): Idempotency {
  const inOwnTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction(systemScope('credential'), work);

  return {
    async once({ request, session }, work) {
      const key = request.headers[IDEMPOTENCY_HEADER];
      if (key === undefined) return work(null);
      if (typeof key !== 'string' || !KEY.test(key))
        throw new RequestError(400, 'An Idempotency-Key has 1 to 255 printable characters, such as a UUID.');
      const caller = callerOf(session);
      const hash = hashOf(request, session);
      const held = await inOwnTransaction((tx) => claimKey(tx, caller, key, hash));
      if (held instanceof StoredAnswer) return held;
      try {
        return await work({
          async keep(tx, { status, text }) {
            const answer = encrypt(keys, contextOf(caller, key, 'answer'), Buffer.from(text));
            if (!(await storeAnswer(tx, held, { status, answer }))) throw underWay();
          },
        });
      } catch (error) {
        // The transaction was rolled back, so the key is free again. Where this fails as well, the claim ends by itself.
        await inOwnTransaction((tx) => releaseKey(tx, held)).catch(() => undefined);
        throw error;
      }
    },
  };

  async function claimKey(tx: Tx, caller: Caller, key: string, hash: Buffer) {
    const now = clock();
    const claim = randomUUID();
    const claimedUntil = new Date(now.getTime() + CLAIM_MS);
    const expiresAt = new Date(now.getTime() + KEPT_MS);
    const request = encrypt(keys, contextOf(caller, key, 'request'), hash);
    const id = await insertKey(tx, { caller, key, request, claim, claimedUntil, expiresAt, now });
    if (id !== null) return { id, claim };
    const found = await findKey(tx, caller, key);
    // It was given back since.
    if (!found) throw underWay();
    if (!readOr409(() => decrypt(keys, contextOf(caller, key, 'request'), found.request)).equals(hash))
      throw new Invalid(
        { [IDEMPOTENCY_HEADER]: ['was used for another request; use a new one'] },
        'This Idempotency-Key was used for another request. Use a new key for each request.',
      );
    const { status, answer } = found;
    if (status !== null && answer !== null)
      return new StoredAnswer(
        status,
        readOr409(() => decrypt(keys, contextOf(caller, key, 'answer'), answer)).toString(),
      );
    if (!(await claimKeyAgain(tx, found.id, { claim, claimedUntil, now }))) throw underWay();
    return { id: found.id, claim };
  }
}

/** Deletes keys that are older than a day. */
export const forgetIdempotencyKeys = (tx: Tx, now: Date): Promise<unknown> => forgetKeys(tx, now);

const callerOf = ({ userId, apiKey }: Session): Caller => ({ userId, apiKeyId: apiKey?.id ?? null });

const underWay = () =>
  new Conflict('A request with this Idempotency-Key is under way. Send it again in a moment.', RETRY_AFTER_SECONDS);

/** What was answered cannot be read when its encryption key was retired or lost. The call is not made a second time. */
function readOr409(read: () => Buffer): Buffer {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnknownKey)) throw error;
    throw new Conflict('This request was made already, and its answer can no longer be read. Look at what it made.');
  }
}

const contextOf = (caller: Caller, key: string, part: 'request' | 'answer'): string =>
  `idempotency ${part} ${callerName(caller)} ${key}`;

/** The application counts, because the same body means something else in another. */
const hashOf = ({ method, url, body }: FastifyRequest, { applicationId }: Session): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, url, applicationId, body ?? null]))
    .digest();
