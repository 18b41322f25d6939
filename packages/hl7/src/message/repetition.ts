import type { Charset } from './charset.ts';
import type { Delimiters } from './delimiters.ts';
import { unescapeText } from './escape.ts';

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

export function splitBy(text: string, delimiter: string): readonly string[] {
  return delimiter === '' || !text.includes(delimiter) ? [text] : text.split(delimiter);
}

/** One occurrence of a field: components, and in them sub-components, both counted from 1. */
export class Repetition {
  /** As sent, escapes and all. */
  readonly raw: string;
  readonly #syntax: Syntax;
  #components: readonly string[] | undefined;

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

  get #split(): readonly string[] {
    return (this.#components ??= splitBy(this.raw, this.#syntax.delimiters.componentSeparator));
  }

  get componentCount(): number {
    return this.#split.length;
  }

  subcomponentCount(component: number): number {
    return splitBy(this.rawComponent(component), this.#syntax.delimiters.subcomponentSeparator).length;
  }

  /** As sent, with its sub-components. */
  rawComponent(number: number): string {
    return this.#split[number - 1] ?? '';
  }

  /** As sent, at a component ([4]) or sub-component ([4, 1]); of [] all of it. */
  rawAt(path: readonly number[]): string {
    const [component, subcomponent] = path;
    if (component === undefined) return this.raw;
    const raw = this.rawComponent(component);
    if (subcomponent === undefined) return raw;
    return splitBy(raw, this.#syntax.delimiters.subcomponentSeparator)[subcomponent - 1] ?? '';
  }

  /** The component; of one with sub-components the first. */
  component(number: number): Value {
    return this.subcomponent(number, 1);
  }

  subcomponent(component: number, number: number): Value {
    const raw = this.rawComponent(component);
    return readValue(splitBy(raw, this.#syntax.delimiters.subcomponentSeparator)[number - 1] ?? '', this.#syntax);
  }
}
