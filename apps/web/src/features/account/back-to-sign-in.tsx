import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export function BackToSignIn() {
  const { t } = useTranslation('account');
  return (
    <Anchor component={Link} to="/login" inherit>
      {t('back_to_sign_in')}
    </Anchor>
  );
}
