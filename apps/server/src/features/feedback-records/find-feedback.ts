import { SURVEY_LANGUAGES } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { COUNT_CAP, isOneOfFound } from '../../platform/db/page.ts';
import type { ApplicationScope } from '../../platform/scope.ts';
import { idsFoundBy, phoneIn } from '../contacts/index.ts';
import { findPatientsBy } from '../patient-identity/index.ts';
import { parseSearch, type ParsedSearch } from './parse-search.ts';

/** A word that comments are searched for. */
interface SoughtWord {
  /** In lower case and without accents. */
  token: string;
  /** What it is indexed as, in each language. */
  stems: string[];
  /** Languages in which it says nothing, as "the" does in English, and is therefore not indexed. */
  silent_in: string[];
  /** True for the last word, which may still be being typed. */
  begins: boolean;
}

interface Sought {
  words: SoughtWord[];
  /** Words that must not be there. */
  without: SoughtWord[];
  phrases: string[];
}

/** What a search means for a query of `feedback as f`. */
export interface FeedbackSearch {
  matches: RawBuilder<boolean>;
  /** SQL: whether this word, an expression, is one of those that were searched for; `f.language` is its language. */
  isFound: (token: RawBuilder<unknown>) => RawBuilder<boolean>;
  /** True when all that match are looked up by an index, and sorted then. */
  isLookedUp: boolean;
  /** SQL: the ids of all that match, where counting them is quicker than counting the list; else null. */
  ids: RawBuilder<{ id: number }> | null;
}

/** People of one way to be found, at most, as in the list of messages. */
const MAX_PEOPLE = 500;
/** Comments with one word, at most, among which the other words of a search are looked for. */
const MAX_LOOKED_UP = 100_000;
/** Fewer letters begin too many words. */
const MIN_BEGINNING = 3;

/**
 * Finds answered surveys by a search term: those of the person whom it means, and those in whose comments each of its words
 * is, in any order and in any of its forms. Words in quotation marks must follow each other, and a word after a minus must
 * not be there. `isWhole` is true when the list is not filtered in any other way.
 */
export async function findFeedbackBy(
  tx: Tx,
  scope: ApplicationScope,
  term: string,
  { isWhole }: { isWhole: boolean },
): Promise<FeedbackSearch> {
  const parsed = parseSearch(term);
  const sought = await readSought(tx, parsed);
  const isFound = (token: RawBuilder<unknown>) =>
    sql<boolean>`(comment_stems(${token}, f.language) && ${sought.words.flatMap(({ stems }) => stems)}::text[]
      or without_accents(${token}) ^@ any(${sought.words.filter(({ begins }) => begins).map((word) => word.token)}::text[]))`;
  if (isNothing(parsed)) return { matches: sql<boolean>`true`, isFound, isLookedUp: false, ids: null };
  const people = await ofPeople(tx, scope, term);
  if (sought.words.length === 0 && sought.without.length === 0)
    return { matches: isOneOfFound('f.id', sql`(${people})`), isFound, isLookedUp: true, ids: null };
  const [word, ...others] = sought.words;
  const onlyWord = others.length + sought.without.length + sought.phrases.length === 0 && isWhole ? word : undefined;
  // Where many comments match, a page of them is soon found in the order of the list.
  const rarest = await findRarest(tx, scope, sought, onlyWord ? COUNT_CAP : MAX_LOOKED_UP);
  if (rarest) {
    const matches = isOneOfFound('f.id', sql`(${idsWith(scope, rarest, sought)} union all ${people})`);
    return { matches, isFound, isLookedUp: true, ids: null };
  }
  const own = { id: sql`f.id`, language: sql`f.language` };
  const matches = sql<boolean>`(${saysAll(scope, own, sought)} or ${isOneOfFound('f.id', sql`(${people})`)})`;
  const ids = onlyWord ? sql<{ id: number }>`select distinct id from (${idsWith(scope, onlyWord)}) found` : null;
  return { matches, isFound, isLookedUp: false, ids };
}

/** A quotation mark that was just typed. */
const isNothing = ({ words, without }: ParsedSearch): boolean => words.length === 0 && without.length === 0;

async function readSought(tx: Tx, { words, without, phrases }: ParsedSearch): Promise<Sought> {
  const asked = [...words, ...without.map((word) => ({ ...word, isWithout: true }))].map((word, place) => ({
    ...word,
    place,
  }));
  if (asked.length === 0) return { words: [], without: [], phrases };
  const { rows } = await sql<SoughtWord & { is_without: boolean }>`
    select without_accents(token) as token, coalesce(asked."isWithout", false) as is_without,
      -- "o'h" is two words, of which neither is the beginning of one
      asked."begins" and length(token) >= ${MIN_BEGINNING} and count(*) over (partition by asked.place) = 1 as begins,
      array(select distinct stem from unnest(${SURVEY_LANGUAGES}::text[]) language, unnest(comment_stems(token, language)) stem) as stems,
      array(select language from unnest(${SURVEY_LANGUAGES}::text[]) language where comment_stems(token, language) = '{}') as silent_in
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (place integer, text text, "begins" boolean, "isWithout" boolean)
    cross join lateral comment_tokens(asked.text) token`.execute(tx);
  return {
    words: rows.filter((word) => !word.is_without),
    without: rows.filter((word) => word.is_without),
    phrases,
  };
}

