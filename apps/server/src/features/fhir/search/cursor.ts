import { z } from 'zod';
import { BadSearch } from '../fhir-error.ts';

const milliseconds = z.number().int().min(0).max(8.64e15);
const cursor = z.tuple([
  /** Time of change and id of the last row of the page before. */
  milliseconds,
  z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** Up to which time of change the walk goes: that of its first page. Null: as far as there is something. */
  milliseconds.nullable(),
  z.number().int().min(0).max(999).optional(),
]);

/** The row after which a page begins. */
export interface Position {
  changedAt: Date;
  /** What a Date leaves out of that time, 0 to 999. Only rows that are older than the column of changes have any. */
  microseconds: number;
  id: number;
}

export interface Cursor {
  after: Position;
  until: Date | null;
}

/** Writes where the next page begins. It names no record of a person but by its id, and gives no access. */
export const writeCursor = ({ after, until }: Cursor): string =>
  Buffer.from(
    JSON.stringify([
      after.changedAt.getTime(),
      after.id,
      until?.getTime() ?? null,
      ...(after.microseconds > 0 ? [after.microseconds] : []),
    ]),
  ).toString('base64url');

export function readCursor(text: string): Cursor {
  const { success, data } = cursor.safeParse(parse(text));
  if (!success)
    throw new BadSearch('This is no page of this search. Follow the link "next" of the page before as it is.');
  const [changedAt, id, until, microseconds = 0] = data;
  return {
    after: { changedAt: new Date(changedAt), microseconds, id },
    until: until === null ? null : new Date(until),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}
