import { expect, it } from 'vitest';
import { createSeenPatients } from './seen-patients.ts';

const MINUTE = 60_000;

it('a view is new with another patient, after ten minutes, and to another caller', () => {
  let now = 0;
  const seen = createSeenPatients(() => new Date(now));
  const view = { caller: 'session 1', what: '/patients' };
  expect(seen.isNew(view, [1])).toBe(true);
  seen.remember(view, [1, 2]);
  expect(seen.isNew(view, [2, 1])).toBe(false);
  expect(seen.isNew(view, [1, 3])).toBe(true);
  expect(seen.isNew({ ...view, caller: 'session 2' }, [1])).toBe(true);
  now = 10 * MINUTE;
  expect(seen.isNew(view, [1])).toBe(true);
});

it('views that nobody looks at any more are forgotten', () => {
  let now = 0;
  const seen = createSeenPatients(() => new Date(now));
  for (let session = 0; session < 100; session += 1)
    seen.remember({ caller: `session ${session}`, what: '/patients' }, [1]);
  expect(seen.size()).toBe(100);
  now = 11 * MINUTE;
  seen.remember({ caller: 'session 100', what: '/patients' }, [1]);
  expect(seen.size()).toBe(1);
});
