import { z } from 'zod';
import type { Permission } from './access.ts';
import { endpoint, JSON_MEDIA } from './endpoint.ts';
import { idParams } from './paging.ts';

/** Where other systems call: below the public address, and as `API_BASE` + `FHIR_PATH`, where a proxy lets only the API through. */
export const FHIR_BASE = '/fhir/r4';
const FHIR_PATH = '/fhir/r4';
export const FHIR_VERSION = '4.0.1';
export const FHIR_MEDIA = 'application/fhir+json';

export const DEFAULT_COUNT = 50;
export const MAX_COUNT = 500;
/** Values of one parameter, whether they are separated by commas or the parameter is repeated. */
export const MAX_VALUES = 100;

export interface SearchParameter {
  type: 'token' | 'reference' | 'date' | 'string' | 'uri';
  documentation: string;
}

interface ResourceDeclaration {
  /** That of the calls that show the same records otherwise. */
  permission: Permission;
  documentation: string;
  parameters: Readonly<Record<string, SearchParameter>>;
}

const ofPatient = {
  patient: { type: 'reference', documentation: 'The patient' },
  subject: { type: 'reference', documentation: 'The patient' },
} as const satisfies Record<string, SearchParameter>;

/**
 * Every resource and every parameter it is searched by. The routes, the SQL and the capability statement are made from this table,
 * so none of them can promise what the others do not do.
 */
export const RESOURCES = {
  Patient: {
    permission: 'messages.list',
    documentation:
      'Patients of the feed. A record that was merged into another has active=false, and a link that names the other.',
    parameters: {
      identifier: { type: 'token', documentation: 'A number of the patient, as system|value, system| or value' },
      family: { type: 'string', documentation: 'Begin of the family name; :exact for the whole' },
      given: { type: 'string', documentation: 'Begin of the given name; :exact for the whole' },
      birthdate: { type: 'date', documentation: 'Date of birth' },
      active: { type: 'token', documentation: 'false: records that were merged or erased' },
    },
  },
  Encounter: {
    permission: 'messages.list',
    documentation: 'Visits: stays, attendances and what is expected',
    parameters: {
      ...ofPatient,
      identifier: { type: 'token', documentation: 'The visit number' },
      date: { type: 'date', documentation: 'A time within the period of the visit' },
      status: { type: 'token', documentation: 'planned, in-progress, onleave, finished or cancelled' },
      class: { type: 'token', documentation: 'IMP, EMER, AMB, PRENC …, of v3-ActCode' },
      location: { type: 'reference', documentation: 'The ward, by its name: location=4B, or location:identifier=4B' },
    },
  },
  Appointment: {
    permission: 'messages.list',
    documentation: 'Appointments of the scheduling feed, and stays that are expected at a time',
    parameters: {
      patient: { type: 'reference', documentation: 'The patient' },
      date: { type: 'date', documentation: 'When it begins' },
      status: { type: 'token', documentation: 'booked, arrived, fulfilled, cancelled or noshow' },
    },
  },
  Questionnaire: {
    permission: 'surveys.view',
    documentation:
      'Surveys as they are now. The version is the revision, which grows with each change that patients notice.',
    parameters: {
      status: { type: 'token', documentation: 'active or retired' },
      title: { type: 'string', documentation: 'Begin of the title; :contains for a part, :exact for the whole' },
      url: { type: 'uri', documentation: 'The canonical address of the survey' },
    },
  },
  QuestionnaireResponse: {
    permission: 'feedback.list',
    documentation: 'Answered surveys',
    parameters: {
      ...ofPatient,
      identifier: {
        type: 'token',
        documentation: 'Under which the portal that handed it over knows it, as system|value, system| or value',
      },
      encounter: { type: 'reference', documentation: 'The visit that was asked about' },
      questionnaire: {
        type: 'reference',
        documentation: 'The survey: its id or its canonical address, with |revision or without',
      },
      authored: { type: 'date', documentation: 'When it was answered' },
      status: { type: 'token', documentation: 'Always completed' },
    },
  },
  Communication: {
    permission: 'deliveries.list',
    documentation: 'E-mails, SMS and pushes: sent, waiting, failed, or suppressed, and why',
    parameters: {
      ...ofPatient,
      encounter: { type: 'reference', documentation: 'The visit that it is about' },
      sent: { type: 'date', documentation: 'When it was sent' },
      received: { type: 'date', documentation: 'When the gateway reported it as delivered' },
      status: { type: 'token', documentation: 'preparation, in-progress, completed, stopped, unknown or not-done' },
      category: {
        type: 'token',
        documentation: 'What for: survey, message, de_escalation, automatic_reply, case_notice, push or test',
      },
      medium: { type: 'token', documentation: 'email, sms or push' },
    },
  },
  Task: {
    permission: 'cases.list',
    documentation: 'Cases: an answer or a text that somebody has to look after',
    parameters: {
      patient: { type: 'reference', documentation: 'The patient' },
      subject: { type: 'reference', documentation: 'The patient' },
      encounter: { type: 'reference', documentation: 'The visit that it is about' },
      focus: { type: 'reference', documentation: 'The QuestionnaireResponse that opened it' },
      status: { type: 'token', documentation: 'requested, accepted, in-progress or completed' },
      'business-status': { type: 'token', documentation: 'new, claimed, contacted, closed or reopened' },
      priority: { type: 'token', documentation: 'asap (urgent), urgent (high) or routine (normal)' },
      owner: {
        type: 'reference',
        documentation: 'Who has claimed it, by the id of the user: owner=7, or owner:identifier=7',
      },
      'authored-on': { type: 'date', documentation: 'When it was opened' },
    },
  },
  Consent: {
    permission: 'persons.export',
    documentation:
      'The ledger of consent. An entry is active until the next one about the same purpose at the same address replaces it.',
    parameters: {
      patient: { type: 'reference', documentation: 'The patient' },
      status: { type: 'token', documentation: 'active or inactive' },
      date: { type: 'date', documentation: 'When it was decided' },
      category: { type: 'token', documentation: 'The purpose: all, care, surveys or broadcasts' },
    },
  },
  AuditEvent: {
    permission: 'audit.list',
    documentation: 'The audit: who saw or changed what',
    parameters: {
      date: { type: 'date', documentation: 'When it happened' },
      patient: { type: 'reference', documentation: 'A patient whom it shows, or whose merged records' },
      agent: { type: 'reference', documentation: 'Who did it, by the id of the user: agent=7, or agent:identifier=7' },
      subtype: { type: 'token', documentation: 'What was done: view, update, export …' },
      outcome: { type: 'token', documentation: '0: done; 4: refused' },
    },
  },
} as const satisfies Record<string, ResourceDeclaration>;

