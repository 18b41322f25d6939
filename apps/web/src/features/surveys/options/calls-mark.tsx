import { IconBell, IconClipboardHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { options } from '@wardvoice/contract';
import { StatusBadge } from '../../../ui/domain/status-badge.tsx';

/** What happens when a patient chooses it. */
export function CallsMark({ option: { escalate, notify } }: { option: Pick<options.Option, 'escalate' | 'notify'> }) {
  const { t } = useTranslation('surveys');
  if (escalate)
    return <StatusBadge badge={{ hue: 'bad', icon: IconClipboardHeart }}>{t('options.escalate')}</StatusBadge>;
  if (notify) return <StatusBadge badge={{ hue: 'warn', icon: IconBell }}>{t('options.notify')}</StatusBadge>;
  return <span className="wv-quiet">{t('options.none')}</span>;
}
