import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountFrame } from '../account-frame.tsx';
import { announceSignedOn } from './signed-on.ts';

/** Where somebody lands who has proved at the identity provider who they are, in a tab that was opened for it. */
export function SignedOnPage() {
  const { t } = useTranslation('account');
  useEffect(() => {
    announceSignedOn();
    // The browser may refuse to close the tab, because the provider's pages were in it.
    window.close();
  }, []);
  return (
    <AccountFrame title={t('proof.done_title')}>
      <p role="status">{t('proof.done_text')}</p>
    </AccountFrame>
  );
}
