import { componentTitle, fieldTitle, segmentTitle } from '../segments/names.ts';
import type { Message } from './message.ts';
import type { Repetition, Value } from './repetition.ts';
import type { Segment } from './segment.ts';

/** A part of a message for somebody to look at: plain data, decoded, each with the address `Message.get` takes. */
interface Part {
  readonly address: string;
  /** The standard's name; null when it has none, or none that we know. */
  readonly title: string | null;
}
export interface SegmentNode extends Part {
  /** 'PID'; '' for a line that is no segment. */
  readonly name: string;
  readonly raw: string;
  /** Only fields that were sent. */
  readonly fields: readonly FieldNode[];
}
export interface FieldNode extends Part {
  readonly number: number;
  readonly raw: string;
  readonly repetitions: readonly RepetitionNode[];
}
export interface RepetitionNode {
  readonly address: string;
  readonly components: readonly ComponentNode[];
}
export interface ComponentNode extends Part {
  readonly number: number;
  /** Of a component with sub-components: the first of them. */
  readonly value: Value;
  /** Empty unless there are two or more. */
  readonly subcomponents: readonly SubcomponentNode[];
}
export interface SubcomponentNode extends Part {
  readonly number: number;
  readonly value: Value;
}

export function messageTree(message: Message): SegmentNode[] {
  const counts = new Map<string, number>();
  return message.segments.map((segment) => {
    const occurrence = (counts.get(segment.name) ?? 0) + 1;
    counts.set(segment.name, occurrence);
    return segmentNode(segment, occurrence === 1 ? segment.name : `${segment.name}[${occurrence}]`);
  });
}

function segmentNode(segment: Segment, address: string): SegmentNode {
  const fields: FieldNode[] = [];
  // A line that is no segment has no fields either: it is shown as it came.
  const count = segment.name === '' ? 0 : segment.fieldCount;
  for (let number = 1; number <= count; number++) {
    const repetitions = segment.repetitions(number);
    if (repetitions.length === 0) continue;
    const fieldAddress = `${address}-${number}`;
    fields.push({
      address: fieldAddress,
      title: fieldTitle(segment.name, number),
      number,
      raw: segment.rawField(number),
      repetitions: repetitions.map((repetition, index) =>
        repetitionNode(repetition, index === 0 ? fieldAddress : `${fieldAddress}[${index + 1}]`, segment.name, number),
      ),
    });
  }
  return { name: segment.name, address, title: segmentTitle(segment.name), raw: segment.raw, fields };
}

function repetitionNode(repetition: Repetition, address: string, segment: string, field: number): RepetitionNode {
  const components: ComponentNode[] = [];
  for (let number = 1; number <= repetition.componentCount; number++) {
    const subcomponents: SubcomponentNode[] = [];
    const count = repetition.subcomponentCount(number);
    for (let sub = 1; count > 1 && sub <= count; sub++) {
      const title = componentTitle(segment, field, number, sub);
      subcomponents.push({
        address: `${address}.${number}.${sub}`,
        title,
        number: sub,
        value: repetition.subcomponent(number, sub),
      });
    }
    components.push({
      address: `${address}.${number}`,
      title: componentTitle(segment, field, number),
      number,
      value: repetition.component(number),
      subcomponents,
    });
  }
  return { address, components };
}
