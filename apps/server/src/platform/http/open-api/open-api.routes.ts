import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Routes } from '../route.ts';
import { describeApi, type ApiFacts } from './describe-api.ts';
import type { Json } from './describe-schemas.ts';

/** Adds /api/openapi.json, and /api/docs to read it. The description is made when somebody first asks for it. */
export async function openApiRoutes(
  { http, endpoints }: Pick<Routes, 'http' | 'endpoints'>,
  facts: ApiFacts,
): Promise<void> {
  let made: Json | null = null;
  const document = (): Json => (made ??= describeApi(endpoints, facts));
  // The page wants this plugin, which would describe routes by their schemas; the description is ours instead.
  await http.register(swagger, { transform: ({ url }) => ({ schema: { hide: true }, url }) });
  await http.register(swaggerUi, { routePrefix: '/api/docs', transformSpecification: document });
  http.get('/api/openapi.json', { schema: { hide: true } }, () => document());
}
