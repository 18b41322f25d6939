import type { Datatype } from '../datatypes/datatype.ts';
import { EVN } from './evn.ts';
import { MRG } from './mrg.ts';
import { MSH } from './msh.ts';
import { NK1 } from './nk1.ts';
import { OTHER_SEGMENTS } from './other-segments.ts';
import { PD1 } from './pd1.ts';
import { PID } from './pid.ts';
import { PV1 } from './pv1.ts';
import { PV2 } from './pv2.ts';

interface FieldNames {
  readonly title: string;
  field(number: number): { readonly title: string; readonly datatype: Datatype<unknown> } | null;
}

const DEFINED = new Map<string, FieldNames>([MSH, EVN, PID, PD1, PV1, PV2, NK1, MRG].map((s) => [s.name, s]));

/** 'Patient identification' for 'PID'; null for a segment we have no names for, a Z-segment for one. */
export function segmentTitle(segment: string): string | null {
  return (DEFINED.get(segment) ?? other(segment))?.title ?? null;
}

/** 'Phone number - home' for PID 13; null when the standard, as far as we have it, names no such field. */
export function fieldTitle(segment: string, field: number): string | null {
  return DEFINED.get(segment)?.field(field)?.title ?? other(segment)?.fields[field - 1] ?? null;
}

/** 'E-mail address' for PID 13, component 4; null for a primitive field and one we do not know. */
export function componentTitle(
  segment: string,
  field: number,
  component: number,
  subcomponent?: number,
): string | null {
  const datatype = DEFINED.get(segment)?.field(field)?.datatype;
  if (datatype === undefined) return null;
  if (subcomponent === undefined) return datatype.componentTitle(component);
  return datatype.componentDatatype(component)?.componentTitle(subcomponent) ?? null;
}

function other(segment: string): (typeof OTHER_SEGMENTS)[string] | undefined {
  return Object.hasOwn(OTHER_SEGMENTS, segment) ? OTHER_SEGMENTS[segment] : undefined;
}