/**
 * SQL: ids of the answered surveys whose comments have this word, several times where they have several forms of it. Each form is read from
 * the index of words alone: with “or” between them, PostgreSQL would read the table, too.
 */
const idsOfWord = (
  { applicationId }: ApplicationScope,
  { token, stems, begins }: SoughtWord,
): RawBuilder<{ feedback_id: number }> => {
  const those = sql`select said.feedback_id from comment_words said where said.application_id = ${applicationId}`;
  const exact = sql<{ feedback_id: number }>`${those} and said.word = any(${stems}::text[])`;
  return begins
    ? sql`${exact} union all ${those} and said.word ^@ ${token} and said.word <> all(${stems}::text[])`
    : exact;
};

/** An answered survey in a query. */
interface Surveyed {
  id: RawBuilder<unknown>;
  language: RawBuilder<unknown>;
}

/**
 * SQL: the comments have this word. With offset 0 one answered survey after the other is looked at; a join with all that say the word is
 * far slower. A whole word is one lookup. For a beginning the words of the survey are read, and no index of words (hence the empty text).
 */
const says = (
  { applicationId }: ApplicationScope,
  { id }: Surveyed,
  { token, stems, begins }: SoughtWord,
): RawBuilder<boolean> => {
  const those = sql`select from comment_words said where said.application_id = ${applicationId} and said.feedback_id = ${id}`;
  return begins
    ? sql<boolean>`exists (${those} and (said.word || '' = any(${stems}::text[]) or said.word || '' ^@ ${token}) offset 0)`
    : sql<boolean>`exists (${those} and said.word = any(${stems}::text[]) offset 0)`;
};

const writes = ({ applicationId }: ApplicationScope, { id }: Surveyed, phrase: string): RawBuilder<boolean> =>
  sql<boolean>`exists (
    select from feedback_answers written
    where written.application_id = ${applicationId} and written.feedback_id = ${id} and written.text ilike ${containing(phrase)} offset 0)`;

/** Words that must be there in every language. Where each word says nothing in some language, all of them must. */
function meaningful({ words }: Sought): SoughtWord[] {
  const everywhere = words.filter(({ silent_in }) => silent_in.length === 0);
  return everywhere.length > 0 ? everywhere : words;
}

/** SQL: the comments say what is sought. It is known of one word already, if any, that they say it. */
function saysAll(
  scope: ApplicationScope,
  surveyed: Surveyed,
  sought: Sought,
  known: SoughtWord | null = null,
): RawBuilder<boolean> {
  const needed = meaningful(sought);
  const isSaid = (word: SoughtWord) =>
    needed.includes(word)
      ? says(scope, surveyed, word)
      : sql<boolean>`(${surveyed.language} = any(${word.silent_in}::text[]) or ${says(scope, surveyed, word)})`;
  const conditions = [
    sql<boolean>`true`,
    ...sought.words.filter((word) => word !== known).map(isSaid),
    ...sought.without.map((word) => sql<boolean>`not ${says(scope, surveyed, word)}`),
    ...sought.phrases.map((phrase) => writes(scope, surveyed, phrase)),
    ...(sought.words.length === 0 ? [writes(scope, surveyed, '')] : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns the word that is in the fewest comments; null when each is in more than `most`. */
async function findRarest(tx: Tx, scope: ApplicationScope, sought: Sought, most: number): Promise<SoughtWord | null> {
  let rarest: SoughtWord | null = null;
  let fewest = most;
  for (const word of meaningful(sought)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (${idsOfWord(scope, word)} limit ${fewest + 1}) found`.execute(tx);
    const count = rows[0]?.count ?? 0;
    if (count > fewest) continue;
    fewest = count;
    rarest = word;
  }
  return rarest;
}

/** SQL: the ids of the answered surveys that have this word, and all others that are sought. */
function idsWith(
  scope: ApplicationScope,
  word: SoughtWord,
  sought: Sought = { words: [word], without: [], phrases: [] },
): RawBuilder<{ id: number }> {
  const led = {
    id: sql`led.feedback_id`,
    language: sql`(
      select f.language from feedback f where f.application_id = ${scope.applicationId} and f.id = led.feedback_id)`,
  };
  return sql<{ id: number }>`
    select led.feedback_id as id from (${idsOfWord(scope, word)}) led where ${saysAll(scope, led, sought, word)}`;
}

/** SQL: ids of the answered surveys of the people whom the term means. */
async function ofPeople(tx: Tx, scope: ApplicationScope, term: string): Promise<RawBuilder<unknown>> {
  const { applicationId } = scope;
  const patients = await findPatientsBy(tx, scope, term, MAX_PEOPLE);
  const contacts = idsFoundBy(scope, term, await phoneIn(tx, scope, term));
  const answeredBy = (column: 'patient_id' | 'contact_id', ids: RawBuilder<unknown>) => sql`
    select answered.id from invitations asked
    join feedback answered on answered.application_id = asked.application_id and answered.invitation_id = asked.id
    where asked.application_id = ${applicationId} and ${isOneOfFound(`asked.${column}`, ids)}`;
  return sql`
    ${answeredBy('patient_id', patients)}
    union all ${answeredBy('patient_id', sql`(select gone.id from patients gone where ${isOneOfFound('gone.merged_into_id', patients)})`)}
    union all ${answeredBy('contact_id', contacts)}`;
}
