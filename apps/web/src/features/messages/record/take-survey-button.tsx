import { IconClipboardHeart } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../../ui/kit/links.tsx';

interface TakeSurveyProps {
  id: number;
  /** In a row of a list. */
  compact?: boolean;
  /** For screen readers, where several stand on one screen. */
  label?: string;
}

/** Leads to where staff confirm who the patient is, before the survey opens. */
export function TakeSurveyButton({ id, compact = false, label }: TakeSurveyProps) {
  const { t } = useTranslation('messages');
  return (
    <ButtonLink
      to="/messages/$id/feedback"
      params={{ id: String(id) }}
      variant={compact ? 'subtle' : 'default'}
      size={compact ? 'compact-sm' : 'sm'}
      aria-label={label}
      leftSection={!compact && <IconClipboardHeart size={16} stroke={1.75} aria-hidden />}
    >
      {t('feedback')}
    </ButtonLink>
  );
}
