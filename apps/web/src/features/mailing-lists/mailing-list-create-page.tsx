import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { MailingListForm } from './mailing-list-form.tsx';

export function MailingListCreatePage() {
  const { t } = useTranslation('mailing_lists');
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/mailingList/index' }]}>
      <MailingListForm />
    </Page>
  );
}
