import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@wardvoice/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ROOT } from './run-program.mjs';

const SERVER = join(ROOT, 'apps/server/src');
const WORDS = JSON.parse(readFileSync(join(ROOT, 'apps/web/src/features/audit/en.json'), 'utf8')) as {
  action: Record<string, string>;
  type: Record<string, string>;
  filtered_by: Record<string, string>;
};

const isEndpoint = (value: unknown): value is contract.Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** What calls of the API leave in the audit, also when they are refused; public calls are not refused to anybody. */
function* listOfCalls(): Generator<{ action: string; record: string }> {
  for (const value of Object.values(contract).flatMap((slice) => Object.values(slice)))
    if (isEndpoint(value) && (value.audit || value.access !== 'public'))
      yield contract.readAuditRule({ ...value, audit: value.audit ?? true });
}

/** What the server writes into the audit by itself, in the files that do so. */
function* listOfServer(): Generator<{ action?: string; record?: string }> {
  for (const file of readdirSync(SERVER, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || /\.(test|cases)\.ts$|testing|demo/.test(file)) continue;
    const source = readFileSync(join(SERVER, file), 'utf8');
    if (!source.includes('recordAudit(')) continue;
    for (const [, call = ''] of source.matchAll(/recordAudit\(([\s\S]*?)\n? *\}\)/g)) {
      const action = /\baction: '(\w+)'/.exec(call)?.[1];
      const record = /\brecord_type: '(\w+)'/.exec(call)?.[1];
      yield { ...(action ? { action } : {}), ...(record ? { record } : {}) };
    }
  }
}

it('whatever the audit names has a word on its screen', () => {
  const named = [...listOfCalls(), ...listOfServer()];
  const missing = {
    action: [...new Set(named.flatMap(({ action = 'view' }) => (action in WORDS.action ? [] : [action])))].toSorted(),
    type: [...new Set(named.flatMap(({ record = 'users' }) => (record in WORDS.type ? [] : [record])))].toSorted(),
  };
  expect(missing).toEqual({ action: [], type: [] });
});

/** What says which rows of the list are meant, and not what they are about. */
const PAGING = new Set(['page', 'per_page', 'paginate', 'cursor', 'sort']);

it('whatever a list is filtered by has a word on the screen of the audit; FHIR has its own', () => {
  const names = Object.values(contract)
    .flatMap((slice): unknown[] => Object.values(slice))
    .filter(isEndpoint)
    .filter(({ method, path, audit }) => method === 'GET' && audit && !path.startsWith('/fhir/'))
    .flatMap(({ query }) => (query instanceof z.ZodObject ? Object.keys(query.shape) : []));
  const filters = [...new Set(names)].filter((name) => !PAGING.has(name)).toSorted();
  expect(filters).toContain('term');
  expect(filters.filter((name) => !(name in WORDS.filtered_by))).toEqual([]);
});
