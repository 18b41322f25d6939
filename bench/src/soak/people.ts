import { setTimeout as pause } from 'node:timers/promises';
import { callApi, signInAdmin } from '../call-api.ts';

const USERS = 5;
/** Each looks at the next screen after so long. */
const LOOKS_EVERY_MS = 1_000;
/** A session ends after twelve hours. */
const SIGNS_IN_EVERY_MS = 3_600_000;

const SCREENS = [
  '/dashboard',
  '/hl7_messages?per_page=25&sort=-event_at',
  '/hl7_messages?per_page=25&type=A03&exclude_feedback=1',
  '/hl7_messages?per_page=25&distribution_list=census',
  '/deliveries?per_page=25',
  '/feedback?per_page=25',
  '/cases?per_page=25',
  '/patients?per_page=25&term=testwell',
];

export interface People {
  calls: number;
  answers: number;
  /** Calls that did not succeed, by what was said. */
  failures: ReadonlyMap<string, number>;
  answer(link: string): void;
  leave(): Promise<void>;
}

/** Starts users who look at one screen after the other and keep its live updates open, and patients who answer from their own addresses. */
export function startPeople(url: string): People {
  const leaving = new AbortController();
  const failures = new Map<string, number>();
  const counts = { calls: 0, answers: 0 };
  const underWay = new Set<Promise<void>>();
  const run = (work: Promise<void>) => {
    const told = work.catch((error: unknown) => {
      if (leaving.signal.aborted) return;
      const said = String(error).replaceAll(/[\w-]{20,}|\d+/g, '…');
      failures.set(said, (failures.get(said) ?? 0) + 1);
    });
    underWay.add(told);
    void told.finally(() => underWay.delete(told));
    return told;
  };
  for (let user = 0; user < USERS; user += 1) void run(lookAround(user));
  return {
    get calls() {
      return counts.calls;
    },
    get answers() {
      return counts.answers;
    },
    failures,
    answer: (link) => void run(answerSurvey(link)),
    async leave() {
      leaving.abort();
      await Promise.all(underWay);
    },
  };

  async function lookAround(user: number): Promise<void> {
    for (let look = user; !leaving.signal.aborted;) {
      const { token } = await signInAdmin(url);
      const until = performance.now() + SIGNS_IN_EVERY_MS;
      const closing = new AbortController();
      void run(follow(token, AbortSignal.any([leaving.signal, closing.signal])));
      for (; performance.now() < until && !leaving.signal.aborted; look += 1) {
        await run(
          callApi(`${url}/api/v1${SCREENS[look % SCREENS.length]}`, 'GET', { token }).then(
            () => void (counts.calls += 1),
          ),
        );
        await pause(LOOKS_EVERY_MS);
      }
      closing.abort();
    }
  }

  /** Reads live updates until the signal. A stream that ends before is a failure. */
  async function follow(token: string, signal: AbortSignal): Promise<void> {
    try {
      const { body } = await fetch(`${url}/api/v1/events`, { headers: { authorization: `Bearer ${token}` }, signal });
      if (!body) throw new Error('no live updates');
      for await (const _ of body) if (signal.aborted) return;
      throw new Error('live updates ended');
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async function answerSurvey(link: string): Promise<void> {
    const path = new URL(link).pathname;
    const n = counts.answers;
    const headers = { 'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}` };
    const { data } = (await callApi(`${url}/api/v1${path}`, 'GET', { headers })) as unknown as Opened;
    const responses = data.survey.categories
      .flatMap(({ questions }) => questions)
      .map(({ id, options }) =>
        options.length > 0
          ? { question_id: id, option_id: options[n % options.length]?.id }
          : { question_id: id, text: 'Two people told me two different things.' },
      );
    counts.answers += 1;
    await callApi(`${url}/api/v1${path}`, 'POST', { headers, body: { feedback: { responses } } });
  }
}

interface Opened {
  data: { survey: { categories: { questions: { id: number; options: { id: number }[] }[] }[] } };
}