export type ResourceType = keyof typeof RESOURCES;
export const RESOURCE_TYPES = Object.keys(RESOURCES) as ResourceType[];
export type ParameterOf<T extends ResourceType> = keyof (typeof RESOURCES)[T]['parameters'] & string;

/** Parameters of every search. */
export const COMMON_PARAMETERS = {
  _id: { type: 'token', documentation: 'Ids, separated by commas' },
  _lastUpdated: {
    type: 'date',
    documentation: 'When the resource changed last, with the prefix ge, gt, le or lt; repeated for a span',
  },
} as const satisfies Record<string, SearchParameter>;

/** What a search takes beside its parameters. */
const CONTROLS: Readonly<Record<string, string>> = {
  _count: `Resources of a page: ${DEFAULT_COUNT}, at most ${MAX_COUNT}`,
  _sort: '_lastUpdated or -_lastUpdated',
  _summary: 'count: only the number',
  _format: 'json; the answer is never anything else',
  _page: 'Set by the link "next" of the page before; its value is nothing to rely on',
};
export const isControl = (name: string): boolean => Object.hasOwn(CONTROLS, name);

const value = z.string().max(2_000);
const values = z.union([value, z.array(value).max(MAX_VALUES)]).optional();

/** Parameters may have a modifier (`family:exact`) and others are named in the answer, so the object stays open. */
const queryOf = (type: ResourceType) =>
  z.looseObject({
    ...Object.fromEntries(
      Object.entries<SearchParameter>({ ...COMMON_PARAMETERS, ...RESOURCES[type].parameters }).map(
        ([name, { documentation }]) => [name, values.describe(documentation)],
      ),
    ),
    ...Object.fromEntries(Object.entries(CONTROLS).map(([name, meaning]) => [name, values.describe(meaning)])),
  });

export const formatQuery = z.looseObject({ _format: values.describe('json; the answer is never anything else') });

/** A resource of FHIR R4. Its fields are those of the specification; the tests hold each resource against its definition. */
export const resource = z.looseObject({ resourceType: z.string() });
export type Resource = z.output<typeof resource>;

export const getCapabilityStatement = endpoint({
  method: 'GET',
  path: `${FHIR_PATH}/metadata`,
  alsoAt: [`${FHIR_BASE}/metadata`],
  access: 'public',
  summary: 'FHIR R4: what this interface can do (CapabilityStatement)',
  query: formatQuery,
  reply: resource,
  replyMedia: FHIR_MEDIA,
});

/** Which resources show no patient by themselves, as the calls of the same records do not. */
const NOBODY: ReadonlySet<ResourceType> = new Set(['Questionnaire', 'AuditEvent']);

/** What search and read of a resource have in common. */
const callOf = (type: ResourceType) => ({
  method: 'GET' as const,
  access: { permission: RESOURCES[type].permission },
  freshSignIn: type === 'Consent',
  ...(NOBODY.has(type) ? {} : { audit: true as const }),
  reply: resource,
  replyMedia: FHIR_MEDIA,
});

const searchOf = (type: ResourceType) =>
  endpoint({
    ...callOf(type),
    path: `${FHIR_PATH}/${type}`,
    alsoAt: [`${FHIR_BASE}/${type}`],
    summary: `FHIR R4: search ${type}`,
    query: queryOf(type),
  });

