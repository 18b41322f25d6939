import { namesOfAuthority, type SentIdentifier } from '../patient-events/index.ts';
import type { NamedAuthority } from './authorities.queries.ts';

/** Which numbers identify a person, in the order that an application sets. */
export interface IdentifierRanking {
  isRanked(sent: SentIdentifier): boolean;
  /** Lower is better. */
  rankOf(sent: SentIdentifier): number;
}

interface Entry {
  /** CX.5; null for any type. */
  type: string | null;
  /** The names of the authority that the entry means; null for any authority. */
  authority: readonly string[] | null;
}

/** What senders write for a type of HL7 table 0203. */
const ALSO_WRITTEN: Readonly<Record<string, string>> = { MRN: 'MR' };

/**
 * National numbers are used without being listed: NN and the country (HL7 table 0203), and what Ireland, Australia and France write for
 * theirs.
 */
const NATIONAL = /^(?:NN.+|IHI|PPSN?|INS(?:-.+)?)$/;
/** National numbers rank after all that an application lists, then numbers without a type, then all others. */
const RANK = { national: 500, withoutType: 900, other: 1_000 } as const;

/** "MR" is that type of any authority, "MR@HOSP" that type of one authority, "@HOSP" any number of that authority. */
const readEntry = (entry: string): Entry => {
  const [type = '', authority] = entry.trim().toUpperCase().split('@');
  return { type: type || null, authority: authority ? namesOfAuthority(authority) : null };
};

/** Returns the names of the authorities in a ranked list, so that they can be looked up. */
export const authoritiesOfRanking = (entries: readonly string[]): string[] =>
  entries.flatMap((entry) => readEntry(entry).authority ?? []);

/** `isSame` returns whether a number's authority is also known by this name. */
export function createRanking(
  entries: readonly string[],
  isSame: (named: NamedAuthority, name: string) => boolean,
): IdentifierRanking {
  const ranked = entries.map(readEntry);
  const indexOf = (sent: SentIdentifier): number =>
    ranked.findIndex(
      ({ type, authority }) =>
        (type === null || type === sent.type || type === ALSO_WRITTEN[sent.type]) &&
        (authority === null || authority.some((name) => isSame(sent, name))),
    );
  const isNational = ({ type }: SentIdentifier) => NATIONAL.test(type);
  return {
    isRanked: (sent) => indexOf(sent) >= 0 || isNational(sent),
    rankOf(sent) {
      const index = indexOf(sent);
      if (index >= 0) return index;
      return isNational(sent) ? RANK.national : sent.type === '' ? RANK.withoutType : RANK.other;
    },
  };
}
