import type { Client, ClientConfig } from 'pg';
import { newClient } from '../hosts/connect.ts';
import { onlyRow } from '../only-row.ts';
import { parseLsn, type Lsn } from './lsn.ts';

/** What node-postgres has, and its types do not: the option that makes a walsender of the backend. */
type ReplicationConfig = ClientConfig & { connectionString: string; replication: 'true' };

export interface SystemIdentity {
  systemId: string;
  timeline: number;
  /** To where the log is on the disk. */
  end: Lsn;
}

/** Opens a connection that speaks the replication protocol (PostgreSQL 18, "Streaming Replication Protocol"). */
export async function openReplication(connectionString: string, name: string): Promise<Client> {
  const config: ReplicationConfig = { connectionString, application_name: name, replication: 'true' };
  const client = newClient(config);
  // A connection that breaks fails the command that it serves.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export async function identifySystem(client: Client): Promise<SystemIdentity> {
  const { rows } = await client.query<{ systemid: string; timeline: string; xlogpos: string }>('IDENTIFY_SYSTEM');
  const { systemid, timeline, xlogpos } = onlyRow(rows);
  return { systemId: systemid, timeline: Number(timeline), end: parseLsn(xlogpos) };
}
