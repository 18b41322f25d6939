import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { account } from '@wardvoice/contract';
import { leaveForSingleSignOn } from './single-sign-on.ts';

interface ProviderButtonsProps {
  providers: readonly account.ProviderChoice[];
  /** The screen to go on to afterwards. */
  returnTo: string | undefined;
  variant?: 'default' | 'filled';
  isBusy?: boolean;
}

/** One button for each identity provider. */
export function ProviderButtons({ providers, returnTo, variant = 'filled', isBusy = false }: ProviderButtonsProps) {
  const { t } = useTranslation('account');
  return providers.map(({ number, name }) => (
    <Button
      key={number}
      variant={variant}
      fullWidth
      loading={isBusy}
      onClick={() => leaveForSingleSignOn({ returnTo, provider: number })}
    >
      {name === null ? t('single_sign_on') : t('single_sign_on_at', { name })}
    </Button>
  ));
}
