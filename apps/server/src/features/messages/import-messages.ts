import { createHash } from 'node:crypto';
import { type messages, type ReplyInputOf, messages as contract } from '@wardvoice/contract';
import { readHeader, splitBatch } from '@wardvoice/hl7';
import type { Context } from '../../platform/context.ts';
import { isDatabaseAway } from '../../platform/db/database.ts';
import { Conflict, Invalid, RequestError } from '../../platform/errors.ts';
import { announce } from '../../platform/live.ts';
import { systemScope, type ApplicationScope } from '../../platform/scope.ts';
import { insertImport, moveImport, type Step } from './message-imports.queries.ts';
import { headerColumns, placesOfKnown, type MessageIdentity, type Receiver } from '../intake/index.ts';

/** Messages that are stored concurrently, so that they share commits. */
const AT_ONCE = 500;
const MAX_RESULTS = 1_000;
const NO_HL7 =
  'There is no HL7 message in this file: each begins with a line MSH. Choose the file that your sender wrote.';

type Outcome = ReplyInputOf<typeof messages.importMessages>['data'];

export interface MessageFile {
  bytes: Buffer;
  name: string;
  /** The key under which the progress can be read; null when nobody asks. */
  key: string | null;
  silent: boolean;
}

/**
 * Imports a file of messages into one application, in the order of the file, as if its sender had sent them, whatever
 * application they name. Each is stored by itself: one that is refused is stored as an error, and the others are
 * unharmed. Importing the same file again only raises counts, so an interrupted import is completed by importing it
 * again. It continues when the client has disconnected.
 */
export async function importMessages(
  ctx: Context,
  receiver: Receiver,
  scope: ApplicationScope,
  { bytes, name, key, silent }: MessageFile,
): Promise<Outcome> {
  const { messages: found, declaredCount, strayBytes, ending } = splitBatch(bytes);
  if (found.length === 0) throw new Invalid({ file: [NO_HL7] }, NO_HL7);
  if (found.length > contract.MAX_IMPORTED)
    throw new RequestError(
      413,
      `This file has ${found.length} messages. Split it into files of ${contract.MAX_IMPORTED}.`,
    );
  const total = found.length;
  const progress = await beginImport(ctx, scope, { key, fileName: name, total });
  const results: messages.ImportResult[] = [];
  const counts = { done: 0, accepted: 0, refused: 0, duplicates: 0 };
  /** Messages of this file. Batches run one after the other. */
  const seen = new Set<string>();
  try {
    while (counts.done < total) {
      const batch = found.slice(counts.done, counts.done + AT_ONCE);
      const identities = batch.map(identityOf);
      const known = await findKnown(ctx, scope, identities, seen);
      const taken = await Promise.all(
        batch.map((message) =>
          receiver.receive(message, {
            source: 'file',
            applicationId: scope.applicationId,
            mode: 'original',
            silent,
          }),
        ),
      );
      for (const [index, { code, error }] of taken.entries()) {
        const controlId = identities[index]?.controlId || null;
        results.push({ place: counts.done + index + 1, message_control_id: controlId, code, error });
        if (code !== 'AA') counts.refused += 1;
        else if (known.has(index)) counts.duplicates += 1;
      }
      counts.done += batch.length;
      counts.accepted = counts.done - counts.refused;
      await progress({ ...counts, state: counts.done < total ? 'running' : 'finished' });
    }
  } catch (error) {
    // When this cannot be stored either, the interruption is recognised because no progress is reported.
    await progress({ ...counts, state: 'interrupted' }).catch(() => undefined);
    if (!isDatabaseAway(error)) throw error;
    throw new RequestError(
      503,
      `The import was interrupted; at least ${counts.done} of ${total} messages are stored. Import the same file again ` +
        'in a moment: the rest is added, and nothing is stored twice.',
    );
  }
  const { accepted, refused, duplicates } = counts;
  return {
    total,
    accepted,
    refused,
    duplicates,
    ending,
    declared: declaredCount,
    stray_bytes: strayBytes,
    results: [...results.filter(({ code }) => code !== 'AA'), ...results.filter(({ code }) => code === 'AA')].slice(
      0,
      MAX_RESULTS,
    ),
  };
}

/** Each step is its own transaction, so that others see the progress at once. */
async function beginImport(
  ctx: Context,
  scope: ApplicationScope,
  file: { key: string | null; fileName: string; total: number },
) {
  const inTransaction = ctx.db.transaction;
  const tell = [scope.applicationId, ['messages']] as const;
  const id = await inTransaction(scope, async (tx) => {
    await announce(tx, ...tell);
    return insertImport(tx, scope, file, ctx.clock());
  });
  if (id === undefined) throw new Conflict('This import has been started already. See how far it is in the list.');
  return (step: Step) =>
    inTransaction(scope, async (tx) => {
      await moveImport(tx, scope, id, step, ctx.clock());
      await announce(tx, ...tell);
    });
}

function identityOf(message: Uint8Array): MessageIdentity {
  const header = readHeader(message);
  const columns = headerColumns(header.ok ? header.header : null);
  return { ...columns, controlId: columns.controlId ?? '', hash: createHash('sha256').update(message).digest() };
}

/**
 * Returns the positions of messages that were stored before or are earlier in this file. A message without a control id
 * is always new.
 */
async function findKnown(
  ctx: Context,
  scope: ApplicationScope,
  identities: readonly MessageIdentity[],
  seen: Set<string>,
): Promise<Set<number>> {
  const { applicationId } = scope;
  const known = await ctx.db.transaction(systemScope('message order'), (tx) =>
    placesOfKnown(tx, applicationId, identities),
  );
  identities.forEach(({ controlId, hash }, place) => {
    if (!controlId) return;
    // The bytes contain the sender and the control id.
    const name = hash.toString('base64');
    if (seen.has(name)) known.add(place);
    seen.add(name);
  });
  return known;
}
