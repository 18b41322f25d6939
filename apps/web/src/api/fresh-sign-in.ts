import { useSyncExternalStore } from 'react';
import { getSession, onSession } from './session.ts';

/** The person is being asked to prove who they are; all calls that want this wait for the same answer. */
interface Asked {
  answer: Promise<boolean>;
  settle: (isProved: boolean) => void;
}

let asked: Asked | null = null;
let timesProved = 0;
const listeners = new Set<() => void>();

/** Counts proofs. A call that was refused before the last one is made again without asking the person once more. */
export const countProofs = (): number => timesProved;

/** Asks the person to prove who they are. Resolves to false when they do not want to, or when the session ends. */
export function askForProof(): Promise<boolean> {
  const { answer } = asked ?? open();
  return answer;
}

function open(): Asked {
  let settle: Asked['settle'] = () => undefined;
  const answer = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const stop = onSession(() => {
    if (!getSession()) settleProof(false);
  });
  void answer.then(stop);
  const next = { answer, settle };
  publish(next);
  return next;
}

/** Called when the person has proved who they are, or has closed the dialog. */
export function settleProof(isProved: boolean): void {
  if (isProved) timesProved += 1;
  asked?.settle(isProved);
  publish(null);
}

function publish(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** Whether the person is being asked. */
export const useProofAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked !== null,
  );
