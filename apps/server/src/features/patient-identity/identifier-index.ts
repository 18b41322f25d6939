import type { SentIdentifier } from '../patient-events/index.ts';
import type { Authorities } from './authorities.queries.ts';
import type { IdentifierRecord, PatientRecord } from './patient-records.queries.ts';
import type { IdentifierRanking } from './rank-identifiers.ts';

/** Which number leads to which patient, for the messages of one batch. */
export interface IdentifierIndex {
  /**
   * Returns the patients of a number: none, one, or several. Several are possible for a number without a type, which
   * matches any type, and for one with a type, which also matches numbers without one.
   */
  find(sent: SentIdentifier): readonly PatientRecord[];
  /**
   * Returns the numbers of a person that decide who it is: those that are ranked or have no type, without those that several people share;
   * all where there is none of these.
   */
  deciding(identifiers: readonly SentIdentifier[]): readonly SentIdentifier[];
  /** Returns the numbers that do not decide, beside some that do. */
  others(identifiers: readonly SentIdentifier[]): readonly SentIdentifier[];
  /** Returns whether somebody has decided that several people have this number. */
  isShared(sent: SentIdentifier): boolean;
  best(identifiers: readonly SentIdentifier[]): SentIdentifier;
  /** Adds numbers to a patient. A number that leads to another patient is left unchanged. */
  add(patient: PatientRecord, identifiers: readonly SentIdentifier[]): void;
  /** Returns one text for a number with its authority and type. */
  keyOf(sent: SentIdentifier): string;
  /** Returns what was added since the last call. */
  drainAdded(): IdentifierRecord[];
}

interface Options {
  authorities: Authorities;
  ranking: IdentifierRanking;
  known: readonly IdentifierRecord[];
  patients: readonly PatientRecord[];
}

interface Entry {
  type: string;
  patient: PatientRecord;
  isShared: boolean;
}

export function createIdentifierIndex({ authorities, ranking, known, patients }: Options): IdentifierIndex {
  const { isRanked, rankOf } = ranking;
  const isStrong = (sent: SentIdentifier) => sent.type === '' || isRanked(sent);
  const patientById = new Map(patients.map((patient) => [patient.id, patient]));
  const entries = new Map<string, Entry[]>();
  let added: IdentifierRecord[] = [];
  const put = (authorityId: number, identifier: string, entry: Entry) => {
    const key = `${authorityId}\0${identifier}`;
    const there = entries.get(key);
    if (there) there.push(entry);
    else entries.set(key, [entry]);
  };
  for (const { authority_id, type, identifier, patient_id, is_shared: isShared } of known) {
    const patient = patientById.get(patient_id);
    if (patient) put(authority_id, identifier, { type, patient, isShared });
  }

  const authorityOf = (sent: SentIdentifier): number => authorities.idOf(sent) ?? 0;
  const entriesOf = (sent: SentIdentifier): readonly Entry[] =>
    entries.get(`${authorityOf(sent)}\0${sent.identifier}`) ?? [];

  const entriesFor = (sent: SentIdentifier): readonly Entry[] => {
    const there = entriesOf(sent);
    const exact = there.find(({ type }) => type === sent.type);
    if (exact) return [exact];
    return sent.type === '' ? there : there.filter(({ type }) => type === '');
  };
  const isShared = (sent: SentIdentifier): boolean => entriesFor(sent).some((entry) => entry.isShared);

  return {
    find: (sent) => entriesFor(sent).map(({ patient }) => patient),
    isShared,
    deciding(identifiers) {
      const strong = identifiers.filter(isStrong);
      const own = strong.filter((one) => !isShared(one));
      return own.length > 0 ? own : strong.length > 0 ? strong : identifiers;
    },
    others: (identifiers) => (identifiers.some(isStrong) ? identifiers.filter((one) => !isStrong(one)) : []),
    best(identifiers) {
      const [best] = identifiers.toSorted((a, b) => rankOf(a) - rankOf(b));
      if (!best) throw new Error('a person without a number');
      return best;
    },
    add(patient, identifiers) {
      for (const sent of identifiers) {
        if (entriesOf(sent).some(({ type }) => type === sent.type)) continue;
        const authorityId = authorityOf(sent);
        const isSharedToo = isShared(sent);
        put(authorityId, sent.identifier, { type: sent.type, patient, isShared: isSharedToo });
        added.push({
          authority_id: authorityId,
          type: sent.type,
          identifier: sent.identifier,
          patient_id: patient.id,
          identifies: isStrong(sent) && !isSharedToo,
          is_shared: isSharedToo,
        });
      }
    },
    keyOf: (sent) => `${authorityOf(sent)}\0${sent.type}\0${sent.identifier}`,
    drainAdded() {
      const taken = added;
      added = [];
      return taken;
    },
  };
}
