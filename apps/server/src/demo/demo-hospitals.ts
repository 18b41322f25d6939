/** A ward, a department without beds, or a clinic. */
export interface DemoPlace {
  /** PV1-3.1 */
  ward: string;
  /** The title of the department to which answers about it belong. */
  department: string;
}

/** An invented hospital: where its patients are, and how many come. */
export interface DemoHospital {
  title: string;
  /** MSH-4, and the authority of its patients' numbers. */
  facility: string;
  sendingApplication: string;
  timeZone: string;
  country: string;
  patientPrefix: string;
  /** PID-15 with shares that add up to 1. */
  languages: readonly [readonly [string, number], ...(readonly [string, number])[]];
  /** Wards with beds. */
  wards: readonly DemoPlace[];
  /** Where people are seen without an appointment; null: nowhere. */
  emergency: DemoPlace | null;
  /** Where people come by appointment. */
  clinics: readonly DemoPlace[];
  services: readonly string[];
  /** Average numbers. */
  perDay: { emergencies: number; admissions: number; appointments: number };
  /** Patients in beds: below the first number somebody arrives, above the second planned admissions wait. */
  census: { min: number; max: number };
  /** Days of its past; the last of them are sent as messages. */
  pastDays: number;
  feedDays: number;
  /** Average pause between live messages, in milliseconds. */
  pauseMs: number;
}

export const HOSPITAL: DemoHospital = {
  title: 'Saint Brendan’s Hospital',
  facility: 'STB',
  sendingApplication: 'PAS',
  timeZone: 'Europe/London',
  country: 'GB',
  patientPrefix: 'P',
  languages: [
    ['EN', 0.77],
    ['AR', 0.08],
    ['PL', 0.06],
    ['UR', 0.04],
    ['FR', 0.03],
    ['ES', 0.02],
  ],
  wards: [
    { ward: 'Ash', department: 'Medicine' },
    { ward: 'Birch', department: 'Medicine' },
    { ward: 'Cedar', department: 'Surgery' },
    { ward: 'Maple', department: 'Surgery' },
    { ward: 'Rowan', department: 'Women and children' },
  ],
  emergency: { ward: 'ED', department: 'Emergency' },
  clinics: [],
  services: ['MED', 'SUR', 'ORT', 'CAR', 'OBS'],
  perDay: { emergencies: 24, admissions: 11, appointments: 0 },
  census: { min: 36, max: 46 },
  pastDays: 365,
  feedDays: 1,
  pauseMs: 2_500,
};

export const COMMUNITY_HOSPITAL: DemoHospital = {
  title: 'Quillbrook Community Hospital',
  facility: 'QBC',
  sendingApplication: 'PAS',
  timeZone: 'Europe/London',
  country: 'GB',
  patientPrefix: 'Q',
  languages: [
    ['EN', 0.9],
    ['PL', 0.07],
    ['UR', 0.03],
  ],
  wards: [
    { ward: 'Heather', department: 'Nursing' },
    { ward: 'Willow', department: 'Nursing' },
  ],
  emergency: { ward: 'Minor Injuries', department: 'Minor Injuries' },
  clinics: [],
  services: ['REH', 'GER', 'MED'],
  perDay: { emergencies: 8, admissions: 3, appointments: 0 },
  census: { min: 8, max: 14 },
  pastDays: 365,
  feedDays: 0,
  pauseMs: 30_000,
};

export const CLINIC: DemoHospital = {
  title: 'Larkfield Lane Clinic',
  facility: 'LLC',
  sendingApplication: 'BOOKING',
  timeZone: 'Europe/London',
  country: 'GB',
  patientPrefix: 'L',
  languages: [
    ['EN', 0.82],
    ['FR', 0.08],
    ['ES', 0.06],
    ['AR', 0.04],
  ],
  wards: [],
  emergency: null,
  clinics: [
    { ward: 'Eye Clinic', department: 'Eye care' },
    { ward: 'Skin Clinic', department: 'Skin care' },
    { ward: 'Physiotherapy', department: 'Therapies' },
  ],
  services: ['OPH', 'DER', 'PHY'],
  perDay: { emergencies: 0, admissions: 0, appointments: 20 },
  census: { min: 0, max: 0 },
  pastDays: 365,
  feedDays: 0,
  pauseMs: 30_000,
};

export const HOSPITALS = [HOSPITAL, COMMUNITY_HOSPITAL, CLINIC] as const;

export const placesOf = ({ wards, emergency, clinics }: DemoHospital): DemoPlace[] => [
  ...wards,
  ...(emergency ? [emergency] : []),
  ...clinics,
];
