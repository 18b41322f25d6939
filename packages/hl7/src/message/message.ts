import type { Evn } from '../segments/evn.ts';
import { EVN } from '../segments/evn.ts';
import type { Mrg } from '../segments/mrg.ts';
import { MRG } from '../segments/mrg.ts';
import type { Msh } from '../segments/msh.ts';
import { MSH } from '../segments/msh.ts';
import type { Nk1 } from '../segments/nk1.ts';
import { NK1 } from '../segments/nk1.ts';
import type { Pd1 } from '../segments/pd1.ts';
import { PD1 } from '../segments/pd1.ts';
import type { Pid } from '../segments/pid.ts';
import { PID } from '../segments/pid.ts';
import type { Pv1 } from '../segments/pv1.ts';
import { PV1 } from '../segments/pv1.ts';
import type { Pv2 } from '../segments/pv2.ts';
import { PV2 } from '../segments/pv2.ts';
import { parseAddress } from './address.ts';
import type { MessageHeader } from './header.ts';
import { MAX_MSH_FIELDS } from './header.ts';
import type { Repetition, Syntax, Value } from './repetition.ts';
import { Segment } from './segment.ts';

/** Bytes of the message that are not valid text in its charset. */
export interface DecodingError {
  readonly kind: 'broken-bytes' | 'unknown-charset';
  /** 'PID' */
  readonly segment: string;
  /** Position among all segments of the message, from 0. */
  readonly index: number;
}

/** An immutable message, which is parsed only as far as it is read. */
export class Message {
  readonly header: MessageHeader;
  /** The charset with which it was read, such as 'utf-8'; 'ascii' when it contains nothing else. */
  readonly charset: string;
  /** Empty when every byte could be read. In `raw`, other bytes are U+FFFD or were read as Windows-1252. */
  readonly decodingErrors: readonly DecodingError[];
  /** The whole decoded text. Its segments end as they were sent. */
  readonly raw: string;
  readonly #syntax: Syntax;
  #segments: readonly Segment[] | undefined;

  constructor(header: MessageHeader, raw: string, syntax: Syntax, charset: string, errors: readonly DecodingError[]) {
    this.header = header;
    this.raw = raw;
    this.#syntax = syntax;
    this.charset = charset;
    this.decodingErrors = errors;
  }

  get segments(): readonly Segment[] {
    return (this.#segments ??= splitSegments(this.raw, this.#syntax, this.header.fields));
  }

  /** Returns the first segment of that name, or the one of this number, counted from 1. */
  segment(name: string, occurrence = 1): Segment | undefined {
    let left = occurrence;
    for (const segment of this.segments) if (segment.name === name && --left === 0) return segment;
    return undefined;
  }

  segmentsNamed(name: string): readonly Segment[] {
    return this.segments.filter((segment) => segment.name === name);
  }

  /** Returns the value at an address such as 'PID-13.1': '' when nothing was sent there, null for `""`. */
  get(address: string): Value {
    const at = parseAddress(address);
    const segment = at && this.segment(at.segment, at.occurrence);
    return segment ? segment.value(at.field, at.repetition, at.component, at.subcomponent) : '';
  }

  /** Returns every repetition of a field such as 'PID-13'. */
  repetitions(address: string): readonly Repetition[] {
    const at = parseAddress(address);
    return (at && this.segment(at.segment, at.occurrence)?.repetitions(at.field)) ?? [];
  }

  // Typed views. Every message has an MSH; the other segments may be missing.

  msh(): Msh {
    return MSH.view(this.segment('MSH') ?? new Segment('', 0, this.#syntax));
  }

  evn(): Evn | undefined {
    return this.#view(EVN);
  }

  pid(): Pid | undefined {
    return this.#view(PID);
  }

  pd1(): Pd1 | undefined {
    return this.#view(PD1);
  }

  pv1(): Pv1 | undefined {
    return this.#view(PV1);
  }

  pv2(): Pv2 | undefined {
    return this.#view(PV2);
  }

  mrg(): Mrg | undefined {
    return this.#view(MRG);
  }

  nk1s(): readonly Nk1[] {
    return this.segmentsNamed('NK1').map((segment) => NK1.view(segment));
  }

  /** Returns the views of every segment of that name: `message.views(PID)`. */
  views<V>(definition: SegmentReader<V>): readonly V[] {
    return this.segmentsNamed(definition.name).map((segment) => definition.view(segment));
  }

  #view<V>(definition: SegmentReader<V>): V | undefined {
    const segment = this.segment(definition.name);
    return segment === undefined ? undefined : definition.view(segment);
  }
}

interface SegmentReader<V> {
  readonly name: string;
  view(segment: Segment): V;
}

function splitSegments(text: string, syntax: Syntax, mshFields: readonly string[]): Segment[] {
  const lines = text.includes('\n') ? text.split(/[\r\n]+/) : text.split('\r');
  const segments: Segment[] = [];
  for (const line of lines) {
    if (line === '') continue;
    const index = segments.length;
    segments.push(
      new Segment(line, index, syntax, index === 0 && mshFields.length < MAX_MSH_FIELDS ? mshFields : undefined),
    );
  }
  return segments;
}
