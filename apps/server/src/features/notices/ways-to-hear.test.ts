import { inbox } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { KIND_RULES, waysToHear } from './ways-to-hear.ts';

const ADA = { user_id: 1, name: 'Ada', email: 'ada@hospital.example', phone: '+447700900001', language: null };
const BEN = { user_id: 2, name: 'Ben', email: 'ben@hospital.example', phone: null, language: null };
const CEM = { user_id: 3, name: 'Cem', email: null, phone: '+447700900003', language: null };
const OFF = { email: false, sms: false };
const ALL_OFF = new Map([ADA, BEN, CEM].map(({ user_id }) => [user_id, OFF]));

const heard = (...given: Parameters<typeof waysToHear>) =>
  waysToHear(...given).map(({ email, phone }) => [email !== null && 'email', phone !== null && 'sms'].filter(Boolean));

describe('people who have chosen nothing', () => {
  it('hear of a case by every address, of an alarm by e-mail, and of all else on the screen', () => {
    const all = inbox.INBOX_KINDS.map((kind) => [kind, heard(kind, [ADA], new Map())[0]]);
    expect(Object.fromEntries(all)).toEqual({
      case_opened: ['email', 'sms'],
      case_escalated: ['email', 'sms'],
      case_assigned: ['email', 'sms'],
      case_notify: [],
      text_received: [],
      alarm_opened: ['email'],
      feedback_assigned: [],
    });
  });
});

describe('a notice', () => {
  it('comes by the ways that its person has chosen', () => {
    expect(heard('text_received', [ADA, BEN], new Map([[1, { email: false, sms: true }]]))).toEqual([['sms'], []]);
    expect(heard('case_opened', [ADA], new Map([[1, { email: true, sms: false }]]))).toEqual([['email']]);
  });

  it.each(['case_opened', 'case_escalated', 'case_assigned'] as const)(
    'of a case (%s) reaches everybody who is told, although all have switched everything off',
    (kind) => {
      expect(heard(kind, [ADA, BEN, CEM], ALL_OFF)).toEqual([['email'], ['email'], ['sms']]);
    },
  );

  it('of a case comes by e-mail to whoever wants an SMS and has no phone any more', () => {
    expect(heard('case_opened', [BEN], new Map([[2, { email: false, sms: true }]]))).toEqual([['email']]);
  });

  it('of an alarm spares whoever does not want it, unless nobody does', () => {
    expect(heard('alarm_opened', [ADA, BEN], new Map([[1, OFF]]))).toEqual([[], ['email']]);
    expect(heard('alarm_opened', [ADA, BEN], ALL_OFF)).toEqual([['email'], ['email']]);
  });

  it('is not sent by SMS where that is not offered', () => {
    expect(heard('alarm_opened', [ADA], new Map([[1, { email: true, sms: true }]]))).toEqual([['email']]);
    expect(KIND_RULES.alarm_opened.offersSms).toBe(false);
  });
});
