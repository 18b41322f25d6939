import { StoreProblem, type FileStore } from '../../platform/store/file-store.ts';
import { openFileStore } from '../../platform/store/open-file-store.ts';
import type { Lsn } from '../../platform/db/replication/lsn.ts';
import { BackupProblem, isBackupName } from '../backups/index.ts';

/**
 * The log of a database beside its backups. A history is what one replication slot kept without a gap; a database that was
 * restored begins another. In the folder of a history are its base copies, and a folder with pieces of the log for each day.
 *
 *     wal/20261127T101500Z-0a1b2c/base-20261127T101501Z-3d4e5f/000001.part …, manifest.json
 *     wal/20261127T101500Z-0a1b2c/20261127/000000000a000000-000000000a7fffff-00000001-1795774501000.3f2a…
 */
const FOLDER = 'wal';
const BASE = 'base-';
const DAY = /^\d{8}$/;

/** A piece of the log: the bytes from `start` to before `end`. Without bytes it says that nothing was written until `coveredAt`. */
export interface WalPiece {
  /** The folder that it is in: the day on which it was stored, in UTC. */
  day: string;
  start: Lsn;
  end: Lsn;
  timeline: number;
  /** Everything that had been committed at this time is in it or in the pieces before it; null: it is not known. */
  coveredAt: Date | null;
  /** Name of the key that encrypts it. */
  key: string;
}

const PIECE = /^([0-9a-f]{16})-([0-9a-f]{16})-([0-9a-f]{8})-(\d+)[.]([0-9a-f]+)$/;

const hex = (number: bigint | number, digits: number): string => number.toString(16).padStart(digits, '0');

export const nameOfPiece = ({ start, end, timeline, coveredAt, key }: WalPiece): string =>
  `${hex(start, 16)}-${hex(end, 16)}-${hex(timeline, 8)}-${coveredAt?.getTime() ?? 0}.${key}`;

/** Null: the file is something else. */
function readPiece(day: string, name: string): WalPiece | null {
  const [, start, end, timeline, time, key] = PIECE.exec(name) ?? [];
  if (!start || !end || !timeline || !time || !key) return null;
  return {
    day,
    start: BigInt(`0x${start}`),
    end: BigInt(`0x${end}`),
    timeline: Number(`0x${timeline}`),
    coveredAt: time === '0' ? null : new Date(Number(time)),
    key,
  };
}

/** The day of a time, in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '');

export interface WalStore {
  readonly place: string;
  put(path: string, content: Buffer): Promise<void>;
  get(path: string): Promise<Buffer | null>;
  /** Names of all histories, the oldest first. */
  listHistories(): Promise<string[]>;
  /** Names of the base copies of a history, whole ones and others, and of its days; both oldest first. */
  listHistory(history: string): Promise<{ bases: string[]; days: string[] }>;
  listPieces(history: string, day: string): Promise<WalPiece[]>;
  removeFolder(path: string): Promise<void>;
}

/** Opens the log beside the backups at this address. Every call rejects with BackupProblem. */
export function openWalStore(address: string, environment: NodeJS.ProcessEnv = process.env): WalStore {
  const files = open(address, environment);
  const listFolders = async (path: string): Promise<string[]> =>
    (await files.listFolders(path).catch(asBackupProblem)).sort((one, other) => (one < other ? -1 : 1));
  return {
    place: files.place,
    put: (path, content) => files.put(path, content).catch(asBackupProblem),
    get: (path) => files.get(path).catch(asBackupProblem),
    listHistories: async () => (await listFolders('')).filter(isBackupName),
    async listHistory(history) {
      const folders = await listFolders(history);
      return {
        bases: folders.filter((name) => name.startsWith(BASE) && isBackupName(name.slice(BASE.length))),
        days: folders.filter((name) => DAY.test(name)),
      };
    },
    async listPieces(history, day) {
      const names = await files.listFiles(`${history}/${day}`).catch(asBackupProblem);
      return names.map((name) => readPiece(day, name)).filter((piece) => piece !== null);
    },
    removeFolder: (path) => files.removeFolder(path).catch(asBackupProblem),
  };
}

export const nameOfBase = (name: string): string => `${BASE}${name}`;

function open(address: string, environment: NodeJS.ProcessEnv): FileStore {
  try {
    return openFileStore(address, { within: FOLDER, setting: 'BACKUP_URL', environment });
  } catch (error) {
    return asBackupProblem(error);
  }
}

function asBackupProblem(error: unknown): never {
  throw error instanceof StoreProblem ? new BackupProblem(error.message) : error;
}
