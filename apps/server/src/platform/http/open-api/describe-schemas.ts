import { instant, type Schema } from '@wardvoice/contract';
import * as z from 'zod';
import { nameSchemas } from './name-endpoints.ts';

export type Json = { [field: string]: unknown };
/** What is sent may differ from what is answered: defaults may be left out. */
type Direction = 'input' | 'output';

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';
const INSTANT = { type: 'string', format: 'date-time', description: 'An instant in UTC, ISO 8601.' };

/** Collects the schemas of all calls, those that have names once. */
export class SchemaBook {
  readonly #names = nameSchemas();
  readonly #registry = z.registry<{ id: string }>();
  readonly #named: Record<Direction, Map<string, Json>> = { input: new Map(), output: new Map() };
  readonly #described: { direction: Direction; json: Json }[] = [];

  constructor() {
    for (const [schema, id] of this.#names) this.#registry.add(schema, { id });
  }

  /** Names a further schema, such as the page of a list, unless the name is in use. */
  name(schema: Schema, id: string): void {
    if (this.#names.has(schema) || [...this.#names.values()].includes(id)) return;
    this.#names.set(schema, id);
    this.#registry.add(schema, { id });
  }

  nameOf(schema: Schema): string | undefined {
    return this.#names.get(schema);
  }

  /** Returns the JSON schema, or a reference to it where it has a name. References are right after `finish`. */
  describe(schema: Schema, direction: Direction): Json {
    const { root } = this.#convert(schema, direction);
    this.#described.push({ direction, json: root });
    return root;
  }

  /** Returns the JSON schema itself, whatever its name. */
  describeInline(schema: Schema, direction: Direction): Json {
    const { root, definitions } = this.#convert(schema, direction);
    const { $ref } = root;
    const json = typeof $ref === 'string' ? (definitions.get($ref.slice(LOCAL.length)) ?? root) : root;
    this.#described.push({ direction, json });
    return json;
  }

  /** Puts references right, and returns the schemas that they refer to, by name. */
  finish(): Record<string, Json> {
    const differing = this.#findDiffering();
    const nameOf = (id: string, direction: Direction) =>
      direction === 'input' && differing.has(id) ? `${id}Input` : id;
    const shared = new Map<string, Json>();
    const waiting = [...this.#described];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { direction, json } = next;
      eachReference(json, (holder, id) => {
        const name = nameOf(id, direction);
        holder['$ref'] = SHARED + name;
        const definition = this.#named[direction].get(id);
        if (shared.has(name) || !definition) return;
        shared.set(name, definition);
        waiting.push({ direction, json: definition });
      });
    }
    return Object.fromEntries([...shared].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #convert(schema: Schema, direction: Direction): { root: Json; definitions: Map<string, Json> } {
    const { $defs = {}, ...root }: Json = z.toJSONSchema(schema, {
      metadata: this.#registry,
      io: direction,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => simplify(zodSchema, jsonSchema, direction),
    });
    const definitions = new Map(
      Object.entries($defs as Record<string, Json>).map(([id, json]) => [id, withoutIdentity(json)]),
    );
    for (const [id, json] of definitions) if (!this.#named[direction].has(id)) this.#named[direction].set(id, json);
    return { root: withoutIdentity(root), definitions };
  }

  /** Returns the names whose schema is not the same in both directions, or refers to such a schema. */
  #findDiffering(): Set<string> {
    const differing = new Set<string>();
    const { input, output } = this.#named;
    const both = [...input].filter(([id]) => output.has(id));
    for (const [id, json] of both) if (JSON.stringify(json) !== JSON.stringify(output.get(id))) differing.add(id);
    for (let before = -1; before < differing.size;) {
      before = differing.size;
      for (const [id, json] of both)
        eachReference(json, (_holder, other) => {
          if (differing.has(other)) differing.add(id);
        });
    }
    return differing;
  }
}

function withoutIdentity({ $schema: _schema, id: _id, ...json }: Json): Json {
  return json;
}

function simplify(schema: Schema, json: Json, direction: Direction): void {
  if (schema === instant) {
    for (const field of Object.keys(json)) delete json[field];
    Object.assign(json, INSTANT);
    return;
  }
  // Whole numbers of JavaScript: no limit of ours.
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  // Answers get further fields in later versions.
  if (direction === 'output' && json['additionalProperties'] === false) delete json['additionalProperties'];
}

function eachReference(json: unknown, found: (holder: Json, id: string) => void): void {
  if (typeof json !== 'object' || json === null) return;
  const holder = json as Json;
  const { $ref } = holder;
  if (typeof $ref === 'string' && $ref.startsWith(LOCAL)) found(holder, $ref.slice(LOCAL.length));
  for (const inner of Object.values(holder)) eachReference(inner, found);
}
