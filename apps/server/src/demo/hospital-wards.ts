import { buildAdtMessage, buildBrokenMessage, type Stay } from './adt-message.ts';
import type { DemoHospital } from './demo-hospitals.ts';
import { inventPatient, livePhone, pick, type Random } from './demo-people.ts';

const LEFT_KEPT = 50;
const BROKEN_SHARE = 0.03;

/** The patients of the sample hospital, what can happen to them, and the messages that report it. */
export interface HospitalWards {
  hospital: DemoHospital;
  /** Patients who are in the hospital, in the order of their arrival. */
  inHouse: readonly Stay[];
  /** Patients who left lately. */
  left: readonly Stay[];
  chance(share: number): boolean;
  between(low: number, high: number): number;
  some(stays: readonly Stay[]): Stay | undefined;
  /** Writes the message that reports an event of a stay. */
  report(event: string, at: Date, stay: Stay, merged?: string): Uint8Array;
  /** Draws whether the next message is one that cannot be processed. */
  isNextBroken(): boolean;
  reportBroken(at: Date): Uint8Array;
  arrive(at: Date, casualty: boolean): Stay;
  adopt(stays: readonly Stay[]): void;
  admitCasualty(stay: Stay): void;
  transfer(stay: Stay): void;
  cancelTransfer(stay: Stay): void;
  cancelArrival(stay: Stay): void;
  leave(stay: Stay): void;
  comeBack(stay: Stay): void;
  changePhone(stay: Stay): void;
}

/** Opens an empty hospital. All its randomness comes from `random`; `runId` keeps numbers of two runs apart. */
export function openWards(random: Random, runId: string, hospital: DemoHospital): HospitalWards {
  const wardNames = hospital.wards.map(({ ward }) => ward);
  const emergency = hospital.emergency?.ward ?? '';
  const inHouse: Stay[] = [];
  const left: Stay[] = [];
  let serial = 0;
  let sent = 0;
  const remove = (stays: Stay[], stay: Stay): void => void stays.splice(stays.indexOf(stay), 1);

  return {
    hospital,
    inHouse,
    left,
    chance: (share) => random() < share,
    between: (low, high) => low + random() * (high - low),
    some: (stays) => (stays.length > 0 ? pick(random, stays) : undefined),
    report: (event, at, stay, merged) =>
      buildAdtMessage(hospital, {
        event,
        at,
        controlId: `${runId}-${(sent += 1)}`,
        stay,
        ...(merged ? { merged } : {}),
      }),
    isNextBroken: () => random() < BROKEN_SHARE,
    reportBroken: (at) => buildBrokenMessage(hospital, at, `${runId}-B${(sent += 1)}`, random),
    arrive(at, casualty) {
      serial += 1;
      const stay = {
        patient: inventPatient(random, {
          serial: (Number.parseInt(runId, 36) % 9_000) * 100 + serial,
          year: at.getUTCFullYear(),
          hospital,
          phone: livePhone(serial),
          phoneShare: 0.7,
        }),
        visitNumber: `V${runId}${serial}`,
        ward: casualty ? emergency : pick(random, wardNames),
        priorWard: null,
        room: `${1 + (serial % 12)}`,
        service: pick(random, hospital.services),
        casualty,
        admittedAt: at,
      };
      inHouse.push(stay);
      return stay;
    },
    adopt: (stays) => void inHouse.push(...stays),
    admitCasualty(stay) {
      stay.casualty = false;
      stay.ward = pick(random, wardNames);
    },
    transfer(stay) {
      stay.priorWard = stay.ward;
      stay.ward = pick(
        random,
        wardNames.filter((ward) => ward !== stay.priorWard),
      );
    },
    cancelTransfer(stay) {
      stay.ward = stay.priorWard ?? stay.ward;
      stay.priorWard = null;
    },
    cancelArrival: (stay) => remove(inHouse, stay),
    leave(stay) {
      remove(inHouse, stay);
      left.push(stay);
      if (left.length > LEFT_KEPT) left.shift();
    },
    comeBack(stay) {
      remove(left, stay);
      inHouse.push(stay);
    },
    changePhone({ patient }) {
      patient.phone = livePhone(Math.floor(random() * 1000));
    },
  };
}
