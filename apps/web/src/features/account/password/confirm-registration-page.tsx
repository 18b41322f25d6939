import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { registrations } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { FirstPasswordForm } from './first-password-form.tsx';

/** The link of the e-mail to somebody who registered leads here. Opening it changes nothing. */
export function ConfirmRegistrationPage() {
  const { t } = useTranslation('account');
  const { registration_token } = useParams({ from: '/confirm-registration/$registration_token' });
  return (
    <FirstPasswordForm
      title={t('confirm.title')}
      lead={t('confirm.lead')}
      submit={t('confirm.submit')}
      send={(password) => call(registrations.confirmRegistration, { body: { user: { registration_token, password } } })}
    />
  );
}
