import { encodeText, resolveCharset } from './charset.ts';
import type { Delimiters } from './delimiters.ts';
import { encodingCharacters, STANDARD_DELIMITERS } from './delimiters.ts';
import { escapeText } from './escape.ts';
import type { Value } from './repetition.ts';

/** A text is escaped; null is written as `""`; undefined and '' leave the place empty. */
export type SubcomponentInput = Value | undefined;
export type ComponentInput = SubcomponentInput | readonly SubcomponentInput[];
export type RepetitionInput = SubcomponentInput | readonly ComponentInput[];
export type FieldInput = RepetitionInput | { readonly repetitions: readonly RepetitionInput[] };
/** ['PID', '1', undefined, [['123'], …]]: the name, then fields 1, 2, 3 …. For MSH, FHS and BHS, field 3 follows the name. */
export type SegmentInput = readonly [name: string, ...fields: readonly FieldInput[]];

export interface BuildOptions {
  readonly delimiters?: Delimiters;
  /** Charset of the bytes, a name of HL7 table 0211. Default: UTF-8. The caller fills in MSH-18. */
  readonly charset?: string;
}

/** Builds a message whose segments end in CR. A character that the charset does not have becomes '?'. */
export function buildMessage(segments: readonly SegmentInput[], options: BuildOptions = {}): Uint8Array {
  const delimiters = options.delimiters ?? STANDARD_DELIMITERS;
  const charset = resolveCharset(options.charset ?? 'UNICODE UTF-8');
  const leaf = (value: SubcomponentInput): string =>
    value === null ? '""' : escapeText(value ?? '', delimiters, charset);
  const component = (value: ComponentInput): string =>
    isList(value) ? value.map(leaf).join(delimiters.subcomponentSeparator) : leaf(value);
  const repetition = (value: RepetitionInput): string =>
    isList(value) ? value.map(component).join(delimiters.componentSeparator) : leaf(value);
  const field = (value: FieldInput): string =>
    isRepeating(value) ? value.repetitions.map(repetition).join(delimiters.repetitionSeparator) : repetition(value);

  const lines = segments.map(([name, ...fields]) => {
    const written = fields.map(field);
    if (name === 'MSH' || name === 'FHS' || name === 'BHS') written.unshift(encodingCharacters(delimiters));
    while (written.at(-1) === '') written.pop();
    return `${[name, ...written].join(delimiters.fieldSeparator)}\r`;
  });
  return encodeText(lines.join(''), charset);
}

function isList<T>(value: Value | undefined | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

function isRepeating(value: FieldInput): value is { readonly repetitions: readonly RepetitionInput[] } {
  return typeof value === 'object' && value !== null && 'repetitions' in value;
}
