/** A typed client of the API: openapi-fetch with the types of this API, and with what a careful caller does. */
import type { components } from './api.gen.ts';

export type { operations, paths } from './api.gen.ts';
export { createWardvoiceClient, type WardvoiceClient, type WardvoiceClientOptions } from './create-client.ts';
export { CallRefused, eachRecord, type ListPath, type RowOf } from './each-record.ts';

/** What is sent and answered as JSON, by its name in the OpenAPI description. */
export type Schemas = components['schemas'];

/** What a refused call is answered with (RFC 9457). */
export type Problem = Schemas['Problem'];
