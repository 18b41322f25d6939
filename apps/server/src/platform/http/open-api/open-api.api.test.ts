import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { API_BASE, GROUPS, PARAMETERS } from '@wardvoice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type Json, type TestServer } from '../../../testing/test-server.ts';

/** The rules read the whole document several times. */
const MAX_LINT_MS = 180_000;

let server: TestServer;
let document: Json;

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: Json[];
  responses: Record<string, Json>;
}
let operations: (Operation & { name: string })[];

beforeAll(async () => {
  server = await startTestServer();
  document = (await server.call({ url: '/api/openapi.json' })).body;
  operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, name: `${method.toUpperCase()} ${path}` })),
  );
});
afterAll(() => server.stop());

const resolved = (part: Json): Json =>
  part.$ref
    ? String(part.$ref)
        .split('/')
        .slice(1)
        .reduce((at, key) => at[key], document)
    : part;

describe('the description of the API', () => {
  it("passes redocly's recommended rules", { timeout: MAX_LINT_MS }, async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    expect(
      problems.map(({ ruleId, message, location: [at] }) => `${ruleId}: ${message} (${at?.pointer ?? ''})`),
    ).toEqual([]);
  });

  it("passes spectral's recommended rules", { timeout: MAX_LINT_MS }, async () => {
    const spectral = new spectralCore.Spectral();
    // Its type lacks what the rules have by default.
    spectral.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
    const problems = await spectral.run(document);
    expect(problems.map(({ code, message, path }) => `${code}: ${message} (${path.join('/')})`)).toEqual([]);
  });

  it('has every call of the contract, each with a name of its own', () => {
    const described = new Set(operations.map(({ name }) => name));
    const missing = server.endpoints
      .map(({ method, path }) => `${method} ${(API_BASE + path).replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((name) => !described.has(name));
    expect(missing).toEqual([]);
    expect(operations.length).toBeGreaterThan(300);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id))).toEqual([]);
  });

  it('says of every group and parameter what it is: in descriptions.ts of the contract', () => {
    const groups = new Set(operations.flatMap(({ tags }) => tags));
    expect([...groups].filter((name) => name !== 'events' && !GROUPS[name])).toEqual([]);
    expect(Object.keys(GROUPS).filter((name) => !groups.has(name))).toEqual([]);
    const parameters = operations.flatMap(({ parameters: own = [] }) => own.map(resolved));
    expect([...new Set(parameters.filter((one) => !one.description).map((one) => one.name))]).toEqual([]);
    const names = new Set(parameters.map((one) => one.name));
    expect(Object.keys(PARAMETERS).filter((name) => !names.has(name))).toEqual([]);
  });

  it('says how each call may fail, in one shape', () => {
    const errorsOf = (name: string) => {
      const { responses = {} } = operations.find((one) => one.name === name) ?? {};
      return Object.keys(responses).filter((status) => Number(status) >= 400);
    };
    expect(errorsOf('GET /api/v1/categories')).toEqual(['401', '403', '409', '422', '423', '429', '503']);
    expect(errorsOf('PUT /api/v1/categories/{id}')).toEqual([
      '400',
      '401',
      '403',
      '404',
      '409',
      '412',
      '413',
      '415',
      '422',
      '423',
      '429',
      '503',
    ]);
    expect(errorsOf('POST /api/v1/login')).toEqual(['400', '409', '413', '415', '422', '429', '503']);
    const schemas = operations.flatMap(({ responses }) =>
      Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([, response]) => resolved(response).content['application/problem+json'].schema.$ref),
    );
    expect([...new Set(schemas)]).toEqual(['#/components/schemas/Problem']);
  });

  it('calls files CSV, and records by their names', () => {
    expect(Object.keys(document.paths['/api/v1/categories.csv'].get.responses[200].content)).toEqual(['text/csv']);
    expect(document.paths['/api/v1/categories'].get.responses[200].content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/CategoryPage' } },
    });
    expect(document.components.schemas.CategoryPage.properties.data).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Category' },
    });
    expect(document.components.schemas.Category.properties.id).toEqual({ type: 'number' });
    expect(document.servers).toEqual([expect.objectContaining({ url: 'http://wardvoice.test' })]);
  });
});
