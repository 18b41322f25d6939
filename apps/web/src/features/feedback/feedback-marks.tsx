import { IconAlertTriangle, IconBriefcase } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { feedbackRecords } from '@wardvoice/contract';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import classes from './feedback.module.css';

/** Shows whether an answer called for help, whether there is a case, and the tags. */
export function FeedbackMarks({
  record: { escalates, case_id, tags },
}: {
  record: Pick<feedbackRecords.FeedbackRecord, 'escalates' | 'case_id' | 'tags'>;
}) {
  const { t } = useTranslation('feedback');
  return (
    <span className={classes.marks}>
      {escalates && <StatusBadge badge={{ hue: 'bad', icon: IconAlertTriangle }}>{t('mark.escalates')}</StatusBadge>}
      {case_id !== null && (
        <StatusBadge badge={{ hue: 'info', icon: IconBriefcase }}>{t('mark.case', { id: case_id })}</StatusBadge>
      )}
      {tags.map((tag) => (
        <span key={tag} className={classes.tag} dir="auto">
          {tag}
        </span>
      ))}
    </span>
  );
}
