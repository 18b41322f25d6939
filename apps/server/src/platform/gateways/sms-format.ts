import * as z from 'zod';

/** Where something is in what a gateway sends: names and numbers of places, as in `messages.0.id`. */
const path = z
  .string('is missing: write a path like messages.0.id')
  .regex(/^[\w-]+(\.[\w-]+)*$/, 'is no path: write it like messages.0.id');
const WORDS = 'is missing: list the words that mean it';
const values = z.array(z.union([z.string(), z.number(), z.boolean()]).transform(String), WORDS).min(1, WORDS);

/** An object with these names and no others, so that a slip of the pen is told. */
const object = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has ${issue.keys.join(', ')}, which is not known` : 'is missing',
  });

/** What may stand in `{{…}}`. `to_digits` is the number without its plus; `id` is the same at every attempt; `alphabet` is what the format calls it. */
const PLACES = ['to', 'to_digits', 'from', 'text', 'id', 'alphabet'] as const;
type Place = (typeof PLACES)[number];
const PLACE = /\{\{(\w+)\}\}/g;

const MIN_SECRET_CHARACTERS = 16;

/**
 * How a gateway of HTTP is spoken to that does not speak our format. `each` is the list of texts or receipts in a call; absent: the
 * call has one.
 */
export const smsFormat = object({
  send: object({
    headers: z.record(z.string().regex(/^[\w-]+$/, 'is no name of a header'), z.string()).default({}),
    /** The body as JSON; one of this and `form`. */
    json: z.json().optional(),
    /** The body as the fields of a form. */
    form: z.record(z.string(), z.string()).optional(),
    /** How the gateway calls a text in the alphabet of GSM, and any other, where it has to be told. */
    alphabet: object({ gsm: z.string(), unicode: z.string() }).optional(),
    /** Where the gateway's own id is in its answer. */
    id: path.optional(),
    /** What the answer says of a text that was taken, where its status alone does not tell; and of one that is to come again. */
    accepted: object({ path, values, again: values.optional() }).optional(),
  })
    .refine(({ json, form }) => (json === undefined) !== (form === undefined), 'needs one of json and form')
    .refine(({ json, form }) => {
      const used = placesIn({ json, form });
      return used.has('text') && (used.has('to') || used.has('to_digits'));
    }, 'needs {{text}}, and {{to}} or {{to_digits}}')
    .refine((send) => !placesIn(send).has('alphabet') || send.alphabet !== undefined, {
      error: 'is missing: say what {{alphabet}} is',
      path: ['alphabet'],
    })
    // Words of a patient's language are not allowed in a header, and a line end would begin another one.
    .refine(({ headers }) => !['text', 'from'].some((name) => placesIn({ headers }).has(name)), {
      error: 'may hold no {{text}} and no {{from}}',
      path: ['headers'],
    })
    .refine((send) => [...placesIn(send)].every((name) => PLACES.some((place) => place === name)), {
      error: `may hold {{${PLACES.join('}}, {{')}}} only`,
    }),
  texts: object({ each: path.optional(), from: path, text: path, to: path.optional(), id: path.optional() }).optional(),
  receipts: object({
    each: path.optional(),
    id: path,
    status: path,
    delivered: values,
    failed: values,
    error: path.optional(),
  }).optional(),
  /** Part of the addresses that the gateway calls. */
  secret: z
    .string()
    .regex(/^[\w-]+$/, 'may hold letters, digits, - and _ only')
    .min(MIN_SECRET_CHARACTERS, `is too short: give at least ${MIN_SECRET_CHARACTERS} characters`)
    .optional(),
})
  .refine(({ texts, receipts, secret }) => secret !== undefined || (!texts && !receipts), {
    error: `is needed for texts and receipts: ${MIN_SECRET_CHARACTERS} characters or more`,
    path: ['secret'],
  })
  .refine(({ receipts, send }) => !receipts || send.id !== undefined, {
    error: 'is needed for receipts: they name a text by it',
    path: ['send', 'id'],
  });
export type SmsFormat = z.output<typeof smsFormat>;

/** Reads the content of the file; `problem`: what is wrong with it, and where. */
export function readSmsFormat(content: string): { format: SmsFormat } | { problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(content);
  } catch {
    return { problem: 'is no JSON' };
  }
  const read = smsFormat.safeParse(json);
  if (read.success) return { format: read.data };
  const [issue] = read.error.issues;
  return { problem: [issue?.path.join('.'), issue?.message].filter(Boolean).join(' ') };
}

function placesIn({ headers, json, form }: { headers?: unknown; json?: unknown; form?: unknown }): Set<string> {
  const written = JSON.stringify([headers, json, form]);
  return new Set([...written.matchAll(PLACE)].map(([, name = '']) => name));
}

export type Filling = Record<Place, string | null>;

/** Returns the template with the values in their places. What is nothing but a place without a value is left out. */
export function fill(template: unknown, filling: Filling): unknown {
  if (typeof template === 'string') {
    const [, only] = /^\{\{(\w+)\}\}$/.exec(template) ?? [];
    if (only && filling[only as Place] === null) return undefined;
    return template.replaceAll(PLACE, (_, name: string) => filling[name as Place] ?? '');
  }
  if (Array.isArray(template)) return template.map((one) => fill(one, filling)).filter((one) => one !== undefined);
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).flatMap(([name, value]) => {
      const filled = fill(value, filling);
      return filled === undefined ? [] : [[name, filled]];
    }),
  );
}

/** Returns the text or number at a path, as a text; null: there is none. */
export function textAt(value: unknown, where: string | undefined): string | null {
  if (where === undefined) return null;
  const found = at(value, where);
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean' ? String(found) : null;
}

function at(value: unknown, where: string): unknown {
  let found = value;
  for (const name of where.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/** Returns the texts or receipts that a call holds. */
function entriesOf(body: unknown, each: string | undefined): readonly unknown[] {
  const found = each === undefined ? body : at(body, each);
  return Array.isArray(found) ? found : found === undefined ? [] : [found];
}

export interface CalledText {
  from: string;
  text: string;
  to: string | null;
  id: string | null;
}

/** More than any number or name of a sender, and any id, has. */
const MAX_ADDRESS_CHARACTERS = 30;
export const MAX_ID_CHARACTERS = 200;

/** PostgreSQL cannot store NUL. Empty is as good as missing. */
const boundedAt = (value: unknown, where: string | undefined, maxCharacters: number): string | null =>
  textAt(value, where)?.replaceAll('\0', '').trim().slice(0, maxCharacters) || null;

/** Returns the texts of a call; null: one of them has no sender or no text where the format says, or there is none. */
export function readTexts({ texts }: SmsFormat, body: unknown): CalledText[] | null {
  if (!texts) return null;
  const read = entriesOf(body, texts.each).map((entry) => ({
    from: boundedAt(entry, texts.from, MAX_ADDRESS_CHARACTERS),
    text: textAt(entry, texts.text),
    to: boundedAt(entry, texts.to, MAX_ADDRESS_CHARACTERS),
    id: boundedAt(entry, texts.id, MAX_ID_CHARACTERS),
  }));
  const whole = read.flatMap(({ from, text, ...rest }) =>
    from === null || text === null ? [] : [{ from, text, ...rest }],
  );
  return whole.length === 0 || whole.length < read.length ? null : whole;
}

export interface CalledReceipt {
  id: string;
  event: 'delivered' | 'failed';
  error: string | null;
}

const MAX_ERROR_CHARACTERS = 200;

/** Returns the receipts of a call that say what became of a text; those that say that it is on its way are left out. Null: one has no id or no status. */
export function readReceipts({ receipts }: SmsFormat, body: unknown): CalledReceipt[] | null {
  if (!receipts) return null;
  const read = entriesOf(body, receipts.each).map((entry) => ({
    id: boundedAt(entry, receipts.id, MAX_ID_CHARACTERS),
    status: textAt(entry, receipts.status),
    error: boundedAt(entry, receipts.error, MAX_ERROR_CHARACTERS),
  }));
  if (read.length === 0 || read.some(({ id, status }) => id === null || status === null)) return null;
  return read.flatMap(({ id, status, error }): CalledReceipt[] => {
    if (id === null || status === null) return [];
    if (receipts.delivered.includes(status)) return [{ id, event: 'delivered', error: null }];
    return receipts.failed.includes(status) ? [{ id, event: 'failed', error: error ?? status }] : [];
  });
}
