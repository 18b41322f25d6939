import type { Authorities } from './authorities.queries.ts';
import type { IdentifierRecord, PatientRecord } from './patient-records.queries.ts';
import type { SentIdentifier } from './read-identifiers.ts';

/** Which number leads to which patient, for the messages of one batch. */
export interface IdentifierIndex {
  /**
   * The patients of a number: one, none, or several where it comes without a type and is known under types of several
   * patients. A number without a type is that of any type, and the other way round.
   */
  find(sent: SentIdentifier): readonly PatientRecord[];
  /** Of a person's numbers those that say who it is: of the ranked types, or without one; all where there is none. */
  deciding(identifiers: readonly SentIdentifier[]): readonly SentIdentifier[];
  best(identifiers: readonly SentIdentifier[]): SentIdentifier;
  /** A number that leads to another patient is left as it is. */
  add(patient: PatientRecord, identifiers: readonly SentIdentifier[]): void;
  /** One text for a number, its authority and its type. */
  keyOf(sent: SentIdentifier): string;
  /** What was added since the last call. */
  takeAdded(): IdentifierRecord[];
}

interface Options {
  authorities: Authorities;
  identifierTypes: readonly string[];
  known: readonly IdentifierRecord[];
  patients: readonly PatientRecord[];
}

interface Entry {
  type: string;
  patient: PatientRecord;
}

export function createIdentifierIndex({ authorities, identifierTypes, known, patients }: Options): IdentifierIndex {
  const rankOfType = new Map(identifierTypes.map((type, rank) => [type.toUpperCase(), rank]));
  const patientById = new Map(patients.map((patient) => [patient.id, patient]));
  const entries = new Map<string, Entry[]>();
  let added: IdentifierRecord[] = [];
  const put = (authorityId: number, identifier: string, entry: Entry) => {
    const key = `${authorityId}\0${identifier}`;
    const there = entries.get(key);
    if (there) there.push(entry);
    else entries.set(key, [entry]);
  };
  for (const { authority_id, type, identifier, patient_id } of known) {
    const patient = patientById.get(patient_id);
    if (patient) put(authority_id, identifier, { type, patient });
  }

  const isRanked = ({ type }: { type: string }) => rankOfType.has(type) || /^NN./.test(type);
  // Without a type is better than a type that nobody ranked, and worse than any that somebody did.
  const rankOf = ({ type }: { type: string }) =>
    rankOfType.get(type) ?? (isRanked({ type }) ? 500 : type === '' ? 900 : 1_000);
  const authorityOf = (sent: SentIdentifier): number => authorities.idOf(sent) ?? 0;
  const entriesOf = (sent: SentIdentifier): readonly Entry[] =>
    entries.get(`${authorityOf(sent)}\0${sent.identifier}`) ?? [];

  return {
    find(sent) {
      const there = entriesOf(sent);
      const exact = there.find(({ type }) => type === sent.type);
      if (exact) return [exact.patient];
      const candidates = sent.type === '' ? there : there.filter(({ type }) => type === '');
      return candidates.map(({ patient }) => patient);
    },
    deciding(identifiers) {
      const strong = identifiers.filter((one) => one.type === '' || isRanked(one));
      return strong.length > 0 ? strong : identifiers;
    },
    best(identifiers) {
      const [best] = identifiers.toSorted((a, b) => rankOf(a) - rankOf(b));
      if (!best) throw new Error('a person without a number');
      return best;
    },
    add(patient, identifiers) {
      for (const sent of identifiers) {
        if (entriesOf(sent).some(({ type }) => type === sent.type)) continue;
        const authorityId = authorityOf(sent);
        const identifies = sent.type === '' || isRanked(sent);
        put(authorityId, sent.identifier, { type: sent.type, patient });
        added.push({
          authority_id: authorityId,
          type: sent.type,
          identifier: sent.identifier,
          patient_id: patient.id,
          identifies,
        });
      }
    },
    keyOf: (sent) => `${authorityOf(sent)}\0${sent.type}\0${sent.identifier}`,
    takeAdded() {
      const taken = added;
      added = [];
      return taken;
    },
  };
}
