import type { messages, ReplyInputOf } from '@wardvoice/contract';
import { messages as contract } from '@wardvoice/contract';
import { readHeader, splitBatch } from '@wardvoice/hl7';
import { RequestError } from '../../platform/errors.ts';
import type { Receiver } from './receive-message.ts';

/** Stored side by side, so that they share commits. */
const AT_ONCE = 500;
const MOST_RESULTS = 1_000;

type Outcome = ReplyInputOf<typeof messages.importMessages>['data'];

/**
 * Takes a file of messages for one application, in the order of the file, as if its sender had sent them; whatever
 * application they name. Each is stored by itself: one that is refused is stored as an error, and its neighbours are not
 * harmed. The same file again changes nothing but counts.
 */
export async function importMessages(
  receiver: Receiver,
  applicationId: number,
  file: Buffer,
  { silent }: { silent: boolean },
): Promise<Outcome> {
  const { messages: found, declaredCount, strayBytes } = splitBatch(file);
  if (found.length === 0)
    throw new RequestError(422, 'There is no message in this file.', {
      file: ['There is no message in this file: each begins with MSH.'],
    });
  if (found.length > contract.MOST_IMPORTED)
    throw new RequestError(
      413,
      `This file has ${found.length} messages. Split it into files of ${contract.MOST_IMPORTED}.`,
    );
  const results: messages.ImportResult[] = [];
  for (let from = 0; from < found.length; from += AT_ONCE) {
    const batch = found.slice(from, from + AT_ONCE);
    const taken = await Promise.all(
      batch.map((bytes) => receiver.receive(bytes, { source: 'file', applicationId, mode: 'original', silent })),
    );
    taken.forEach(({ code, error }, index) => {
      const header = readHeader(batch[index] as Uint8Array);
      const controlId = header.ok ? header.header.controlId : '';
      results.push({ place: from + index + 1, message_control_id: controlId || null, code, error });
    });
  }
  const refused = results.filter(({ code }) => code !== 'AA');
  return {
    total: found.length,
    accepted: found.length - refused.length,
    refused: refused.length,
    declared: declaredCount,
    stray_bytes: strayBytes,
    results: [...refused, ...results.filter(({ code }) => code === 'AA')].slice(0, MOST_RESULTS),
  };
}
