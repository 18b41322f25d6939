import { deliveries } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { askGate, type GateFacts } from './gate.ts';

const now = new Date('2026-03-10T12:00:00Z');
const reach = (_channel: string, address: string) =>
  address.startsWith('odd') ? 'none' : address.startsWith('landline') ? 'unlikely' : 'likely';

const somebody: GateFacts = {
  purpose: 'survey',
  channel: 'sms',
  fallback_channel: null,
  time_zone: 'Europe/Dublin',
  minimum_age: 18,
  deceased: false,
  protected: false,
  identity_unknown: false,
  birth_date: '1970-05-17',
  phone: '+353871234567',
  email: 'orla@example.org',
  processing_id: 'P',
  replay: false,
  event_cancelled: false,
  pathway_ended: false,
  still_admitted: false,
  readmitted: false,
  asked_this_visit: false,
  asked_lately: false,
  email_opted_out: false,
  sms_opted_out: false,
  email_not_agreed: false,
  sms_not_agreed: false,
  email_bounced: false,
  sms_bounced: false,
  already_answered: false,
  survey_off: false,
  survey_empty: false,
  identity_in_doubt: false,
  on_leave: false,
  too_many_lately: false,
  bereaved: false,
  diagnosed_lately: [],
  loss_diagnoses: ['O03', 'Z37.1'],
  overridden: false,
  listens_only: false,
  rule_filters: null,
  diagnoses: null,
  discharge_disposition: null,
  payers: null,
  sampled_out: false,
  quota_left: null,
  quota_key: null,
};
const ask = (facts: Partial<GateFacts>, at = now) => askGate({ ...somebody, ...facts }, reach, at);

