import type * as z from 'zod';

type Given = Readonly<Record<string, string | undefined>>;

export const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Partners of one kind, up to nine, each with the same settings: `OIDC_ISSUER` of the first, `OIDC_2_ISSUER` of the second. */
export interface NumberedSettings<Shape extends z.ZodObject> {
  /** Such as OIDC */
  kind: string;
  /** How a problem calls such a partner: "provider". */
  called: string;
  shape: Shape;
  /** Parts of which all or none are given. */
  needed: readonly string[];
}

export const prefixOf = (kind: string, number: number): string => (number === 1 ? `${kind}_` : `${kind}_${number}_`);

const partsOf = ({ shape }: Pick<NumberedSettings<z.ZodObject>, 'shape'>): string[] => Object.keys(shape.shape);

const neededOf = ({ kind, needed }: NumberedSettings<z.ZodObject>, number: number): string[] =>
  needed.map((part) => prefixOf(kind, number) + part);

/** Returns the names of all these settings. */
export const namesOfNumbered = (of: NumberedSettings<z.ZodObject>): string[] =>
  NUMBERS.flatMap((number) => partsOf(of).map((part) => prefixOf(of.kind, number) + part));

export const hasNumbered = (given: Given, of: NumberedSettings<z.ZodObject>): boolean =>
  NUMBERS.some((number) => neededOf(of, number).some((name) => given[name]));

/** Reads the settings of each partner that has any, and returns a line for each setting that is wrong. */
export function readNumbered<Shape extends z.ZodObject>(
  given: Given,
  of: NumberedSettings<Shape>,
): { found: { number: number; values: z.output<Shape> }[]; problems: string[] } {
  const read = NUMBERS.map((number) => readOne(given, of, number));
  return { found: read.flatMap(({ found }) => found ?? []), problems: read.flatMap(({ problems }) => problems) };
}

function readOne<Shape extends z.ZodObject>(
  given: Given,
  of: NumberedSettings<Shape>,
  number: number,
): { found?: { number: number; values: z.output<Shape> }; problems: string[] } {
  const prefix = prefixOf(of.kind, number);
  const parts = partsOf(of);
  const own = Object.fromEntries(parts.map((part) => [part, given[prefix + part]]).filter(([, value]) => value));
  const result = of.shape.safeParse(own);
  const needed = neededOf(of, number);
  const present = needed.filter((name) => given[name]);
  const other = parts.map((part) => prefix + part).find((name) => given[name] && !needed.includes(name));
  // A part that is missing is told below, with those that it goes with.
  const wrong = (result.error?.issues ?? [])
    .map((issue) => ({ issue, part: String(issue.path[0]) }))
    .filter(({ part }) => own[part] !== undefined)
    .map(({ issue, part }) => `${prefix}${part} "${own[part]}" ${issue.message}.`);
  if (present.length === 0 && other)
    wrong.push(`${needed.join(', ')} are missing: ${other} is about that ${of.called}; set them, or leave it out.`);
  if (present.length > 0)
    for (const name of needed.filter((one) => !given[one]))
      wrong.push(`${name} is missing: it goes with ${present.join(' and ')}; set all of them, or none.`);
  if (!result.success || wrong.length > 0 || present.length === 0) return { problems: wrong };
  return { found: { number, values: result.data }, problems: [] };
}
