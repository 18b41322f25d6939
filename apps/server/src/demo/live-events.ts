import type { Stay } from './adt-message.ts';
import type { Random } from './demo-people.ts';
import type { HospitalWards } from './hospital-wards.ts';

/**
 * Live, a patient is discharged at least every so many events, so that a visitor sees the whole process within a
 * minute.
 */
const EVENTS_WITHOUT_DISCHARGE = 8;

/** Returns a function that draws the next event. Events come faster than in reality: the patient with the longest stay is discharged first. */
export function drawLiveEvents(wards: HospitalWards, random: Random): (at: Date) => Uint8Array {
  const { inHouse, chance, hospital } = wards;
  let withoutDischarge = EVENTS_WITHOUT_DISCHARGE;
  const arrival = (at: Date): Uint8Array => {
    const casualty = chance(0.6);
    return wards.report(casualty ? 'A04' : 'A01', at, wards.arrive(at, casualty));
  };
  const discharge = (at: Date): Uint8Array | null => {
    const stay = longest(wards, chance(0.35)) ?? longest(wards, false);
    if (!stay) return null;
    withoutDischarge = 0;
    wards.leave(stay);
    return wards.report('A03', at, stay);
  };
  return (at) => {
    if (wards.isNextBroken()) return wards.reportBroken(at);
    withoutDischarge += 1;
    if (inHouse.length < hospital.census.min) return arrival(at);
    if (inHouse.length > hospital.census.max || withoutDischarge > EVENTS_WITHOUT_DISCHARGE)
      return discharge(at) ?? arrival(at);
    const dice = random();
    if (dice < 0.27) return arrival(at);
    if (dice < 0.5) return discharge(at) ?? arrival(at);
    return drawChange(wards, dice, at) ?? arrival(at);
  };
}

/** Draws a change of a stay by a number between 0.5 and 1. Null where no patient could have it. */
function drawChange(wards: HospitalWards, dice: number, at: Date): Uint8Array | null {
  const { inHouse, left, some } = wards;
  const changed = (event: string, stay: Stay | undefined, change?: (stay: Stay) => void): Uint8Array | null =>
    stay ? (change?.(stay), wards.report(event, at, stay)) : null;
  if (dice < 0.56) return changed('A01', longest(wards, true), wards.admitCasualty);
  if (dice < 0.7) return changed('A02', longest(wards, false), wards.transfer);
  if (dice < 0.86) return changed('A08', some(inHouse), wards.changePhone);
  if (dice < 0.9) return changed('A31', some(left.length > 0 ? left : inHouse));
  if (dice < 0.92) return changed('A11', inHouse.at(-1), wards.cancelArrival);
  if (dice < 0.95)
    return changed('A12', some(inHouse.filter(({ priorWard }) => priorWard !== null)), wards.cancelTransfer);
  if (dice < 0.98) {
    const alive = left.findLast(({ patient }) => !patient.deceased);
    return changed('A13', alive, wards.comeBack);
  }
  const stay = some(inHouse);
  return stay ? wards.report('A40', at, stay, `T${stay.patient.number}`) : null;
}

/** Returns one of the patients with the longest stays. */
function longest({ inHouse, some }: HospitalWards, casualty: boolean): Stay | undefined {
  const those = inHouse.filter((stay) => stay.casualty === casualty);
  return some(those.toSorted((a, b) => a.admittedAt.getTime() - b.admittedAt.getTime()).slice(0, 4));
}
