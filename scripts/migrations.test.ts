import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIRST_BESIDE_EARLIER } from '../apps/server/src/platform/db/migrate.ts';
import { ROOT } from './run-program.mjs';

const FOLDER = join(ROOT, 'apps/server/src/migrations');

/** Tables that grow with the feed, so that reading all of one takes long. */
const LARGE =
  'hl7_messages|arrivals|patients|patient_identifiers|visits|deliveries|invitations|feedback|feedback_answers|feedback_changes|' +
  'audit_entries|audit_patients|cases|case_steps|contacts|mailing_list_contacts|comment_words|masked_comments|consent_events|inbox_items|' +
  'destination_messages|webhook_events|pathway_enrolments|pathway_occasions';

const RULES: readonly [words: string, statement: RegExp][] = [
  ['takes away what the version before uses', /\bdrop column\b|\brename (?:column|to)\b|^drop table\b/],
  ['makes another type of what the version before writes', /\balter column \w+ (?:set data )?type\b/],
  [
    'wants what the version before does not fill',
    /\bset not null\b|\badd column \w+ (?!.*\bdefault\b)[^,]*\bnot null\b/,
  ],
  [
    'reads a large table while nobody may write to it',
    new RegExp(`^create (?:unique )?index (?!concurrently)(?:.* )?on (?:only )?(?:${LARGE})\\b`),
  ],
  [
    'reads a large table while nobody may use it',
    new RegExp(
      `^alter table (?:only )?(?:${LARGE}) .*\\badd (?:constraint \\w+ )?(?:check|foreign key)\\b(?!.*\\bnot valid\\b)`,
    ),
  ],
  [
    'begins anew where it was interrupted only with "if not exists"',
    /^create (?:unique )?index concurrently (?!if not exists)/,
  ],
];

/** Says which statements of a migration the processes of the version before cannot work beside. */
function faultsOf(text: string): string[] {
  const isAlone = text.startsWith('-- outside of a transaction');
  if (text.startsWith('-- contract:')) return [];
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
  const made = statements.flatMap((statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? []);
  const isOfNewTable = (statement: string) =>
    made.some((table) => new RegExp(`\\b(?:on|table) ${table}\\b`).test(statement));
  const faults = statements
    .filter((statement) => !isOfNewTable(statement))
    .flatMap((statement) =>
      RULES.filter(([, pattern]) => pattern.test(statement)).map(([words]) => `${statement.slice(0, 80)}: ${words}`),
    );
  const isConcurrent = statements.some((statement) => statement.includes(' concurrently '));
  if (isConcurrent !== isAlone || (isAlone && statements.length !== 1))
    faults.push(
      'a statement outside of a transaction is alone in a file that begins with "-- outside of a transaction"',
    );
  return faults;
}

it('the version before can go on working beside every migration that does not say otherwise', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name >= FIRST_BESIDE_EARLIER);
  const faults = names.flatMap((name) =>
    faultsOf(readFileSync(join(FOLDER, name), 'utf8')).map((fault) => `${name}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

it.each([
  'alter table contacts drop column phone;',
  'alter table wards rename to places;',
  'drop table kiosks;',
  'alter table users alter column name type citext;',
  'alter table users alter column name set not null;',
  'alter table users add column age int not null;',
  'create index visits_by_ward\n  on visits (ward);',
  'create index on visits (ward);',
  'create unique index on deliveries (id) where id > 0;',
  'alter table deliveries add constraint has_text check (text is not null);',
  'alter table visits add column place_id bigint, add foreign key (place_id) references places (id);',
  'create index concurrently if not exists visits_by_ward on visits (ward);',
  '-- outside of a transaction\ncreate index concurrently visits_by_ward on visits (ward);',
  '-- outside of a transaction\ncreate index concurrently if not exists a on visits (ward); select 1;',
])('finds what the version before cannot work beside: %s', (text) => {
  expect(faultsOf(text)).toHaveLength(1);
});

it.each([
  'alter table users add column age int; alter table users add column is_away boolean not null default false;',
  'create table visits_of_ward (id int not null); create index a on visits_of_ward (id);',
  'create index of_users on users (name); -- drop table users',
  'create function f() returns void language sql as $$ drop table users $$;',
  'alter table deliveries add constraint has_text check (text is not null) not valid;',
  '-- outside of a transaction\ncreate index concurrently if not exists visits_by_ward on visits (ward);',
  '-- contract: nothing has read it since 0.4\nalter table contacts drop column phone;',
])('lets through what it can work beside: %s', (text) => {
  expect(faultsOf(text)).toEqual([]);
});
