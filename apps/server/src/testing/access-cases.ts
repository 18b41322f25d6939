import { readdirSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FullApplication } from './full-application.ts';

/** What the tests that walk every endpoint must know of the endpoints of a slice. Endpoints are named as `GET /contacts/:id`. */
export interface AccessCases {
  /** How each endpoint that takes an id reaches a record of one person: whoever sees other wards only is answered 404. */
  recordsOfPeople?: RecordCalls;
  /** How each endpoint that takes an id reaches a record that is the hospital's, such as a department. */
  recordsOfHospital?: RecordCalls;
  /** Reads whose answers show people, also as a file. */
  showingPeople?: readonly string[];
  /** Calls without an id that make or change something about people, as somebody of one ward tries them. */
  making?: Readonly<Record<string, (of: FullApplication) => { body?: object; query?: string }>>;
  /** Calls without an id that make or change something, and say nothing of people. */
  makingNothingOfPeople?: readonly string[];
}

type RecordCalls = Readonly<Record<string, (of: FullApplication) => RecordCall>>;

export interface RecordCall {
  path: string;
  body?: object | string;
  /** Of the body, where it is no JSON. */
  type?: string;
}

/** The file of each slice that has one; a slice needs no line here. */
const FEATURES = join(import.meta.dirname, '../features');
const slices = readdirSync(FEATURES)
  .map((slice) => join(FEATURES, slice, 'access.cases.ts'))
  .filter((file) => existsSync(file));
const all = await Promise.all(
  slices.map(async (file) => ((await import(pathToFileURL(file).href)) as { accessCases: AccessCases }).accessCases),
);

const merge = <T>(records: readonly (Readonly<Record<string, T>> | undefined)[]) =>
  Object.fromEntries(records.flatMap((one) => Object.entries(one ?? {})));

export const RECORDS_OF_PEOPLE = merge(all.map(({ recordsOfPeople }) => recordsOfPeople));
export const RECORDS = { ...RECORDS_OF_PEOPLE, ...merge(all.map(({ recordsOfHospital }) => recordsOfHospital)) };
export const MAKING = merge(all.map(({ making }) => making));
export const SHOWING_PEOPLE = all.flatMap(({ showingPeople = [] }) => showingPeople);
export const MAKING_NOTHING_OF_PEOPLE = all.flatMap(({ makingNothingOfPeople = [] }) => makingNothingOfPeople);
