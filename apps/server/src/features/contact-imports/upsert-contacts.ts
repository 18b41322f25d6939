import type { contactImports } from '@wardvoice/contract';
import { carryOptOutsText } from '../consent/index.ts';
import { insertContactsText, updateContactsText } from '../contacts/index.ts';
import { addMembersText } from '../mailing-lists/index.ts';
import type { ImportCounts, Staging } from './staging.ts';

interface Target {
  applicationId: number;
  listId: number;
  importId: number;
  columns: contactImports.ImportColumns;
  /** Number of cells in the header. */
  width: number;
}

const ROWS_PER_STEP = 50_000;
/** At most this many rows are stored with their problem; the counts are exact. */
const MAX_ERRORS_KEPT = 100_000;

/**
 * Creates or updates contacts from the staged rows. A contact is found by external id, else e-mail, else phone. A row
 * with an external id never updates a contact with a different one, even if both share a mailbox. Empty cells change
 * nothing. Opt-outs stay, and are carried over to a new address.
 */
export async function upsertContacts(
  { client }: Staging,
  { applicationId, listId, importId, columns, width }: Target,
  report: (share: number) => Promise<void>,
): Promise<ImportCounts> {
  const run = async (text: string, values: unknown[] = []) => (await client.query(text, values)).rowCount ?? 0;
  await run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`contacts:${applicationId}`]);
  await run('analyze import_rows');
  await run(MATCH, [applicationId]);
  await report(0.2);
  await run('create index on import_matched (line)');
  await run('analyze import_matched');
  await run(MARK_DUPLICATES);
  await report(0.3);
  const before = await countMembers();
  await run(CARRY_OPT_OUTS, [applicationId]);
  const updated = await run(UPDATE, [applicationId]);
  await run(JOIN_FOUND, [applicationId, listId]);
  await report(0.4);
  const last = await lastLine();
  let added = 0;
  for (let from = 0; from <= last; from += ROWS_PER_STEP) {
    added += await run(ADD, [applicationId, listId, from, from + ROWS_PER_STEP]);
    await report(0.4 + 0.55 * Math.min(1, (from + ROWS_PER_STEP) / (last + 1)));
  }
  await run(keepErrors(columns, width), [applicationId, importId, MAX_ERRORS_KEPT]);
  const { rows: counted } = await client.query<{ in_error: number; found: number }>(
    `select (select count(*) from import_rows where problem is not null)
       + (select count(*) from import_matched where other_line is not null) as in_error,
       (select count(*) from import_matched where other_line is null and contact_id is not null) as found`,
  );
  const { in_error = 0, found = 0 } = counted[0] ?? {};
  return { added, updated, unchanged: found - updated, in_error, joined: (await countMembers()) - before };

  async function countMembers(): Promise<number> {
    const { rows } = await client.query<{ count: number }>(
      'select count(*) as count from mailing_list_contacts where application_id = $1 and mailing_list_id = $2',
      [applicationId, listId],
    );
    return rows[0]?.count ?? 0;
  }

  async function lastLine(): Promise<number> {
    const { rows } = await client.query<{ line: number | null }>('select max(line) as line from import_matched');
    return rows[0]?.line ?? -1;
  }
}

/** Each lookup uses an index, so a short file does not read a million contacts. */
const MATCH = `
  create temporary table import_matched on commit drop as
  select r.line, r.name, r.email, r.email_lower, r.phone, r.language, r.external_id,
    coalesce(by_id.id, by_email.id, by_phone.id) as contact_id, null::integer as other_line
  from import_rows r
  left join lateral (
    select min(c.id) as id from contacts c
    where c.application_id = $1 and c.external_id = r.external_id) by_id on true
  left join lateral (
    select min(c.id) as id from contacts c
    where by_id.id is null and c.application_id = $1 and c.email_lower = r.email_lower
      and (r.external_id is null or c.external_id is null)) by_email on true
  left join lateral (
    select min(c.id) as id from contacts c
    where by_id.id is null and by_email.id is null and c.application_id = $1 and c.phone = r.phone
      and (r.external_id is null or c.external_id is null)) by_phone on true
  where r.problem is null`;

/** Of several rows about one person, the first is used. */
const MARK_DUPLICATES = `
  update import_matched m set other_line = d.other_line
  from (
    select line, case
      when external_id is not null then min(line) over (partition by external_id)
      when email_lower is not null then min(line) over (partition by email_lower)
      else min(line) over (partition by phone) end as other_line,
      min(line) over (partition by contact_id) as found_line, contact_id
    from import_matched
  ) as all_rows
  cross join lateral (
    select case
      when all_rows.other_line < all_rows.line then all_rows.other_line
      when all_rows.contact_id is not null and all_rows.found_line < all_rows.line then all_rows.found_line end as other_line
  ) as d
  where m.line = all_rows.line and d.other_line is not null`;

const CARRY_OPT_OUTS = carryOptOutsText(
  '$1',
  'contact_import',
  `select 'email' as channel, c.email_lower as old, m.email_lower as next, c.id as contact_id
    from import_matched m join contacts c on c.id = m.contact_id
    where m.other_line is null and c.application_id = $1 and c.email_lower <> m.email_lower
    union
    select 'sms', c.phone, m.phone, c.id
    from import_matched m join contacts c on c.id = m.contact_id
    where m.other_line is null and c.application_id = $1 and c.phone <> m.phone`,
);

const UPDATE = updateContactsText('$1', 'select * from import_matched where other_line is null');

const FOUND = '(select contact_id from import_matched where contact_id is not null and other_line is null) as found';
const JOIN_FOUND = `${addMembersText('$1', '$2', FOUND)} on conflict do nothing`;

const NEW_ROWS = `
  select name, email, phone, language, external_id
  from import_matched
  where contact_id is null and other_line is null and line >= $3 and line < $4`;
const ADD = `
  with new as (${insertContactsText('$1', NEW_ROWS)})
  ${addMembersText('$1', '$2', 'new')}`;

/**
 * Stores the rows with problems as they were in the file. The cells of a duplicate are rebuilt from its fields, in the
 * order of the file's columns.
 */
function keepErrors(columns: contactImports.ImportColumns, width: number): string {
  const cells = Array.from({ length: width }, (_, at) => {
    const is = (...fields: contactImports.ImportField[]) => fields.some((field) => columns[field] === at);
    if (is('name') || (columns.name === undefined && is('given_name'))) return 'name';
    const field = (['email', 'phone', 'language', 'external_id'] as const).find((one) => is(one));
    return field ?? 'null';
  });
  return `
  insert into contact_import_errors (application_id, import_id, line, problem, other_line, cells)
  select $1::bigint, $2::bigint, line, problem, null, cells::jsonb from import_rows where problem is not null
  union all
  select $1::bigint, $2::bigint, line, 'duplicate', other_line, to_jsonb(array[${cells.join(', ')}]::text[])
  from import_matched where other_line is not null
  order by line limit $3
  on conflict do nothing`;
}
