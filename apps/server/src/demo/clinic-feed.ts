import type { DemoHospital } from './demo-hospitals.ts';
import { inventPatient, livePhone, pick, type Random } from './demo-people.ts';
import type { HospitalFeed } from './hospital-feed.ts';
import { writeAppointment } from './year/write-messages.ts';

interface Appointment {
  person: ReturnType<typeof inventPatient>;
  number: string;
  ward: string;
  service: string;
  expectedAt: Date;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Generates the messages of a booking system. Its patients come faster than in reality, so that a visitor sees them leave. */
export function createClinicFeed(random: Random, runId: string, hospital: DemoHospital): HospitalFeed {
  const booked: Appointment[] = [];
  const arrived: Appointment[] = [];
  let serial = 0;
  let sent = 0;
  const report = (event: string, appointment: Appointment, at: Date, filler: string) =>
    writeAppointment(hospital, appointment, { event, at, filler }, `${runId}-${hospital.facility}-${(sent += 1)}`);

  function book(at: Date): Uint8Array {
    serial += 1;
    const place = Math.floor(random() * hospital.clinics.length);
    const isToday = random() < 0.6;
    const appointment: Appointment = {
      person: inventPatient(random, {
        serial: (Number.parseInt(runId, 36) % 9_000) * 100 + serial,
        year: at.getUTCFullYear(),
        hospital,
        phone: livePhone(serial),
        phoneShare: 0.7,
      }),
      number: `V${runId}${serial}`,
      ward: hospital.clinics[place]?.ward ?? '',
      service: hospital.services[place] ?? '',
      expectedAt: new Date(at.getTime() + (isToday ? 5 * MINUTE : pick(random, [1, 2, 3, 7, 14]) * DAY)),
    };
    if (isToday) booked.push(appointment);
    return report('S12', appointment, at, 'BOOKED');
  }

  return {
    *past() {
      // The past of a clinic is stored and not sent.
    },
    next(at) {
      const dice = random();
      const leaving = dice < 0.35 ? arrived.shift() : undefined;
      if (leaving) return report('S14', leaving, at, 'COMPLETE');
      const coming = dice < 0.7 ? booked.shift() : undefined;
      if (!coming) return book(at);
      arrived.push(coming);
      return report('S14', coming, at, 'ARRIVED');
    },
    adopt: () => undefined,
  };
}
