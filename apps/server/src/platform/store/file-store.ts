import type { Readable } from 'node:stream';

/** A place for files by their path, such as `a/b.part`: a folder of this machine, or a bucket. Every call rejects with StoreProblem. */
export interface FileStore {
  /** The address without what it takes to get in. */
  readonly place: string;
  /** Stores a file completely, or not at all. */
  put(path: string, content: Buffer): Promise<void>;
  /** Begins a file that is written piece by piece. Nobody finds it before it is finished. */
  write(path: string): Promise<FileDraft>;
  /** Null: there is no such file. */
  get(path: string): Promise<Buffer | null>;
  /** The same as a stream, for a file that is larger than the memory. */
  read(path: string): Promise<Readable | null>;
  /** Names of the folders in a folder. */
  listFolders(path: string): Promise<string[]>;
  /** Names of the files in a folder. Drafts of some that are being written may be among them. */
  listFiles(path: string): Promise<string[]>;
  /** Removes a file. One that is not there is removed already. */
  remove(path: string): Promise<void>;
  removeFolder(path: string): Promise<void>;
  /** Rejects when nothing can be written there. */
  check(): Promise<void>;
}

export interface FileDraft {
  write(piece: Uint8Array): Promise<void>;
  /** Resolves when the file is stored under its name. */
  finish(): Promise<void>;
  /** Removes what was written. */
  discard(): Promise<void>;
}

/** A store that cannot be reached, or refuses. Its message says what to do, and contains no secret. */
export class StoreProblem extends Error {
  override name = 'StoreProblem';
}
