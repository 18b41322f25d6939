export { encryptTwoStepAnew } from './encrypt-anew.ts';
export { redeemCode } from './redeem-code.ts';
export { beginTwoStep, finishTwoStep } from './set-up-two-step.ts';
export { countRecoveryCodes, deleteTwoStep, isTwoStepOn } from './two-step.queries.ts';
