import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, it } from 'vitest';
import { alarms } from '@wardvoice/contract';
import { readCommandLine } from '../../operator/command-line.ts';
import { createTestDatabase } from '../test-database.ts';

const runbook = readFileSync(join(import.meta.dirname, '../../../../../docs/runbook.md'), 'utf8');
const blocksOf = (language: string) =>
  [...runbook.matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );

it('every statement of the runbook is one that the database runs', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.superuserConnectionString });
  await client.connect();
  const statements = blocksOf('sql').flatMap((block) => block.split(/;\s*$/m).filter((statement) => statement.trim()));
  expect(statements.length).toBeGreaterThan(5);
  for (const statement of statements) await client.query(statement);
  await client.end();
  await database.drop();
});

it('every command of the runbook is one that Wardvoice has', () => {
  const lines = [
    ...blocksOf('sh').flatMap((block) => block.split('\n').map((line) => line.trim())),
    ...[...runbook.matchAll(/`(wardvoice [^`]+)`/g)].map(([, line = '']) => line),
  ].filter((line) => line.startsWith('wardvoice '));
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) expect(readCommandLine(line.split(' ').slice(1))).toMatchObject({ kind: 'command' });
});

it('every link within the runbook leads to a section of it, and every kind of alarm has a place there', () => {
  const anchors = new Set(
    [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-')),
  );
  const links = [...runbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  expect(alarms.ALARM_KINDS.filter((kind) => !runbook.includes(`\`${kind}\``))).toEqual([]);
});
