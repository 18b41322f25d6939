import type { triggers } from '@wardvoice/contract';
import type { Tried } from './suppose.ts';

type Decision = triggers.PreviewDecision;
type Reason = NonNullable<Decision['reason']>;

/** Whether something would have been sent. */
export type Answered = { open: true; channel: NonNullable<Decision['channel']> } | { open: false; reason: Reason };

/** Counts what the gate answered. */
export function createTally() {
  const refused = new Map<Reason, number>();
  let matched = 0;
  let wouldSend = 0;
  return {
    add(answer: Answered) {
      matched += 1;
      if (answer.open) wouldSend += 1;
      else refused.set(answer.reason, (refused.get(answer.reason) ?? 0) + 1);
    },
    result: ({ action, config }: Tried) => ({
      matched,
      would_send: wouldSend,
      refused: [...refused].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count),
      sample: action === 'send_survey_request' ? sampleOf(config, wouldSend, refused) : null,
    }),
  };
}

function sampleOf(
  { sample_percent, sample_seed = '', ward_quota }: triggers.TriggerConfig,
  wouldSend: number,
  refused: ReadonlyMap<Reason, number>,
): triggers.TriggerPreview['sample'] {
  if ((sample_percent ?? ward_quota) === undefined) return null;
  const over_quota = refused.get('over_quota') ?? 0;
  const drawn = wouldSend + over_quota;
  const frame = drawn + (refused.get('not_sampled') ?? 0);
  return { percent: sample_percent ?? 100, seed: sample_seed, frame, drawn, quota: ward_quota ?? null, over_quota };
}
