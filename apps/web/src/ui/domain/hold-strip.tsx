import { Alert } from '@mantine/core';
import { IconHandStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { sendingHolds } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { AnchorLink } from '../kit/links.tsx';

/** Says that nothing leaves until a person lets it. */
export function HoldStrip({ hold }: { hold: sendingHolds.SendingHold['reason'] | null }) {
  const { t } = useTranslation('deliveries');
  const mayLook = useMay()('deliveries.list');
  if (!hold) return null;
  return (
    <Alert color="red" icon={<IconHandStop />} role="status">
      {t(`hold.strip.${hold}`)} {mayLook && <AnchorLink to="/deliveries/index">{t('hold.strip_link')}</AnchorLink>}
    </Alert>
  );
}
