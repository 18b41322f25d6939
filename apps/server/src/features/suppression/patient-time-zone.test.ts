import { expect, it } from 'vitest';
import { patientTimeZone } from './patient-time-zone.ts';

const SUMMER = new Date('2027-07-01T12:00:00Z');

it.each<[whose: string, phone: string | null, hospital: string, zone: string]>([
  ['a phone of a country with one zone', '+819012345678', 'Europe/London', 'Asia/Tokyo'],
  ['a phone of a country whose zones have the same time', '+4915123456789', 'America/New_York', 'Europe/Berlin'],
  ['a phone of the hospital’s own country', '+12025550123', 'America/Denver', 'America/Denver'],
  ['a phone of another country with many zones', '+12025550123', 'Europe/London', 'Europe/London'],
  ['a zone under its other name', '+919812345678', 'Asia/Kolkata', 'Asia/Kolkata'],
  ['no phone', null, 'Europe/Paris', 'Europe/Paris'],
  ['a number of no country', '+80012345678', 'Europe/Paris', 'Europe/Paris'],
  ['what is no number', 'ward 4', 'Europe/Paris', 'Europe/Paris'],
])('quiet hours follow the patient’s time zone: %s', (_whose, phone, hospital, zone) => {
  expect(patientTimeZone(phone, hospital, SUMMER)).toBe(zone);
});
