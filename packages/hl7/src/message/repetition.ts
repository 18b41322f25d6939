import type { Charset } from './charset.ts';
import type { Delimiters } from './delimiters.ts';
import { unescapeText } from './escape.ts';
import { partOf, splitBy } from './parts.ts';

/** A decoded value: '' when nothing was sent, null when `""` was sent, which asks to delete the stored value. */
export type Value = string | null;

/** What is needed in order to read the text of one message. */
export interface Syntax {
  readonly delimiters: Delimiters;
  readonly charset: Charset;
}

export function readValue(raw: string, syntax: Syntax): Value {
  if (raw === '""') return null;
  return unescapeText(raw, syntax.delimiters, syntax.charset);
}

/** One repetition of a field. It has components, and these have sub-components; both are counted from 1. */
export class Repetition {
  /** The text as sent, with its escape sequences. */
  readonly raw: string;
  readonly #syntax: Syntax;

  constructor(raw: string, syntax: Syntax) {
    this.raw = raw;
    this.#syntax = syntax;
  }

  /** True when nothing was sent; see Value. */
  get isEmpty(): boolean {
    return this.raw === '';
  }

  /** True when `""` was sent, which asks to delete the stored value. */
  get isNull(): boolean {
    return this.raw === '""';
  }

  /** Every component with every sub-component. There is at least one of each. */
  get components(): readonly (readonly Value[])[] {
    const { componentSeparator, subcomponentSeparator } = this.#syntax.delimiters;
    return splitBy(this.raw, componentSeparator).map((component) =>
      splitBy(component, subcomponentSeparator).map((subcomponent) => readValue(subcomponent, this.#syntax)),
    );
  }

  /** Returns the component as sent, with its sub-components. */
  rawComponent(number: number): string {
    return partOf(this.raw, this.#syntax.delimiters.componentSeparator, number);
  }

  /** Returns a part as sent. 0 stands for the whole repetition or component. */
  rawAt(component: number, subcomponent: number): string {
    if (component === 0) return this.raw;
    const raw = this.rawComponent(component);
    return subcomponent === 0 ? raw : partOf(raw, this.#syntax.delimiters.subcomponentSeparator, subcomponent);
  }

  /** Returns the component, or its first sub-component. */
  component(number: number): Value {
    return this.subcomponent(number, 1);
  }

  subcomponent(component: number, number: number): Value {
    const raw = this.rawComponent(component);
    return readValue(partOf(raw, this.#syntax.delimiters.subcomponentSeparator, number), this.#syntax);
  }
}
