import openapiTypes, { astToString } from 'openapi-typescript';

/** Returns the source of api.gen.ts: TypeScript types for an OpenAPI 3.1 document, parsed. */
export async function generateApi(document: object): Promise<string> {
  // A field with a default may be left out of a request.
  const types = await openapiTypes(document as Parameters<typeof openapiTypes>[0], { defaultNonNullable: false });
  return `// Made from the OpenAPI description by \`npm run client\`.\n\n${astToString(types)}`;
}
