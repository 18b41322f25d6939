import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { alarms } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';

/** Says that alarms are open, to whoever may see them. */
export function AlarmStrip() {
  const may = useMay();
  return may('alarms.list') ? <OpenAlarms /> : null;
}

function OpenAlarms() {
  const { t } = useTranslation('alarms');
  const query = useQuery(
    ask(alarms.listAlarms, { query: { open: '1', per_page: 1 } }, { topics: ['alarms'], failureIsShown: true }),
  );
  const count = query.data?.total ?? 0;
  if (count === 0) return null;
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="status">
      {t('strip', { count })}{' '}
      <AnchorLink to="/alarms/index" search={{ open: '1' }}>
        {t('strip_link')}
      </AnchorLink>
    </Alert>
  );
}
