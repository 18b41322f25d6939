import { Group } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { contacts } from '@wardvoice/contract';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';

type OptedOut = Pick<contacts.Contact, 'email_opted_out' | 'sms_opted_out'>;

export function OptOutMarks({ contact }: { contact: OptedOut }) {
  const { t } = useTranslation('contacts');
  if (!contact.email_opted_out && !contact.sms_opted_out) return null;
  return (
    <Group gap={8} wrap="nowrap">
      {contact.email_opted_out && (
        <StatusBadge badge={{ hue: 'warn', icon: IconBan }}>{t('opted_out_of.email')}</StatusBadge>
      )}
      {contact.sms_opted_out && (
        <StatusBadge badge={{ hue: 'warn', icon: IconBan }}>{t('opted_out_of.sms')}</StatusBadge>
      )}
    </Group>
  );
}
