/**
 * Where backups are kept: a folder of this machine, or a bucket. Each backup is a folder of files below `snapshots/`; other
 * folders beside it are left alone.
 */
export interface BackupStore {
  /** The address without what it takes to get in. */
  readonly place: string;
  /** Stores a file completely, or not at all. */
  put(name: string, file: string, content: Buffer): Promise<void>;
  /** Null: there is no such file. */
  get(name: string, file: string): Promise<Buffer | null>;
  /** Names of backups, whole ones and others, the oldest first. */
  list(): Promise<string[]>;
  /** Removes a backup, its manifest first. */
  remove(name: string): Promise<void>;
  /** Rejects with BackupProblem when nothing can be written there. */
  check(): Promise<void>;
}

export const SNAPSHOTS = 'snapshots';

/** The name says when the backup was begun. */
const NAME = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[0-9a-f]{6}$/;

export const isBackupName = (name: string): boolean => NAME.test(name);

/** When a backup was begun, by its name. */
export const begunAt = (name: string): Date => new Date(name.replace(NAME, '$1-$2-$3T$4:$5:$6Z'));

export const newBackupName = (at: Date, mark: string): string =>
  `${at.toISOString().replaceAll(/[-:]|[.]\d+/g, '')}-${mark}`;
