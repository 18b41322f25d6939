import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  makingNothingOfPeople: [
    'POST /sending_holds',
    'PUT /sending_holds',
    'POST /deliveries/hold',
    'DELETE /deliveries/hold',
  ],
};
