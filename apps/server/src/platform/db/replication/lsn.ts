/** A place in PostgreSQL's write-ahead log (WAL): bytes since its beginning. It is written as two hexadecimal halves, 16/B374D848. */
export type Lsn = bigint;

const HALF_BITS = 32n;

/** Throws on what is no place in the log. */
export function parseLsn(text: string): Lsn {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new Error(`"${text}" is no place in the write-ahead log`);
  return (BigInt(`0x${high}`) << HALF_BITS) | BigInt(`0x${low}`);
}

export const formatLsn = (lsn: Lsn): string =>
  `${(lsn >> HALF_BITS).toString(16)}/${BigInt.asUintN(32, lsn).toString(16)}`.toUpperCase();

/** Size of a file of the log, as initdb makes them. */
export const SEGMENT_BYTES = 16n * 1024n * 1024n;

/** The first byte of the file that has this place. */
export const segmentStart = (lsn: Lsn): Lsn => lsn - (lsn % SEGMENT_BYTES);

const hex8 = (number: bigint): string => number.toString(16).toUpperCase().padStart(8, '0');

/** Name of the file in pg_wal that has this place. */
export function segmentName(timeline: number, lsn: Lsn): string {
  const perHalf = (1n << HALF_BITS) / SEGMENT_BYTES;
  const number = lsn / SEGMENT_BYTES;
  return hex8(BigInt(timeline)) + hex8(number / perHalf) + hex8(number % perHalf);
}
