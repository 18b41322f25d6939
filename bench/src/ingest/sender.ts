import { connect, type Socket } from 'node:net';
import { END_BLOCK, START_BLOCK } from '@wardvoice/hl7';

export interface LoadResult {
  messages: number;
  seconds: number;
  /** Milliseconds from writing a message to its acknowledgement. */
  p50: number;
  p99: number;
  notAccepted: number;
}

export interface Load {
  port: number;
  connections: number;
  /** Number of messages of one connection that may wait for their acknowledgement. */
  inFlight: number;
  messages: number;
  /** Returns the frame of message number n. */
  frame(n: number): Uint8Array;
  /** Messages a second that are sent at most, over all connections. Default: as many as are acknowledged. */
  perSecond?: number;
  /** Address of this machine that the connections come from. */
  localAddress?: string;
  /** Called with the number of a message when it was acknowledged with AA. */
  onAccepted?(n: number): void;
}

/** Between two looks at how many messages may be sent by now. */
const PACE_MS = 5;

/** Sends over real sockets, and counts only messages that were acknowledged with AA. */
export async function sendLoad({
  port,
  connections,
  inFlight,
  messages,
  frame,
  perSecond = Infinity,
  localAddress = '127.0.0.1',
  onAccepted = () => undefined,
}: Load): Promise<LoadResult> {
  let next = 0;
  let accepted = 0;
  let notAccepted = 0;
  const latencies = new Float64Array(messages);
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port, localAddress)));
  const begin = performance.now();
  const writers: (() => void)[] = [];
  let turn = 0;
  // Each connection begins in turn, as a listener closes one on which nothing comes.
  const writeInTurn = () => {
    turn += 1;
    for (let n = 0; n < writers.length; n++) writers[(turn + n) % writers.length]?.();
  };
  const pacer = perSecond === Infinity ? null : setInterval(writeInTurn, PACE_MS);
  const mayBeSent = () => Math.min(messages, ((performance.now() - begin) / 1000) * perSecond);
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          const sent: { n: number; at: number }[] = [];
          const write = () => {
            const frames: Uint8Array[] = [];
            while (sent.length < inFlight && next < mayBeSent()) {
              frames.push(frame(next));
              sent.push({ n: next, at: performance.now() });
              next += 1;
            }
            if (frames.length > 0)
              socket.write(frames.length === 1 ? (frames[0] as Uint8Array) : Buffer.concat(frames));
            else if (sent.length === 0 && next >= messages) resolve();
          };
          writers.push(write);
          onAcknowledgment(
            socket,
            (code) => {
              const { n, at } = sent.shift() ?? { n: 0, at: 0 };
              if (code === 'AA') {
                latencies[accepted++] = performance.now() - at;
                onAccepted(n);
              } else notAccepted += 1;
            },
            write,
          );
          socket.on('error', reject);
          socket.on('close', () => reject(new Error('the server closed the connection')));
          write();
        }),
    ),
  );
  const seconds = (performance.now() - begin) / 1000;
  if (pacer) clearInterval(pacer);
  for (const socket of sockets) socket.destroy();
  const sorted = latencies.subarray(0, accepted).sort();
  const at = (share: number) => sorted[Math.min(accepted - 1, Math.floor(accepted * share))] ?? Number.NaN;
  return { messages: accepted, seconds, p50: at(0.5), p99: at(0.99), notAccepted };
}

function open(port: number, localAddress: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

/** The search includes the end of the segment before, because a control id may end in MSA, too. */
const MSA = Buffer.from('\rMSA|');

/** The sender shares the machine with the server and has to be cheap: it looks only for the end of a frame and for MSA-1. */
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

/** Returns a realistic admission of about 700 bytes, with its own control id and patient. */
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
