import { partOf, splitBy } from './parts.ts';
import type { Syntax, Value } from './repetition.ts';
import { readValue, Repetition } from './repetition.ts';

const NONE: readonly Repetition[] = [];

/** One line of a message, which is parsed only as far as it is read. */
export class Segment {
  /** 'PID'; '' when the line does not begin like a segment. */
  readonly name: string;
  /** Position among all segments of the message, from 0. */
  readonly index: number;
  /** The line as sent, without its end. */
  readonly raw: string;
  readonly #syntax: Syntax;
  #fields: readonly string[] | undefined;

  /** `fields` are given when they have already been split, numbered like MessageHeader.fields. */
  constructor(raw: string, index: number, syntax: Syntax, fields?: readonly string[]) {
    this.raw = raw;
    this.index = index;
    this.#syntax = syntax;
    this.#fields = fields;
    const separator = syntax.delimiters.fieldSeparator;
    const wellFormed = (raw.length === 3 || raw.charAt(3) === separator) && /^[A-Z][A-Z0-9]{2}/.test(raw);
    this.name = wellFormed ? raw.slice(0, 3) : '';
  }

  get #split(): readonly string[] {
    if (this.#fields === undefined) {
      const separator = this.#syntax.delimiters.fieldSeparator;
      const fields = this.raw.split(separator);
      // MSH-1 is the separator itself.
      if (this.name === 'MSH') fields.splice(1, 0, separator);
      this.#fields = fields;
    }
    return this.#fields;
  }

  get fieldCount(): number {
    return this.#split.length - 1;
  }

  /** Returns the field as sent, with all repetitions; '' when it was not sent. */
  rawField(number: number): string {
    return number < 1 ? '' : (this.#split[number] ?? '');
  }

  /** Returns no repetition for an empty field. An empty repetition between others is kept, so that positions stay right. */
  repetitions(number: number): readonly Repetition[] {
    const raw = this.rawField(number);
    if (raw === '') return NONE;
    if (this.#isVerbatim(number)) return [new Repetition(raw, PLAIN_SYNTAX)];
    return splitBy(raw, this.#syntax.delimiters.repetitionSeparator).map((text) => new Repetition(text, this.#syntax));
  }

  /** Returns one repetition, counted from 1; an empty one when it was not sent. */
  repetition(field: number, number = 1): Repetition {
    const raw = this.rawField(field);
    if (this.#isVerbatim(field)) return new Repetition(number === 1 ? raw : '', PLAIN_SYNTAX);
    return new Repetition(partOf(raw, this.#syntax.delimiters.repetitionSeparator, number), this.#syntax);
  }

  value(field: number, repetition = 1, component = 1, subcomponent = 1): Value {
    const { delimiters } = this.#syntax;
    const raw = this.rawField(field);
    if (raw === '') return '';
    if (this.#isVerbatim(field)) return repetition === 1 && component === 1 && subcomponent === 1 ? raw : '';
    const one = partOf(raw, delimiters.repetitionSeparator, repetition);
    const part = partOf(one, delimiters.componentSeparator, component);
    return readValue(partOf(part, delimiters.subcomponentSeparator, subcomponent), this.#syntax);
  }

  /** MSH-1 and MSH-2 are the delimiters, so they are not split by them. */
  #isVerbatim(field: number): boolean {
    return field <= 2 && this.name === 'MSH';
  }
}

/** The syntax of text that contains neither delimiters nor escape sequences. */
const PLAIN_SYNTAX: Syntax = {
  delimiters: {
    fieldSeparator: '',
    componentSeparator: '',
    repetitionSeparator: '',
    escapeCharacter: '',
    subcomponentSeparator: '',
    truncationCharacter: '',
  },
  charset: { label: 'ascii', known: true },
};
