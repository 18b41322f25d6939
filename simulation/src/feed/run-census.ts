import pg from 'pg';
import type { TestDatabase } from '../../../apps/server/src/testing/test-database.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../apps/server/src/testing/test-server.ts';
import { createRandom } from '../random.ts';
import { compareCensus, type CensusRow } from './compare-census.ts';
import { createFeedHospital } from './feed-model.ts';
import { generateFeed } from './generate-feed.ts';

export interface CensusPlan {
  seed: number;
  messages: number;
  /** Default: a new database of the test run. */
  database?: TestDatabase;
  onHour?: (messages: number) => void;
}

export interface CensusOutcome {
  seed: number;
  messages: number;
  hours: number;
  /** Number of open stays after the last hour. */
  inHouse: number;
  /** Differences after the first hour in which product and model differed. */
  differences: string[];
  /** Messages of that hour and the one before it that name what differs. */
  trail: string[];
  /** Number of messages by event, in alphabetical order. */
  events: [event: string, times: number][];
  seconds: number;
}

const HOUR = 3_600_000;
/** Average number of messages in an hour of the feed. */
const MESSAGES_AN_HOUR = 20;

/** Runs a feed with every kind of event, and compares its census with the product's after every hour. */
export async function runCensus({ seed, messages, database, onHour }: CensusPlan): Promise<CensusOutcome> {
  const started = performance.now();
  const hospital = createFeedHospital();
  const server = await startTestServer(database ? { database } : {});
  const observer = new pg.Pool({ connectionString: server.superuserConnectionString, max: 1 });
  try {
    const application = await server.makeApplication({ country: 'IE', sending_facilities: ['NORTH', 'SOUTH'] });
    // The feed ends about now, so that no message lies in the future.
    const begin = new Date(Math.floor(Date.now() / HOUR) * HOUR - Math.ceil(messages / MESSAGES_AN_HOUR + 24) * HOUR);
    const nurse = await server.makeUser({ applications: [application], permissions: ['messages.list'] });
    const outcome = { seed, messages: 0, hours: 0, inHouse: 0, differences: [] as string[], trail: [] as string[] };
    const told: string[] = [];
    for (const { texts } of generateFeed(hospital, createRandom(seed), begin)) {
      await Promise.all(texts.map((text) => send(server, text)));
      await server.processAll();
      told.push(...texts);
      const census = await listCensus(server, nurse);
      const differences = [...(await listWrongStates(observer)), ...(await compareCensus(hospital, observer, census))];
      Object.assign(outcome, { messages: told.length, hours: outcome.hours + 1, inHouse: census.length, differences });
      if (differences.length > 0) outcome.trail = trailOf(told, differences);
      if (differences.length > 0 || told.length >= messages) break;
      onHour?.(told.length);
    }
    const events = [...hospital.told].sort(([a], [b]) => a.localeCompare(b));
    return { ...outcome, events, seconds: Math.round((performance.now() - started) / 1_000) };
  } finally {
    await observer.end();
    await server.stop();
  }
}

async function send(server: TestServer, text: string): Promise<void> {
  const answer = await server.receive(text);
  if (!answer.includes('MSA|AA')) throw new Error(`a message was not acknowledged: ${answer}`);
}

/** Reads the census as the screen does. */
async function listCensus(server: TestServer, { headers }: TestUser): Promise<CensusRow[]> {
  const url = '/api/v1/hl7_messages?distribution_list=census&paginate=0';
  const { status, body } = await server.call({ method: 'GET', url, headers });
  if (status !== 200) throw new Error(`the census could not be listed: ${status}`);
  return body.data;
}

/** Returns messages that are neither applied nor ignored with a reason. */
async function listWrongStates(observer: pg.Pool): Promise<string[]> {
  const { rows } = await observer.query<{ line: string }>(
    `select concat_ws(' ', message_control_id, event, state, error_code, error_text) as line from hl7_messages
     where not (state = 'processed' or state = 'ignored' and (ignored_reason is not null or message_type not in ('ADT', 'SIU'))) order by id limit 5`,
  );
  return rows.map(({ line }) => line);
}

const MAX_TRAIL = 40;

/** Returns the last messages that share a number with what differs. */
function trailOf(told: readonly string[], differences: readonly string[]): string[] {
  const numbers = new Set(differences.slice(0, 3).flatMap((line) => line.match(/\b[PVAFC]\d+\b/g) ?? []));
  const about = told.filter((text) => [...numbers].some((number) => new RegExp(`\\b${number}\\b`).test(text)));
  return about.slice(-MAX_TRAIL).map((text) => text.trimEnd().replaceAll('\r', '\n    '));
}
