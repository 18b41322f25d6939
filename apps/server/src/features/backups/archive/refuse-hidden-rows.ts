import type { Client } from 'pg';
import { BackupProblem } from '../backup-problem.ts';

interface Policy {
  table: string;
  is_permissive: boolean;
  /** null: a table with row-level security that has no policy for this role. */
  condition: string | null;
}

/**
 * Opens the transaction for all rows, and throws BackupProblem when row-level security could hide one of them: every table that
 * it applies to must have a policy that shows all rows to the system, and none that takes some away.
 */
export async function refuseHiddenRows(client: Client): Promise<void> {
  await client.query(
    `select set_config('wardvoice.all_applications', 'on', true), set_config('wardvoice.wards', '', true)`,
  );
  const { rows: open } = await client.query<{ is_open: boolean }>(
    'select sees_all_applications() and sees_every_ward() as is_open',
  );
  const { rows } = await client.query<Policy>(
    `select c.oid::regclass::text as table, coalesce(p.polpermissive, true) as is_permissive,
      pg_get_expr(p.polqual, p.polrelid) as condition
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_policy p on p.polrelid = c.oid and p.polcmd in ('*', 'r')
      and exists (select from unnest(p.polroles) role where role = 0 or pg_has_role(current_user, role, 'member'))
    where c.relkind in ('r', 'p') and n.nspname in (current_schema()::text, 'graphile_worker') and row_security_active(c.oid)`,
  );
  const tables = [...new Set(rows.map(({ table }) => table))];
  const hiding = tables.filter((name) => !isShownWhole(rows.filter(({ table }) => table === name)));
  if (open[0]?.is_open === true && hiding.length === 0) return;
  throw new BackupProblem(
    `Row-level security might hide rows of ${hiding.join(', ') || 'all tables'} from this role, so nothing was backed up: ` +
      'remove the policies that Wardvoice did not make.',
  );
}

function isShownWhole(policies: readonly Policy[]): boolean {
  const permissive = policies.filter(({ is_permissive }) => is_permissive);
  const restrictive = policies.filter(({ is_permissive }) => !is_permissive);
  return (
    permissive.some(({ condition }) => condition !== null && showsAll(condition)) &&
    restrictive.every(({ condition }) => condition !== null && showsAll(condition))
  );
}

const ALWAYS = /^(true|\(? ?SELECT (sees_all_applications|sees_every_ward)\(\) AS \w+\)?)$/;
const NOT_NULL = /^NULLIF\((.*), false\) IS NOT NULL$/s;

/** Whether a condition, as PostgreSQL writes it, is true for the system whatever the row is. */
export function showsAll(condition: string): boolean {
  const text = withoutBrackets(condition.trim());
  if (ALWAYS.test(text)) return true;
  const inside = NOT_NULL.exec(text)?.[1];
  if (inside !== undefined) return showsAll(inside);
  const alternatives = splitAt(text, ' OR ');
  return alternatives.length > 1 && splitAt(text, ' AND ').length === 1 && alternatives.some(showsAll);
}

/** Removes a pair of brackets around all of it. */
function withoutBrackets(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '(') depth += 1;
    if (text[place] === ')') depth -= 1;
    if (depth === 0) return place === text.length - 1 ? withoutBrackets(text.slice(1, -1).trim()) : text;
  }
  return text;
}

/** Splits at a word outside of all brackets. */
function splitAt(text: string, word: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === '(') depth += 1;
    if (text[place] === ')') depth -= 1;
    if (depth !== 0 || !text.startsWith(word, place)) continue;
    found.push(text.slice(from, place));
    from = place + word.length;
  }
  return [...found, text.slice(from)];
}
