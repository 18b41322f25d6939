import type { contactImports } from '@wardvoice/contract';
import type { ImportCounts, Staging } from './staging.ts';

interface Target {
  applicationId: number;
  listId: number;
  importId: number;
  columns: contactImports.ImportColumns;
  /** Cells of the header. */
  width: number;
}

const ROWS_PER_STEP = 50_000;
/** More is not looked at one by one; the count is exact. */
const MOST_ERRORS_KEPT = 100_000;

/**
 * Makes contacts of staged rows: found by external id, else e-mail, else phone, they are updated; the others are added. A
 * row with an external id of its own never takes over somebody who has another, though they share a mailbox. Empty cells
 * leave what is known. Opt-outs stay, and go along to a new address.
 */
export async function takeRows(
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
  await run(keepErrors(columns, width), [applicationId, importId, MOST_ERRORS_KEPT]);
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

/** Each probe has an index of its own; a few rows do not read a million contacts. */
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

/** The first row of a person is taken. */
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

const CARRY_OPT_OUTS = `
  insert into opt_outs (application_id, channel, address, source, user_id)
  select o.application_id, o.channel, moved.next, o.source, o.user_id
  from (
    select 'email' as channel, c.email_lower as old, m.email_lower as next
    from import_matched m join contacts c on c.id = m.contact_id
    where m.other_line is null and c.application_id = $1 and c.email_lower <> m.email_lower
    union
    select 'sms', c.phone, m.phone
    from import_matched m join contacts c on c.id = m.contact_id
    where m.other_line is null and c.application_id = $1 and c.phone <> m.phone
  ) as moved
  join opt_outs o on o.application_id = $1 and o.channel = moved.channel and o.address = moved.old
  where o.source <> 'bounce'
  on conflict do nothing`;

const UPDATE = `
  update contacts c set
    name = coalesce(m.name, c.name), email = coalesce(m.email, c.email), phone = coalesce(m.phone, c.phone),
    language = coalesce(m.language, c.language), external_id = coalesce(c.external_id, m.external_id),
    follows_patient = false
  from import_matched m
  where m.other_line is null and c.id = m.contact_id and c.application_id = $1
    and (c.name, c.email, c.phone, c.language, c.external_id) is distinct from (
      coalesce(m.name, c.name), coalesce(m.email, c.email), coalesce(m.phone, c.phone),
      coalesce(m.language, c.language), coalesce(c.external_id, m.external_id))`;

const JOIN_FOUND = `
  insert into mailing_list_contacts (application_id, mailing_list_id, contact_id)
  select $1::bigint, $2::bigint, contact_id from import_matched where contact_id is not null and other_line is null
  on conflict do nothing`;

const ADD = `
  with new as (
    insert into contacts (application_id, name, email, phone, language, external_id)
    select $1::bigint, coalesce(name, email, external_id, phone), email, phone, language, external_id
    from import_matched
    where contact_id is null and other_line is null and line >= $3 and line < $4
    returning id)
  insert into mailing_list_contacts (application_id, mailing_list_id, contact_id)
  select $1::bigint, $2::bigint, id from new`;

/** As they stood in the file; of a duplicate, what was read of it, in the file's columns. */
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
