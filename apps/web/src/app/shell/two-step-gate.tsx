import type { Session } from '../../api/session.ts';
import { LockScreen } from '../../features/account/lock/lock-screen.tsx';
import { useIdleLock } from '../../features/account/lock/use-idle-lock.ts';
import { ProofDialog } from '../../features/account/proof/proof-dialog.tsx';
import { TwoStepNeeded } from '../../features/account/two-step/two-step-needed.tsx';
import { useFreshSession } from './use-fresh-session.ts';
import { useSignOut } from './use-sign-out.ts';

/** In place of the application, until two-step sign-in is on. */
export function TwoStepGate({ session }: { session: Session }) {
  const signOut = useSignOut();
  useFreshSession(session.auth_token);
  useIdleLock(session);
  return (
    <>
      <TwoStepNeeded onSignOut={() => void signOut()} />
      <ProofDialog session={session} />
      {session.locked && <LockScreen session={session} />}
    </>
  );
}
