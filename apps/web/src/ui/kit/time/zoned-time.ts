/** Formats an instant as "2026-01-31T14:30" by the clocks of the zone, for an input of type datetime-local. */
export function toZoned(at: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Reads such a text back into an ISO instant. Returns null when it is not a time. */
export function fromZoned(local: string, zone: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  // The offset of the zone depends on the instant that is looked for. The first pass comes close to it, and the second is
  // exact except within the hour that is skipped in spring.
  let at = wanted;
  for (let pass = 0; pass < 2; pass += 1) {
    at += wanted - Date.parse(`${toZoned(new Date(at).toISOString(), zone)}Z`);
  }
  return new Date(at).toISOString();
}
