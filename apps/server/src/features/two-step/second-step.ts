import type { Tx } from '../../platform/db/database.ts';
import { deletePasskeysOf, hasPasskeys } from '../passkeys/index.ts';
import { deleteRecoveryCodes, deleteTwoStep, isTwoStepOn } from './two-step.queries.ts';

/** Whether a password alone does not sign the person in: they have an authenticator app or a passkey. */
export async function hasSecondStep(tx: Tx, userId: number): Promise<boolean> {
  return (await isTwoStepOn(tx, userId)) || (await hasPasskeys(tx, userId));
}

/** Deletes the recovery codes of somebody who has no second step any more that they could stand in for. */
export async function deleteUnneededCodes(tx: Tx, userId: number): Promise<void> {
  if (!(await hasSecondStep(tx, userId))) await deleteRecoveryCodes(tx, userId);
}

/** Leaves the person with their password only. */
export async function deleteSecondSteps(tx: Tx, userId: number): Promise<void> {
  await deleteTwoStep(tx, userId);
  await deletePasskeysOf(tx, userId);
  await deleteRecoveryCodes(tx, userId);
}
