import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { accountInvitations } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { AccountFrame } from '../account-frame.tsx';
import { leaveForSingleSignOn } from '../sign-in/single-sign-on.ts';
import { useSignInOptions } from '../sign-in/use-sign-in-options.ts';
import { FirstPasswordForm } from './first-password-form.tsx';

/** The link of an invitation to have an account leads here. Opening it changes nothing. */
export function AcceptInvitationPage() {
  const { t } = useTranslation('account');
  const { invitation_token } = useParams({ from: '/accept-invitation/$invitation_token' });
  if (useSignInOptions().data?.data.single_sign_on_only) {
    return (
      <AccountFrame title={t('accept.title')} lead={t('accept.single_sign_on')}>
        <Button fullWidth onClick={() => leaveForSingleSignOn(undefined)}>
          {t('single_sign_on')}
        </Button>
      </AccountFrame>
    );
  }
  return (
    <FirstPasswordForm
      title={t('accept.title')}
      lead={t('accept.lead')}
      submit={t('accept.submit')}
      send={(password) =>
        call(accountInvitations.acceptAccountInvitation, { body: { user: { invitation_token, password } } })
      }
    />
  );
}
