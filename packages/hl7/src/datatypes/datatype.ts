import type { Repetition, Value } from '../message/repetition.ts';

export interface Datatype<T> {
  /** 'XTN' */
  readonly name: string;
  /** Reads a component (`part`) or its sub-component (`subpart`). 0 stands for the whole field or component. */
  read(from: Repetition, part: number, subpart: number): T;
  /** 'E-mail address' for component 4 of an XTN; null when the datatype has no such component. */
  componentTitle(number: number): string | null;
  /** Null for a primitive component, and for a number that the datatype does not have. */
  componentDatatype(number: number): Datatype<unknown> | null;
}

/** A number that no part has. */
const NOWHERE = -1;

export interface Component<T> {
  readonly datatype: Datatype<T>;
  readonly title: string;
  readonly number: number;
}

export type Components = Readonly<Record<string, Component<unknown>>>;

/** A composite value whose components are read when they are asked for. In a field that was not sent, every component is ''. */
export type Composite<C extends Components> = CompositeBase & {
  readonly [Name in keyof C]: C[Name] extends Component<infer T> ? T : never;
};

export class CompositeBase {
  readonly #from: Repetition;
  readonly #part: number;
  readonly #subpart: number;

  constructor(from: Repetition, part: number, subpart: number) {
    this.#from = from;
    this.#part = part;
    this.#subpart = subpart;
  }

  /** Returns the component or sub-component of that number. A sub-component has no parts. */
  static partOf<T>(whole: CompositeBase, datatype: Datatype<T>, number: number): T {
    if (whole.#part === 0) return datatype.read(whole.#from, number, 0);
    return datatype.read(whole.#from, whole.#part, whole.#subpart === 0 ? number : NOWHERE);
  }

  /** The text as sent, with its escape sequences. */
  get raw(): string {
    return this.#from.rawAt(this.#part, this.#subpart);
  }

  /** True when nothing was sent. */
  get isEmpty(): boolean {
    return this.raw === '';
  }

  /** True when `""` was sent, which asks to delete the stored value. */
  get isNull(): boolean {
    return this.raw === '""';
  }

  /** Returns any component by its number, also one that the datatype's table does not have. */
  component(number: number): Value {
    return CompositeBase.partOf(this, ST, number);
  }
}

/** Defines one component of a composite. Its address comes last: `component(ST, 'E-mail address', 'XTN.4')`. */
export function component<T>(datatype: Datatype<T>, title: string, address: string): Component<T> {
  return { datatype, title, number: Number(address.slice(address.indexOf('.') + 1)) };
}

export function composite<C extends Components>(name: string, components: C): Datatype<Composite<C>> {
  class View extends CompositeBase {}
  const byNumber = new Map<number, Component<unknown>>();
  for (const [property, definition] of Object.entries(components)) {
    byNumber.set(definition.number, definition);
    Object.defineProperty(View.prototype, property, {
      enumerable: true,
      get(this: View) {
        return CompositeBase.partOf(this, definition.datatype, definition.number);
      },
    });
  }
  return {
    name,
    // The cast adds the getters that were just defined.
    read: (from, part, subpart) => new View(from, part, subpart) as Composite<C>,
    componentTitle: (number) => byNumber.get(number)?.title ?? null,
    componentDatatype: (number) => {
      const datatype = byNumber.get(number)?.datatype ?? null;
      return datatype === null || datatype.componentTitle(1) === null ? null : datatype;
    },
  };
}

function primitive(name: string): Datatype<Value> {
  return { name, read: valueAt, componentTitle: () => null, componentDatatype: () => null };
}

function valueAt(from: Repetition, part: number, subpart: number): Value {
  return from.subcomponent(part === 0 ? 1 : part, subpart === 0 ? 1 : subpart);
}

export const DT = primitive('DT');
export const FT = primitive('FT');
export const ID = primitive('ID');
export const IS = primitive('IS');
export const NM = primitive('NM');
export const SI = primitive('SI');
export const ST = primitive('ST');
export const TX = primitive('TX');
