import { deliveries } from '@wardvoice/contract';

/** Nothing of nothing is nothing, not NaN. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

export const isReason = (reason: string): reason is deliveries.SuppressionReason =>
  deliveries.SUPPRESSION_REASONS.some((known) => known === reason);
