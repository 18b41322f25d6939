import { Button } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { applications } from '@wardvoice/contract';
import { useApplication } from '../../api/session.ts';
import { useChooseApplication } from '../../api/use-choose-application.ts';

/** Goes to work in the application; not shown to those who do already. */
export function OpenApplication({
  application,
}: {
  application: Pick<applications.ApplicationSummary, 'id' | 'title'>;
}) {
  const { t } = useTranslation('applications');
  const current = useApplication();
  const choose = useChooseApplication();
  if (current?.id === application.id) return null;
  return (
    <Button
      variant="default"
      disabled={choose.isPending}
      leftSection={<IconLogin2 size={16} stroke={1.75} aria-hidden />}
      aria-label={t('open_label', { title: application.title })}
      onClick={() => choose.mutate(application.id)}
    >
      {t('open')}
    </Button>
  );
}
