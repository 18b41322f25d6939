import { expect, it } from 'vitest';
import { isAddress, reach } from './ask-gate.ts';

it.each([
  ['sms', '+353871234567', 'likely'],
  ['sms', '+35314961234', 'unlikely'],
  ['sms', '+442079460018', 'unlikely'],
  // In North America a number does not tell, and of the numbers for examples nobody knows.
  ['sms', '+12025550123', 'likely'],
  ['sms', '+447700900123', 'likely'],
  ['sms', '+3531', 'none'],
  ['sms', 'none', 'none'],
  ['email', 'orla@example.org', 'likely'],
  ['email', 'orla@example', 'none'],
  ['email', 'ørla.o’ñeill+1@xn--hospital-9za.example', 'likely'],
  ['email', 'orla<iris@example.org', 'none'],
  ['email', 'orla,iris@example.org', 'none'],
  ['email', 'mailto:orla@example.org', 'none'],
] as const)('%s to %s: %s', (channel, address, expected) => {
  expect(reach(channel, address)).toBe(expected);
  expect(isAddress(channel, address)).toBe(expected !== 'none');
});
