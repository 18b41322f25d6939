import type { Datatype } from '../datatypes/datatype.ts';
import type { Segment } from '../message/segment.ts';

export interface FieldDefinition<T> {
  readonly title: string;
  readonly number: number;
  readonly datatype: Datatype<unknown>;
  read(segment: Segment): T;
}

export type Fields = Readonly<Record<string, FieldDefinition<unknown>>>;

/** A segment by the standard's names. */
export type SegmentView<F extends Fields> = SegmentViewBase & {
  readonly [Name in keyof F]: F[Name] extends FieldDefinition<infer T> ? T : never;
};

export class SegmentViewBase {
  /** The segment itself, for what no name is given here. */
  readonly segment: Segment;

  constructor(segment: Segment) {
    this.segment = segment;
  }
}

export interface SegmentDefinition<F extends Fields = Fields> {
  /** 'PID' */
  readonly name: string;
  /** 'Patient identification' */
  readonly title: string;
  view(segment: Segment): SegmentView<F>;
  field(number: number): Omit<FieldDefinition<unknown>, 'read'> | null;
}

/** A field of which one is meant: the first repetition. Its address comes last: `one(CX, 'Visit number', 'PV1-19')`. */
export function one<T>(datatype: Datatype<T>, title: string, address: string): FieldDefinition<T> {
  const number = fieldNumber(address);
  return { datatype, title, number, read: (segment) => datatype.read(segment.repetition(number), 0, 0) };
}

/** A field that repeats; empty when it was not sent. */
export function many<T>(datatype: Datatype<T>, title: string, address: string): FieldDefinition<readonly T[]> {
  const number = fieldNumber(address);
  return {
    datatype,
    title,
    number,
    read: (segment) => segment.repetitions(number).map((repetition) => datatype.read(repetition, 0, 0)),
  };
}

export function defineSegment<F extends Fields>(name: string, title: string, fields: F): SegmentDefinition<F> {
  class View extends SegmentViewBase {}
  const byNumber = new Map<number, FieldDefinition<unknown>>();
  for (const [property, definition] of Object.entries(fields)) {
    byNumber.set(definition.number, definition);
    Object.defineProperty(View.prototype, property, {
      enumerable: true,
      get(this: View) {
        return definition.read(this.segment);
      },
    });
  }
  return {
    name,
    title,
    // The getters just defined are what the type adds to the class.
    view: (segment) => new View(segment) as SegmentView<F>,
    field: (number) => byNumber.get(number) ?? null,
  };
}

function fieldNumber(address: string): number {
  return Number(address.slice(address.indexOf('-') + 1));
}
