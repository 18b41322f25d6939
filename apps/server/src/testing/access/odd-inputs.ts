import fc from 'fast-check';
import { z } from 'zod';
import type { Schema } from '@wardvoice/contract';

/** A part of a JSON Schema, as far as requests of the contract use it. */
interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}

/** Values that programs have failed on: a database, a parser of dates, a formatter of numbers, a template, a path, a regular expression. */
const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u202eabc',
  '\u{1d573}',
  'e\u0301'.repeat(500),
  'x'.repeat(70_000),
  "'; drop table patients; --",
  "' or '1'='1",
  '<script>alert(1)</script>',
  '{{given_name}} {{', // A placeholder that never ends.
  '%',
  '_%\\',
  '\\',
  '../../etc/passwd',
  '(a+)+$',
  '[',
  '0',
  '-1',
  '1e3',
  '1e400',
  '0x10',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '1,2,,3',
  '[]',
  '{}',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  '\u0663\u0664',
  '0000-01-01',
  '0000-00-00',
  '0001-01-01',
  '-0001-01-01',
  '2024-02-30',
  '2024-13-01',
  '9999-12-31',
  '99999-01-01',
  '294277-01-01',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-14:00',
  '2024-01-01T25:00:00Z',
  '2024-03-31T02:30:00',
  '24:00',
  '24:00:01',
  'a@b',
  '"a b"@example.org',
  'a\u0000@example.org',
  '+',
  '+0',
  `+${'9'.repeat(40)}`,
  'http://[::1',
  'javascript:alert(1)',
  'Europe/Nowhere',
  'xx-YY',
];
const ODD_NUMBERS = [
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
];
const ODD_VALUES: unknown[] = [null, true, false, [], {}, [[]], [null], { length: -1 }, { toString: 1 }];

const oddText = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 20 }));
const odd = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...ODD_NUMBERS) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...ODD_VALUES) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant(deep(200)) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 3_000 }, () => 1)) },
);

function deep(levels: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

const shapeOf = (schema: Schema): Shape => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

/** Values of the shape, which the endpoint mostly accepts. */
function valueOf(shape: Shape): fc.Arbitrary<unknown> {
  if ('const' in shape) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices) return fc.oneof(...choices.map(valueOf));
  if (shape.allOf) return valueOf(Object.assign({}, ...shape.allOf) as Shape);
  const { type = 'anything' } = shape;
  switch (type) {
    case 'object':
      return recordOf(shape);
    case 'array':
      return fc.array(valueOf(shape.items ?? {}), { minLength: 1, maxLength: 3 });
    case 'integer': {
      const min = Math.max(0, shape.minimum ?? 0);
      return fc.integer({ min, max: Math.min(min + 10, shape.maximum ?? min + 10) });
    }
    case 'number':
      return fc.constantFrom(0, 1, 12.5);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return fc.constantFrom(...textsOf(shape));
    default:
      return odd;
  }
}

const textsOf = ({ format, pattern = '' }: Shape): string[] => {
  if (format === 'email') return ['orla@example.org'];
  if (format === 'date-time') return ['2026-06-01T10:00:00Z'];
  if (format === 'date' || pattern.includes('\\d{4}')) return ['2024-02-29', '2026-06-01'];
  if (format === 'time' || pattern.includes(':')) return ['10:30'];
  return ['Orla', 'orla@example.org', '+447700900123', 'en', 'ASH', '1'];
};

function recordOf({ properties = {}, required = [] }: Shape): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.entries(properties).map(([key, shape]) => [key, valueOf(shape)]));
  return fc.record<Record<string, unknown>>(fields, { requiredKeys: required.filter((key) => key in fields) });
}

/** Bodies of the shape with one odd value, part too much or part too few; now and then nothing of the shape. */
export const oddBody = (schema: Schema | undefined): fc.Arbitrary<unknown> => {
  if (!schema) return odd;
  return fc.oneof({ weight: 8, arbitrary: valueOf(shapeOf(schema)).chain(oddIn) }, { weight: 1, arbitrary: odd });
};

