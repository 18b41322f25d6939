import { IconBan, IconCheck, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { users } from '@wardvoice/contract';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';

interface UserStateProps {
  user: Pick<users.UserRow, 'deactivated_at' | 'super_user'>;
  soft?: boolean;
}

export function UserState({ user, soft = false }: UserStateProps) {
  const { t } = useTranslation('users');
  if (user.deactivated_at !== null)
    return (
      <StatusBadge badge={{ hue: 'warn', icon: IconBan }} soft={soft}>
        {t('state.deactivated')}
      </StatusBadge>
    );
  if (user.super_user === 1)
    return (
      <StatusBadge badge={{ hue: 'accent', icon: IconShieldCheck }} soft={soft}>
        {t('state.superuser')}
      </StatusBadge>
    );
  return (
    <StatusBadge badge={{ hue: 'quiet', icon: IconCheck }} soft={soft}>
      {t('state.active')}
    </StatusBadge>
  );
}
