import type { AuditEvent, AuditEventEntity } from '@medplum/fhirtypes';
import { sql } from 'kysely';
import { isEntryOfPatient, isVisibleEntry, visiblePatients } from '../audit/index.ts';
import {
  asIdentifier,
  asInstants,
  asReference,
  asToken,
  codeSystem,
  coding,
  identifierSystem,
  localIdentifier,
  present,
  referenceTo,
  type FhirResource,
} from '../fhir/index.ts';

interface EntryRow {
  id: number;
  changed_at: Date;
  /** An entry is about many; reading the audit is no view of a patient. */
  patient_id: null;
  at: Date;
  action: string;
  record_type: string;
  record_id: number | null;
  refused: boolean;
  user_id: number | null;
  user_name: string | null;
  api_key_id: number | null;
  address: string | null;
  patient_ids: number[];
}

const ACTION = 'audit-action';
const users = (publicUrl: string): string => identifierSystem(publicUrl, 'user');

export const auditEvents: FhirResource<'AuditEvent', EntryRow> = {
  type: 'AuditEvent',
  columns: (
    scope,
  ) => sql`e.id, e.stored_at as changed_at, null as patient_id, e.at, e.action, e.record_type, e.record_id, e.refused, e.user_id,
    e.user_name, (e.details -> 'as' -> 'api_key' ->> 'id')::bigint as api_key_id, e.address, ${visiblePatients(scope)} as patient_ids`,
  from: sql`audit_entries e`,
  isVisible: (scope) => sql<boolean>`(e.application_id = ${scope.applicationId} and ${isVisibleEntry(scope)})`,
  id: sql`e.id`,
  changedAt: sql`e.stored_at`,
  conditions: {
    date: asInstants(sql`e.at`),
    patient: {
      modifiers: ['Patient'],
      where: (value) => asReference('Patient', (id) => isEntryOfPatient(value.scope, id)).where(value),
    },
    agent: asIdentifier(sql`e.user_id`, users),
    subtype: asToken(sql`e.action`, (publicUrl) => codeSystem(publicUrl, ACTION)),
    outcome: asToken(
      sql`case when e.refused then '4' else '0' end`,
      () => 'http://terminology.hl7.org/CodeSystem/audit-event-outcome',
    ),
  },
  show: (row, { publicUrl }) =>
    present<AuditEvent>({
      resourceType: 'AuditEvent',
      type: { system: 'http://terminology.hl7.org/CodeSystem/audit-event-type', code: 'rest' },
      subtype: [coding(publicUrl, ACTION, row.action)],
      action: LETTERS[row.action] ?? 'E',
      recorded: row.at.toISOString(),
      outcome: row.refused ? '4' : '0',
      agent: [agentOf(row, publicUrl)],
      source: { observer: { display: 'Wardvoice' } },
      entity: entitiesOf(row, publicUrl),
    }),
};

/** Create, read, update and delete; whatever else was done is executed. */
const LETTERS: Readonly<Record<string, AuditEvent['action']>> = {
  create: 'C',
  view: 'R',
  list: 'R',
  export: 'R',
  update: 'U',
  delete: 'D',
};

const agentOf = (row: EntryRow, publicUrl: string): AuditEvent['agent'][number] =>
  present({
    who: whoOf(row, publicUrl),
    name: row.user_name,
    requestor: true,
    network: row.address ? { address: row.address, type: '2' as const } : undefined,
  });

function whoOf({ user_id, api_key_id, user_name }: EntryRow, publicUrl: string) {
  const identifier =
    api_key_id === null
      ? user_id === null
        ? undefined
        : localIdentifier(publicUrl, 'user', user_id)
      : localIdentifier(publicUrl, 'api-key', api_key_id);
  return present({ identifier, display: user_name ?? (identifier ? undefined : 'Wardvoice') });
}

const OBJECT_ROLE = 'http://terminology.hl7.org/CodeSystem/object-role';
const ENTITY_TYPE = 'http://terminology.hl7.org/CodeSystem/audit-entity-type';

const entitiesOf = ({ patient_ids, record_type, record_id }: EntryRow, publicUrl: string): AuditEventEntity[] => [
  {
    what: present({
      identifier: record_id === null ? undefined : localIdentifier(publicUrl, `record/${record_type}`, record_id),
      display: record_type,
    }),
    type: { system: ENTITY_TYPE, code: '2', display: 'System Object' },
  },
  ...patient_ids.map((id) => ({
    what: referenceTo('Patient', id),
    type: { system: ENTITY_TYPE, code: '1', display: 'Person' },
    role: { system: OBJECT_ROLE, code: '1', display: 'Patient' },
  })),
];
