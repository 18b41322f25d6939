import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { account } from '@wardvoice/contract';
import { asApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { getSession } from '../../../api/session.ts';
import { settleProof } from '../../../api/fresh-sign-in.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import classes from './proof-dialog.module.css';
import { readProvider } from '../sign-in/single-sign-on.ts';
import { onSignedOn } from './signed-on.ts';
import { atSubPath } from '../../../api/sub-path.ts';

/** Sends the person to the identity provider in a tab of its own, so that this page and what is typed in it stay. */
export function SingleSignOnProof({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation(['account', 'common']);
  const proof = useMutation({
    mutationFn: () => call(account.proveBySingleSignOn, {}),
    meta: { failureIsShown: true },
    onSuccess: () => settleProof(true),
  });
  const { mutate: prove } = proof;
  useEffect(() => onSignedOn(() => !getSession()?.locked && prove()), [prove]);

  return (
    <div className={classes.form}>
      <ProblemAlert text={proof.isError ? asApiError(proof.error).message : null} />
      <p className="wv-quiet">{t('proof.single_sign_on_text')}</p>
      <div className={classes.buttons}>
        <Button
          component="a"
          href={atSubPath(account.singleSignOnStart(readProvider(), { prove: true }))}
          target="_blank"
          rel="noopener"
          loading={proof.isPending}
        >
          {t('proof.single_sign_on')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common:cancel')}
        </Button>
      </div>
    </div>
  );
}
