/** One machine of a database. */
export interface DatabaseHost {
  /** A name, an IP address without brackets, or the folder of a local socket. */
  host: string;
  port: number;
}

export interface DatabaseAddress {
  /** One for a database of one machine; several where another may take over. */
  hosts: readonly DatabaseHost[];
  /** The same address with the first host only, and without what node-postgres does not know. */
  url: URL;
}

const PARTS = /^(?<before>postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)(?<hosts>[^/?#]*)(?<after>.*)$/i;
const HOST = /^(?:\[(?<v6>[0-9a-f:.%]+)\]|(?<name>[^:[\]]*))(?::(?<port>\d{1,5}))?$/i;
const DEFAULT_PORT = 5432;
const MAX_PORT = 65_535;
/** Values with which libpq connects to a server that accepts writes (PostgreSQL 18, libpq-connect). */
const WRITABLE = new Set(['read-write', 'primary']);

/**
 * Reads an address as libpq does, with one host or several: postgres://user:password@a:5432,b:5432/wardvoice. A parameter
 * target_session_attrs must ask for a server that accepts writes, as it is understood without it. Null: it is no such address.
 */
export function readDatabaseAddress(text: string): DatabaseAddress | null {
  const parts = PARTS.exec(text)?.groups;
  const hosts = (parts?.['hosts'] ?? '').split(',').map(readHost);
  const [first] = hosts;
  if (!parts || !first || !hosts.every((one) => one !== null)) return null;
  const isSingle = hosts.length === 1;
  const single = isSingle ? text : `${parts['before']}${inUrl(first)}${parts['after']}`;
  if (!URL.canParse(single)) return null;
  const url = new URL(single);
  const attributes = url.searchParams.get('target_session_attrs');
  url.searchParams.delete('target_session_attrs');
  if (attributes !== null && !WRITABLE.has(attributes)) return null;
  if (hosts.some(({ host }) => host === '')) return null;
  // A parameter names one host, such as the folder of a socket, and would hide the others.
  if (!isSingle && url.searchParams.has('host')) return null;
  return { hosts, url };
}

function readHost(text: string): DatabaseHost | null {
  const found = HOST.exec(text)?.groups;
  const port = found?.['port'] === undefined ? DEFAULT_PORT : Number(found['port']);
  return found && port <= MAX_PORT ? { host: found['v6'] ?? found['name'] ?? '', port } : null;
}

const inUrl = ({ host, port }: DatabaseHost) => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Returns the same address for another database of the same server. */
export function inDatabase(connectionString: string, name: string): string {
  const [, before = '', , query = ''] = /^([a-z]+:\/\/[^/?#]*)(\/[^?#]*)?(\?.*)?$/i.exec(connectionString) ?? [];
  return `${before}/${encodeURIComponent(name)}${query}`;
}

/** Returns the role that the address signs in as. */
export function roleOf(connectionString: string): string {
  const url = readDatabaseAddress(connectionString)?.url;
  return decodeURIComponent(url?.username ?? '');
}
