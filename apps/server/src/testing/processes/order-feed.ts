import { connect, type Socket } from 'node:net';
import { FrameDecoder, wrapFrame } from '@wardvoice/hl7';
import { hl7Time } from '../hl7-messages.ts';

/**
 * A stay in ten messages. Each contains less than is known by then: transfers leave out the name, and updates leave out the ward.
 * The row of a message keeps patient and ward as they were right after it was processed, so it shows which messages were
 * processed before it. All have the same time, so that only the order of processing matters.
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
  /** What the row of the message contains when exactly the earlier messages of the stay were processed before it. */
  location: string;
  givenName: string;
}

/** Rarely somebody else's: whoever has the birth date of a message that waits is written to when it is processed. */
const birthDateOf = (patient: number): string =>
  new Date(Date.UTC(1940, 0, 1 + (patient % 20_000))).toISOString().slice(0, 10).replaceAll('-', '');

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
      `PID|1||P${patient}^^^ORDER||${name && `Inventwell^${name}`}||${birthDateOf(patient)}|F|||||${phoneOf(patient)}\r` +
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
  /** When the cancellation of a discharge was acknowledged, in milliseconds, by the patient's phone number. */
  takenBackAt: Map<string, number>;
  /** How often a message was refused (anything but AA), and how often its connection ended before an answer. It was sent again. */
  refused: number;
  unanswered: number;
}

export const nothingYet = (): Acknowledged => ({
  controlIds: new Set(),
  takenBackAt: new Map(),
  refused: 0,
  unanswered: 0,
});

/**
 * Sends stays. A message is sent when the one before it has been acknowledged, to a listener chosen at random. A message that a
 * killed listener left unanswered is sent again, to any listener.
 */
export async function sendStays(
  ports: readonly number[],
  patients: Iterable<number>,
  seen: Acknowledged,
): Promise<void> {
  const lines = new Map<number, Line>();
  for (const patient of patients) {
    for (const message of stayMessages(patient)) {
      for (;;) {
        const answer = await sendOnce(lines, randomOf(ports), message);
        if (answer?.includes(`MSA|AA|${message.controlId}\r`)) break;
        seen[answer === null ? 'unanswered' : 'refused'] += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      seen.controlIds.add(message.controlId);
      if (message.event === 'A13') seen.takenBackAt.set(phoneOf(patient), performance.now());
    }
  }
  for (const line of lines.values()) line.socket.destroy();
}

const randomOf = (ports: readonly number[]): number => ports[Math.floor(Math.random() * ports.length)] ?? 0;

interface Line {
  socket: Socket;
  /** Returns the next acknowledgement; null when the connection is lost first. */
  next(): Promise<string | null>;
}

/** Sends the message once. Returns what it was answered; null when the connection was lost first. */
async function sendOnce(lines: Map<number, Line>, port: number, { text }: StayMessage): Promise<string | null> {
  const line = lines.get(port) ?? openLine(port);
  lines.set(port, line);
  const answer = line.next();
  line.socket.write(wrapFrame(Buffer.from(text)));
  const acknowledgment = await answer;
  if (acknowledgment === null) lines.delete(port);
  return acknowledgment;
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
