import { Anchor, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { settleProof } from '../../../api/fresh-sign-in.ts';
import { atSubPath, withoutSubPath } from '../../../api/sub-path.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { onSignedOn } from '../proof/signed-on.ts';
import { leaveForSingleSignOn, readProvider } from '../sign-in/single-sign-on.ts';

/**
 * Sends the person to the identity provider in a tab of its own, so that this page and what is typed in it stay. A link
 * is not stopped by what blocks windows; where no tab can be opened at all, the page itself goes there.
 */
export function SingleSignOnUnlock({ onUnlocked }: { onUnlocked: (reply: account.SessionReply) => void }) {
  const { t } = useTranslation('account');
  const [isAsked, setIsAsked] = useState(false);
  const unlock = useMutation({
    mutationFn: () => call(account.unlockBySingleSignOn, {}),
    meta: { failureIsShown: true },
    onSuccess: (reply) => {
      onUnlocked(reply);
      // It was a proof as well, so whatever waits for one goes on.
      settleProof(true);
    },
  });
  const { mutate } = unlock;
  // Another tab may be waiting for its own answer, which can be fetched once.
  useEffect(() => (isAsked ? onSignedOn(() => mutate()) : undefined), [isAsked, mutate]);
  const returnTo = withoutSubPath(window.location.pathname) + window.location.search;

  return (
    <>
      <ProblemAlert text={unlock.isError ? asApiError(unlock.error).message : null} />
      <Button
        component="a"
        href={atSubPath(account.singleSignOnStart(readProvider(), { prove: true }))}
        target="_blank"
        rel="noopener"
        fullWidth
        loading={unlock.isPending}
        onClick={() => setIsAsked(true)}
      >
        {t('lock.sign_in_again')}
      </Button>
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => leaveForSingleSignOn({ returnTo, provider: readProvider() })}
      >
        {t('lock.sign_in_here')}
      </Anchor>
    </>
  );
}
