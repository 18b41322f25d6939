import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = { makingNothingOfPeople: ['PUT /account/notices'] };
