import type { GateAnswer } from './gate.ts';

/**
 * Gives away the places of quotas to deliveries that the gate is asked about together, because it sees none of the others. Returns the
 * answer, or the refusal of a delivery for which no place is left.
 */
export function createQuotaPlaces(): (answer: GateAnswer) => GateAnswer {
  const givenAway = new Map<string, number>();
  return (answer) => {
    if (!answer.open || !answer.quota) return answer;
    const { key, left } = answer.quota;
    const given = givenAway.get(key) ?? 0;
    if (given >= left) return { open: false, reason: 'over_quota' };
    givenAway.set(key, given + 1);
    return answer;
  };
}
