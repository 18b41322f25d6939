import { sql, type RawBuilder } from 'kysely';
import { containing } from '../../platform/db/like-pattern.ts';
import type { Person } from './find-person.queries.ts';

/** Shorter numbers and names stand in too many texts that are about somebody else. */
const MIN_NUMBER = 4;
/** Digits by which a phone number is recognised however it is written: with or without the country, with spaces. */
const PHONE_DIGITS = 9;

/** SQL that is true for a text that names the person. */
type Names = (text: RawBuilder<unknown>) => RawBuilder<boolean>;

/** Recognises a row of a file: by a number or address of the person, or by the given and the family name. */
export const namesInRow = (person: Person): Names => namesPerson(person, person.names);

/** Recognises the name of a file: the family name is enough, because nobody misses the name of a file. */
export const namesInFileName = (person: Person): Names =>
  namesPerson(
    person,
    person.names.map(({ family }) => ({ given: '', family })),
  );

function namesPerson({ numbers, addresses }: Person, names: Person['names']): Names {
  const values = [
    ...numbers.filter((number) => number.length >= MIN_NUMBER),
    ...addresses.filter(({ channel }) => channel === 'email').map(({ address }) => address),
  ].map(containing);
  const phones = addresses
    .filter(({ channel }) => channel === 'sms')
    .map(({ address }) => address.replaceAll(/\D/g, '').slice(-PHONE_DIGITS))
    .filter((digits) => digits.length === PHONE_DIGITS)
    .map(containing);
  const whole = names.map(({ given, family }) => ({ given: containing(given), family: containing(family) }));
  return (text) => sql<boolean>`(
    ${text} ilike any(${values}::text[])
    or regexp_replace(${text}, '\\D', '', 'g') like any(${phones}::text[])
    or exists (
      select from jsonb_to_recordset(${JSON.stringify(whole)}::jsonb) as one (given text, family text)
      where ${text} ilike one.given and ${text} ilike one.family))`;
}
