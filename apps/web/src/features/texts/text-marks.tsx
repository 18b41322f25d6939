import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconHelp,
  IconPaperclip,
  IconPlayerPlay,
  IconRobot,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { texts } from '@wardvoice/contract';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import classes from './texts.module.css';

type Marked = Pick<texts.InboundText, 'harm' | 'understood' | 'doubtful' | 'automatic' | 'attachments'> & {
  handled_at?: string | null;
};

const keywordBadge = {
  stop: { hue: 'warn', icon: IconBan },
  start: { hue: 'info', icon: IconPlayerPlay },
  help: { hue: 'info', icon: IconHelp },
} as const;

/** Shows how a text was understood, and whether somebody has answered it or followed it up. */
export function TextMarks({ text, soft = false }: { text: Marked; soft?: boolean }) {
  const { t } = useTranslation('texts');
  const { harm, understood, doubtful, automatic, attachments, handled_at } = text;
  const isDoubtfulStop = understood === 'stop' && doubtful;
  // A doubtful START, such as "yes", opted nobody in again. It is only an answer.
  const isShown = understood !== null && !(understood === 'start' && doubtful);
  return (
    <span className={classes.marks}>
      {harm && (
        <StatusBadge soft={soft} badge={{ hue: 'bad', icon: IconAlertTriangle }}>
          {t('mark.harm')}
        </StatusBadge>
      )}
      {isShown && (
        <StatusBadge soft={soft} badge={keywordBadge[understood]}>
          {t(isDoubtfulStop ? 'mark.stop_doubtful' : `mark.${understood}`)}
        </StatusBadge>
      )}
      {automatic && (
        <StatusBadge soft={soft} badge={{ hue: 'quiet', icon: IconRobot }}>
          {t('mark.automatic')}
        </StatusBadge>
      )}
      {attachments > 0 && (
        <StatusBadge soft={soft} badge={{ hue: 'quiet', icon: IconPaperclip }}>
          {t('mark.attachments', { number: attachments })}
        </StatusBadge>
      )}
      {handled_at && (
        <StatusBadge soft={soft} badge={{ hue: 'good', icon: IconCheck }}>
          {t('mark.handled')}
        </StatusBadge>
      )}
    </span>
  );
}
