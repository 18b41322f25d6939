import type { Repetition, Value } from '../message/repetition.ts';

/** From the field down: [] is the field itself, [4] its fourth component, [4, 1] the first sub-component of that. */
export type Path = readonly number[];

export interface Datatype<T> {
  /** 'XTN' */
  readonly name: string;
  read(from: Repetition, path: Path): T;
  /** 'E-mail address' for component 4 of an XTN; null when the datatype has no such component. */
  componentTitle(number: number): string | null;
  /** Null for a primitive component, and where there is none. */
  componentDatatype(number: number): Datatype<unknown> | null;
}

export interface Component<T> {
  readonly datatype: Datatype<T>;
  readonly title: string;
  readonly number: number;
}

export type Components = Readonly<Record<string, Component<unknown>>>;

/** A composite value, read as it is asked for. Of a field that was not sent every component is ''. */
export type Composite<C extends Components> = CompositeBase & {
  readonly [Name in keyof C]: C[Name] extends Component<infer T> ? T : never;
};

export class CompositeBase {
  readonly #from: Repetition;
  readonly #path: Path;

  constructor(from: Repetition, path: Path) {
    this.#from = from;
    this.#path = path;
  }

  static at<T>(base: CompositeBase, { datatype, number }: Component<T>): T {
    return datatype.read(base.#from, [...base.#path, number]);
  }

  /** As sent, escapes and all. */
  get raw(): string {
    return this.#from.rawAt(this.#path);
  }

  /** Nothing was sent. */
  get isEmpty(): boolean {
    return this.raw === '';
  }

  /** `""` was sent: delete what you have. */
  get isNull(): boolean {
    return this.raw === '""';
  }

  /** Any component by its number, also one its table does not know. */
  component(number: number): Value {
    return valueAt(this.#from, [...this.#path, number]);
  }
}

/** One component of a composite, its address at the end: `component(ST, 'E-mail address', 'XTN.4')`. */
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
        return CompositeBase.at(this, definition);
      },
    });
  }
  return {
    name,
    // The getters just defined are what the type adds to the class.
    read: (from, path) => new View(from, path) as Composite<C>,
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

/** What is deeper than a sub-component cannot be sent. */
function valueAt(from: Repetition, path: Path): Value {
  return path.length > 2 ? '' : from.subcomponent(path[0] ?? 1, path[1] ?? 1);
}

export const DT = primitive('DT');
export const FT = primitive('FT');
export const ID = primitive('ID');
export const IS = primitive('IS');
export const NM = primitive('NM');
export const SI = primitive('SI');
export const ST = primitive('ST');
export const TX = primitive('TX');
