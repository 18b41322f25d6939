export { encryptTwoStepAnew } from './encrypt-anew.ts';
export { redeemCode } from './redeem-code.ts';
export { deleteSecondSteps, deleteUnneededCodes, hasSecondStep } from './second-step.ts';
export { beginTwoStep, finishTwoStep, issueMissingCodes } from './set-up-two-step.ts';
export { countRecoveryCodes, deleteTwoStep, isTwoStepOn } from './two-step.queries.ts';
