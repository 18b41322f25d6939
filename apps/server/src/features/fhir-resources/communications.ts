import type { deliveries } from '@wardvoice/contract';
import type { CodeableConcept, Communication } from '@medplum/fhirtypes';
import { sql } from 'kysely';
import { isInWards } from '../../platform/db/within-wards.ts';
import {
  asInstants,
  asReference,
  asToken,
  codeSystem,
  coding,
  present,
  referenceTo,
  type FhirResource,
} from '../fhir/index.ts';

interface DeliveryRow {
  id: number;
  changed_at: Date;
  patient_id: number | null;
  visit_id: number | null;
  survey_id: number | null;
  channel: deliveries.Channel;
  purpose: string;
  state: deliveries.DeliveryState;
  status: NonNullable<Communication['status']>;
  reason: string | null;
  last_error: string | null;
  recipient: string | null;
  contact_name: string | null;
  subject: string | null;
  text: string;
  sent_at: Date | null;
  delivered_at: Date | null;
}

/** SQL: `unknown`: an attempt was interrupted or not answered, so the message may have arrived. */
const STATUS = sql<string>`(case d.state
  when 'scheduled' then 'preparation'
  when 'sending' then 'in-progress'
  when 'suppressed' then 'not-done'
  when 'failed' then case when d.outcome_unknown then 'unknown' else 'stopped' end
  else 'completed' end)`;

const PURPOSE = 'delivery-purpose';
const CHANNEL = 'delivery-channel';
const REASON = 'suppression-reason';

export const communications: FhirResource<'Communication', DeliveryRow> = {
  type: 'Communication',
  columns:
    () => sql`d.id, d.changed_at, d.patient_id, d.visit_id, d.survey_id, d.channel, d.purpose, d.state, ${STATUS} as status, d.reason,
    d.last_error, d.recipient, c.name as contact_name, d.subject, d.text, d.sent_at, d.delivered_at`,
  from: sql`deliveries d left join contacts c on c.application_id = d.application_id and c.id = d.contact_id`,
  isVisible: (scope) => sql<boolean>`(d.application_id = ${scope.applicationId} and ${isInWards(scope, 'd.location')})`,
  id: sql`d.id`,
  changedAt: sql`d.changed_at`,
  conditions: {
    patient: asReference('Patient', sql`d.patient_id`),
    subject: asReference('Patient', sql`d.patient_id`),
    encounter: asReference('Encounter', sql`d.visit_id`),
    sent: asInstants(sql`d.sent_at`),
    received: asInstants(sql`d.delivered_at`),
    status: asToken(STATUS, () => 'http://hl7.org/fhir/event-status'),
    category: asToken(sql`d.purpose`, (publicUrl) => codeSystem(publicUrl, PURPOSE)),
    medium: asToken(sql`d.channel`, (publicUrl) => codeSystem(publicUrl, CHANNEL)),
  },
  show: (row, { publicUrl }) =>
    present<Communication>({
      resourceType: 'Communication',
      status: row.status,
      statusReason: reasonOf(row, publicUrl),
      category: [{ coding: [coding(publicUrl, PURPOSE, row.purpose)] }],
      medium: [mediumOf(row.channel, publicUrl)],
      subject: referenceTo('Patient', row.patient_id),
      topic: row.subject ? { text: row.subject } : undefined,
      about: row.survey_id === null ? [] : [referenceTo('Questionnaire', row.survey_id)],
      encounter: referenceTo('Encounter', row.visit_id),
      sent: row.sent_at?.toISOString(),
      received: row.delivered_at?.toISOString(),
      recipient: recipientOf(row),
      payload: row.text ? [{ contentString: row.text }] : [],
    }),
};

const reasonOf = ({ state, reason, last_error }: DeliveryRow, publicUrl: string): CodeableConcept | undefined => {
  if (reason !== null) return { coding: [coding(publicUrl, REASON, reason)] };
  return state === 'failed' && last_error ? { text: last_error } : undefined;
};

/** v3-ParticipationMode has a code for e-mail, and none for an SMS or a push. */
const mediumOf = (channel: deliveries.Channel, publicUrl: string): CodeableConcept => ({
  coding: [
    coding(publicUrl, CHANNEL, channel),
    {
      system: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationMode',
      code: channel === 'email' ? 'EMAILWRIT' : 'ELECTRONIC',
    },
  ],
});

/** The patient; else whoever it was for, by name or by the address alone. */
function recipientOf({ patient_id, contact_name, recipient }: DeliveryRow): Communication['recipient'] {
  const display = [contact_name, recipient].filter(Boolean).join(', ');
  const reference = referenceTo('Patient', patient_id);
  if (!reference && display === '') return [];
  return [present({ ...reference, display })];
}
