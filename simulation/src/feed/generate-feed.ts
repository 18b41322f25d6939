import type { Random } from '../random.ts';
import { appointmentEvents } from './appointment-events.ts';
import { forgetOldStays, type FeedHospital } from './feed-model.ts';
import { createFeedWriter, type WeightedHappening } from './feed-writer.ts';
import { identityEvents } from './identity-events.ts';
import { stayEvents } from './stay-events.ts';

export interface HourOfMessages {
  texts: string[];
  end: Date;
}

const HOUR = 3_600_000;
/** Share of the messages that are sent a second time, byte for byte. */
const REPEATED = 0.03;

/** Yields the messages of one hour after the other. After each hour the model is in the state that these messages describe. */
export function* generateFeed(hospital: FeedHospital, random: Random, begin: Date): Generator<HourOfMessages> {
  const writer = createFeedWriter(hospital, random, begin);
  const happenings: readonly WeightedHappening[] = [
    ...stayEvents(writer),
    ...identityEvents(writer),
    ...appointmentEvents(writer),
  ];
  const total = happenings.reduce((sum, [weight]) => sum + weight, 0);

  function happen(): string {
    for (;;) {
      let rest = random.next() * total;
      const [, one] = happenings.find(([weight]) => (rest -= weight) < 0) ?? [0, () => null];
      const text = one();
      if (text !== null) return text;
    }
  }

  let texts: string[] = [];
  for (let end = begin.getTime() + HOUR; ;) {
    const now = writer.advance();
    while (now.getTime() >= end) {
      yield { texts, end: new Date(end) };
      texts = [];
      forgetOldStays(hospital, now);
      end += HOUR;
    }
    const text = happen();
    texts.push(text);
    if (random.chance(REPEATED)) texts.push(text);
  }
}
