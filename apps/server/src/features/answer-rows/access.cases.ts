import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  showingPeople: ['GET /feedback/answers', 'GET /feedback/answers.csv'],
};
