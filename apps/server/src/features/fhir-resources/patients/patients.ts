import type { ContactPoint, Identifier, Patient } from '@medplum/fhirtypes';
import { sql, type RawBuilder } from 'kysely';
import { isPatientInWards } from '../../../platform/db/within-wards.ts';
import {
  asDays,
  asText,
  asToken,
  noneOf,
  present,
  referenceTo,
  type Condition,
  type FhirResource,
  type Shown,
} from '../../fhir/index.ts';
import { namesOf, systemOf } from './identifier-systems.ts';

interface PatientRow {
  id: number;
  changed_at: Date;
  patient_id: number;
  given_name: string | null;
  family_name: string | null;
  birth_date: string | null;
  birth_date_precision: 'day' | 'month' | 'year';
  sex: string | null;
  deceased: boolean;
  died_at: Date | null;
  phone: string | null;
  email: string | null;
  language: string | null;
  merged_into_id: number | null;
  /** The numbers of a record that was merged are those of the other. */
  merged_ids: number[];
  active: boolean;
  identifiers: { value: string; type: string; title: string; names: string[] }[];
}

const MERGE_LIMIT = 100;

/** SQL: not merged into another, and not erased since it was last heard of. */
const IS_ACTIVE = sql<boolean>`(p.merged_into_id is null and (p.removed_at is null or p.removed_at < p.facts_at))`;

const IDENTIFIERS = sql`coalesce((
  select jsonb_agg(jsonb_build_object('value', n.identifier, 'type', n.type, 'title', a.title, 'names', (
      select coalesce(jsonb_agg(named.name order by named.name), '[]') from patient_authority_names named
      where named.application_id = a.application_id and named.authority_id = a.id))
    order by n.identifies desc, a.title, n.identifier)
  from patient_identifiers n
  join patient_authorities a on a.application_id = n.application_id and a.id = n.authority_id
  where n.application_id = p.application_id and n.patient_id = p.id), '[]')`;

const COLUMNS = sql`p.id, p.changed_at, p.id as patient_id, p.given_name, p.family_name, p.birth_date, p.birth_date_precision, p.sex,
  p.deceased, p.died_at, p.phone, p.email, p.language, p.merged_into_id, ${IS_ACTIVE} as active,
  array(
    select gone.id from patients gone
    where gone.application_id = p.application_id and gone.merged_into_id = p.id order by gone.id limit ${sql.lit(MERGE_LIMIT)}) as merged_ids,
  ${IDENTIFIERS} as identifiers`;

const isNumbered: Condition = {
  where({ text, scope, publicUrl }) {
    const bar = text.indexOf('|');
    const [system, value] = bar < 0 ? [null, text] : [text.slice(0, bar), text.slice(bar + 1)];
    const { applicationId } = scope;
    const names = system === null ? null : namesOf(system, { publicUrl, applicationId });
    if (names?.length === 0 || (names === null && value === '')) return noneOf;
    const conditions: RawBuilder<unknown>[] = [sql`n.application_id = ${applicationId}`];
    if (value !== '') conditions.push(sql`n.identifier = ${value}`);
    if (names)
      conditions.push(sql`n.authority_id in (
        select authority_id from patient_authority_names where application_id = ${applicationId} and name = any(${names}::text[]))`);
    return sql<boolean>`p.id in (select n.patient_id from patient_identifiers n where ${sql.join(conditions, sql` and `)})`;
  },
};

export const patients: FhirResource<'Patient', PatientRow> = {
  type: 'Patient',
  columns: () => COLUMNS,
  from: sql`patients p`,
  isVisible: (scope) =>
    sql<boolean>`(p.application_id = ${scope.applicationId} and ${isPatientInWards(scope, sql`coalesce(p.merged_into_id, p.id)`)})`,
  id: sql`p.id`,
  changedAt: sql`p.changed_at`,
  conditions: {
    identifier: isNumbered,
    family: asText(sql`p.family_name`, sql`p.family_name_lower`),
    given: asText(sql`p.given_name`, sql`p.given_name_lower`),
    birthdate: asDays({
      begin: sql`date_trunc(p.birth_date_precision, p.birth_date::timestamp)`,
      end: sql`(p.birth_date + 1)::timestamp`,
      last: sql`p.birth_date`,
    }),
    active: asToken(sql`${IS_ACTIVE}::text`),
  },
  show: (row, shown) => (row.merged_into_id === null ? showPatient(row, shown) : showMerged(row.merged_into_id)),
};

/** Shows that the record lives on in another, and nothing else of it: everything was moved there. */
const showMerged = (intoId: number): Patient => ({
  resourceType: 'Patient',
  active: false,
  link: [{ other: referenceTo('Patient', intoId), type: 'replaced-by' }],
});

const GENDERS: Readonly<Record<string, Patient['gender']>> = {
  M: 'male',
  F: 'female',
  O: 'other',
  A: 'other',
  N: 'other',
  U: 'unknown',
};

const showPatient = (row: PatientRow, shown: Shown): Patient =>
  present<Patient>({
    resourceType: 'Patient',
    identifier: row.identifiers.map((one) => showIdentifier(one, shown)),
    active: row.active,
    name:
      row.family_name || row.given_name
        ? [present({ family: row.family_name, given: row.given_name ? [row.given_name] : [] })]
        : [],
    telecom: telecomOf(row),
    gender: row.sex === null ? undefined : (GENDERS[row.sex.toUpperCase()] ?? 'unknown'),
    birthDate: birthDateOf(row),
    deceasedBoolean: row.died_at ? undefined : row.deceased,
    deceasedDateTime: row.deceased ? row.died_at?.toISOString() : undefined,
    communication: row.language
      ? [{ language: { coding: [{ system: 'urn:ietf:bcp:47', code: row.language }] }, preferred: true }]
      : [],
    link: row.merged_ids.map((id) => ({ other: referenceTo('Patient', id), type: 'replaces' as const })),
  });

const showIdentifier = ({ value, type, title, names }: PatientRow['identifiers'][number], shown: Shown): Identifier =>
  present<Identifier>({
    type: type ? { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: type }] } : undefined,
    system: systemOf(names, shown),
    value,
    assigner: title ? { display: title } : undefined,
  });

const telecomOf = ({ phone, email }: PatientRow): ContactPoint[] => [
  ...(phone ? [{ system: 'phone' as const, value: phone }] : []),
  ...(email ? [{ system: 'email' as const, value: email }] : []),
];

const CHARACTERS = { day: 10, month: 7, year: 4 } as const;

const birthDateOf = ({ birth_date, birth_date_precision }: PatientRow): string | undefined =>
  birth_date?.slice(0, CHARACTERS[birth_date_precision]);
