import { describe, expect, it } from 'vitest';
import type { WorkSignal } from '../../platform/work-signals.ts';
import { assessReadiness, type Assessment } from './assess-readiness.ts';

const NOW = 1_800_000_000_000;
const worked = (secondsAgo: number): WorkSignal => ({ workedAt: NOW - secondsAgo * 1_000, failedAt: null });
const never: WorkSignal = { workedAt: null, failedAt: null };
const nothingLate = {
  overdueDeliveries: 0,
  oldestOverdueSeconds: null,
  oldestDueJobSeconds: null,
  oldestWaitingSeconds: null,
};

function assess({
  signals,
  ...rest
}: Partial<Omit<Assessment, 'signals'>> & { signals?: Partial<Assessment['signals']> }) {
  return assessReadiness({
    receives: true,
    works: true,
    startedMsAgo: 3_600_000,
    now: NOW,
    facts: nothingLate,
    lacksCommits: false,
    ...rest,
    signals: {
      intake: worked(600),
      filing: worked(1),
      processing: worked(1),
      fetching: worked(1),
      sending: worked(600),
      ...signals,
    },
  });
}
const late = (seconds: number) => ({ ...nothingLate, overdueDeliveries: 20_436, oldestOverdueSeconds: seconds });

describe('a process is ready', () => {
  it('in a quiet night without messages or due deliveries', () => {
    expect(assess({})).toMatchObject({ status: 'ready', database: 'writable' });
  });

  it('when it has just started and has done nothing yet', () => {
    const signals = { intake: never, filing: never, processing: never, fetching: never, sending: never };
    expect(assess({ startedMsAgo: 5_000, signals }).status).toBe('ready');
  });

  it('when it has just started, and worked before that: as a server that was started again in the same process', () => {
    const before = { filing: worked(600), processing: worked(600), fetching: worked(600), sending: worked(600) };
    expect(assess({ startedMsAgo: 5_000, signals: before, facts: late(420) }).status).toBe('ready');
    expect(assess({ startedMsAgo: 61_000, signals: before, facts: late(420) }).status).toBe('not_ready');
  });

  it('while it processes a backlog', () => {
    expect(assess({ facts: late(420), signals: { sending: worked(1) } }).status).toBe('ready');
  });

  it('without the worker role, whatever other workers do', () => {
    const signals = { filing: never, processing: never, fetching: never, sending: never };
    const readiness = assess({ works: false, facts: late(420), signals });
    expect(readiness).toMatchObject({
      status: 'ready',
      processing: { status: 'elsewhere' },
      sending: { status: 'elsewhere', overdue_deliveries: 20_436, oldest_overdue_seconds: 420 },
    });
  });
});

describe('a process is not ready', () => {
  it('when surveys are overdue and none was sent for a minute, although jobs are fetched', () => {
    expect(assess({ facts: late(420), signals: { sending: worked(90) } })).toMatchObject({
      status: 'not_ready',
      intake: { status: 'works' },
      processing: { status: 'works' },
      sending: { status: 'fails' },
    });
  });

  it('when its worker has stopped fetching jobs', () => {
    expect(assess({ signals: { fetching: worked(45) } }).sending.status).toBe('fails');
    expect(assess({ signals: { fetching: never } }).sending.status).toBe('fails');
  });

  it('when processing or filing hangs', () => {
    expect(assess({ signals: { processing: worked(45) } }).processing.status).toBe('fails');
    expect(assess({ signals: { filing: worked(45) } }).processing.status).toBe('fails');
  });

  it('when messages could not be stored recently, although the database answers', () => {
    const intake = { workedAt: NOW - 20_000, failedAt: NOW - 5_000 };
    expect(assess({ signals: { intake } })).toMatchObject({ status: 'not_ready', intake: { status: 'fails' } });
    const again = { workedAt: NOW - 1_000, failedAt: NOW - 5_000 };
    expect(assess({ signals: { intake: again } }).status).toBe('ready');
  });

  it('when the database does not answer, or cannot write', () => {
    expect(assess({ facts: null })).toMatchObject({ status: 'not_ready', database: 'away' });
    expect(assess({ facts: null, works: false, receives: false }).status).toBe('not_ready');
    expect(assess({ facts: null, lacksCommits: true })).toMatchObject({
      status: 'not_ready',
      database: 'lacks_commits',
    });
  });
});
