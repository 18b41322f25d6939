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

/** Returns 'Patient identification' for 'PID'; null for a segment without a known name, such as a Z-segment. */
export function segmentTitle(segment: string): string | null {
  return (DEFINED.get(segment) ?? other(segment))?.title ?? null;
}

/** Returns 'Phone number - home' for PID 13; null for a field without a known name. */
export function fieldTitle(segment: string, field: number): string | null {
  return DEFINED.get(segment)?.field(field)?.title ?? other(segment)?.fields[field - 1] ?? null;
}

/** Returns 'E-mail address' for PID 13, component 4; null for a primitive field and for an unknown one. */
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
