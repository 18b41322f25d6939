import { useTranslation } from 'react-i18next';
import { Page } from '../../kit/page.tsx';
import { NoApplication } from './no-application.tsx';

/** Stands in place of a screen that shows the records of one application. */
export function NoApplicationPage() {
  const { t } = useTranslation();
  return (
    <Page title={t('no_application.title')}>
      <NoApplication stay />
    </Page>
  );
}
