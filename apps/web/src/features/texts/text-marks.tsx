import { IconAlertTriangle, IconBan, IconCheck, IconHelp, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { texts } from '@wardvoice/contract';
import { Mark } from '../../ui/mark.tsx';
import classes from './texts.module.css';

type Marked = Pick<texts.InboundText, 'harm' | 'understood' | 'doubtful'> & { handled_at?: string | null };

const keywordLook = {
  stop: { hue: 'warn', icon: IconBan },
  start: { hue: 'info', icon: IconPlayerPlay },
  help: { hue: 'info', icon: IconHelp },
} as const;

/** What was made of a text, and whether somebody has seen to it. */
export function TextMarks({ text }: { text: Marked }) {
  const { t } = useTranslation('texts');
  const { harm, understood, doubtful, handled_at } = text;
  const isDoubtfulStop = understood === 'stop' && doubtful;
  // "yes" that opted nobody in again is only an answer.
  const isShown = understood !== null && !(understood === 'start' && doubtful);
  return (
    <span className={classes.marks}>
      {harm && <Mark look={{ hue: 'bad', icon: IconAlertTriangle }}>{t('mark.harm')}</Mark>}
      {isShown && (
        <Mark look={keywordLook[understood]}>{t(isDoubtfulStop ? 'mark.stop_doubtful' : `mark.${understood}`)}</Mark>
      )}
      {handled_at && <Mark look={{ hue: 'good', icon: IconCheck }}>{t('mark.handled')}</Mark>}
    </span>
  );
}
