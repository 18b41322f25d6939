import type { Datatype } from '../datatypes/datatype.ts';
import type { Segment } from '../message/segment.ts';

export interface FieldDefinition<T> {
  readonly title: string;
  readonly number: number;
  readonly datatype: Datatype<unknown>;
  read(segment: Segment): T;
}

export type Fields = Readonly<Record<string, FieldDefinition<unknown>>>;

/** A segment whose fields have the names of the standard. */
export type SegmentView<F extends Fields> = SegmentViewBase & {
  readonly [Name in keyof F]: F[Name] extends FieldDefinition<infer T> ? T : never;
};

export class SegmentViewBase {
  /** The segment itself, for fields without a name here. */
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

/** Defines a field of which only the first repetition is read. Its address comes last: `one(CX, 'Visit number', 'PV1-19')`. */
export function one<T>(datatype: Datatype<T>, title: string, address: string): FieldDefinition<T> {
  const number = fieldNumber(address);
  return { datatype, title, number, read: (segment) => datatype.read(segment.repetition(number), 0, 0) };
}

/** Defines a field that may repeat; empty when it was not sent. */
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
    // The cast adds the getters that were just defined.
    view: (segment) => new View(segment) as SegmentView<F>,
    field: (number) => byNumber.get(number) ?? null,
  };
}

function fieldNumber(address: string): number {
  return Number(address.slice(address.indexOf('-') + 1));
}
