import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/kit/page.tsx';
import { OptionForm } from './option-form.tsx';

export function OptionCreatePage() {
  const { t } = useTranslation('surveys');
  return (
    <Page title={t('options.create_title')} path={[{ label: t('options.title'), to: '/options/index' }]}>
      <OptionForm />
    </Page>
  );
}
