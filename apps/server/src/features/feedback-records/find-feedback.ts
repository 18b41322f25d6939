import { SURVEY_LANGUAGES } from '@wardvoice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { containing } from '../../platform/db/like-pattern.ts';
import { COUNT_CAP } from '../../platform/db/page.ts';
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
  /** SQL: the ids of all that match, where counting them is quicker than counting the list; else null. */
  ids: RawBuilder<{ id: number }> | null;
}

/** People of one way to be found, at most, as in the list of messages. */
const MAX_PEOPLE = 500;
/** Fewer letters begin too many words. */
const MIN_BEGINNING = 3;

/**
 * Finds answered surveys by a search term: those of the person whom it means, and those in whose comments each of its words
 * is, in any order and in any of its forms. Words in quotation marks must follow each other, and a word after a minus must
 * not be there.
 */
export async function findFeedbackBy(tx: Tx, scope: ApplicationScope, term: string): Promise<FeedbackSearch> {
  const parsed = parseSearch(term);
  const sought = await readSought(tx, parsed);
  const people = await ofPeople(tx, scope, term);
  const isFound = (token: RawBuilder<unknown>) =>
    sql<boolean>`(comment_stems(${token}, f.language) && ${sought.words.flatMap(({ stems }) => stems)}::text[]
      or without_accents(${token}) ^@ any(${sought.words.filter(({ begins }) => begins).map((word) => word.token)}::text[]))`;
  if (isNothing(parsed)) return { matches: sql<boolean>`true`, isFound, ids: null };
  if (sought.words.length === 0 && sought.without.length === 0)
    return { matches: sql<boolean>`f.id in (${people})`, isFound, ids: null };
  const rarest = await findRarest(tx, scope, sought);
  // One "or" over all answered surveys would use no index. It is quick where many comments match, because a page of them
  // is soon found in the order of the list.
  const matches = rarest
    ? sql<boolean>`f.id in (${withWord(scope, rarest, sought)} union all ${people})`
    : sql<boolean>`(${saysAll(sought)} or f.id in (${people}))`;
  const [word, ...others] = [...sought.words, ...sought.without];
  const ids =
    rarest === null && word && others.length === 0 && sought.phrases.length === 0 ? idsWith(scope, word) : null;
  return { matches, isFound, ids };
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

/** SQL: a row of comment_words, `said`, is this word. */
const isWord = ({ token, stems, begins }: SoughtWord): RawBuilder<boolean> =>
  sql<boolean>`(said.word = any(${stems}::text[])${begins ? sql` or said.word ^@ ${token}` : sql``})`;

/**
 * SQL: the comments of `feedback as f` have this word. With offset 0, and without the index of words, the few words of one answered
 * survey after the other are looked at. A join with all that say the word is far slower.
 */
const says = ({ token, stems, begins }: SoughtWord): RawBuilder<boolean> => sql<boolean>`exists (
  select from comment_words said
  where said.application_id = f.application_id and said.feedback_id = f.id
    and (said.word || '' = any(${stems}::text[])${begins ? sql` or said.word || '' ^@ ${token}` : sql``}) offset 0)`;

const writes = (phrase: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from feedback_answers written
  where written.application_id = f.application_id and written.feedback_id = f.id and written.text ilike ${containing(phrase)} offset 0)`;

/** Words that must be there in every language. Where each word says nothing in some language, all of them must. */
function meaningful({ words }: Sought): SoughtWord[] {
  const everywhere = words.filter(({ silent_in }) => silent_in.length === 0);
  return everywhere.length > 0 ? everywhere : words;
}

/** SQL: the comments of `feedback as f` say what is sought. It is known of one word already, if any, that they say it. */
function saysAll(sought: Sought, known: SoughtWord | null = null): RawBuilder<boolean> {
  const needed = meaningful(sought);
  const conditions = [
    sql<boolean>`true`,
    ...sought.words
      .filter((word) => word !== known)
      .map((word) =>
        needed.includes(word)
          ? says(word)
          : sql<boolean>`(f.language = any(${word.silent_in}::text[]) or ${says(word)})`,
      ),
    ...sought.without.map((word) => sql<boolean>`not ${says(word)}`),
    ...sought.phrases.map(writes),
    ...(sought.words.length === 0 ? [writes('')] : []),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns the word that is in the fewest comments; null when all are in more than a list counts. */
async function findRarest(tx: Tx, { applicationId }: ApplicationScope, sought: Sought): Promise<SoughtWord | null> {
  let rarest: SoughtWord | null = null;
  let fewest = COUNT_CAP;
  for (const word of meaningful(sought)) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (
        select from comment_words said
        where said.application_id = ${applicationId} and ${isWord(word)} limit ${fewest + 1}) found`.execute(tx);
    const count = rows[0]?.count ?? 0;
    if (count > fewest) continue;
    fewest = count;
    rarest = word;
  }
  return rarest;
}

const withWord = ({ applicationId }: ApplicationScope, word: SoughtWord, sought: Sought) => sql`
  select f.id from comment_words said
  join feedback f on f.application_id = said.application_id and f.id = said.feedback_id
  where said.application_id = ${applicationId} and ${isWord(word)} and ${saysAll(sought, word)}`;

const idsWith = ({ applicationId }: ApplicationScope, word: SoughtWord) => sql<{ id: number }>`
  select distinct said.feedback_id as id from comment_words said
  where said.application_id = ${applicationId} and ${isWord(word)}`;

/** SQL: ids of the answered surveys of the people whom the term means. */
async function ofPeople(tx: Tx, scope: ApplicationScope, term: string): Promise<RawBuilder<unknown>> {
  const { applicationId } = scope;
  const patients = await findPatientsBy(tx, scope, term, MAX_PEOPLE);
  const contacts = idsFoundBy(scope, term, await phoneIn(tx, scope, term));
  const answeredBy = (column: 'patient_id' | 'contact_id', ids: RawBuilder<unknown>) => sql`
    select answered.id from invitations asked
    join feedback answered on answered.application_id = asked.application_id and answered.invitation_id = asked.id
    where asked.application_id = ${applicationId} and ${sql.ref(`asked.${column}`)} in ${ids}`;
  return sql`
    ${answeredBy('patient_id', patients)}
    union all ${answeredBy('patient_id', sql`(select gone.id from patients gone where gone.merged_into_id in ${patients})`)}
    union all ${answeredBy('contact_id', contacts)}`;
}
