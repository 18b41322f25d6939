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
  /** Only fields that were sent; what is beyond MOST_COMPONENTS is left out. */
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

/** More than any real message has; so a hostile one of two million components cannot fill the memory. */
const MOST_COMPONENTS = 20_000;

export function messageTree(message: Message): SegmentNode[] {
  const counts = new Map<string, number>();
  let room = MOST_COMPONENTS;
  return message.segments.map((segment) => {
    const occurrence = (counts.get(segment.name) ?? 0) + 1;
    counts.set(segment.name, occurrence);
    const address = occurrence === 1 ? segment.name : `${segment.name}[${occurrence}]`;
    // A line that is no segment has no fields either: it is shown as it came.
    const fields = segment.name === '' ? [] : fieldNodes(segment, address, room);
    for (const field of fields) for (const repetition of field.repetitions) room -= repetition.components.length;
    return { name: segment.name, address, title: segmentTitle(segment.name), raw: segment.raw, fields };
  });
}

function fieldNodes(segment: Segment, address: string, most: number): FieldNode[] {
  const fields: FieldNode[] = [];
  let room = most;
  for (let number = 1; number <= segment.fieldCount && room > 0; number++) {
    if (segment.rawField(number) === '') continue;
    const place = { segment: segment.name, field: number, address: `${address}-${number}` };
    const repetitions = repetitionNodes(segment.repetitions(number), place, room);
    for (const repetition of repetitions) room -= repetition.components.length;
    const title = fieldTitle(segment.name, number);
    fields.push({ address: place.address, title, number, raw: segment.rawField(number), repetitions });
  }
  return fields;
}

interface Place {
  readonly segment: string;
  readonly field: number;
  readonly address: string;
}

function repetitionNodes(repetitions: readonly Repetition[], place: Place, most: number): RepetitionNode[] {
  const nodes: RepetitionNode[] = [];
  let room = most;
  for (const repetition of repetitions) {
    if (room <= 0) break;
    const address = nodes.length === 0 ? place.address : `${place.address}[${nodes.length + 1}]`;
    const components = repetition.components.slice(0, room);
    nodes.push({
      address,
      components: components.map((values, i) => componentNode(values, { ...place, address }, i + 1)),
    });
    room -= components.length;
  }
  return nodes;
}

function componentNode(
  values: readonly Value[],
  { segment, field, address: above }: Place,
  number: number,
): ComponentNode {
  const address = `${above}.${number}`;
  // Not `??`: a null is a value, it deletes.
  const [value = ''] = values;
  const title = componentTitle(segment, field, number);
  const subcomponents = values.slice(0, MOST_COMPONENTS).map((one, index) => ({
    address: `${address}.${index + 1}`,
    title: componentTitle(segment, field, number, index + 1),
    number: index + 1,
    value: one,
  }));
  return { address, title, number, value, subcomponents: values.length > 1 ? subcomponents : [] };
}
