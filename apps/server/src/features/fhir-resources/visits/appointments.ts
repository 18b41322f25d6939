import type { Appointment, AppointmentParticipant } from '@medplum/fhirtypes';
import { sql } from 'kysely';
import { asInstants, asReference, asToken, present, referenceTo, type FhirResource } from '../../fhir/index.ts';
import { IS_APPOINTMENT, isVisibleVisit, VISITS, wardReference } from './visit-columns.ts';

interface AppointmentRow {
  id: number;
  changed_at: Date;
  patient_id: number;
  status: NonNullable<Appointment['status']>;
  expected_at: Date | null;
  location: string | null;
}

/** SQL: SCH-25 where the feed sends it, else from the state of the visit. */
const STATUS = sql<string>`(case coalesce(v.appointment_state, '')
  when 'booked' then 'booked'
  when 'moved' then 'booked'
  when 'arrived' then 'arrived'
  when 'done' then 'fulfilled'
  when 'cancelled' then 'cancelled'
  when 'not_attended' then 'noshow'
  else case v.state when 'expected' then 'booked' when 'open' then 'arrived' when 'closed' then 'fulfilled'
    when 'not_attended' then 'noshow' else 'cancelled' end end)`;

/** The feed names no end, and FHIR wants to hear that it is missing (constraint app-3). */
const UNKNOWN = {
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
};

export const appointments: FhirResource<'Appointment', AppointmentRow> = {
  type: 'Appointment',
  columns: () => sql`v.id, v.changed_at, v.patient_id, ${STATUS} as status, v.expected_at, v.location`,
  from: VISITS,
  isVisible: (scope) => sql<boolean>`(${isVisibleVisit(scope)} and ${IS_APPOINTMENT})`,
  id: sql`v.id`,
  changedAt: sql`v.changed_at`,
  conditions: {
    patient: asReference('Patient', sql`v.patient_id`),
    date: asInstants(sql`v.expected_at`),
    status: asToken(STATUS, () => 'http://hl7.org/fhir/appointmentstatus'),
  },
  show: (row, { publicUrl }) => ({
    ...present<Appointment>({
      resourceType: 'Appointment',
      status: row.status,
      start: row.expected_at?.toISOString(),
      participant: participantsOf(row, publicUrl),
    }),
    ...(row.expected_at ? {} : { _start: UNKNOWN }),
    _end: UNKNOWN,
  }),
};

const participantsOf = ({ patient_id, location }: AppointmentRow, publicUrl: string): AppointmentParticipant[] => [
  { actor: referenceTo('Patient', patient_id), status: 'accepted' },
  ...(location ? [{ actor: wardReference(location, publicUrl), status: 'accepted' as const }] : []),
];
