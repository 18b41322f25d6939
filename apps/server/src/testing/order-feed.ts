import { connect, type Socket } from 'node:net';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';
import { hl7Time } from './hl7-messages.ts';

/**
 * A stay in ten messages. Each says less than is known by then, so that its row, which keeps patient and visit as they are
 * right after it, shows which messages were processed before it: transfers leave out the name and updates the ward. All are
 * of one time, so that only the order of processing decides.
 */
export const STAY_MESSAGES = 10;
const AT = `${hl7Time(new Date())}+0000`;

export type Ending = 'stays' | 'leaves' | 'discharge taken back';
export const endingOf = (patient: number): Ending =>
  (['stays', 'leaves', 'discharge taken back'] as const)[patient % 3] ?? 'stays';

export interface StayMessage {
  controlId: string;
  event: string;
  text: string;
  /** What its row says, when all before it was processed before it and nothing after it. */
  location: string;
  givenName: string;
}

export const phoneOf = (patient: number): string => `+447${String(100_000_000 + patient)}`;

export function stayMessages(patient: number): StayMessage[] {
  const ending = endingOf(patient);
  let location = '';
  let givenName = '';
  return Array.from({ length: STAY_MESSAGES }, (_, step) => {
    const event = eventOf(step, ending);
    const ward = event === 'A01' || event === 'A02' ? `W${step}` : '';
    const name = event === 'A01' || event === 'A08' ? `N${step}` : '';
    location = ward || location;
    givenName = name || givenName;
    const controlId = `P${patient}-${step}`;
    const text =
      `MSH|^~\\&|ORDER|ORDER|WARDVOICE|Q|${AT}||ADT^${event}|${controlId}|P|2.5.1\rEVN|${event}|${AT}\r` +
      `PID|1||P${patient}^^^ORDER||${name && `Inventwell^${name}`}||19700101|F|||||${phoneOf(patient)}\r` +
      `PV1|1|I|${ward}||||||||||||||||V${patient}\r`;
    return { controlId, event, text, location, givenName };
  });
}

function eventOf(step: number, ending: Ending): string {
  if (step === 0) return 'A01';
  if (ending === 'leaves' && step === 9) return 'A03';
  if (ending === 'discharge taken back' && (step === 7 || step === 8)) return step === 7 ? 'A03' : 'A13';
  return step % 2 === 0 ? 'A02' : 'A08';
}

export interface Acknowledged {
  controlIds: Set<string>;
  /** When the cancellation of a discharge was acknowledged, by the phone of the patient; milliseconds. */
  takenBackAt: Map<string, number>;
}

/**
 * Sends the stays of its patients one after the other, each message when the one before it is acknowledged, and each to a
 * listener chosen at random. What a killed listener leaves unanswered is sent again, to whichever answers.
 */
export async function sendStays(
  ports: readonly number[],
  patients: Iterable<number>,
  seen: Acknowledged,
): Promise<void> {
  const lines = new Map<number, Line>();
  for (const patient of patients) {
    for (const message of stayMessages(patient)) {
      while (!(await sendOnce(lines, randomOf(ports), message)))
        await new Promise((resolve) => setTimeout(resolve, 20));
      seen.controlIds.add(message.controlId);
      if (message.event === 'A13') seen.takenBackAt.set(phoneOf(patient), performance.now());
    }
  }
  for (const line of lines.values()) line.socket.destroy();
}

const randomOf = (ports: readonly number[]): number => ports[Math.floor(Math.random() * ports.length)] ?? 0;

interface Line {
  socket: Socket;
  /** The next acknowledgement; null when the line is cut first. */
  next(): Promise<string | null>;
}

/** True when it was acknowledged AA. */
async function sendOnce(lines: Map<number, Line>, port: number, { text, controlId }: StayMessage): Promise<boolean> {
  const line = lines.get(port) ?? openLine(port);
  lines.set(port, line);
  const answer = line.next();
  line.socket.write(wrapFrame(Buffer.from(text)));
  const acknowledgment = await answer;
  if (acknowledgment === null) lines.delete(port);
  return acknowledgment?.includes(`MSA|AA|${controlId}\r`) === true;
}

function openLine(port: number): Line {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const decoder = new FrameDecoder({ maxFrameBytes: 1 << 20, keepBytes: 1024 });
  let isCut = false;
  let resolveNext: (text: string | null) => void = () => undefined;
  socket.on('data', (chunk) => {
    for (const event of decoder.push(chunk))
      if (event.kind === 'frame') resolveNext(Buffer.from(event.bytes).toString('latin1'));
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isCut = true;
    resolveNext(null);
  });
  return {
    socket,
    next: () => (isCut ? Promise.resolve(null) : new Promise((resolve) => (resolveNext = resolve))),
  };
}