describe('the gate', () => {
  it('lets a survey through to somebody who may be asked', () => {
    expect(ask({})).toEqual({ open: true, channel: 'sms', recipient: '+353871234567' });
    expect(ask({ channel: 'email' })).toEqual({ open: true, channel: 'email', recipient: 'orla@example.org' });
  });

  it('lets a person override a setting, and nothing else', () => {
    expect(
      ask({ asked_lately: true, too_many_lately: true, bereaved: true, listens_only: true, overridden: true }).open,
    ).toBe(true);
    for (const facts of [
      { deceased: true },
      { identity_unknown: true },
      { identity_in_doubt: true },
      { birth_date: '2010-01-01' },
      { sms_opted_out: true },
      { asked_this_visit: true },
      { survey_off: true },
    ])
      expect(ask({ ...facts, overridden: true }).open).toBe(false);
  });

  const REFUSALS: [reason: string, facts: Partial<GateFacts>][] = [
    ['deceased', { deceased: true }],
    ['under_age', { birth_date: '2010-01-01' }],
    ['identity_unknown', { identity_unknown: true }],
    ['protected', { protected: true }],
    ['survey_off', { survey_off: true }],
    ['survey_empty', { survey_empty: true }],
    ['identity_in_doubt', { identity_in_doubt: true }],
    ['on_leave', { on_leave: true }],
    ['bereaved', { bereaved: true, listens_only: true, asked_lately: true }],
    ['bereaved', { diagnosed_lately: ['I21', 'o03.9'], purpose: 'de_escalation' }],
    ['too_many_lately', { too_many_lately: true, diagnosed_lately: ['O80', 'Z37.0'] }],
    ['listens_only', { listens_only: true }],
    ['left_out_by_rule', { rule_filters: { without_diagnosis: ['Z37.1'] }, diagnoses: ['Z371'] }],
    [
      'left_out_by_rule',
      { rule_filters: { without_disposition: ['50'] }, discharge_disposition: '50', overridden: true },
    ],
    ['left_out_by_rule', { rule_filters: { without_payer: ['Self'] }, payers: ['SELF'], sampled_out: true }],
    ['not_sampled', { sampled_out: true }],
    ['not_sampled', { sampled_out: true, overridden: true }],
    ['over_quota', { quota_left: 0, quota_key: 'ASH' }],
    ['over_quota', { quota_left: -2, quota_key: 'ASH', overridden: true }],
    ['not_sampled', { sampled_out: true, quota_left: 0, quota_key: 'ASH' }],
    ['no_address', { phone: null, quota_left: 0, quota_key: 'ASH' }],
    ['opted_out', { sampled_out: true, sms_opted_out: true }],
    ['no_address', { sampled_out: true, phone: null }],
    ['not_production', { processing_id: 'T' }],
    ['not_production', { processing_id: 'D' }],
    ['not_production', { processing_id: '' }],
    ['not_production', { processing_id: null }],
    ['no_address', { phone: null }],
    ['invalid_address', { phone: 'odd 12' }],
    ['opted_out', { sms_opted_out: true }],
    ['opted_out', { sms_opted_out: true, sms_not_agreed: true }],
    ['no_consent', { sms_not_agreed: true }],
    ['no_consent', { sms_not_agreed: true, overridden: true }],
    ['invalid_address', { sms_bounced: true }],
    ['already_answered', { already_answered: true }],
    ['already_asked_visit', { asked_this_visit: true }],
    ['asked_lately', { asked_lately: true }],
    ['event_cancelled', { event_cancelled: true }],
    ['pathway_ended', { pathway_ended: true }],
    ['still_admitted', { still_admitted: true, readmitted: true }],
    ['readmitted', { readmitted: true }],
    ['replay', { replay: true }],
  ];
  it.each(REFUSALS)('says %s for %o', (reason, facts) => {
    expect(ask(facts)).toEqual({ open: false, reason });
  });
  it('has a test for every reason that is shown to staff', () => {
    // These two reasons are given by people's actions and not by the gate.
    expect(new Set<string>([...REFUSALS.map(([reason]) => reason), 'broadcast_cancelled', 'case_reopened'])).toEqual(
      new Set(deliveries.SUPPRESSION_REASONS),
    );
  });

  it('allows a de-escalation survey after a case, although its person got a survey before', () => {
    expect(ask({ purpose: 'de_escalation', asked_this_visit: true, asked_lately: true })).toMatchObject({ open: true });
    expect(ask({ purpose: 'de_escalation', deceased: true })).toEqual({ open: false, reason: 'deceased' });
  });

  it('reports a death before anything else', () => {
    const everything = Object.assign({}, ...REFUSALS.map(([, facts]) => facts)) as Partial<GateFacts>;
    expect(ask(everything)).toEqual({ open: false, reason: 'deceased' });
  });

  it('allows one survey per visit, but other messages as well', () => {
    const asked = { asked_this_visit: true, asked_lately: true };
    expect(ask({ ...asked, purpose: 'message' }).open).toBe(true);
    expect(ask({ ...asked, purpose: 'message', deceased: true })).toEqual({ open: false, reason: 'deceased' });
  });

  describe('counts age in whole years by the hospital’s calendar', () => {
    it.each([
      ['the day before the birthday', '2008-03-11', false],
      ['the birthday', '2008-03-10', true],
      ['a birthday on 29 February, on 1 March', '2008-02-29', true],
    ])('%s', (_when, birth_date, open) => {
      expect(ask({ birth_date }).open).toBe(open);
    });
    it('counts a birthday that has begun at the hospital though not in Greenwich', () => {
      const lateEvening = new Date('2026-03-09T20:00:00Z');
      expect(ask({ birth_date: '2008-03-10', time_zone: 'Asia/Tokyo' }, lateEvening).open).toBe(true);
      expect(ask({ birth_date: '2008-03-10', time_zone: 'Europe/Dublin' }, lateEvening).open).toBe(false);
    });
    it('treats a person of unknown age as an adult', () => expect(ask({ birth_date: null }).open).toBe(true));
    it('allows surveys to children where the hospital’s settings do', () =>
      expect(ask({ birth_date: '2020-01-01', minimum_age: 0 }).open).toBe(true));
  });

  describe('with a second channel', () => {
    const both = { fallback_channel: 'email' } as const;
    it.each<[string, Partial<GateFacts>]>([
      ['there is no number', { phone: null }],
      ['the number cannot be one', { phone: 'odd' }],
      ['the number is a landline', { phone: 'landline' }],
      ['they said stop to SMS', { sms_opted_out: true }],
    ])('uses e-mail when %s', (_why, facts) => {
      expect(ask({ ...both, ...facts })).toEqual({ open: true, channel: 'email', recipient: 'orla@example.org' });
    });
    it('sends to a landline where there is nothing else', () => {
      const landline = { open: true, channel: 'sms', recipient: 'landline' };
      expect(ask({ phone: 'landline' })).toEqual(landline);
      expect(ask({ ...both, phone: 'landline', email: null })).toEqual(landline);
      expect(ask({ ...both, phone: 'landline', email_opted_out: true })).toEqual(landline);
    });
    it('prefers the first where both are possible', () => expect(ask(both)).toMatchObject({ channel: 'sms' }));
    it.each<[string, Partial<GateFacts>]>([
      ['opted_out', { sms_opted_out: true, email: null }],
      ['opted_out', { phone: null, email_opted_out: true }],
      ['invalid_address', { phone: 'odd', email: null }],
      ['no_address', { phone: null, email: null }],
    ])('reports the more important reason: %s', (reason, facts) => {
      expect(ask({ ...both, ...facts })).toEqual({ open: false, reason });
    });
  });
});
