import { Alert } from '@mantine/core';
import { IconMailExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../ui/kit/links.tsx';

/** Says that answers have lain unread for too long, so that nothing that a patient wrote is without a reader. */
export function UnreadStrip({ waiting }: { waiting: number | null }) {
  const { t } = useTranslation('dashboard');
  if (!waiting) return null;
  return (
    <Alert color="yellow" icon={<IconMailExclamation />} role="status">
      {t('unread_strip', { count: waiting })}{' '}
      <AnchorLink to="/feedback/records" search={{ waiting: '1' }}>
        {t('unread_strip_link')}
      </AnchorLink>
    </Alert>
  );
}
