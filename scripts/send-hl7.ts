import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { basename } from 'node:path';
import { endSegmentsInCarriageReturns, FrameDecoder, parseMessage, splitBatch, wrapFrame } from '@wardvoice/hl7';
import { loadEnvironment, readConfig } from '../apps/server/src/config.ts';

/**
 * Sends files of HL7 messages to the listener over MLLP. Each message is sent after the acknowledgement of the one before. The
 * exit code is 0 only when every message was accepted.
 */
const ANSWER_WITHIN_MS = 30_000;

class Failure extends Error {}

async function main(files: string[]): Promise<number> {
  if (files.length === 0) throw new Failure('Name the files to send: npm run send-hl7 -- FILE…');
  const settings = readConfig(loadEnvironment());
  if (!settings.ok) throw new Failure(settings.problems.join('\n'));
  const { host, port } = settings.config.mllp;
  const messages = (await Promise.all(files.map(readMessages))).flat();
  const socket = await open(host === '0.0.0.0' || host === '::' ? 'localhost' : host, port);
  const answers = readAnswers(socket);
  let accepted = 0;
  for (const { label, bytes } of messages) {
    socket.write(wrapFrame(bytes));
    const answer = await answers.next();
    if (answer.done) throw new Failure(`${label}: the listener closed the connection without an acknowledgement.`);
    const { ok, text } = readable(answer.value);
    process.stdout.write(`${label}: ${text}\n`);
    if (ok) accepted += 1;
  }
  socket.end();
  process.stdout.write(`${accepted} of ${messages.length} accepted\n`);
  return accepted === messages.length ? 0 : 1;
}

type Outgoing = { label: string; bytes: Uint8Array };

async function readMessages(file: string): Promise<Outgoing[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${file} cannot be read (${error.code}): check the path.`);
  });
  const { messages } = splitBatch(bytes);
  if (messages.length === 0) throw new Failure(`${file} holds no HL7 message: none of its lines starts with MSH.`);
  return messages.map((message, position) => ({
    label: messages.length === 1 ? basename(file) : `${basename(file)} ${position + 1}/${messages.length}`,
    bytes: endSegmentsInCarriageReturns(message),
  }));
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    socket.setTimeout(ANSWER_WITHIN_MS, () => {
      socket.destroy(new Failure(`No acknowledgement came within ${ANSWER_WITHIN_MS / 1000} seconds.`));
    });
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new Failure(
          `No listener answers at ${host}:${port} (${error.code}): start one with npm run demo, or set MLLP_HOST and MLLP_PORT.`,
        ),
      );
    });
  });
}

/** Yields every frame that comes back, in order. */
async function* readAnswers(socket: Socket): AsyncGenerator<Uint8Array, undefined> {
  const decoder = new FrameDecoder();
  try {
    for await (const chunk of socket) {
      for (const event of decoder.push(chunk as Uint8Array)) if (event.kind === 'frame') yield event.bytes;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`The connection broke before the acknowledgement (${(error as NodeJS.ErrnoException).code}).`);
  }
  return undefined;
}

const MEANINGS: Record<string, string> = {
  AA: 'accepted',
  CA: 'accepted',
  AE: 'error',
  CE: 'error',
  AR: 'rejected',
  CR: 'rejected',
};

/**
 * Returns MSA as text, and for each ERR the place, the code and what to do: from ERR-2, -3 and -8, or from ERR-1 before version
 * 2.5.
 */
function readable(bytes: Uint8Array): { ok: boolean; text: string } {
  const result = parseMessage(bytes);
  if (!result.ok) return { ok: false, text: `the answer is no HL7 message (${result.text})` };
  const { message } = result;
  const first = (...addresses: string[]) => addresses.map((address) => message.get(address)).find(Boolean) ?? '';
  const errors = message.segmentsNamed('ERR').map((_, position) => {
    const err = `ERR[${position + 1}]`;
    const place = [first(`${err}-2.1`, `${err}-1.1`), first(`${err}-2.3`, `${err}-1.3`)].filter(Boolean).join('-');
    const code = first(`${err}-3.1`, `${err}-1.4.1`);
    return [place, code, first(`${err}-8`, `${err}-3.2`, `${err}-1.4.2`)].filter(Boolean).join(' ');
  });
  const code = first('MSA-1');
  const parts = [code, MEANINGS[code] ?? 'an answer of an unknown kind', first('MSA-2')].filter(Boolean).join(' ');
  const reasons = [...new Set([first('MSA-3'), ...errors])].filter(Boolean).join('; ');
  return { ok: MEANINGS[code] === 'accepted', text: reasons ? `${parts}: ${reasons}` : parts };
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
