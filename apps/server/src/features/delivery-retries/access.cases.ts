import type { AccessCases } from '../../testing/access-cases.ts';

export const accessCases: AccessCases = {
  making: {
    'POST /deliveries/retries': ({ failedDeliveryId }) => ({
      query: `ids=${failedDeliveryId}`,
      body: { retry: { include_unknown: true } },
    }),
  },
};
