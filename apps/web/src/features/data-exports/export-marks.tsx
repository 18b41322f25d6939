import { IconAlertTriangle, IconCheck, IconClock, IconLoader, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { dataExports } from '@wardvoice/contract';
import { StatusBadge, type BadgeStyle } from '../../ui/domain/status-badge.tsx';

const STATES: Record<dataExports.ExportState, BadgeStyle> = {
  waiting: { hue: 'info', icon: IconClock },
  running: { hue: 'info', icon: IconLoader },
  done: { hue: 'quiet', icon: IconCheck },
  failed: { hue: 'bad', icon: IconAlertTriangle },
  removed: { hue: 'quiet', icon: IconTrash },
};

export function ExportState({ state }: { state: dataExports.ExportState }) {
  const { t } = useTranslation('data_exports');
  return <StatusBadge badge={STATES[state]}>{t(`state.${state}`)}</StatusBadge>;
}
