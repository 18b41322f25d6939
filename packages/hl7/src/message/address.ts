/**
 * Address of a value: 'PID-13.1', 'PID-3[2].4.1', 'NK1[2]-5'. All numbers are counted from 1, and a number that is left out is 1.
 */
export interface Address {
  readonly segment: string;
  /** Which of the segments of that name. */
  readonly occurrence: number;
  readonly field: number;
  readonly repetition: number;
  readonly component: number;
  readonly subcomponent: number;
}

const FORM = /^([A-Z][A-Z0-9]{2})(?:\[(\d{1,4})\])?-(\d{1,3})(?:\[(\d{1,4})\])?(?:\.(\d{1,3})(?:\.(\d{1,3}))?)?$/;

const parsed = new Map<string, Address | null>();
const MAX_KEPT = 2000;

/** Returns null when the text is not an address. */
export function parseAddress(text: string): Address | null {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const address = read(text);
  if (parsed.size >= MAX_KEPT) parsed.clear();
  parsed.set(text, address);
  return address;
}

function read(text: string): Address | null {
  const match = FORM.exec(text);
  if (match === null) return null;
  const number = (group: number): number => Number(match[group] ?? 1);
  return {
    segment: match[1] ?? '',
    occurrence: number(2),
    field: number(3),
    repetition: number(4),
    component: number(5),
    subcomponent: number(6),
  };
}
