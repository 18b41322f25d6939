import { END_BLOCK, START_BLOCK } from '@wardvoice/hl7';

/** So many people are in hospital at a time: an admission is followed by the discharge of whoever came so many stays earlier. */
const IN_HOSPITAL = 500;
/** By how many people share a name, PostgreSQL chooses how it looks for one. */
const GIVEN_NAMES = 400;
/** Birth dates are as many as in reality: while a message waits, nothing is sent to whoever was born on the same day. */
const BORN_FROM = Date.UTC(1930, 0, 1);
const BORN_DAYS = 28_000;
const DAY_MS = 86_400_000;

/** Returns frames that admit and discharge in turn, each person once, at the time at which they are sent. */
export function makeStays(): (n: number) => Uint8Array {
  return (n) => {
    const stay = Math.floor(n / 2);
    return n % 2 === 0 || stay < IN_HOSPITAL ? frame('A01', n, stay) : frame('A03', n, stay - IN_HOSPITAL);
  };
}

/** Number of discharges among the first messages. */
export const dischargesAmong = (messages: number): number => Math.max(0, Math.floor(messages / 2) - IN_HOSPITAL);

function frame(event: 'A01' | 'A03', n: number, stay: number): Uint8Array {
  const born = new Date(BORN_FROM + ((stay * 7_919) % BORN_DAYS) * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '');
  const now = `${new Date().toISOString().replace(/[-:T]/g, '').slice(0, 14)}+0000`;
  return Buffer.from(
    `${String.fromCharCode(START_BLOCK)}MSH|^~\\&|PAS|BENCH|WARDVOICE|QUALITY|${now}||ADT^${event}|S${n}|P|2.5.1|||AL|NE||UNICODE UTF-8\r` +
      `EVN|${event}|${now}\r` +
      `PID|1||${1_000_000 + stay}^^^BENCH&2.999.1&ISO^MR||Testwell^Orla${stay % GIVEN_NAMES}^^^Ms^^L||${born}|F|||1 Invented Lane^^Exampletown^^A00 X000^IRL^H||^NET^Internet^stay${stay}@example.org||en^English^ISO639\r` +
      `PV1|1|I|WARD${stay % 30}^B12^2^BENCH^^N|R|||C0007^Sampleson^Grace^^^Dr|||MED|||||||||V${stay}^^^BENCH^VN|||||||||||||||||||||||||${now}|${event === 'A03' ? now : ''}\r` +
      `${String.fromCharCode(END_BLOCK)}\r`,
  );
}
