import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FHIR_BASE, FHIR_MEDIA, RESOURCE_TYPES, RESOURCES, resource, type ResourceType } from './fhir.ts';

/** Bulk Data Access 2.0 (http://hl7.org/fhir/uv/bulkdata): all resources of a type as one file, a line each. */
export const NDJSON_MEDIA = 'application/fhir+ndjson';
export const NDJSON_FORMATS: readonly string[] = [NDJSON_MEDIA, 'application/ndjson', 'ndjson'];

/** Types that are of a patient: what `Patient/$export` gives. */
export const PATIENT_TYPES: readonly ResourceType[] = RESOURCE_TYPES.filter(
  (type) => type !== 'Questionnaire' && type !== 'AuditEvent',
);

const text = z.string().max(2_000);
const texts = z.union([text, z.array(text).max(RESOURCE_TYPES.length)]).optional();

/** FHIR's `instant`. A plus sign in an address may come as a space. */
const since = z
  .preprocess(
    (sent) => (typeof sent === 'string' ? sent.replace(/ (?=\d\d:\d\d$)/, '+') : sent),
    z.iso.datetime({ offset: true, error: 'must be an instant such as 2026-11-25T10:00:00Z' }),
  )
  .optional()
  .describe('Only what changed at this instant or later');

/** Other parameters are named in the error that refuses them, so the object stays open. */
const kickOffQuery = z.looseObject({
  _type: texts.describe('Types of resources, separated by commas; without it all that the caller may read'),
  _since: since,
  _outputFormat: text.optional().describe(`${NDJSON_MEDIA}; the files are never anything else`),
});
export type KickOffQuery = z.output<typeof kickOffQuery>;

const path = (rest: string) => ({ path: `/fhir/r4/${rest}`, alsoAt: [`${FHIR_BASE}/${rest}`] });

const kickOff = (rest: string, summary: string) =>
  endpoint({
    method: 'GET',
    ...path(rest),
    access: 'signed-in',
    summary,
    query: kickOffQuery,
    reply: resource,
    replyMedia: FHIR_MEDIA,
    status: 202,
    audit: { action: 'export', record: 'bulk_exports' },
  });

export const exportAll = kickOff('$export', 'FHIR R4: begin a bulk export of all resources');
export const exportPatients = kickOff('Patient/$export', 'FHIR R4: begin a bulk export of what is of patients');

const manifest = z.object({
  transactionTime: z.iso.datetime(),
  request: z.url(),
  requiresAccessToken: z.literal(true),
  output: z.array(z.object({ type: z.enum(RESOURCE_TYPES), url: z.url() })),
  error: z.array(z.never()),
});
export type Manifest = z.input<typeof manifest>;

const statusQuery = z.object({
  of: z.enum(['system', 'patients']).describe('What was asked for'),
  _type: text.optional().describe('Types of resources, separated by commas'),
  _since: since,
  at: z.iso.datetime().describe('Everything that changed before this instant is in the files'),
});
export type StatusQuery = z.output<typeof statusQuery>;

export const getExport = endpoint({
  method: 'GET',
  ...path('bulk-export'),
  access: 'signed-in',
  summary: 'FHIR R4: the files of a bulk export',
  query: statusQuery,
  reply: manifest,
  audit: { action: 'view', record: 'bulk_exports' },
});

const fileOf = (type: ResourceType) =>
  endpoint({
    method: 'GET',
    ...path(`bulk-export/${type}`),
    access: { permission: RESOURCES[type].permission },
    // The files are for programs; a person proves first who they are, as for every other file of people.
    freshSignIn: true,
    summary: `FHIR R4: the file of ${type} of a bulk export`,
    query: z.object({ _since: since }),
    reply: z.string(),
    replyMedia: NDJSON_MEDIA,
    audit: { action: 'export', record: type },
  });

export const exportPatient = fileOf('Patient');
export const exportEncounter = fileOf('Encounter');
export const exportAppointment = fileOf('Appointment');
export const exportQuestionnaire = fileOf('Questionnaire');
export const exportQuestionnaireResponse = fileOf('QuestionnaireResponse');
export const exportCommunication = fileOf('Communication');
export const exportTask = fileOf('Task');
export const exportConsent = fileOf('Consent');
export const exportAuditEvent = fileOf('AuditEvent');

/** The call for the file of each type. */
export const files = {
  Patient: exportPatient,
  Encounter: exportEncounter,
  Appointment: exportAppointment,
  Questionnaire: exportQuestionnaire,
  QuestionnaireResponse: exportQuestionnaireResponse,
  Communication: exportCommunication,
  Task: exportTask,
  Consent: exportConsent,
  AuditEvent: exportAuditEvent,
} as const satisfies Record<ResourceType, unknown>;
