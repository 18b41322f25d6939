import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { accountInvitations } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { AccountFrame } from '../account-frame.tsx';
import { ProviderButtons } from '../sign-in/provider-buttons.tsx';
import { useSignInOptions } from '../sign-in/use-sign-in-options.ts';
import { FirstPasswordForm } from './first-password-form.tsx';

/** The link of an invitation to have an account leads here. Opening it changes nothing. */
export function AcceptInvitationPage() {
  const { t } = useTranslation('account');
  const { invitation_token } = useParams({ from: '/accept-invitation/$invitation_token' });
  const options = useSignInOptions().data?.data;
  if (options?.single_sign_on_only) {
    return (
      <AccountFrame title={t('accept.title')} lead={t('accept.single_sign_on')}>
        <ProviderButtons providers={options.providers} returnTo={undefined} />
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
