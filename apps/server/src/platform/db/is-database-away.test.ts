import { describe, expect, it } from 'vitest';
import { isDatabaseAway } from './is-database-away.ts';

const withCode = (code: string, message = 'an error') => Object.assign(new Error(message), { code });

describe('the database is away', () => {
  it.each([
    ['a restart', withCode('57P01', 'terminating connection due to administrator command')],
    ['a crash', withCode('57P02')],
    ['recovery', withCode('57P03', 'the database system is starting up')],
    ['a lost connection', withCode('08006')],
    ['a full disk', withCode('53100')],
    ['too many connections', withCode('53300')],
    ['an input or output error', withCode('58030')],
    ['a standby that cannot write', withCode('25006')],
    ['nobody listening', withCode('ECONNREFUSED')],
    ['a cut line', new Error('Connection terminated unexpectedly')],
    ['a pool that waits in vain', new Error('timeout exceeded when trying to connect')],
    ['a server that takes the connection and says nothing', new Error('timeout expired')],
    ['a server that hangs in a statement', new Error('Query read timeout')],
    ['a client that was closed', new Error('Client was closed and is not queryable')],
  ])('in %s', (_name, error) => expect(isDatabaseAway(error)).toBe(true));

  it('when a library names it as the cause of its own error', () => {
    const lost = withCode('57P01');
    expect(isDatabaseAway(new Error('Worker failed to release', { cause: lost }))).toBe(true);
    expect(isDatabaseAway(new Error('outer', { cause: new Error('inner', { cause: lost }) }))).toBe(true);
  });

  it('when it is among the errors that a library collected', () => {
    const errors = [new Error('forcefulShutdown was initiated'), withCode('ECONNREFUSED')];
    expect(isDatabaseAway(new AggregateError(errors, 'Errors occurred whilst terminating queue'))).toBe(true);
  });

  it('when a library only quotes it', () => {
    const quoted =
      'Error occurred whilst returning jobs from local queue to database queue: terminating connection due to administrator command';
    expect(isDatabaseAway(new Error(quoted))).toBe(true);
  });
});

describe('the database is there', () => {
  it.each([
    ['it said no to a value', withCode('22P02')],
    ['it refused a duplicate whose text speaks of connections', withCode('23505', 'Connection terminated by nurse')],
    ['a statement took too long and was cancelled', withCode('57014')],
    ['our own code is wrong', new TypeError('x is not a function')],
    ['nothing was thrown', undefined],
    ['a text was thrown', 'gone'],
  ])('when %s', (_name, error) => expect(isDatabaseAway(error)).toBe(false));

  it('also for an error that is its own cause', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    expect(isDatabaseAway(circle)).toBe(false);
  });
});
