import { createHmac } from 'node:crypto';

/** Returns the name of a key, which is stored beside what the key signed. The key cannot be computed from it. */
export const keyName = (key: Buffer): string => createHmac('sha256', key).update('name').digest('hex').slice(0, 12);
