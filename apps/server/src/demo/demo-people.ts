import type { DemoHospital } from './demo-hospitals.ts';

/** Invented people for the sample hospitals. Phone numbers are in ranges reserved for fiction. */

const GIVEN_F = [
  'Amal',
  'Brigid',
  'Chloé',
  'Dervla',
  'Esme',
  'Farah',
  'Grainne',
  'Hana',
  'Ines',
  'Josephine',
  'Kezia',
  'Leila',
  'Maeve',
  'Noor',
  'Orla',
  'Petra',
  'Rosa',
  'Sadhbh',
  'Tamsin',
  'Una',
];
const GIVEN_M = [
  'Aidan',
  'Bashir',
  'Cormac',
  'Diarmuid',
  'Emil',
  'Faisal',
  'Gareth',
  'Hugo',
  'Idris',
  'Jarlath',
  'Karim',
  'Lorcan',
  'Mateusz',
  'Niall',
  'Oisín',
  'Piotr',
  'Ronan',
  'Samir',
  'Tadhg',
  'Yusuf',
];
const FAMILY = [
  'Applewhite',
  'Ashgrove',
  'Bellweather',
  'Brackenbury',
  'Chesterbrook',
  'Corrigan-Vale',
  'Dellacourt',
  'Dunmore',
  'Eddlestone',
  'Elderbrook',
  'Fennimore',
  'Foxhollow',
  'Garrowby',
  'Glimmerdale',
  'Hartsbridge',
  'Hollowell',
  'Inchmore',
  'Juniper',
  'Kestrelford',
  'Kilbrannan',
  'Larkfield',
  'Mallowdene',
  'Merriweather',
  'Nethercott',
  'Netherfold',
  'Oakhampton',
  'Otterbourne-Lea',
  'Pennyfeather',
  'Quillfeather',
  'Ravensdale',
  'Rushbrook',
  'Silverthorne',
  'Starlingworth',
  'Thornycroft',
  'Thistlecroft',
  'Underhill',
  'Vellacourt',
  'Westerby-Holm',
  'Willowmere',
  'Wintergreen',
];

export interface DemoPatient {
  number: string;
  given: string;
  family: string;
  sex: 'F' | 'M';
  /** YYYYMMDD */
  born: string;
  /** PID-15 */
  language: string;
  phone: string | null;
  email: string | null;
  deceased: boolean;
}

export type Random = () => number;

/** The same sequence for the same seed, so that the sample hospital is the same on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** Numbers from 07700 900000 to 900999 are reserved for drama by the British regulator. Those below are of the past year. */
const FIRST_LIVE_NUMBER = 600;

/** Returns a number that nobody of the past year has. */
export const livePhone = (serial: number): string =>
  dramaPhone(FIRST_LIVE_NUMBER + (serial % (1000 - FIRST_LIVE_NUMBER)));
/** Returns a number for somebody of the past year. */
export const pastPhone = (serial: number): string => dramaPhone(serial % FIRST_LIVE_NUMBER);
export const PAST_PHONES = FIRST_LIVE_NUMBER;

const dramaPhone = (last: number): string => `07700 900${String(last).padStart(3, '0')}`;

interface Invented {
  serial: number;
  /** The year of the visit. */
  year: number;
  hospital: Pick<DemoHospital, 'patientPrefix' | 'languages'>;
  phone: string;
  /** Share of the patients who have one. */
  phoneShare: number;
}

export function inventPatient(random: Random, { serial, year, hospital, phone, phoneShare }: Invented): DemoPatient {
  const sex = random() < 0.52 ? 'F' : 'M';
  const given = pick(random, sex === 'F' ? GIVEN_F : GIVEN_M);
  const family = pick(random, FAMILY);
  const language = drawLanguage(random, hospital.languages);
  const age = random() < 0.06 ? 3 + Math.floor(random() * 14) : 18 + Math.floor(random() * 75);
  const two = (value: number) => String(value).padStart(2, '0');
  const address = `${given}.${family}.${serial}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9.]/g, '')
    .toLowerCase();
  return {
    number: `${hospital.patientPrefix}${100_000 + serial}`,
    given,
    family,
    sex,
    born: `${year - age}${two(1 + Math.floor(random() * 12))}${two(1 + Math.floor(random() * 28))}`,
    language,
    phone: random() < phoneShare ? phone : null,
    email: random() < 0.8 ? `${address}@example.org` : null,
    deceased: random() < 0.01,
  };
}

/** Draws a full name. */
export const inventName = (random: Random): string =>
  `${pick(random, random() < 0.5 ? GIVEN_F : GIVEN_M)} ${pick(random, FAMILY)}`;

/** Draws a language by the shares of the hospital, the last of which takes the rest. */
function drawLanguage(random: Random, languages: DemoHospital['languages']): string {
  let left = random();
  const drawn = languages.find(([, share]) => (left -= share) < 0);
  return (drawn ?? languages[0])[0];
}
