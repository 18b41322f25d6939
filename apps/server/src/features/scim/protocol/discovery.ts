import { scim } from '@wardvoice/contract';
import { MAX_RESULTS } from '../../../platform/scim/read-query.ts';
import { SCHEMA } from '../../../platform/scim/schema-names.ts';

/* What a provider can read about this server (RFC 7643 §5 to §7). */

export const serviceProviderConfig = (publicUrl: string) => ({
  schemas: [SCHEMA.serviceProvider],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator makes in Wardvoice under Provisioning (SCIM).',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: {
    resourceType: 'ServiceProviderConfig',
    location: `${publicUrl}${scim.SCIM_BASE}/ServiceProviderConfig`,
  },
});

const resourceType = (publicUrl: string, name: 'User' | 'Group', schema: string, description: string) => ({
  schemas: [SCHEMA.resourceType],
  id: name,
  name,
  endpoint: `/${name}s`,
  description,
  schema,
  meta: { resourceType: 'ResourceType', location: `${publicUrl}${scim.SCIM_BASE}/ResourceTypes/${name}` },
});

export const resourceTypes = (publicUrl: string) => [
  resourceType(publicUrl, 'User', SCHEMA.user, 'Somebody who belongs to the application'),
  resourceType(publicUrl, 'Group', SCHEMA.group, 'A role of the application'),
];

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  description: string;
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'readOnly' | 'readWrite' | 'immutable';
  uniqueness?: 'none' | 'server';
  referenceTypes?: string[];
  subAttributes?: Attribute[];
}

/** Returns an attribute with what RFC 7643 §7 wants said of each. */
const full = ({ subAttributes, ...attribute }: Attribute): object => ({
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...attribute,
  ...(subAttributes ? { subAttributes: subAttributes.map(full) } : {}),
});

const USER: Attribute[] = [
  {
    name: 'userName',
    type: 'string',
    description: 'The name that the provider has for the person, unique in the application.',
    required: true,
    uniqueness: 'server',
  },
  {
    name: 'name',
    type: 'complex',
    description: 'The parts of the name. Wardvoice shows the displayName, or formatted, or these parts.',
    subAttributes: [
      { name: 'formatted', type: 'string', description: 'The whole name.' },
      { name: 'familyName', type: 'string', description: 'The family name.' },
      { name: 'givenName', type: 'string', description: 'The given name.' },
    ],
  },
  { name: 'displayName', type: 'string', description: 'The name that Wardvoice shows.' },
  {
    name: 'active',
    type: 'boolean',
    description: 'Whether the person belongs to the application and may sign in.',
  },
  {
    name: 'emails',
    type: 'complex',
    description: 'One address: the person signs in with it. Of several, the primary one or that of work is kept.',
    multiValued: true,
    subAttributes: [
      { name: 'value', type: 'string', description: 'The address.' },
      { name: 'type', type: 'string', description: 'Always work.' },
      { name: 'primary', type: 'boolean', description: 'Always true.' },
    ],
  },
  {
    name: 'groups',
    type: 'complex',
    description: 'The groups of the person. They are changed at the groups.',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      { name: 'value', type: 'string', description: 'The id of the group.', mutability: 'readOnly', caseExact: true },
      {
        name: '$ref',
        type: 'reference',
        description: 'The address of the group.',
        mutability: 'readOnly',
        referenceTypes: ['Group'],
        caseExact: true,
      },
      { name: 'display', type: 'string', description: 'The name of the group.', mutability: 'readOnly' },
      { name: 'type', type: 'string', description: 'Always direct.', mutability: 'readOnly' },
    ],
  },
];

const GROUP: Attribute[] = [
  {
    name: 'displayName',
    type: 'string',
    description: 'The name of the role. It is changed in Wardvoice only.',
    required: true,
    mutability: 'readOnly',
    uniqueness: 'server',
  },
  {
    name: 'members',
    type: 'complex',
    description: 'The people of the role.',
    multiValued: true,
    subAttributes: [
      { name: 'value', type: 'string', description: 'The id of the user.', mutability: 'immutable', caseExact: true },
      {
        name: '$ref',
        type: 'reference',
        description: 'The address of the user.',
        mutability: 'immutable',
        referenceTypes: ['User'],
        caseExact: true,
      },
      { name: 'display', type: 'string', description: 'The name of the user.', mutability: 'readOnly' },
      { name: 'type', type: 'string', description: 'Always User.', mutability: 'immutable' },
    ],
  },
];

export const schemas = (publicUrl: string) =>
  [
    { id: SCHEMA.user, name: 'User', description: 'Somebody who belongs to the application', attributes: USER },
    { id: SCHEMA.group, name: 'Group', description: 'A role of the application', attributes: GROUP },
  ].map(({ attributes, ...schema }) => ({
    schemas: [SCHEMA.schema],
    ...schema,
    attributes: attributes.map(full),
    meta: { resourceType: 'Schema', location: `${publicUrl}${scim.SCIM_BASE}/Schemas/${schema.id}` },
  }));
