import { SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/session.ts';

/** The choice between the list of surveys and their figures, for whoever may see both. */
export function SurveyViews({ view }: { view: 'list' | 'overview' }) {
  const { t } = useTranslation('terms');
  const may = useMay();
  const navigate = useNavigate();
  if (!may('surveys.list') || !may('surveys.view')) return null;
  return (
    <SegmentedControl
      aria-label={t('survey_view.label')}
      size="sm"
      value={view}
      onChange={(value) => void navigate({ to: value === 'overview' ? '/surveys/overview' : '/surveys/index' })}
      data={[
        { value: 'list', label: t('survey_view.list') },
        { value: 'overview', label: t('survey_view.overview') },
      ]}
    />
  );
}
