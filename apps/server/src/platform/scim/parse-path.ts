import { parseFilter, type Filter } from './parse-filter.ts';
import { attributeName } from './schema-names.ts';
import { ScimError } from './scim-error.ts';

/** What an operation of a PATCH is about. Names are in small letters. */
export interface Path {
  attribute: string;
  /** Which values of it; null: all. */
  filter: Filter | null;
  /** A part of these values; null: the whole. */
  part: string | null;
  /** True for an attribute of an extension of the schema: none is kept here. */
  isExtension: boolean;
}

const MAX_CHARACTERS = 1_000;
const NAME = String.raw`[a-z$][\w$-]*`;
const PATH = new RegExp(String.raw`^(${NAME})(?:\[(.*)\])?(?:\.(${NAME}))?$`, 'su');

/** Reads the path of an operation (RFC 7644 §3.5.2), or throws invalidPath. */
export function parsePath(text: string): Path {
  const path = attributeName(text.trim());
  if (path.startsWith('urn:')) return { attribute: path, filter: null, part: null, isExtension: true };
  const match = text.length <= MAX_CHARACTERS ? PATH.exec(path) : null;
  const [, attribute, , part] = match ?? [];
  if (attribute === undefined) throw noSuchPath(text);
  return { attribute, filter: filterIn(text), part: part ?? null, isExtension: false };
}

/** Reads the filter as it was sent, because its values keep their capitals. */
function filterIn(text: string): Filter | null {
  const [start, end] = [text.indexOf('['), text.lastIndexOf(']')];
  return start < 0 ? null : parseFilter(text.slice(start + 1, end));
}

export const noSuchPath = (text: string): ScimError =>
  new ScimError('invalidPath', `There is no attribute at the path ${text.slice(0, 100)}.`);
