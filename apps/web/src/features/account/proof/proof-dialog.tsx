import { useTranslation } from 'react-i18next';
import { settleProof, useProofAsked } from '../../../api/fresh-sign-in.ts';
import type { Session } from '../../../api/session.ts';
import { TopDialog } from '../../../ui/kit/top-dialog.tsx';
import { PasswordProof } from './password-proof.tsx';
import classes from './proof-dialog.module.css';
import { SingleSignOnProof } from './single-sign-on-proof.tsx';

/** Asks the person to prove who they are while a call waits for it. What lies below stays as it is. */
export function ProofDialog({ session }: { session: Session }) {
  const { t } = useTranslation('account');
  const isAsked = useProofAsked();
  if (!isAsked) return null;
  const cancel = () => settleProof(false);
  return (
    <TopDialog className={classes.dialog} labelledBy="proof-title" describedBy="proof-text" onCancel={cancel}>
      <h2 id="proof-title" className={classes.title}>
        {t('proof.title')}
      </h2>
      <p id="proof-text" className={classes.text}>
        {t('proof.text')}
      </p>
      {session.method === 'single_sign_on' ? (
        <SingleSignOnProof onCancel={cancel} />
      ) : (
        <PasswordProof email={session.current_user.email} hasPasskey={session.has_passkey} onCancel={cancel} />
      )}
    </TopDialog>
  );
}
