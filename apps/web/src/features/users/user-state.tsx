import { IconBan, IconCheck, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { users } from '@wardvoice/contract';
import { Mark } from '../../ui/mark.tsx';

interface UserStateProps {
  user: Pick<users.UserRow, 'deactivated_at' | 'super_user'>;
  soft?: boolean;
}

export function UserState({ user, soft = false }: UserStateProps) {
  const { t } = useTranslation('users');
  if (user.deactivated_at !== null)
    return (
      <Mark look={{ hue: 'warn', icon: IconBan }} soft={soft}>
        {t('state.deactivated')}
      </Mark>
    );
  if (user.super_user === 1)
    return (
      <Mark look={{ hue: 'accent', icon: IconShieldCheck }} soft={soft}>
        {t('state.superuser')}
      </Mark>
    );
  return (
    <Mark look={{ hue: 'quiet', icon: IconCheck }} soft={soft}>
      {t('state.active')}
    </Mark>
  );
}
