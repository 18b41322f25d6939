import { Button } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../api/api-error.ts';
import { EmptyState } from '../ui/kit/state-panels.tsx';

/** Shown when a screen fails, or its file is gone because a newer version was installed. */
export function RouteFailed({ error: cause }: ErrorComponentProps) {
  const error = asApiError(cause);
  const { t } = useTranslation(['shell', 'common']);
  return (
    <div role="alert">
      <EmptyState
        icon={IconRefreshAlert}
        title={t('common:record.failed_title')}
        text={/import|fetch/i.test(error.message) ? t('new_version') : error.message}
        action={<Button onClick={() => window.location.reload()}>{t('reload')}</Button>}
      />
    </div>
  );
}
