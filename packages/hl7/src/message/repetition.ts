import type { Charset } from './charset.ts';
import type { Delimiters } from './delimiters.ts';
import { unescapeText } from './escape.ts';
import { partOf, splitBy } from './parts.ts';

/** A decoded value: '' when the sender said nothing, null when it sent `""`, which means: delete what you have. */
export type Value = string | null;

/** What is needed to read the text of one message. */
export interface Syntax {
  readonly delimiters: Delimiters;
  readonly charset: Charset;
}

export function readValue(raw: string, syntax: Syntax): Value {
  if (raw === '""') return null;
  return unescapeText(raw, syntax.delimiters, syntax.charset);
}

/** One occurrence of a field: components, and in them sub-components, both counted from 1. */
export class Repetition {
  /** As sent, escapes and all. */
  readonly raw: string;
  readonly #syntax: Syntax;

  constructor(raw: string, syntax: Syntax) {
    this.raw = raw;
    this.#syntax = syntax;
  }

  /** Nothing was sent; see Value. */
  get isEmpty(): boolean {
    return this.raw === '';
  }

  /** `""` was sent: delete what you have. */
  get isNull(): boolean {
    return this.raw === '""';
  }

  /** Every component, and in it every sub-component: one at least, of each. */
  get components(): readonly (readonly Value[])[] {
    const { componentSeparator, subcomponentSeparator } = this.#syntax.delimiters;
    return splitBy(this.raw, componentSeparator).map((component) =>
      splitBy(component, subcomponentSeparator).map((subcomponent) => readValue(subcomponent, this.#syntax)),
    );
  }

  /** As sent, with its sub-components. */
  rawComponent(number: number): string {
    return partOf(this.raw, this.#syntax.delimiters.componentSeparator, number);
  }

  /** As sent; 0 for the whole of what is above it. */
  rawAt(component: number, subcomponent: number): string {
    if (component === 0) return this.raw;
    const raw = this.rawComponent(component);
    return subcomponent === 0 ? raw : partOf(raw, this.#syntax.delimiters.subcomponentSeparator, subcomponent);
  }

  /** The component; of one with sub-components the first. */
  component(number: number): Value {
    return this.subcomponent(number, 1);
  }

  subcomponent(component: number, number: number): Value {
    const raw = this.rawComponent(component);
    return readValue(partOf(raw, this.#syntax.delimiters.subcomponentSeparator, number), this.#syntax);
  }
}
