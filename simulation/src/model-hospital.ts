/** The hospital as it has told Wardvoice, up to the last acknowledgement. It knows HL7 and nothing of Wardvoice's code. */
export interface ModelHospital {
  records: ModelRecord[];
  visits: Map<string, ModelVisit>;
  /** What each acknowledged message must have become, by its control id, in the order of the acknowledgements. */
  acknowledged: Map<string, AcknowledgedMessage>;
  /** Phones and e-mail addresses whose owner said stop. */
  optedOut: Set<string>;
  /** The survey asked after a discharge is switched on. */
  surveyOn: boolean;
  surveyId: number;
}

export type Authority = 'NORTH' | 'SOUTH' | 'NATIONAL';

export interface ModelIdentifier {
  authority: Authority;
  value: string;
}

/** What the hospital takes for one person: one registration, or several that were merged. */
export interface ModelRecord {
  id: number;
  /** The human being; several records may be of one. */
  person: number;
  identifiers: ModelIdentifier[];
  givenName: string;
  familyName: string;
  /** YYYYMMDD, or YYYY where only the year is known. */
  born: string;
  phone: string | null;
  email: string | null;
  language: string;
  isDead: boolean;
  isProtected: boolean;
  /** As far as it is processed: who is alike is known by what is filed, not by the numbers of a message that waits. */
  processed: { isDead: boolean; isProtected: boolean };
  isUnknown: boolean;
  /** Conflicts about who this is that nobody has decided. */
  doubts: number;
  mergedInto: ModelRecord | null;
  /** Of the last event told about this record; the next is later. */
  lastEventAt: Date;
  /** When surveys were sent or answered in person, and for which visit. */
  asked: { at: Date; visit: string }[];
}

export type ModelVisitState = 'expected' | 'open' | 'closed' | 'cancelled' | 'not_attended';

export interface ModelVisit {
  /** Of the visit, or of the appointment. */
  number: string;
  isAppointment: boolean;
  record: ModelRecord;
  state: ModelVisitState;
  isOnLeave: boolean;
  /** PV1-2 */
  patientClass: string;
  ward: string | null;
  priorWard: string | null;
  isAnswered: boolean;
  surveysSent: number;
}

export interface AcknowledgedMessage {
  controlId: string;
  event: string;
  record: number;
  visit: string | null;
  text: string;
  /** What its row must say when it has been processed in its turn; null where it says nothing. */
  state: 'processed' | 'ignored' | 'error';
  location: string | null;
  givenName: string | null;
  /** It asks for a survey, which must have been planned. */
  asks: boolean;
}

export const createModelHospital = (): ModelHospital => ({
  records: [],
  visits: new Map(),
  acknowledged: new Map(),
  optedOut: new Set(),
  surveyOn: true,
  surveyId: 0,
});

/** The record that this one was merged into in the end. */
export function rootOf(record: ModelRecord): ModelRecord {
  return record.mergedInto === null ? record : rootOf(record.mergedInto);
}

export const roots = ({ records }: ModelHospital): ModelRecord[] =>
  records.filter(({ mergedInto }) => mergedInto === null);

export const visitsOf = (hospital: ModelHospital, record: ModelRecord): ModelVisit[] =>
  [...hospital.visits.values()].filter((visit) => rootOf(visit.record) === rootOf(record));

/** The two records are one from now on: `survivor`. */
export function mergeRecords(survivor: ModelRecord, gone: ModelRecord): void {
  gone.mergedInto = survivor;
  if (gone.lastEventAt > survivor.lastEventAt) survivor.lastEventAt = gone.lastEventAt;
  survivor.identifiers.push(...gone.identifiers);
  survivor.isDead ||= gone.isDead;
  survivor.isProtected ||= gone.isProtected;
  survivor.phone ??= gone.phone;
  survivor.email ??= gone.email;
  survivor.doubts += gone.doubts;
  survivor.asked.push(...gone.asked);
}
