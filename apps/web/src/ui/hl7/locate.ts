/** Place of a field in the raw text: from `start` up to, but not including, `end`. */
export interface Place {
  start: number;
  end: number;
}

interface Delimiters {
  field: string;
  component: string;
  repetition: string;
  subcomponent: string;
}

/** Splits the raw text into its segments, each with the offset that it begins at. Empty lines are left out. */
export function segmentLines(raw: string): { text: string; start: number }[] {
  const lines: { text: string; start: number }[] = [];
  let start = 0;
  for (const text of raw.split(/\r\n|\r|\n/)) {
    if (text.trim() !== '') lines.push({ text, start });
    start += text.length;
    start += raw.startsWith('\r\n', start) ? 2 : 1;
  }
  return lines;
}

function delimitersOf(raw: string): Delimiters {
  const head = /(?:MSH|FHS|BHS)([^\r\n])([^\r\n]?)([^\r\n]?)([^\r\n]?)([^\r\n]?)/.exec(raw);
  return {
    field: head?.[1] || '|',
    component: head?.[2] || '^',
    repetition: head?.[3] || '~',
    subcomponent: head?.[5] || '&',
  };
}

/** Finds the nth part of a place, counted from 1. */
function part(raw: string, place: Place, delimiter: string, nth: number): Place | null {
  let start = place.start;
  for (let at = 1; ; at += 1) {
    const cut = raw.indexOf(delimiter, start);
    const end = cut === -1 || cut > place.end ? place.end : cut;
    if (at === nth) return { start, end };
    if (end === place.end) return null;
    start = end + delimiter.length;
  }
}

/**
 * Finds an address such as `PID-3`, `PID-13[2]` or `PID-5.1.2` in the segment that stands at `segmentIndex`
 * among the lines with text. Null when the message is shorter than that.
 */
export function locate(raw: string, segmentIndex: number, address: string): Place | null {
  const line = segmentLines(raw)[segmentIndex];
  const [, name, field, repetition, component, subcomponent] =
    /^(\w{3})-(\d+)(?:\[(\d+)\])?(?:\.(\d+))?(?:\.(\d+))?$/.exec(address) ?? [];
  if (!line || !name || !field || !line.text.startsWith(name)) return null;

  const delimiters = delimitersOf(raw);
  const whole: Place = { start: line.start, end: line.start + line.text.length };
  const isHeader = /^(MSH|FHS|BHS)$/.test(name);
  if (isHeader && field === '1') return { start: whole.start + 3, end: whole.start + 4 };

  // A header counts its separator as the first field; elsewhere the first piece is the segment's name.
  const found = part(raw, whole, delimiters.field, Number(field) + (isHeader ? 0 : 1));
  if (!found || (isHeader && field === '2')) return found;
  const repeated = repetition || component ? part(raw, found, delimiters.repetition, Number(repetition ?? 1)) : found;
  const inner = repeated && component ? part(raw, repeated, delimiters.component, Number(component)) : repeated;
  return inner && subcomponent ? part(raw, inner, delimiters.subcomponent, Number(subcomponent)) : inner;
}
