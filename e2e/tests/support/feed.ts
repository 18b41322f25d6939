import { randomInt } from 'node:crypto';
import { connect } from 'node:net';

const START_BLOCK = 0x0b;
const END_BLOCK = 0x1c;
/** A number for each process that runs tests. Within a process patients are counted, so that no two are the same. */
const SERIES = randomInt(1_000_000, 9_999_999);
let invented = 0;

/** Returns a patient whom no other test uses. */
export function inventPatient() {
  invented += 1;
  const number = `E2E${SERIES}${String(invented).padStart(5, '0')}`;
  return {
    number,
    given: 'Testa',
    family: `Probewell${number.slice(3)}`,
    email: `${number.toLowerCase()}@example.org`,
  };
}

export type Patient = ReturnType<typeof inventPatient>;

/** Returns one ADT message. `facility` is its MSH-4 and the authority of its numbers. */
export function adt(
  event: string,
  patient: Patient,
  facility: string,
  { withoutIdentifier = false, born = '19700102' } = {},
): string {
  const now = new Date().toISOString().replace(/[-:T]|\.\d+Z/g, '');
  const at = `${now}+0000`;
  const pid3 = withoutIdentifier ? '' : `${patient.number}^^^${facility}^MR`;
  return [
    `MSH|^~\\&|PAS|${facility}|WARDVOICE|WARDVOICE|${at}||ADT^${event}|${patient.number}${event}|P|2.5`,
    `EVN|${event}|${at}`,
    `PID|1||${pid3}||${patient.family}^${patient.given}||${born}|F|||||^NET^Internet^${patient.email}||EN`,
    `PV1|1|I|Ash^4^A^${facility}|||||||MED||||||||V${patient.number}${'|'.repeat(25)}${at}`,
    '',
  ].join('\r');
}

/** Sends one message to the listener over MLLP. Returns its acknowledgement. */
export function sendOverMllp(message: string): Promise<string> {
  const port = Number(process.env['WARDVOICE_MLLP_PORT']);
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        Buffer.concat([Buffer.from([START_BLOCK]), Buffer.from(message, 'utf8'), Buffer.from([END_BLOCK, 0x0d])]),
      );
    });
    socket.setTimeout(60_000, () => socket.destroy(new Error('no acknowledgement within a minute')));
    socket.on('error', reject);
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece]);
      const end = received.indexOf(END_BLOCK);
      if (end === -1) return;
      socket.end();
      resolve(received.subarray(1, end).toString('utf8'));
    });
  });
}
