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
  /** Only fields that were sent; what is beyond MOST_NODES is left out. */
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

/** Far more than any real message has: a hostile one, of two million components, must not fill the memory. */
const MOST_NODES = 50_000;

/** Counts down as nodes are made. */
interface Room {
  left: number;
}

interface Place {
  readonly segment: string;
  readonly field: number;
  readonly address: string;
}

export function messageTree(message: Message): SegmentNode[] {
  const counts = new Map<string, number>();
  const room: Room = { left: MOST_NODES };
  return message.segments.slice(0, MOST_NODES).map((segment) => {
    const occurrence = (counts.get(segment.name) ?? 0) + 1;
    counts.set(segment.name, occurrence);
    const address = occurrence === 1 ? segment.name : `${segment.name}[${occurrence}]`;
    // A line that is no segment has no fields either: it is shown as it came.
    const fields = segment.name === '' ? [] : fieldNodes(segment, address, room);
    return { name: segment.name, address, title: segmentTitle(segment.name), raw: segment.raw, fields };
  });
}

function fieldNodes(segment: Segment, segmentAddress: string, room: Room): FieldNode[] {
  const fields: FieldNode[] = [];
  for (let number = 1; number <= segment.fieldCount && room.left > 0; number++) {
    const raw = segment.rawField(number);
    if (raw === '') continue;
    const address = `${segmentAddress}-${number}`;
    const place = { segment: segment.name, field: number, address };
    const repetitions = repetitionNodes(segment.repetitions(number), place, room);
    fields.push({ address, title: fieldTitle(segment.name, number), number, raw, repetitions });
  }
  return fields;
}

function repetitionNodes(repetitions: readonly Repetition[], place: Place, room: Room): RepetitionNode[] {
  const nodes: RepetitionNode[] = [];
  for (const repetition of repetitions) {
    if (room.left <= 0) break;
    const address = nodes.length === 0 ? place.address : `${place.address}[${nodes.length + 1}]`;
    nodes.push({ address, components: componentNodes(repetition, { ...place, address }, room) });
  }
  return nodes;
}

function componentNodes(repetition: Repetition, place: Place, room: Room): ComponentNode[] {
  const nodes: ComponentNode[] = [];
  for (const values of repetition.components) {
    if (room.left <= 0) break;
    const number = nodes.length + 1;
    const address = `${place.address}.${number}`;
    // Not `??`: null is a value too, it deletes.
    const [value = ''] = values;
    const title = componentTitle(place.segment, place.field, number);
    const subcomponents = values.length === 1 ? [] : subcomponentNodes(values.slice(0, room.left), place, number);
    nodes.push({ address, title, number, value, subcomponents });
    room.left -= 1 + subcomponents.length;
  }
  return nodes;
}

function subcomponentNodes(values: readonly Value[], place: Place, component: number): SubcomponentNode[] {
  return values.map((value, index) => {
    const number = index + 1;
    const title = componentTitle(place.segment, place.field, component, number);
    return { address: `${place.address}.${component}.${number}`, title, number, value };
  });
}
