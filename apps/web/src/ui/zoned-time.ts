/** "2026-01-31T14:30" as the clock of the zone shows it, for an input of type datetime-local. */
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

/** The reverse, as an ISO instant; null when it is no time. */
export function fromZoned(local: string, zone: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  // The offset at the moment itself is known once the moment is: the second look is right but in the hour that is skipped.
  let at = wanted;
  for (let look = 0; look < 2; look += 1) {
    at += wanted - Date.parse(`${toZoned(new Date(at).toISOString(), zone)}Z`);
  }
  return new Date(at).toISOString();
}
