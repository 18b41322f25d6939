import { componentTitle, fieldTitle, segmentTitle } from '../segments/names.ts';
import type { Message } from './message.ts';
import type { Repetition, Value } from './repetition.ts';
import type { Segment } from './segment.ts';

/** A part of a message that is shown to a person: plain, decoded data with the address that `Message.get` accepts. */
interface Part {
  readonly address: string;
  /** The name in the standard; null when it has none, or none that we know. */
  readonly title: string | null;
}
export interface SegmentNode extends Part {
  /** 'PID'; '' for a line that is not a segment. */
  readonly name: string;
  readonly raw: string;
  /** Fields that were sent. Those beyond MAX_NODES are left out. */
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
  /** The value of the component, or of its first sub-component. */
  readonly value: Value;
  /** The sub-components; empty unless there are at least two. */
  readonly subcomponents: readonly SubcomponentNode[];
}
export interface SubcomponentNode extends Part {
  readonly number: number;
  readonly value: Value;
}

/**
 * Maximum number of nodes, far more than a real message has. A hostile one with two million components must not fill the memory.
 */
const MAX_NODES = 50_000;

/** How many nodes may still be made. */
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
  const room: Room = { left: MAX_NODES };
  return message.segments.slice(0, MAX_NODES).map((segment) => {
    const occurrence = (counts.get(segment.name) ?? 0) + 1;
    counts.set(segment.name, occurrence);
    const address = occurrence === 1 ? segment.name : `${segment.name}[${occurrence}]`;
    // A line that is not a segment has no fields, and is shown as it was sent.
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
    // `??` would also replace null, which is a value: it asks to delete.
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
