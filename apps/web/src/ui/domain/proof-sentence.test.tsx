// @vitest-environment jsdom
import { renderAt, screen } from '../../testing/render.tsx';
import type { patients } from '@wardvoice/contract';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../testing/sign-in.ts';
import { ProofSentence } from './proof-sentence.tsx';

const proofOf = (outcome: patients.Proof['outcome'], more: Partial<patients.Proof> = {}): patients.Proof => ({
  visit_id: 3,
  outcome,
  at: '2026-11-20T18:40:00.000Z',
  channel: 'sms',
  survey_title: 'Discharge survey',
  rule: 'send_survey_request',
  reason: null,
  rules_not_matched: [],
  ...more,
});

async function said(proof: patients.Proof): Promise<string | null> {
  signIn();
  await renderAt(
    <div data-testid="proof">
      <ProofSentence proof={proof} />
    </div>,
  );
  return screen.getByTestId('proof').textContent;
}

describe('the sentence that says whether a patient was asked', () => {
  it('names channel, day, survey and rule of who was asked', async () => {
    expect(await said(proofOf('asked'))).toMatch(
      /^Asked by SMS on .*20 November 2026 at 18:40.*: “Discharge survey”, by the rule “Send survey request”\.$/,
    );
  });

  it('says so when a person asked, and when it was a message without a survey', async () => {
    expect(await said(proofOf('asked', { rule: 'by_hand', survey_title: null }))).toMatch(/: a message, by hand\.$/);
  });

  it('says when it will be asked', async () => {
    expect(await said(proofOf('waiting', { channel: 'email' }))).toMatch(/^Will be asked by E-mail on /);
  });

  it('says that it was answered', async () => {
    expect(await said(proofOf('answered'))).toMatch(/^Asked, and answered “Discharge survey” on /);
  });

  it('says why not, in the words of the reason', async () => {
    expect(await said(proofOf('not_asked', { reason: 'opted_out' }))).toMatch(/^Not asked: Opted out \(decided on /);
  });

  it('names each rule that did not match, and the filter that kept it from matching', async () => {
    const rules_not_matched = [
      { trigger_id: 1, action: 'send_sms', filter: 'location' },
      { trigger_id: 2, action: 'call_home', filter: 'shoe_size' },
    ];
    expect(await said(proofOf('no_rule', { rules_not_matched }))).toBe(
      'Not asked: no rule matched.Send SMS: its filter “Ward” did not fitcall_home: its filter “shoe_size” did not fit',
    );
  });

  it('names no rules where another outcome has some', async () => {
    const rules_not_matched = [{ trigger_id: 1, action: 'send_sms', filter: 'location' }];
    expect(await said(proofOf('no_event', { rules_not_matched }))).toBe(
      'Not asked: nothing has happened yet that a rule could act on.',
    );
  });

  it('says that it could not be sent', async () => {
    expect(await said(proofOf('failed'))).toMatch(/^Was to be asked by SMS on .*, and it could not be sent\.$/);
  });
});
