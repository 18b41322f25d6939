import { accountInvitations } from '@wardvoice/contract';
import { inOwnWords } from '../../../api/sentences.ts';

export interface Invitee {
  /** Where the line stands, from 1 on. */
  line: number;
  name: string;
  email: string;
  /** What is wrong with the line; null when it can be sent. */
  problem: string | null;
}

/** More than this at once is a directory, for which there is provisioning. */
export const MAX_PEOPLE = 200;

const ADDRESS = /[^\s<>,;"]+@[^\s<>,;"]*/;
const person = accountInvitations.inviteUser.body.shape.user;

/**
 * Reads one person a line, as they are copied from a table, a list of addresses or an e-mail: "Robin Wardly, robin@…",
 * "robin@…; Robin Wardly", "Robin Wardly <robin@…>". `twice` is what is said of an address that stands there before.
 */
export function readPeople(text: string, twice: string): Invitee[] {
  const seen = new Set<string>();
  return text.split('\n').flatMap((written, at) => {
    if (written.trim() === '') return [];
    const address = ADDRESS.exec(written)?.[0] ?? '';
    const name = written
      .replace(address, ' ')
      .replaceAll(/[<>,;"\t]/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const read = person.safeParse({ name, email: address });
    const email = address.toLowerCase();
    const isTwice = email !== '' && seen.has(email);
    seen.add(email);
    const problem = read.error ? inOwnWords(read.error.issues[0]?.message ?? '') : isTwice ? twice : null;
    return [{ line: at + 1, name, email, problem }];
  });
}
