import type { Encounter, Period } from '@medplum/fhirtypes';
import { sql } from 'kysely';
import {
  asIdentifier,
  asPeriods,
  asReference,
  asToken,
  noneOf,
  present,
  referenceTo,
  type FhirResource,
} from '../../fhir/index.ts';
import { IS_APPOINTMENT, isVisibleVisit, VISITS, visitSystem, wardReference, wardSystem } from './visit-columns.ts';

interface EncounterRow {
  id: number;
  changed_at: Date;
  patient_id: number;
  visit_number: string | null;
  status: NonNullable<Encounter['status']>;
  class: string;
  location: string | null;
  admitted_at: Date | null;
  discharged_at: Date | null;
  is_appointment: boolean;
}

const STATUS = sql<string>`(case
  when v.state = 'expected' then 'planned'
  when v.state in ('cancelled', 'not_attended') then 'cancelled'
  when v.state = 'closed' then 'finished'
  when v.on_leave then 'onleave'
  else 'in-progress' end)`;

/** SQL: the class of v3-ActCode, from PV1-2 (HL7 v2 table 0004), else from what began the visit. */
const CLASS = sql<string>`(case upper(coalesce(v.patient_class, ''))
  when 'E' then 'EMER'
  when 'I' then 'IMP'
  when 'B' then 'IMP'
  when 'O' then 'AMB'
  when 'R' then 'AMB'
  when 'P' then 'PRENC'
  else case v.kind when 'emergency' then 'EMER' when 'outpatient' then 'AMB' else 'IMP' end end)`;

const ACT_CODE = 'http://terminology.hl7.org/CodeSystem/v3-ActCode';

const CLASS_NAMES: Readonly<Record<string, string>> = {
  EMER: 'emergency',
  IMP: 'inpatient encounter',
  AMB: 'ambulatory',
  PRENC: 'pre-admission',
};

export const encounters: FhirResource<'Encounter', EncounterRow> = {
  type: 'Encounter',
  columns:
    () => sql`v.id, v.changed_at, v.patient_id, v.visit_number, ${STATUS} as status, ${CLASS} as class, v.location, v.admitted_at,
    v.discharged_at, ${IS_APPOINTMENT} as is_appointment`,
  from: VISITS,
  isVisible: isVisibleVisit,
  id: sql`v.id`,
  changedAt: sql`v.changed_at`,
  conditions: {
    patient: asReference('Patient', sql`v.patient_id`),
    subject: asReference('Patient', sql`v.patient_id`),
    identifier: {
      where({ text, scope, publicUrl }) {
        const bar = text.lastIndexOf('|');
        const system = visitSystem({ publicUrl, applicationId: scope.applicationId });
        if (bar >= 0 && text.slice(0, bar) !== system) return noneOf;
        return sql<boolean>`v.visit_number = ${text.slice(bar + 1)}`;
      },
    },
    // One that has not begun counts at the time at which it is expected; one that has not ended lasts.
    date: asPeriods({
      begin: sql`coalesce(v.admitted_at, v.expected_at)`,
      end: sql`(case when v.admitted_at is null then v.expected_at + interval '1 millisecond'
        when v.discharged_at is null and v.state = 'open' then 'infinity'
        else coalesce(v.discharged_at, v.admitted_at) + interval '1 millisecond' end)`,
    }),
    status: asToken(STATUS, () => 'http://hl7.org/fhir/encounter-status'),
    class: asToken(CLASS, () => ACT_CODE),
    location: asIdentifier(sql`v.location`, wardSystem),
  },
  show: (row, shown) =>
    present<Encounter>({
      resourceType: 'Encounter',
      identifier: row.visit_number ? [{ system: visitSystem(shown), value: row.visit_number }] : [],
      status: row.status,
      class: present({ system: ACT_CODE, code: row.class, display: CLASS_NAMES[row.class] }),
      subject: referenceTo('Patient', row.patient_id),
      appointment: row.is_appointment ? [referenceTo('Appointment', row.id)] : [],
      period: periodOf(row),
      location: row.location ? [{ location: wardReference(row.location, shown.publicUrl) }] : [],
    }),
};

/** Feeds sometimes report an end before the begin. FHIR allows no such period, and the end is what was told later. */
function periodOf({ admitted_at: start, discharged_at: end }: EncounterRow): Period | undefined {
  if (!start && !end) return undefined;
  const isRight = !start || !end || start <= end;
  return present<Period>({ start: isRight ? start?.toISOString() : undefined, end: end?.toISOString() });
}
