import { IconBell, IconClipboardHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { options } from '@wardvoice/contract';
import { Mark } from '../../ui/mark.tsx';

/** What happens when a patient chooses it. */
export function CallsMark({ option: { escalate, notify } }: { option: Pick<options.Option, 'escalate' | 'notify'> }) {
  const { t } = useTranslation('surveys');
  if (escalate) return <Mark look={{ hue: 'bad', icon: IconClipboardHeart }}>{t('options.escalate')}</Mark>;
  if (notify) return <Mark look={{ hue: 'warn', icon: IconBell }}>{t('options.notify')}</Mark>;
  return <span className="wv-quiet">{t('options.none')}</span>;
}
