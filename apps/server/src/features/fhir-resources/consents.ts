import type { consent } from '@wardvoice/contract';
import type { Attachment, Consent } from '@medplum/fhirtypes';
import { sql } from 'kysely';
import { isListedEvent } from '../consent-ledger/index.ts';
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

interface ConsentRow {
  id: number;
  changed_at: Date;
  patient_id: number | null;
  status: 'active' | 'inactive';
  at: Date;
  purpose: consent.ConsentEvent['purpose'];
  channel: consent.ConsentEvent['channel'];
  change: consent.ConsentEvent['change'];
  source: string;
  /** Null: erased. */
  address: string | null;
  wording: string | null;
  wording_language: string | null;
}

/** SQL: no later entry is about the same purpose at the same address. An erased address can be written to by nobody. */
const STATUS = sql<string>`(case when e.address is not null and not exists (
  select from consent_events later
  where later.application_id = e.application_id and later.channel = e.channel and later.address = e.address
    and later.purpose = e.purpose and later.id > e.id) then 'active' else 'inactive' end)`;

const PURPOSE = 'consent-purpose';
const ACT_CODE = 'http://terminology.hl7.org/CodeSystem/v3-ActCode';

export const consents: FhirResource<'Consent', ConsentRow> = {
  type: 'Consent',
  columns:
    () => sql`e.id, e.changed_at, e.patient_id, ${STATUS} as status, e.at, e.purpose, e.channel, e.change, e.source, e.address, w.text as wording,
    w.language as wording_language`,
  from: sql`consent_events e left join consent_wordings w on w.id = e.wording_id`,
  isVisible: (scope) => sql<boolean>`(e.application_id = ${scope.applicationId} and ${isListedEvent(scope)})`,
  id: sql`e.id`,
  changedAt: sql`e.changed_at`,
  conditions: {
    patient: asReference('Patient', sql`e.patient_id`),
    status: asToken(STATUS, () => 'http://hl7.org/fhir/consent-state-codes'),
    date: asInstants(sql`e.at`),
    category: asToken(sql`e.purpose`, (publicUrl) => codeSystem(publicUrl, PURPOSE)),
  },
  show: (row, { publicUrl }) => {
    const isAgreed = row.change === 'agreed' || row.change === 'resumed';
    return present<Consent>({
      resourceType: 'Consent',
      status: row.status,
      // The scope of FHIR for privacy needs a patient (constraint ppc-2).
      scope: row.patient_id === null ? { text: 'Being written to' } : PRIVACY,
      category: [{ coding: [coding(publicUrl, PURPOSE, row.purpose)] }],
      patient: referenceTo('Patient', row.patient_id),
      dateTime: row.at.toISOString(),
      sourceAttachment: wordingOf(row),
      policyRule: {
        coding: [
          { system: ACT_CODE, code: isAgreed ? 'OPTIN' : 'OPTOUT' },
          coding(publicUrl, 'consent-change', row.change),
        ],
        text: `by ${row.source}`,
      },
      provision: {
        type: isAgreed ? 'permit' : 'deny',
        code: [{ coding: [coding(publicUrl, 'delivery-channel', row.channel)] }],
        ...(row.address === null ? {} : { actor: [{ role: RECIPIENT, reference: { display: row.address } }] }),
      },
    });
  },
};

const PRIVACY = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'patient-privacy' }],
};
const RECIPIENT = {
  coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType', code: 'IRCP' }],
};

/** The words of our page that were answered. */
const wordingOf = ({ wording, wording_language }: ConsentRow): Attachment | undefined =>
  wording === null
    ? undefined
    : present<Attachment>({
        contentType: 'text/plain; charset=utf-8',
        language: wording_language,
        data: Buffer.from(wording).toString('base64'),
      });
