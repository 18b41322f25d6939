import { Alert } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { dashboard } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';

/** Says that nothing leaves until a person lets it. */
export function HoldStrip({ hold }: { hold: dashboard.Dashboard['sending_hold'] }) {
  const { t } = useTranslation('dashboard');
  const mayLook = useMay()('deliveries.list');
  if (!hold) return null;
  return (
    <Alert color="red" icon={<IconHandStop />} role="status">
      {t(`hold_strip.${hold}`)} {mayLook && <AnchorLink to="/deliveries/index">{t('hold_strip_link')}</AnchorLink>}
    </Alert>
  );
}
