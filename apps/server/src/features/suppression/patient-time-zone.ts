import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { DateTime } from 'luxon';

/** The zones of a locale are a getter in Node 20 and a method from Node 24 on. TypeScript declares neither. */
interface ZonesOfLocale {
  timeZones?: string[] | undefined;
  getTimeZones?: () => string[] | undefined;
}

/**
 * Returns the time zone that a patient most likely is in: the zone of their phone's country, where all its zones have
 * the same offset now. It is the hospital's zone where that is one of the country's, where the country has several
 * offsets, or where the country is unknown.
 */
export function patientTimeZone(phone: string | null, hospitalZone: string, at: Date): string {
  const country = phone === null ? undefined : parsePhoneNumberFromString(phone)?.country;
  const zones = country ? listZones(country) : [];
  const [first] = zones;
  if (first === undefined || zones.includes(canonicalZone(hospitalZone))) return hospitalZone;
  const offsets = new Set(zones.map((zone) => DateTime.fromJSDate(at, { zone }).offset));
  return offsets.size === 1 ? first : hospitalZone;
}

const zonesByCountry = new Map<string, readonly string[]>();

function listZones(country: string): readonly string[] {
  const known = zonesByCountry.get(country);
  if (known) return known;
  // ZonesOfLocale says why this cast is needed.
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & ZonesOfLocale;
  const zones = (locale.getTimeZones?.() ?? locale.timeZones ?? []).map(canonicalZone);
  zonesByCountry.set(country, zones);
  return zones;
}

/** Asia/Kolkata and Asia/Calcutta are names of the same zone. */
const canonicalZone = (zone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
