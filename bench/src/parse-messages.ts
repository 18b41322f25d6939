/** Messages whose correct values are known, because the messages were made from them. */
export interface KnownMessage {
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Values by the addresses in FIELDS. */
  readonly values: Readonly<Record<string, string>>;
}

export interface Field {
  readonly address: string;
  readonly segment: string;
  readonly field: number;
  readonly component: number;
  /** Counted from 0. Given only where the standard has sub-components, so that no reader splits without need. */
  readonly subcomponent?: number;
}

/** The fields of an ordinary message that the product uses. */
export const FIELDS: readonly Field[] = [
  { address: 'MSH-4.1', segment: 'MSH', field: 4, component: 1 },
  { address: 'MSH-9.2', segment: 'MSH', field: 9, component: 2 },
  { address: 'MSH-10', segment: 'MSH', field: 10, component: 1 },
  { address: 'EVN-6.1', segment: 'EVN', field: 6, component: 1 },
  { address: 'PID-3.1', segment: 'PID', field: 3, component: 1 },
  { address: 'PID-3.4.1', segment: 'PID', field: 3, component: 4, subcomponent: 0 },
  { address: 'PID-5.1.1', segment: 'PID', field: 5, component: 1, subcomponent: 0 },
  { address: 'PID-5.2', segment: 'PID', field: 5, component: 2 },
  { address: 'PID-7.1', segment: 'PID', field: 7, component: 1 },
  { address: 'PID-8', segment: 'PID', field: 8, component: 1 },
  { address: 'PID-13.1', segment: 'PID', field: 13, component: 1 },
  { address: 'PID-13.4', segment: 'PID', field: 13, component: 4 },
  { address: 'PID-15.1', segment: 'PID', field: 15, component: 1 },
  { address: 'PV1-2', segment: 'PV1', field: 2, component: 1 },
  { address: 'PV1-3.1', segment: 'PV1', field: 3, component: 1 },
  { address: 'PV1-10', segment: 'PV1', field: 10, component: 1 },
  { address: 'PV1-19.1', segment: 'PV1', field: 19, component: 1 },
  { address: 'PV1-44.1', segment: 'PV1', field: 44, component: 1 },
];

const EVENTS = ['A01', 'A02', 'A03', 'A04'];
const WARDS = ['WARD3', 'WARD7', 'A&E', 'ICU'];
const SURNAMES = ['Testwell', 'Mockford & Daughters', 'Placeholder', 'Fictîve', 'Samplecki', 'Dummywell'];
const GIVEN_NAMES = ['Orla', 'Liam', 'Zoé', 'Nuala', 'Percy', 'ليلى'];

export function knownMessages(count: number): KnownMessage[] {
  return Array.from({ length: count }, (_, index) => knownMessage(index));
}

function knownMessage(index: number): KnownMessage {
  const pick = (list: readonly string[]): string => list[index % list.length] ?? '';
  const number = String(100_000 + index);
  const values: Record<string, string> = {
    'MSH-4.1': 'STELSEWHERE',
    'MSH-9.2': pick(EVENTS),
    'MSH-10': `PAS${number}`,
    'EVN-6.1': '20260302080000+0000',
    'PID-3.1': number,
    'PID-3.4.1': 'STELSEWHERE',
    'PID-5.1.1': pick(SURNAMES),
    'PID-5.2': pick(GIVEN_NAMES),
    'PID-7.1': '19640517',
    'PID-8': index % 2 === 0 ? 'F' : 'M',
    'PID-13.1': `+35387${number}`,
    'PID-13.4': `patient.${number}@example.org`,
    'PID-15.1': 'en',
    'PV1-2': 'I',
    'PV1-3.1': pick(WARDS),
    'PV1-10': 'MED',
    'PV1-19.1': `V${number}`,
    'PV1-44.1': '20260302080000+0000',
  };
  const text = messageText((address) => escaped(values[address] ?? ''));
  return { bytes: new TextEncoder().encode(text), text, values };
}

/** Returns an ordinary admission as a patient administration system sends it, about 900 bytes. */
function messageText(value: (address: string) => string): string {
  const pv1 = ['PV1', '1', value('PV1-2'), `${value('PV1-3.1')}^B12^2^STELSEWHERE^^N`, 'R', '', ''];
  pv1[7] = 'C0007^Sampleson^Grace^^^Dr';
  pv1[10] = value('PV1-10');
  pv1[17] = 'C0007^Sampleson^Grace^^^Dr';
  pv1[19] = `${value('PV1-19.1')}^^^STELSEWHERE^VN`;
  pv1[44] = value('PV1-44.1');
  return [
    `MSH|^~\\&|PAS|${value('MSH-4.1')}^2.999.1^ISO|WARDVOICE|QUALITY|20260302081512+0000||ADT^${value('MSH-9.2')}^ADT_A01|${value('MSH-10')}|P|2.5.1|||AL|NE|IRL|UNICODE UTF-8`,
    `EVN|${value('MSH-9.2')}|20260302081500+0000|||CLERK07^Deskworthy^Ida|${value('EVN-6.1')}`,
    `PID|1||${value('PID-3.1')}^^^${value('PID-3.4.1')}&2.999.1&ISO^MR~9990000101^^^NATIONAL^NI||${value('PID-5.1.1')}^${value('PID-5.2')}^Mary^^Ms^^L||${value('PID-7.1')}|${value('PID-8')}|||1 Invented Lane^Flat 2^Exampletown^^A00 X000^IRL^H||${value('PID-13.1')}^PRN^CP^${value('PID-13.4')}~+35310000101^PRN^PH|+35310000199^WPN^PH|${value('PID-15.1')}^English^ISO639|M`,
    'PD1||||D0001^Pretend^Peter^^^Dr|||||||N^No restriction^HL70215|N',
    'NK1|1|Testwell^Conor|SPO^Spouse^HL70063||+353870000102^PRN^CP',
    Array.from(pv1, (field) => field ?? '').join('|'),
    'PV2|||R07.4^Chest pain^ICD10||||||20260305',
    'AL1|1|DA|PEN^Penicillin|MO|Rash',
    'DG1|1||R07.4^Chest pain, unspecified^I10|||A',
    '',
  ].join('\r');
}

/** Escaping is written again here, so that the code that is measured does not check itself. */
function escaped(value: string): string {
  return value.replaceAll('\\', '\\E\\').replaceAll('&', '\\T\\').replaceAll('^', '\\S\\').replaceAll('~', '\\R\\');
}
