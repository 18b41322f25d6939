import { createHmac } from 'node:crypto';
import type { DataKey, KeyRing } from '../../platform/keys/key-ring.ts';
import { deriveKey, keyName, sameSecret } from '../../platform/secrets.ts';

/** Everything that an entry says. */
export interface EntryContent {
  id: number;
  application_id: number | null;
  /** Microseconds since 1970, as precise as the database stores it. */
  at_us: number;
  user_id: number | null;
  user_name: string | null;
  session_id: number | null;
  address: string | null;
  action: string;
  record_type: string;
  record_id: number | null;
  refused: boolean;
  patient_ids: readonly number[];
  /** As it was read from JSON. */
  details: unknown;
}

export interface AuditKey {
  key: Buffer;
  /** Stored beside each signature, so that entries stay verifiable when another key follows. */
  name: string;
}

const auditKeys = new WeakMap<Buffer, AuditKey>();

/** Returns the key that signs entries, and nothing else. */
export function auditKey({ key: dataKey }: Pick<DataKey, 'key'>): AuditKey {
  const known = auditKeys.get(dataKey);
  if (known) return known;
  const key = deriveKey(dataKey, 'audit entries');
  const made = { key, name: keyName(key) };
  auditKeys.set(dataKey, made);
  return made;
}

/** Finds the key that has signed an entry by the name that is stored with it. */
export const findSigner = ({ all }: KeyRing, name: string): DataKey | undefined =>
  all.find((dataKey) => auditKey(dataKey).name === name);

export const signEntry = (key: Buffer, content: EntryContent): Buffer =>
  createHmac('sha256', key).update(encodeEntry(content)).digest();

export const isSignedBy = (key: Buffer, content: EntryContent, mac: Buffer): boolean =>
  sameSecret(signEntry(key, content).toString('hex'), mac.toString('hex'));

/** Version of the encoding. It is signed as well. */
const ENCODING = 1;

/** One text for each content, and one content for each text. */
const encodeEntry = (entry: EntryContent): string =>
  canonicalJson([
    ENCODING,
    entry.id,
    entry.application_id,
    entry.at_us,
    entry.user_id,
    entry.user_name,
    entry.session_id,
    entry.address,
    entry.action,
    entry.record_type,
    entry.record_id,
    entry.refused,
    entry.patient_ids,
    entry.details,
  ]);

/** JSON with the names of each object in order, because the database does not keep theirs. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}