const readOf = (type: ResourceType) =>
  endpoint({
    ...callOf(type),
    path: `${FHIR_PATH}/${type}/:id`,
    alsoAt: [`${FHIR_BASE}/${type}/:id`],
    summary: `FHIR R4: read ${type}`,
    params: idParams,
    query: formatQuery,
  });

export const searchPatient = searchOf('Patient');
export const readPatient = readOf('Patient');
export const searchEncounter = searchOf('Encounter');
export const readEncounter = readOf('Encounter');
export const searchAppointment = searchOf('Appointment');
export const readAppointment = readOf('Appointment');
export const searchQuestionnaire = searchOf('Questionnaire');
export const readQuestionnaire = readOf('Questionnaire');
export const searchQuestionnaireResponse = searchOf('QuestionnaireResponse');
export const readQuestionnaireResponse = readOf('QuestionnaireResponse');
export const searchCommunication = searchOf('Communication');
export const readCommunication = readOf('Communication');
export const searchTask = searchOf('Task');
export const readTask = readOf('Task');
export const searchConsent = searchOf('Consent');
export const readConsent = readOf('Consent');
export const searchAuditEvent = searchOf('AuditEvent');
export const readAuditEvent = readOf('AuditEvent');

const MAX_ITEMS = 200;
const TOO_DEEP = 'The survey has no questions below a question: send each by its linkId, at most below its heading.';

const responseAnswer = z.looseObject({
  valueCoding: z.looseObject({ system: z.string().max(500).optional(), code: z.string().max(100) }).optional(),
  valueString: z.string().max(4000).optional(),
  valueDate: z.string().max(100).optional(),
  valueDecimal: z.number().optional(),
  valueInteger: z.number().optional(),
  valueQuantity: z.looseObject({ value: z.number(), unit: z.string().max(100).optional() }).optional(),
  item: z.array(z.unknown()).max(0, TOO_DEEP).optional(),
});
export type ResponseAnswer = z.output<typeof responseAnswer>;

const questionItem = z.looseObject({
  linkId: z.string().max(100),
  answer: z.array(responseAnswer).max(50).optional(),
  item: z.array(z.unknown()).max(0, TOO_DEEP).optional(),
});

const reference = (type: ResourceType) =>
  z.looseObject({
    reference: z.string(`Send the reference of a ${type} of this interface, such as ${type}/12.`).max(500),
  });

/** What is read of a QuestionnaireResponse that another system sends. Other elements are passed over. */
const sentResponse = z.looseObject({
  resourceType: z.literal('QuestionnaireResponse', 'Send a QuestionnaireResponse of FHIR R4.'),
  /** Under which the sender knows it: a second one with the same is refused. */
  identifier: z
    .looseObject({
      system: z
        .string()
        .max(500)
        .regex(/^[^|]*$/, 'A system has no |.')
        .optional(),
      value: z.string().min(1).max(200),
    })
    .optional(),
  questionnaire: z
    .string('Name the survey: the url of a Questionnaire of this interface, with |version or without.')
    .max(500),
  status: z.literal('completed', 'Only completed answers are taken: send status completed.'),
  language: z.string().max(20).optional(),
  subject: reference('Patient'),
  encounter: reference('Encounter').optional(),
  authored: z.iso.datetime({ offset: true, error: 'Send an instant such as 2026-11-25T10:00:00Z.' }).optional(),
  item: z
    .array(questionItem.extend({ item: z.array(questionItem).max(MAX_ITEMS).optional() }), 'Send the answers as item.')
    .max(MAX_ITEMS),
});
export type SentResponse = z.output<typeof sentResponse>;

export const createQuestionnaireResponse = endpoint({
  method: 'POST',
  path: `${FHIR_PATH}/QuestionnaireResponse`,
  alsoAt: [`${FHIR_BASE}/QuestionnaireResponse`],
  access: { permission: 'feedback.create' },
  summary: 'FHIR R4: create QuestionnaireResponse',
  body: sentResponse,
  bodyMedia: [FHIR_MEDIA, JSON_MEDIA],
  reply: resource,
  replyMedia: FHIR_MEDIA,
  status: 201,
});

/** The resources that other systems may create. */
export const creates: Readonly<Partial<Record<ResourceType, typeof createQuestionnaireResponse>>> = {
  QuestionnaireResponse: createQuestionnaireResponse,
};

/** The calls of each resource. */
export const searches = {
  Patient: searchPatient,
  Encounter: searchEncounter,
  Appointment: searchAppointment,
  Questionnaire: searchQuestionnaire,
  QuestionnaireResponse: searchQuestionnaireResponse,
  Communication: searchCommunication,
  Task: searchTask,
  Consent: searchConsent,
  AuditEvent: searchAuditEvent,
} as const satisfies Record<ResourceType, unknown>;
export const reads = {
  Patient: readPatient,
  Encounter: readEncounter,
  Appointment: readAppointment,
  Questionnaire: readQuestionnaire,
  QuestionnaireResponse: readQuestionnaireResponse,
  Communication: readCommunication,
  Task: readTask,
  Consent: readConsent,
  AuditEvent: readAuditEvent,
} as const satisfies Record<ResourceType, unknown>;
