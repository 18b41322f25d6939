import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/kit/page.tsx';
import { SurveyForm } from './survey-form.tsx';

export function SurveyCreatePage() {
  const { t } = useTranslation('surveys');
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/surveys/index' }]}>
      <SurveyForm />
    </Page>
  );
}
