import { connect, type Socket } from 'node:net';
import { END_BLOCK, START_BLOCK } from '@wardvoice/hl7';

export interface LoadResult {
  messages: number;
  seconds: number;
  /** Milliseconds from write to acknowledgement. */
  p50: number;
  p99: number;
  notAccepted: number;
}

export interface Load {
  port: number;
  connections: number;
  /** Messages of one connection that wait for their acknowledgement. */
  inFlight: number;
  messages: number;
  /** The frame of message number n. */
  frame(n: number): Uint8Array;
}

/** Sends over real sockets and counts only what was acknowledged AA. */
export async function sendLoad({ port, connections, inFlight, messages, frame }: Load): Promise<LoadResult> {
  let next = 0;
  let accepted = 0;
  let notAccepted = 0;
  const latencies = new Float64Array(messages);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const begin = performance.now();
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          const sentAt: number[] = [];
          const write = () => {
            const frames: Uint8Array[] = [];
            while (sentAt.length < inFlight && next < messages) {
              frames.push(frame(next));
              next += 1;
              sentAt.push(performance.now());
            }
            if (frames.length > 0)
              socket.write(frames.length === 1 ? (frames[0] as Uint8Array) : Buffer.concat(frames));
            else if (sentAt.length === 0) resolve();
          };
          onAcknowledgment(
            socket,
            (code) => {
              const at = sentAt.shift() ?? 0;
              if (code === 'AA') latencies[accepted++] = performance.now() - at;
              else notAccepted += 1;
            },
            write,
          );
          socket.on('error', reject);
          socket.on('close', () =>
            sentAt.length > 0 ? reject(new Error('the server closed the connection')) : resolve(),
          );
          write();
        }),
    ),
  );
  const seconds = (performance.now() - begin) / 1000;
  for (const socket of sockets) socket.destroy();
  const sorted = latencies.subarray(0, accepted).sort();
  const at = (share: number) => sorted[Math.min(accepted - 1, Math.floor(accepted * share))] ?? Number.NaN;
  return { messages: accepted, seconds, p50: at(0.5), p99: at(0.99), notAccepted };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

/** With the end of the segment before: a control id may end in MSA too. */
const MSA = Buffer.from('\rMSA|');

/** The sender must be cheap, for it shares the machine: it looks for the end of a frame and for MSA-1, nothing else. */
function onAcknowledgment(socket: Socket, each: (code: string) => void, afterChunk: () => void): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(END_BLOCK, from);
      if (end === -1 || end + 1 >= bytes.length) break;
      const msa = bytes.indexOf(MSA, from);
      each(msa !== -1 && msa < end ? bytes.toString('latin1', msa + 5, msa + 7) : '');
      from = end + 2;
    }
    rest = from < bytes.length ? bytes.subarray(from) : Buffer.alloc(0);
    afterChunk();
  });
}

/** A realistic admission with a control id and a patient of its own, about 700 bytes. */
export function makeFrame(run: string): (n: number) => Uint8Array {
  return (n) => {
    const patient = n % 20_000;
    return Buffer.from(
      `${String.fromCharCode(START_BLOCK)}MSH|^~\\&|PAS|BENCH|WARDVOICE|QUALITY|20260302081512+0000||ADT^A01^ADT_A01|${run}${n}|P|2.5.1|||AL|NE||UNICODE UTF-8\r` +
        `EVN|A01|20260302081500+0000|||CLERK07^Deskworthy^Ida\r` +
        `PID|1||${500_000 + patient}^^^BENCH&2.999.1&ISO^MR||Testwell^Orla^Mary^^Ms^^L||19640517|F|||1 Invented Lane^Flat 2^Exampletown^^A00 X000^IRL^H||+353870000101^PRN^CP^orla.testwell@example.org~+35310000101^PRN^PH|+35310000199^WPN^PH|en^English^ISO639|M\r` +
        `PD1||||D0001^Pretend^Peter^^^Dr|||||||N^No restriction^HL70215|N\r` +
        `PV1|1|I|WARD${patient % 30}^B12^2^BENCH^^N|R|||C0007^Sampleson^Grace^^^Dr|||MED||||7|||C0007^Sampleson^Grace^^^Dr|INP|V${run}${n}^^^BENCH^VN|||||||||||||||||||||||||20260302080000+0000\r` +
        `${String.fromCharCode(END_BLOCK)}\r`,
    );
  };
}
