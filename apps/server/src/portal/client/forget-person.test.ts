// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { forgetPerson } from './forget-person.ts';

beforeEach(() => {
  document.body.innerHTML = '<input type="checkbox" id="large"><form id="f"><input id="comment"></form>';
  localStorage.setItem('large', '1');
  document.getElementById('large')?.click();
});

const isLarge = () => document.querySelector<HTMLInputElement>('#large')?.checked;
const comment = () => document.querySelector<HTMLInputElement>('#comment');

it('empties the form when its page is left', () => {
  forgetPerson({});
  Object.assign(comment() ?? {}, { value: 'Nobody else is to read this.' });
  expect(comment()?.value).toBe('Nobody else is to read this.');
  dispatchEvent(new Event('pagehide'));
  expect(comment()?.value).toBe('');
});

it('forgets larger text where the next person begins, and nowhere else', () => {
  forgetPerson({});
  expect([isLarge(), localStorage.getItem('large')]).toEqual([true, '1']);
  forgetPerson({ anew: 'true' });
  expect([isLarge(), localStorage.getItem('large')]).toEqual([false, null]);
});
