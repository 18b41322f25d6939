import type { RawBuilder } from 'kysely';

export type FileRow = Readonly<Record<string, unknown>>;

/** A file of rows in one format, written as they come. */
export interface RowFile {
  /** SQL: what is selected of the rows, which are named `r`. */
  readonly selection: RawBuilder<unknown>;
  write(rows: readonly FileRow[]): Promise<void>;
  /** Writes what is left. */
  finish(): Promise<void>;
}

/** Takes the bytes of a file. Their memory may be used again when it resolves. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;
