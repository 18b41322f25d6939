import { API_BASE, apiKeys, fhir } from '@wardvoice/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { SIGNING_ALGORITHMS, tokenAddresses } from '../api-keys/index.ts';

const PATH = '/.well-known/smart-configuration';

/** Says how a program gets a token (SMART App Launch 2.2, "Conformance"). There is no launch of apps, so nothing of it is named. */
export function smartConfiguration(http: FastifyInstance, { publicUrl }: Context): void {
  const configuration = {
    token_endpoint: tokenAddresses(publicUrl)[0],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    scopes_supported: [
      'system/*.rs',
      ...fhir.RESOURCE_TYPES.map((type) => `system/${type}.rs`),
      ...Object.keys(fhir.creates).map((type) => `system/${type}.c`),
      'api',
    ],
    capabilities: ['client-confidential-asymmetric', 'permission-v1', 'permission-v2'],
    access_token_lifetime_seconds: apiKeys.TOKEN_SECONDS,
  };
  for (const base of [fhir.FHIR_BASE, API_BASE + fhir.FHIR_BASE])
    http.get(base + PATH, { schema: { hide: true } }, (_request, reply) => reply.send(configuration));
}
