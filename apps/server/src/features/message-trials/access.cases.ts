import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  making: {
    'POST /hl7_messages/preview': () => ({
      body: { hl7_message: { event: 'A01', patient_identifier: 'NORA', location: 'BIRCH' } },
    }),
  },
};
