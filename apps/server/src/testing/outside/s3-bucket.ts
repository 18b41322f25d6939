import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { portOf } from '../../platform/port-of.ts';

export interface S3Bucket {
  endpoint: string;
  /** Objects by their keys. */
  objects: Map<string, Buffer>;
  /** Parts of objects that are not put together yet. */
  uploads: ReadonlyMap<string, readonly Buffer[]>;
  /** What the next calls are answered with, instead of what was asked. */
  failNext: number[];
  close(): Promise<void>;
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** The signature (Signature Version 4) that this request must have, by what it says and the secret. */
function sign(request: IncomingMessage, body: Buffer, { secret, region }: { secret: string; region: string }): string {
  const url = new URL(request.url ?? '', 'http://store');
  const [, signedHeaders = ''] = /SignedHeaders=([^,]+)/.exec(request.headers.authorization ?? '') ?? [];
  const hash = createHash('sha256').update(body).digest('hex');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort((one, other) => (one < other ? -1 : 1))
    .join('&');
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const said = request.headers['x-amz-content-sha256'];
  const payload = said === 'UNSIGNED-PAYLOAD' ? said : hash;
  const canonical = [request.method, url.pathname, query, headers.join(''), signedHeaders, payload].join('\n');
  const at = String(request.headers['x-amz-date']);
  const day = at.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region));
  return hmac(key, text).toString('hex');
}

/** Starts a store that keeps one bucket in memory, refuses what is not signed with the secret, and lists two objects at a time. */
export async function startS3Bucket(bucket: string, signing: { secret: string; region: string }): Promise<S3Bucket> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  const failNext: number[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const failure = failNext.shift();
      if (failure) return response.writeHead(failure).end();
      if (!request.headers.authorization?.endsWith(`Signature=${sign(request, body, signing)}`))
        return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      const url = new URL(request.url ?? '', 'http://store');
      if (!url.pathname.startsWith(`/${bucket}/`)) return response.writeHead(404).end();
      const key = decodeURIComponent(url.pathname.slice(bucket.length + 2));
      if (key === '') return response.end(list(objects, url.searchParams));
      const upload = url.searchParams.get('uploadId');
      if (request.method === 'POST' && url.searchParams.has('uploads')) {
        const id = `upload/${uploads.size + 1}`;
        uploads.set(id, []);
        return response.end(
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      if (upload !== null) {
        const parts = uploads.get(upload);
        if (!parts) return response.writeHead(404).end('<Error><Code>NoSuchUpload</Code></Error>');
        if (request.method === 'PUT') {
          parts.push(body);
          return response.setHeader('etag', `"${parts.length}"`).end();
        }
        uploads.delete(upload);
        if (request.method === 'POST') objects.set(key, Buffer.concat(parts));
        return response.end();
      }
      if (request.method === 'PUT') objects.set(key, body);
      if (request.method === 'DELETE') {
        objects.delete(key);
        return response.writeHead(204).end();
      }
      const found = objects.get(key);
      return found ? response.end(request.method === 'GET' ? found : '') : response.writeHead(404).end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    objects,
    uploads,
    failNext,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const PAGE = 2;

function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const found = [...objects.keys()].filter((key) => key.startsWith(prefix));
  const folded = delimiter
    ? [...new Set(found.map((key) => prefix + (key.slice(prefix.length).split(delimiter)[0] ?? '') + delimiter))]
    : found;
  const from = Number(query.get('continuation-token') ?? 0);
  const page = folded.toSorted((one, other) => (one < other ? -1 : 1)).slice(from, from + PAGE);
  const lines = page.map((key) =>
    delimiter ? `<CommonPrefixes><Prefix>${key}</Prefix></CommonPrefixes>` : `<Contents><Key>${key}</Key></Contents>`,
  );
  const more = from + PAGE < folded.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  return `<ListBucketResult><Prefix>${prefix}</Prefix>${lines.join('')}${more}</ListBucketResult>`;
}
