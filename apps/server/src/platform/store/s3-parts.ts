import { StoreProblem, type FileDraft } from './file-store.ts';

/** Makes a signed call to the store. */
export type AskS3 = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  url: string,
  content?: Uint8Array | null,
) => Promise<Response>;

/** S3 takes at most 10,000 parts, each but the last of at least 5 MB. */
const PART_BYTES = 8 * 1024 * 1024;

/**
 * Stores an object in parts, which S3 puts together when all are there. Until then there is no object of this name. One that fits
 * into a part is stored at once.
 */
export function draftInParts(url: string, ask: AskS3): FileDraft {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let upload: string | null = null;
  const tags: string[] = [];

  async function sendPart(): Promise<void> {
    upload ??= await begin();
    const part = Buffer.concat(pieces);
    pieces = [];
    size = 0;
    const answer = await ask('PUT', `${url}?partNumber=${tags.length + 1}&uploadId=${upload}`, part);
    tags.push(answer.headers.get('etag') ?? '');
  }
  async function begin(): Promise<string> {
    const text = await (await ask('POST', `${url}?uploads=`)).text();
    const [, id] = /<UploadId>([^<]+)<\/UploadId>/.exec(text) ?? [];
    if (!id) throw new StoreProblem('The store began no upload in parts: check that it speaks the protocol of S3.');
    return encodeURIComponent(id);
  }
  return {
    async write(piece) {
      // The caller may use its memory again.
      pieces.push(Uint8Array.from(piece));
      size += piece.length;
      if (size >= PART_BYTES) await sendPart();
    },
    async finish() {
      if (upload === null) {
        await ask('PUT', url, Buffer.concat(pieces));
        return;
      }
      if (size > 0) await sendPart();
      const parts = tags.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const text = await (await ask('POST', `${url}?uploadId=${upload}`, Buffer.from(list))).text();
      // S3 answers 200 before it has put the parts together.
      if (text.includes('<Error>')) throw new StoreProblem('The store could not put a file together: try again.');
    },
    async discard() {
      pieces = [];
      if (upload !== null) await ask('DELETE', `${url}?uploadId=${upload}`);
    },
  };
}
