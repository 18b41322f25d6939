import type { Credentials } from './credentials.ts';

/** Name of the database, and of the ordinary role that the program uses. It owns nothing. */
export const APPLICATION = 'wardvoice';
/** Owns the database and its tables, and migrates them. It is no superuser either. */
export const OWNER = 'wardvoice_owner';

/** Addresses of the embedded database, one for each role. */
export interface EmbeddedAddresses {
  /** Connects as the role `wardvoice`, which is no superuser, owns nothing, and for which row-level security holds. */
  connectionString: string;
  /** Connects as the owner of the tables, for migrations. */
  ownerConnectionString: string;
  superuserConnectionString: string;
}

export function addressesOf({ application, owner, superuser }: Credentials, port: number): EmbeddedAddresses {
  const address = `127.0.0.1:${port}`;
  return {
    connectionString: `postgres://${APPLICATION}:${application}@${address}/${APPLICATION}`,
    ownerConnectionString: `postgres://${OWNER}:${owner}@${address}/${APPLICATION}`,
    superuserConnectionString: `postgres://postgres:${superuser}@${address}/postgres`,
  };
}
