import { useTranslation } from 'react-i18next';
import { Page } from '../../ui/kit/page.tsx';
import { ContactForm } from './contact-form.tsx';

export function ContactCreatePage() {
  const { t } = useTranslation('contacts');
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/contacts/index' }]}>
      <ContactForm />
    </Page>
  );
}