/** Puts one odd value into a body that is right, so that it gets as far as it can. */
export function oddIn(body: unknown): fc.Arbitrary<unknown> {
  const paths = leavesOf(body);
  if (paths.length === 0) return odd;
  const withValue = fc
    .constantFrom(...paths)
    .chain((path) => oddInsteadOf(valueAt(body, path)).map((value) => replaced(body, path, value)));
  const withUnknown = fc
    .tuple(fc.constantFrom('unknown', '__proto__', 'constructor', 'id'), odd)
    .map(([key, value]) => (typeof body === 'object' ? { ...body, [key]: value } : value));
  return fc.oneof({ weight: 6, arbitrary: withValue }, { weight: 1, arbitrary: withUnknown });
}

/** Mostly something of the same type, which a schema lets pass. */
function oddInsteadOf(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value === 'string') return fc.oneof({ weight: 3, arbitrary: oddText }, { weight: 1, arbitrary: odd });
  if (typeof value === 'number')
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom<unknown>(...ODD_NUMBERS) }, { weight: 1, arbitrary: odd });
  return odd;
}

type Path = readonly (string | number)[];

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => leavesOf(one, [...path, key]));
  return path.length > 0 ? [path, ...inner] : inner;
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((within, key) => (within as Record<string, unknown>)[key], value);

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((one, index) => (String(index) === String(key) ? replaced(one, rest, by) : (one as unknown)));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaced(object[key], rest, by) };
}

/** Tried in every field, because each of them has stopped a database or a calendar. */
const WORST = [
  'a\u0000b',
  'a\ud800b',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '9223372036854775808',
  '-1',
];

/** The right body with each of the worst values in each of its fields, also as a number where there was one. */
export const worstBodies = (body: unknown): unknown[] =>
  leavesOf(body).flatMap((path) =>
    WORST.map((worst) => {
      const isNumber = typeof valueAt(body, path) === 'number' && Number.isFinite(Number(worst));
      return replaced(body, path, isNumber ? Number(worst) : worst);
    }),
  );

/** A query for each filter of a list with each of the worst values. */
export function worstQueries(schema: Schema | undefined, seed: number): string[] {
  const { properties = {}, required = [] } = schema ? shapeOf(schema) : {};
  const needed = fc.record(Object.fromEntries(required.map((key) => [key, valueOf(properties[key] ?? {})])));
  const [base = {}] = fc.sample(needed, { numRuns: 1, seed });
  return Object.keys(properties).flatMap((key) => WORST.map((worst) => queryOf({ ...base, [key]: worst })));
}

const queryOf = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${escaped(asText(value))}`)
    .join('&');

/** Filters of a list, one of them odd. A value that is no text is sent as its JSON, as a careless client does. */
export function oddQuery(schema: Schema | undefined): fc.Arbitrary<string> {
  const { properties = {}, required = [] } = schema ? shapeOf(schema) : {};
  const names = [...Object.keys(properties), 'unknown'];
  const needed = Object.fromEntries(required.map((key) => [key, valueOf(properties[key] ?? {})]));
  const few = Object.fromEntries(Object.entries(properties).filter(([key]) => !required.includes(key)));
  return fc
    .tuple(
      fc.record(needed),
      fc.subarray(Object.keys(few), { maxLength: Math.min(2, Object.keys(few).length) }),
      fc.constantFrom(...names),
      fc.oneof(oddText, odd),
    )
    .chain(([required_, chosen, name, value]) =>
      fc
        .record(Object.fromEntries(chosen.map((key) => [key, valueOf(few[key] ?? {})])))
        .map((optional) => ({ ...required_, ...optional, [name]: value })),
    )
    .map(queryOf);
}

/** Some fields of a form, as an address or a browser writes them, with odd values. */
export const oddFields = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...names), oddText), { maxLength: 4 })
    .map((pairs) => pairs.map(([name, value]) => `${name}=${escaped(asText(value))}`).join('&'));

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 9_000);

/** An id in a path that names nothing. */
export const oddSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '1',
    '2147483648',
    '9007199254740993',
    '9'.repeat(30),
    '%00',
    '%',
    '%ff',
    '%2e%2e%2f',
    'null',
  ),
  oddText.map((text) => escaped(text.slice(0, 250))),
);

/** An address cannot have a lone surrogate: the bytes that some clients send for it stand there. */
const escaped = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%EF%BF%BD', '%ED%A0%80')
    .replaceAll('.', '%2E');
