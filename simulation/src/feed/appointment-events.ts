import { registered, rootOf, type FeedVisit } from './feed-model.ts';
import { pickOr, type FeedWriter, type WeightedHappening } from './feed-writer.ts';

const HOUR = 3_600_000;

/** Events of appointments: S12 to S17 and S26. */
export function appointmentEvents(writer: FeedWriter): WeightedHappening[] {
  const { random, hospital } = writer;
  const appointments = (...states: FeedVisit['state'][]) =>
    [...hospital.visits.values()].filter(({ appointment, state }) => appointment !== null && states.includes(state));

  /** Writes an SCH with its patient. `ward` (AIL-3) says where the appointment is to be. */
  function tell(event: string, visit: FeedVisit, { state, ward }: { state?: string; ward?: string } = {}): string {
    visit.toldUnder = writer.numberFor(visit);
    visit.lastAt = writer.now();
    if (ward !== undefined) visit.place = { ward, room: '', bed: '' };
    const at = new Date(writer.now().getTime() + random.int(1, 100) * HOUR);
    const appointment = {
      number: visit.appointment ?? '',
      at,
      ...(state === undefined ? {} : { state }),
      ...(ward === undefined ? {} : { ward }),
    };
    const group = { ...writer.groupOf(visit.person, visit.toldUnder), account: visit.account };
    return writer.tell(event, rootOf(visit.person).facility, [group], { type: 'SIU', appointment });
  }

  function book(): string | null {
    const person = pickOr(
      random,
      registered(hospital).filter(({ isDead }) => !isDead),
    );
    if (!person) return null;
    const visit = writer.newVisit(person, {
      state: 'expected',
      patientClass: null,
      appointment: writer.fresh('F'),
      number: null,
    });
    return tell('S12', visit, { ward: 'CLINIC' });
  }

  const change =
    (
      event: string,
      from: FeedVisit['state'][],
      to: FeedVisit['state'] | null,
      details: { state?: string; ward?: string } = {},
    ) =>
    () => {
      const visit = pickOr(random, appointments(...from).slice(-40));
      if (!visit) return null;
      if (to !== null) visit.state = to;
      return tell(event, visit, details);
    };

  return [
    [5, book],
    [2, change('S13', ['expected'], null, { ward: 'CLINIC2' })],
    [1, change('S14', ['expected', 'open'], null)],
    [3, change('S14', ['expected'], 'open', { state: 'ARRIVED' })],
    [3, change('S14', ['open'], 'closed', { state: 'COMPLETE' })],
    [0.7, change('S15', ['expected'], 'cancelled')],
    [0.7, change('S16', ['expected'], 'cancelled')],
    [0.7, change('S17', ['expected'], 'cancelled')],
    [0.7, change('S26', ['expected'], 'not_attended')],
  ];
}
