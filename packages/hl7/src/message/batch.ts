/** A file of messages, with or without FHS/BHS … BTS/FTS and MLLP frame bytes, with any kind of line end. */
export interface Batch {
  /** Each message begins with its MSH and ends before the next one. They are views of the given bytes. */
  readonly messages: readonly Uint8Array[];
  /** The number of messages that the sender declares, over all batches (BTS-1); null when there is none. */
  readonly declaredCount: number | null;
  /** Number of bytes that belong to no message and no envelope segment, without line ends and frame bytes. */
  readonly strayBytes: number;
  /**
   * `cut`: what was opened (FHS, BHS, an MLLP frame) is not closed. `open`: only the last line end is missing, which may mean
   * that the file was cut off, or that it was edited.
   */
  readonly ending: 'whole' | 'open' | 'cut';
}

const CR = 0x0d;
const LF = 0x0a;
const START_BLOCK = 0x0b;
const END_BLOCK = 0x1c;

/** Splits a file into messages. UTF-16 is returned as one message, so that its reader refuses it by name. */
export function splitBatch(bytes: Uint8Array): Batch {
  const messages: Uint8Array[] = [];
  let declaredCount: number | null = null;
  let strayBytes = 0;
  let position = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  if (looksLikeUtf16(bytes)) return { messages: [bytes], declaredCount, strayBytes, ending: 'whole' };
  /** FHS, BHS and frames that have not been closed yet. */
  const opened = new Set<string>();

  let messageStart = -1;
  const close = (end: number): void => {
    if (messageStart !== -1) messages.push(bytes.subarray(messageStart, end));
    messageStart = -1;
  };
  while (position < bytes.length) {
    if (isBreak(bytes[position])) {
      if (bytes[position] === END_BLOCK || bytes[position] === START_BLOCK) close(position);
      if (bytes[position] === START_BLOCK) opened.add('frame');
      if (bytes[position] === END_BLOCK) opened.delete('frame');
      position++;
      continue;
    }
    let end = position;
    while (end < bytes.length && !isBreak(bytes[end])) end++;
    const name = segmentName(bytes, position, end);
    switch (name) {
      case 'MSH':
        close(position);
        messageStart = position;
        break;
      case 'BTS':
        close(position);
        opened.delete('BHS');
        declaredCount = addCount(declaredCount, bytes, position, end);
        break;
      case 'FHS':
      case 'BHS':
        close(position);
        opened.add(name);
        break;
      case 'FTS':
        close(position);
        opened.delete('FHS');
        break;
      default:
        if (messageStart === -1) strayBytes += end - position;
    }
    position = end;
  }
  const endsInMessage = messageStart !== -1 && !isBreak(bytes.at(-1));
  close(bytes.length);
  return { messages, declaredCount, strayBytes, ending: opened.size > 0 ? 'cut' : endsInMessage ? 'open' : 'whole' };
}

function isBreak(byte: number | undefined): boolean {
  return byte === CR || byte === LF || byte === START_BLOCK || byte === END_BLOCK;
}

/** Returns the name of the segment; '' unless the line is a name followed by a separator, or a name alone. */
function segmentName(bytes: Uint8Array, from: number, end: number): string {
  if (end - from < 3) return '';
  const after = end - from > 3 ? String.fromCharCode(bytes[from + 3] ?? 0) : '|';
  if (/[A-Za-z0-9]/.test(after)) return '';
  return String.fromCharCode(bytes[from] ?? 0, bytes[from + 1] ?? 0, bytes[from + 2] ?? 0);
}

function addCount(sum: number | null, bytes: Uint8Array, from: number, end: number): number | null {
  let count = 0;
  let digits = 0;
  for (let i = from + 4; i < end; i++, digits++) {
    const digit = (bytes[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    count = count * 10 + digit;
  }
  return digits === 0 || digits > 9 ? sum : (sum ?? 0) + count;
}

function looksLikeUtf16(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  return (
    (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || (first !== undefined && second === 0)
  );
}

/** Replaces LF and CRLF by CR, the only segment end of the standard, so that an edited file can be sent. */
export function endSegmentsInCarriageReturns(bytes: Uint8Array): Uint8Array {
  const ended = new Uint8Array(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte !== LF) ended[length++] = byte;
    else if (bytes[i - 1] !== CR) ended[length++] = CR;
  }
  return ended.subarray(0, length);
}
