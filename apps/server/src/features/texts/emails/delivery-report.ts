/** What a report says became of an e-mail; `null` when it says nothing for good, as that it is still being tried. */
export interface DeliveryReport {
  event: 'delivered' | 'failed' | 'bounced' | null;
  /** Why it was not delivered, in the words of the mail server that refused it. */
  error: string | null;
}

/** Statuses by which nobody has the address: RFC 3463 §3.2 and §3.3, and the null MX of RFC 7505. */
const NOBODY = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);
const STATUS = /\b[245]\.\d{1,3}\.\d{1,3}\b/;

/**
 * Reads the fields of a delivery status notification (RFC 3464 §2). A full mailbox or a refused text is `failed`; `bounced` is only what
 * ends writing to the address.
 */
export function readDeliveryStatus(content: string): DeliveryReport {
  const [, ...recipients] = content
    .split(/\r?\n\s*\r?\n/)
    .filter((group) => group.trim() !== '')
    .map(readFields);
  const about = (action: string) => recipients.find((fields) => fields.get('action')?.toLowerCase() === action);
  const failed = about('failed');
  if (failed) {
    const [, diagnostic = null] = /^[^;]*;\s*(.*)$/.exec(failed.get('diagnostic-code') ?? '') ?? [];
    // Some mail servers say 5.0.0 and leave what was wrong to the words of the other one.
    const statuses = [failed.get('status'), diagnostic].map((text) => STATUS.exec(text ?? '')?.[0]);
    const event = statuses.some((status) => status !== undefined && NOBODY.has(status)) ? 'bounced' : 'failed';
    return { event, error: diagnostic ?? failed.get('status') ?? null };
  }
  return { event: about('delivered') ? 'delivered' : null, error: null };
}

/** Of reports by mail providers these say that somebody does not want the e-mail (RFC 5965 §7.3). "not-spam" is the contrary. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list']);

export const isComplaint = (content: string): boolean =>
  COMPLAINTS.has(readFields(content).get('feedback-type')?.toLowerCase() ?? '');

/** Returns fields by their names in lower case. A line that begins with a space goes on with the line before. */
function readFields(group: string): ReadonlyMap<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const [, name, value] = /^([!-9;-~]+)\s*:\s*(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.replaceAll('\0', '').trim()]];
    }),
  );
}
