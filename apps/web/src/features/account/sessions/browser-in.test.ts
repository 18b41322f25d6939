import { describe, expect, it } from 'vitest';
import { browserIn } from './browser-in.ts';
import { isScreen } from '../is-screen.ts';

const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';

describe('the browser of a session', () => {
  it.each([
    [CHROME, 'Chrome, Linux'],
    [`${CHROME} Edg/140.0.0.0`, 'Edge, Linux'],
    [`${CHROME} OPR/120.0.0.0`, 'Opera, Linux'],
    [SAFARI, 'Safari, iPhone'],
    ['Mozilla/5.0 (Linux; Android 15) SamsungBrowser/27.0 Chrome/125.0 Safari/537.36', 'Samsung Internet, Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Gecko/20100101 Firefox/130.0', 'Firefox, Mac'],
    ['curl/8.5.0', 'curl/8.5.0'],
  ])('is named as itself, and not as what it resembles: %s', (agent, name) => {
    expect(browserIn(agent)).toBe(name);
  });

  it('is unknown where none was told, and cut where it is long', () => {
    expect(browserIn(null)).toBeNull();
    expect(browserIn('x'.repeat(100))).toHaveLength(60);
  });
});

describe('an address to go on to after signing in', () => {
  it.each(['/cases/index', '/cases/index?open=1', '/lockers'])('may be a screen: %s', (address) => {
    expect(isScreen(address)).toBe(true);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'cases', '', null, undefined])(
    'never leads out of the application: %s',
    (address) => {
      expect(isScreen(address)).toBe(false);
    },
  );

  it.each(['/login', '/login?redirect=/login', '/lock', '/reset-password/token', '/register#top'])(
    'never leads round in a circle: %s',
    (address) => {
      expect(isScreen(address)).toBe(false);
    },
  );
});
