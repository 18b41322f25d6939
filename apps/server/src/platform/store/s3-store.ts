import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { codeOf } from '../errors.ts';
import { StoreProblem, type FileStore } from './file-store.ts';
import { draftInParts, type AskS3 } from './s3-parts.ts';

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
export function openS3Store(address: S3Address, { within, setting }: { within: string; setting: string }): FileStore {
  const { bucket, prefix, endpoint, region, accessKey, secretKey } = address;
  const place = `s3://${[bucket, prefix].filter(Boolean).join('/')}`;
  if (!accessKey || !secretKey)
    throw new StoreProblem(
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
  const home = [prefix, within].filter(Boolean).join('/');
  const urlOf = (path: string) => [base, home, path].filter(Boolean).join('/');
  const missing = () => new StoreProblem(`There is no bucket ${bucket}: make it, or name another in ${setting}.`);

  const ask: AskS3 = async (method, url, content = null) => {
    const body = content && new Uint8Array(content);
    // The time is that to the answer: a large file may take longer to be read.
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), TIMEOUT_MS);
    const request = { method, ...(body ? { body } : {}), signal: given.signal };
    const answer = await client
      .fetch(url, request)
      .catch((error: unknown) => {
        const reason = codeOf(error instanceof Error && error.cause ? error.cause : error) ?? 'no answer';
        throw new StoreProblem(`The store ${place} cannot be reached (${reason}): check the endpoint and the network.`);
      })
      .finally(() => clearTimeout(timer));
    if (answer.ok || answer.status === 404) return answer;
    const [, code = ''] = /<Code>([\w.]+)<\/Code>/.exec(await answer.text()) ?? [];
    throw new StoreProblem(
      `The store ${place} refuses ${method} (${answer.status} ${code}): check the access key, its rights and the region.`,
    );
  };
  const askThere: AskS3 = async (...call) => {
    const answer = await ask(...call);
    if (!answer.ok) throw missing();
    return answer;
  };
  const listKeys = async (path: string, delimiter: string): Promise<string[]> => {
    const prefixOfKeys = [home, path].filter(Boolean).join('/');
    const found: string[] = [];
    for (let after: string | null = ''; after !== null;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefixOfKeys}/`, delimiter });
      if (after) query.set('continuation-token', after);
      const text = await (await askThere('GET', `${base}/?${query.toString()}`)).text();
      const tag = delimiter ? /<CommonPrefixes>\s*<Prefix>([^<]+)/g : /<Key>([^<]+)/g;
      found.push(...[...text.matchAll(tag)].map(([, key = '']) => key));
      after = /<NextContinuationToken>([^<]+)/.exec(text)?.[1] ?? null;
    }
    return found;
  };

  return {
    place,
    async put(path, content) {
      await askThere('PUT', urlOf(path), content);
    },
    write: async (path) => draftInParts(urlOf(path), askThere),
    async get(path) {
      const answer = await ask('GET', urlOf(path));
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
    },
    async read(path) {
      const answer = await ask('GET', urlOf(path));
      return answer.ok && answer.body ? Readable.fromWeb(answer.body) : null;
    },
    async listFolders(path) {
      return (await listKeys(path, '/')).map((key) => key.replace(/\/$/, '').split('/').at(-1) ?? '');
    },
    async listFiles(path) {
      return (await listKeys(path, '')).map((key) => key.split('/').at(-1) ?? '');
    },
    async remove(path) {
      await ask('DELETE', urlOf(path));
    },
    async removeFolder(path) {
      for (const key of await listKeys(path, '')) await ask('DELETE', `${base}/${key}`);
    },
    async check() {
      const probe = urlOf('.probe');
      await askThere('PUT', probe, Buffer.from('wardvoice'));
      await ask('DELETE', probe);
    },
  };
}
