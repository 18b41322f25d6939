/** Invented people and places for the sample hospital. Phone numbers are in ranges reserved for fiction. */
export const HOSPITAL = {
  title: 'Saint Brendan’s Hospital',
  facility: 'STB',
  sendingApplication: 'PAS',
  timeZone: 'Europe/London',
  country: 'GB',
};

export const WARDS = ['Ash', 'Birch', 'Cedar', 'Maple', 'Rowan'] as const;
export const EMERGENCY = 'ED';

export const SERVICES = ['MED', 'SUR', 'ORT', 'CAR', 'OBS'] as const;

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
  'Ashgrove',
  'Brackenbury',
  'Corrigan-Vale',
  'Dunmore',
  'Eddlestone',
  'Fennimore',
  'Garrowby',
  'Hollowell',
  'Inchmore',
  'Juniper',
  'Kilbrannan',
  'Larkfield',
  'Merriweather',
  'Nethercott',
  'Oakhampton',
  'Pennyfeather',
  'Quillfeather',
  'Ravensdale',
  'Silverthorne',
  'Thornycroft',
  'Underhill',
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

export function inventPatient(random: Random, serial: number, year: number): DemoPatient {
  const sex = random() < 0.52 ? 'F' : 'M';
  const given = pick(random, sex === 'F' ? GIVEN_F : GIVEN_M);
  const family = pick(random, FAMILY);
  const language = random() < 0.75 ? 'EN' : random() < 0.5 ? 'AR' : 'FR';
  const age = random() < 0.06 ? 3 + Math.floor(random() * 14) : 18 + Math.floor(random() * 75);
  const two = (value: number) => String(value).padStart(2, '0');
  const address = `${given}.${family}.${serial}`
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9.]/g, '')
    .toLowerCase();
  return {
    number: `P${100_000 + serial}`,
    given,
    family,
    sex,
    born: `${year - age}${two(1 + Math.floor(random() * 12))}${two(1 + Math.floor(random() * 28))}`,
    language,
    // The British regulator reserves 07700 900000 to 900999 for drama.
    phone: random() < 0.9 ? `07700 900${String(serial % 1000).padStart(3, '0')}` : null,
    email: random() < 0.7 ? `${address}@example.org` : null,
    deceased: random() < 0.01,
  };
}
