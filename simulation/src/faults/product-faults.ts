import { ANSWER_FAULTS } from './answer-faults.ts';
import { IDENTITY_FAULTS } from './identity-faults.ts';
import { MESSAGE_FAULTS } from './message-faults.ts';
import { PATHWAY_FAULTS } from './pathway-faults.ts';
import type { ProductFault } from './product-fault.ts';
import { SENDING_FAULTS } from './sending-faults.ts';

/** Every fault that the simulation must find (docs/testing.md). */
export const PRODUCT_FAULTS: readonly ProductFault[] = [
  ...IDENTITY_FAULTS,
  ...MESSAGE_FAULTS,
  ...SENDING_FAULTS,
  ...ANSWER_FAULTS,
  ...PATHWAY_FAULTS,
];
