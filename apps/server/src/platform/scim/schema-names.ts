/** The names that RFC 7643 and RFC 7644 give to what is sent. */
export const SCHEMA = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  serviceProvider: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
} as const;

const PREFIXES = [SCHEMA.user, SCHEMA.group].map((schema) => `${schema.toLowerCase()}:`);

/**
 * Returns the name of an attribute in small letters, because SCIM compares names so, and without the name of the core schema, which
 * may stand before it.
 */
export function attributeName(name: string): string {
  const lower = name.toLowerCase();
  const prefix = PREFIXES.find((one) => lower.startsWith(one));
  return prefix ? lower.slice(prefix.length) : lower;
}
