import { fhir, fhirSubscriptions, webhooks } from '@wardvoice/contract';
import type { CapabilityStatement, CapabilityStatementRestResource } from '@medplum/fhirtypes';
import { base } from './addresses.ts';

/** The operations of Bulk Data Access 2.0. */
const BULK = 'http://hl7.org/fhir/uv/bulkdata/OperationDefinition';

/** Returns what this interface can do, from the table that its routes and searches are made from. */
export const capabilityStatement = (publicUrl: string, date: Date): CapabilityStatement => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: date.toISOString(),
  kind: 'instance',
  instantiates: ['http://hl7.org/fhir/uv/bulkdata/CapabilityStatement/bulk-data'],
  software: { name: 'Wardvoice' },
  implementation: { description: 'Patient feedback of a hospital', url: base(publicUrl) },
  fhirVersion: fhir.FHIR_VERSION,
  format: ['json', fhir.FHIR_MEDIA],
  rest: [
    {
      mode: 'server',
      documentation:
        'Reads, takes answers of other portals, and tells subscribers of answers and cases. A search by _lastUpdated or _sort=_lastUpdated answers what changed until before Bundle.meta.lastUpdated; go on from there.',
      security: {
        cors: false,
        service: [
          {
            coding: [
              {
                system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                code: 'SMART-on-FHIR',
              },
            ],
          },
        ],
        description:
          'Authorization: Bearer, with an API key of the application, a token that it was given (SMART Backend Services), or the token of a session.',
      },
      resource: [...fhir.RESOURCE_TYPES.map(describe), subscription(publicUrl)],
      operation: [{ name: 'export', definition: `${BULK}/export` }],
    },
  ],
});

function describe(type: fhir.ResourceType): CapabilityStatementRestResource {
  const { documentation, permission, parameters } = fhir.RESOURCES[type];
  const created = fhir.creates[type];
  const creating = created ? ` To create one: ${created.access.permission}.` : '';
  return {
    type,
    documentation: `${documentation} Permission: ${permission}.${creating}`,
    interaction: [{ code: 'read' }, { code: 'search-type' }, ...(created ? [{ code: 'create' as const }] : [])],
    versioning: 'versioned',
    conditionalRead: 'not-supported',
    ...(created ? { conditionalCreate: false } : {}),
    ...(type === 'Patient' ? { operation: [{ name: 'export', definition: `${BULK}/patient-export` }] } : {}),
    searchParam: Object.entries({ ...fhir.COMMON_PARAMETERS, ...parameters }).map(([name, parameter]) => ({
      name,
      ...parameter,
    })),
  };
}

/** Topic-based subscriptions, as their backport asks for them to be declared. */
const subscription = (publicUrl: string): CapabilityStatementRestResource => ({
  type: 'Subscription',
  documentation:
    'Programs that are told of a topic (criteria), by the channel rest-hook. Permission: webhooks.list. To create and delete one: webhooks.subscribe.',
  supportedProfile: [`${fhirSubscriptions.BACKPORT}/StructureDefinition/backport-subscription`],
  interaction: [{ code: 'read' }, { code: 'search-type' }, { code: 'create' }, { code: 'delete' }],
  extension: webhooks.TOPIC_NAMES.map((topic) => ({
    url: `${fhirSubscriptions.BACKPORT}/StructureDefinition/capabilitystatement-subscriptiontopic-canonical`,
    valueCanonical: fhirSubscriptions.topicUrl(base(publicUrl), topic),
  })),
  operation: ['status', 'events'].map((name) => ({
    name,
    definition: `${fhirSubscriptions.BACKPORT}/OperationDefinition/backport-subscription-${name}`,
  })),
});
