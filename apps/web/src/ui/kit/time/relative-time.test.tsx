// @vitest-environment jsdom
import { act, renderAt, renderHook, screen } from '../../../testing/render.tsx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOSPITAL, signIn } from '../../../testing/sign-in.ts';
import { ApplicationRegion } from '../../domain/application-region.tsx';
import { useFormats } from '../formats.ts';
import { RelativeTime, useClockTime } from './relative-time.tsx';

const NOON = Date.parse('2026-07-01T12:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(NOON);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What the one clock of the screen does every 15 seconds. */
function catchTicks(): (() => void)[] {
  const ticks: (() => void)[] = [];
  const repeat = setInterval;
  vi.spyOn(globalThis, 'setInterval').mockImplementation((handler: () => void, milliseconds) => {
    if (milliseconds === 15_000) ticks.push(handler);
    return repeat(handler, milliseconds);
  });
  return ticks;
}

describe('a time on the screen', () => {
  it('is how long ago it was, and grows older by itself', async () => {
    const ticks = catchTicks();
    signIn();
    await renderAt(<RelativeTime at="2026-07-01T11:55:00Z" />);
    expect(screen.getByText('5 min ago').getAttribute('datetime')).toBe('2026-07-01T11:55:00Z');
    vi.setSystemTime(NOON + 60_000);
    act(() => ticks[0]?.());
    expect(screen.getByText('6 min ago')).toBeDefined();
  });

  it('says the exact time of the organisation when somebody points at it', async () => {
    signIn();
    const { user } = await renderAt(<RelativeTime at="2026-07-01T11:55:00Z" />);
    await user.hover(screen.getByText('5 min ago'));
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/Wednesday.*1 July 2026.*12:55:00/);
  });

  it('is the exact time where that is asked for, in the zone of the organisation', async () => {
    signIn({ application: { ...HOSPITAL, time_zone: 'Asia/Dubai', country: 'AE' } });
    await renderAt(<RelativeTime at="2026-07-01T11:55:00Z" exact />);
    expect(screen.getByText(/1 Jul 2026.*(15:55|3:55)/)).toBeDefined();
  });

  it('of day is that of the organisation, not of the browser', () => {
    signIn({ application: { ...HOSPITAL, time_zone: 'America/New_York', country: 'GB' } });
    const { result } = renderHook(useClockTime, { wrapper: ApplicationRegion });
    expect(result.current('2026-07-01T11:55:00Z')).toBe('07:55');
  });
});

describe('numbers and days', () => {
  const formatsIn = (country: string) => {
    signIn({ application: { ...HOSPITAL, country } });
    return renderHook(useFormats, { wrapper: ApplicationRegion }).result.current;
  };

  it('are written as the country of the organisation does', () => {
    expect(formatsIn('IE').plainDate('2026-01-31')).toBe('31 Jan 2026');
    expect(formatsIn('US').plainDate('2026-01-31')).toBe('Jan 31, 2026');
    expect(formatsIn('IE').number(1234.5)).toBe('1,234.5');
    expect(formatsIn('IE').weekday('2026-01-31')).toContain('Sat');
  });

  it('keep a digit where there is little, so that little is not nothing', () => {
    const { percent } = formatsIn('IE');
    expect([percent(0.004), percent(0.0996), percent(0.104), percent(1)]).toEqual(['0.4%', '10%', '10%', '100%']);
  });

  it('leave alone what is no day', () => {
    expect(formatsIn('IE').plainDate('unknown')).toBe('unknown');
  });
});
