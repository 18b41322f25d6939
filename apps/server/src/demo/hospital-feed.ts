import { buildMessage, type SegmentInput } from '@wardvoice/hl7';
import {
  EMERGENCY,
  HOSPITAL,
  inventPatient,
  pick,
  SERVICES,
  WARDS,
  type DemoPatient,
  type Random,
} from './demo-people.ts';

interface Stay {
  patient: DemoPatient;
  visitNumber: string;
  ward: string;
  service: string;
  casualty: boolean;
  admittedAt: Date;
}

export interface HospitalFeed {
  /** What happens next in the house, as a message. */
  next(at: Date): Uint8Array;
}

/** A hospital whose visits make sense: nobody is discharged who was not admitted, and most who come also leave. */
export function createHospitalFeed(random: Random, runId: string): HospitalFeed {
  const inHouse: Stay[] = [];
  const left: Stay[] = [];
  let serial = 0;
  let sent = 0;

  const newStay = (at: Date, casualty: boolean): Stay => {
    serial += 1;
    const patient = inventPatient(random, (Number.parseInt(runId, 36) % 9_000) * 100 + serial, at.getUTCFullYear());
    const visitNumber = `V${runId}${serial}`;
    return {
      patient,
      visitNumber,
      ward: casualty ? EMERGENCY : pick(random, WARDS),
      service: pick(random, SERVICES),
      casualty,
      admittedAt: at,
    };
  };
  const take = (stays: Stay[]): Stay | undefined => stays.splice(Math.floor(random() * stays.length), 1)[0];

  function message(
    event: string,
    at: Date,
    stay: Stay,
    more: { prior?: string; died?: boolean; merged?: string } = {},
  ): Uint8Array {
    sent += 1;
    return buildMessage(segments(event, at, `${runId}-${sent}`, stay, more));
  }

  function next(at: Date): Uint8Array {
    const dice = random();
    if (dice < 0.03) return broken(at, `${runId}-B${(sent += 1)}`, random);
    const stay = inHouse.length > 0 && dice > 0.42 ? take(inHouse) : undefined;
    if (!stay) {
      const casualty = random() < 0.4;
      const fresh = newStay(at, casualty);
      inHouse.push(fresh);
      return message(casualty ? 'A04' : 'A01', at, fresh);
    }
    if (dice < 0.5) {
      const prior = stay.ward;
      stay.ward = pick(
        random,
        WARDS.filter((ward) => ward !== prior),
      );
      const event = stay.casualty ? 'A01' : 'A02';
      stay.casualty = false;
      inHouse.push(stay);
      return message(event, at, stay, { prior });
    }
    if (dice < 0.56) {
      stay.patient.phone = `07700 900${String(Math.floor(random() * 1000)).padStart(3, '0')}`;
      inHouse.push(stay);
      return message('A08', at, stay);
    }
    if (dice < 0.58) return message('A11', at, stay);
    if (dice < 0.6 && left.length > 0) {
      const back = take(left) as Stay;
      inHouse.push(stay, back);
      return message('A13', at, back);
    }
    if (dice < 0.61) {
      inHouse.push(stay);
      return message('A40', at, stay, { merged: `T${serial}` });
    }
    left.push(stay);
    if (left.length > 50) left.shift();
    return message('A03', at, stay, { died: stay.patient.deceased });
  }
  return { next };
}

function segments(
  event: string,
  at: Date,
  controlId: string,
  stay: Stay,
  { prior, died, merged }: { prior?: string; died?: boolean; merged?: string },
): SegmentInput[] {
  const { patient } = stay;
  const time = hl7Time(at);
  const telecom = [
    ...(patient.phone ? [[patient.phone, 'PRN', 'CP', patient.email ?? '']] : []),
    ...(patient.email && !patient.phone ? [['', 'NET', 'Internet', patient.email]] : []),
  ];
  return [
    [
      'MSH',
      HOSPITAL.sendingApplication,
      HOSPITAL.facility,
      'WARDVOICE',
      'QUALITY',
      time,
      '',
      ['ADT', event],
      controlId,
      'P',
      '2.5.1',
      '',
      '',
      'AL',
      'NE',
      '',
      'UNICODE UTF-8',
    ],
    ['EVN', event, time],
    [
      'PID',
      '1',
      '',
      [[patient.number, '', '', HOSPITAL.facility, 'MR']].flat(),
      '',
      [patient.family, patient.given],
      '',
      patient.born,
      patient.sex,
      '',
      '',
      '',
      '',
      { repetitions: telecom },
      '',
      [patient.language],
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      died ? 'Y' : 'N',
    ],
    ...(merged ? [['MRG', [merged, '', '', HOSPITAL.facility, 'MR']] satisfies SegmentInput] : []),
    [
      'PV1',
      '1',
      stay.casualty ? 'E' : 'I',
      [stay.ward, `${1 + (stay.visitNumber.length % 9)}`, 'A'],
      '',
      '',
      prior ? [prior] : '',
      '',
      '',
      '',
      stay.service,
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      [stay.visitNumber],
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      event === 'A03' ? (died ? '20' : '01') : '',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      hl7Time(stay.admittedAt),
      event === 'A03' ? time : '',
    ],
  ];
}

/** The kinds of trouble that every feed has. */
function broken(at: Date, controlId: string, random: Random): Uint8Array {
  const head = `MSH|^~\\&|LAB1|${HOSPITAL.facility}|WARDVOICE|QUALITY|${hl7Time(at)}||`;
  const text = pick(random, [
    `${head}ADT^A01|${controlId}|P|2.5.1\rEVN|A01|${hl7Time(at)}\rPID|1||||Nobody^Ann\rPV1|1|I|Ash\r`,
    `${head}ADT^A03|${controlId}|P|2.5.1\rEVN|A03|${hl7Time(at)}\rPID|1||X${controlId}^^^STB||Nobody^Bea||19991345|F\rPV1|1|I|Birch\r`,
    `${head}ORU^R01|${controlId}|P|2.5.1\rPID|1||X1^^^STB\rOBX|1|ST|GLU||5.1\r`,
    `${head}ADT^A01||P|2.5.1\rEVN|A01|${hl7Time(at)}\rPID|1||X2^^^STB||Nobody^Cy\r`,
  ]);
  return Buffer.from(text);
}

const hl7Time = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}+0000`;
