import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  makingNothingOfPeople: ['POST /session/prove/single-sign-on', 'POST /session/unlock/single-sign-on'],
};
