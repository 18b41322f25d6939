import { AwsClient } from 'aws4fetch';
import { codeOf } from '../../../platform/errors.ts';
import { BackupProblem } from '../backup-problem.ts';
import { MANIFEST_FILE } from '../manifest.ts';
import { isBackupName, SNAPSHOTS, type BackupStore } from './backup-store.ts';

/** Longer than a part takes on a slow line. */
const TIMEOUT_MS = 120_000;

export interface S3Address {
  bucket: string;
  /** Without slashes at its ends; empty: the whole bucket. */
  prefix: string;
  /** Address of another store than Amazon's, or null. */
  endpoint: string | null;
  region: string;
  accessKey: string;
  secretKey: string;
}

/** Reads s3://KEY:SECRET@BUCKET/PREFIX?region=…&endpoint=…; a key that is not there is taken from the environment. */
export function readS3Address(text: string, environment: Readonly<Record<string, string | undefined>>): S3Address {
  const url = new URL(text);
  return {
    bucket: url.hostname,
    prefix: url.pathname.replaceAll(/^\/+|\/+$/g, ''),
    endpoint: url.searchParams.get('endpoint')?.replace(/\/+$/, '') ?? null,
    region: url.searchParams.get('region') ?? environment['AWS_REGION'] ?? 'us-east-1',
    accessKey: decodeURIComponent(url.username) || (environment['AWS_ACCESS_KEY_ID'] ?? ''),
    secretKey: decodeURIComponent(url.password) || (environment['AWS_SECRET_ACCESS_KEY'] ?? ''),
  };
}

/** A bucket of Amazon S3, or of another store that speaks its protocol. */
export function openS3Store(address: S3Address): BackupStore {
  const { bucket, prefix, endpoint, region, accessKey, secretKey } = address;
  const place = `s3://${[bucket, prefix].filter(Boolean).join('/')}`;
  if (!accessKey || !secretKey)
    throw new BackupProblem(
      `There is no access key for ${place}: write it like s3://KEY:SECRET@${bucket}/…, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 4,
  });
  const base = endpoint ? `${endpoint}/${bucket}` : `https://${bucket}.s3.${region}.amazonaws.com`;
  const home = [prefix, SNAPSHOTS].filter(Boolean).join('/');
  const pathOf = (...names: string[]) => [base, home, ...names].join('/');

  const ask = async (method: 'GET' | 'PUT' | 'DELETE', url: string, content: Buffer | null = null) => {
    const body = content && new Uint8Array(content);
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await client.fetch(url, { method, ...(body ? { body } : {}), signal }).catch((error: unknown) => {
      const reason = codeOf(error instanceof Error && error.cause ? error.cause : error) ?? 'no answer';
      throw new BackupProblem(`The store ${place} cannot be reached (${reason}): check the endpoint and the network.`);
    });
    if (answer.ok || answer.status === 404) return answer;
    const [, code = ''] = /<Code>([\w.]+)<\/Code>/.exec(await answer.text()) ?? [];
    throw new BackupProblem(
      `The store ${place} refuses ${method} (${answer.status} ${code}): check the access key, its rights and the region.`,
    );
  };
  const put = async (url: string, content: Buffer) => {
    const answer = await ask('PUT', url, content);
    if (!answer.ok) throw new BackupProblem(`There is no bucket ${bucket}: make it, or name another in BACKUP_URL.`);
  };
  const listKeys = async (within: string, delimiter: string): Promise<string[]> => {
    const found: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: within, delimiter });
      if (after) query.set('continuation-token', after);
      const answer = await ask('GET', `${base}/?${query.toString()}`);
      if (!answer.ok) throw new BackupProblem(`There is no bucket ${bucket}: make it, or name another in BACKUP_URL.`);
      const text = await answer.text();
      const tag = delimiter ? /<CommonPrefixes>\s*<Prefix>([^<]+)/g : /<Key>([^<]+)/g;
      found.push(...[...text.matchAll(tag)].map(([, key = '']) => key));
      after = /<NextContinuationToken>([^<]+)/.exec(text)?.[1] ?? null;
    }
    return found;
  };

  return {
    place,
    put: (name, file, content) => put(pathOf(name, file), content),
    async get(name, file) {
      const answer = await ask('GET', pathOf(name, file));
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
    },
    async list() {
      const folders = await listKeys(`${home}/`, '/');
      return folders
        .map((key) => key.replace(/\/$/, '').split('/').at(-1) ?? '')
        .filter(isBackupName)
        .sort((one, other) => (one < other ? -1 : 1));
    },
    async remove(name) {
      await ask('DELETE', pathOf(name, MANIFEST_FILE));
      for (const key of await listKeys(`${home}/${name}/`, '')) await ask('DELETE', `${base}/${key}`);
    },
    async check() {
      const probe = pathOf('.probe');
      await put(probe, Buffer.from('wardvoice'));
      await ask('DELETE', probe);
    },
  };
}
