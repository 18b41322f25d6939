import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { account } from '@wardvoice/contract';
import { AccountForm } from '../account-frame.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { ProviderButtons } from './provider-buttons.tsx';

interface SingleSignOnOnlyProps {
  providers: readonly account.ProviderChoice[];
  problem: string | null;
  isBusy: boolean;
  /** The screen to go on to afterwards. */
  returnTo: string | undefined;
  /** Called by a superuser who needs their password, because the identity provider is away. */
  onEmergency: () => void;
}

/** The way in where the hospital accepts no other. */
export function SingleSignOnOnly({ providers, problem, isBusy, returnTo, onEmergency }: SingleSignOnOnlyProps) {
  const { t } = useTranslation('account');
  return (
    <AccountForm
      title={t('title')}
      lead={t('single_sign_on_only.lead')}
      links={
        <Anchor component="button" type="button" inherit onClick={onEmergency}>
          {t('single_sign_on_only.emergency')}
        </Anchor>
      }
    >
      <ProblemAlert text={problem} />
      <ProviderButtons providers={providers} returnTo={returnTo} isBusy={isBusy} />
    </AccountForm>
  );
}
