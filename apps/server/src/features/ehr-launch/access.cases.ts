import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = { makingNothingOfPeople: ['POST /ehr_launches/finish'] };
