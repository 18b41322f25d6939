import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/kit/page.tsx';
import { ScaleForm } from './scale-form.tsx';

export function ScaleCreatePage() {
  const { t } = useTranslation('surveys');
  return (
    <Page title={t('scales.create_title')} path={[{ label: t('scales.title'), to: '/scales/index' }]}>
      <ScaleForm />
    </Page>
  );
}
