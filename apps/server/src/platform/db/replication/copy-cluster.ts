import { Readable } from 'node:stream';
import type { Client, Connection, Submittable } from 'pg';
import { parseLsn, type Lsn } from './lsn.ts';

/** The part of the log that a copy needs, and how large the copy is. */
export interface CopyRange {
  timeline: number;
  start: Lsn;
  end: Lsn;
  bytes: number;
}

export interface ClusterCopy {
  /** The files of the cluster, as one archive (tar). They are as they were at no moment: only the log of `range` makes them whole. */
  archive: Readable;
  /** Known when all of the archive has been read; null before. */
  range(): CopyRange | null;
}

const DATA = 'd'.charCodeAt(0);

/** Copies the files of a cluster while it goes on (PostgreSQL 18, "BASE_BACKUP"). Tablespaces elsewhere are refused. */
export function copyCluster(client: Client, label: string): ClusterCopy {
  const command = `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL false, MANIFEST 'no')`;
  let wire: Connection | null = null;
  /** Two rows have a place in the log and a timeline: before the archive and after it. A row for each tablespace is between them. */
  const rows: string[][] = [];
  let range: CopyRange | null = null;
  let bytes = 0;
  const archive = new Readable({
    read: () => wire?.stream.resume(),
    destroy(error, done) {
      if (!archive.readableEnded) wire?.stream.destroy();
      done(error);
    },
  });
  const query: Submittable & Record<string, unknown> = {
    submit(connection: Connection) {
      wire = connection;
      connection.query(command);
    },
    handleDataRow: ({ fields }: { fields: string[] }) => void rows.push(fields),
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      if (chunk[0] !== DATA) return;
      bytes += chunk.length - 1;
      // The parser writes over its buffer.
      if (!archive.push(Buffer.from(chunk.subarray(1)))) wire?.stream.pause();
    },
    handleError: (error: Error) => void archive.destroy(error),
    handleReadyForQuery: () => {
      const [first, own, last] = rows;
      if (rows.length !== 3 || !first || !own || !last)
        return archive.destroy(new Error('the cluster has tablespaces of its own, which are not copied'));
      range = { timeline: Number(first[1]), start: parseLsn(first[0] ?? ''), end: parseLsn(last[0] ?? ''), bytes };
      return archive.push(null);
    },
    handleCommandComplete: () => undefined,
    handleRowDescription: () => undefined,
  };
  client.once('end', () => archive.destroy(new Error('the connection has ended')));
  client.query(query);
  return { archive, range: () => range };
}
