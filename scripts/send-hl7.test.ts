import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildAcknowledgment, FrameDecoder, readHeader, wrapFrame } from '@wardvoice/hl7';

const ROOT = resolve(import.meta.dirname, '..');
const message = (id: string) =>
  `MSH|^~\\&|PAS|WARD 9|||20260301101500||ADT^A03|${id}|P|2.5.1\nEVN|A03|20260301101500\n`;

let folder: string;
let closeListener: () => Promise<void> = () => Promise.resolve();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardvoice-send-'));
});
afterEach(async () => {
  await closeListener();
  closeListener = () => Promise.resolve();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a listener whose acknowledgements the test makes. */
async function listen(answer: (controlId: string, bytes: Uint8Array, socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    const decoder = new FrameDecoder();
    socket.on('data', (chunk) => {
      for (const event of decoder.push(chunk)) {
        const header = event.kind === 'frame' ? readHeader(event.bytes) : null;
        if (event.kind === 'frame' && header?.ok) answer(header.header.controlId, event.bytes, socket);
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closeListener = () => new Promise((closed) => server.close(() => closed()));
  return (server.address() as AddressInfo).port;
}

async function send(port: number, ...files: string[]): Promise<{ code: number; out: string; err: string }> {
  const args = ['--conditions=wardvoice-source', '--import', 'tsx', 'scripts/send-hl7.ts', ...files];
  const env = { ...process.env, MLLP_HOST: '127.0.0.1', MLLP_PORT: String(port) };
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: ROOT, env }, (error, out, err) => {
      done({ code: Number(error?.code ?? 0), out, err });
    });
  });
}

async function fileOf(text: string): Promise<string> {
  const file = join(folder, 'messages.hl7');
  await writeFile(file, text);
  return file;
}

it('sends every message of a file and shows what the listener answered, with the place and reason of a refusal', async () => {
  const received: string[] = [];
  const port = await listen((controlId, bytes, socket) => {
    received.push(Buffer.from(bytes).toString('latin1'));
    const header = readHeader(bytes);
    const bad = controlId.startsWith('BAD');
    const errors = bad
      ? [{ code: '101', text: 'The patient has no identifier.', location: { segment: 'PID', sequence: 1, field: 3 } }]
      : [];
    const to = header.ok ? header.header : null;
    socket.write(
      wrapFrame(
        buildAcknowledgment({ to, code: bad ? 'AE' : 'AA', controlId: 'A1', dateTime: '20260301101501', errors }),
      ),
    );
  });
  const { code, out } = await send(port, await fileOf(message('ONE') + message('BAD2')));
  expect(out.split('\n')).toEqual([
    'messages.hl7 1/2: AA accepted ONE',
    'messages.hl7 2/2: AE error BAD2: PID-3 101 The patient has no identifier.',
    '1 of 2 accepted',
    '',
  ]);
  expect(code).toBe(1);
  expect(received[0]).toBe(message('ONE').replaceAll('\n', '\r'));
});

it('says what to do when nobody listens, a file is not there, or holds no message', async () => {
  const nobody = await send(9, await fileOf(message('ONE')));
  expect(nobody).toMatchObject({ code: 1, out: '' });
  expect(nobody.err).toMatch(
    /^No listener answers at 127.0.0.1:9 \(ECONNREFUSED\): start one with npm run demo, or set/,
  );
  expect((await send(9, join(folder, 'absent.hl7'))).err).toMatch(
    /absent\.hl7 cannot be read \(ENOENT\): check the path/,
  );
  expect((await send(9, await fileOf('hello'))).err).toMatch(/holds no HL7 message: none of its lines starts with MSH/);
});

it('does not take a closed connection for an answer', async () => {
  const port = await listen((_, __, socket) => socket.end());
  const { code, err } = await send(port, await fileOf(message('ONE')));
  expect(err).toBe('messages.hl7: the listener closed the connection without an acknowledgement.\n');
  expect(code).toBe(1);
});
