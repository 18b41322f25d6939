import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { contacts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { ContactForm } from './contact-form.tsx';

export function ContactEditPage() {
  const { t } = useTranslation('contacts');
  const { id } = useParams({ from: '/shell/contacts/$id/edit' });
  const query = useQuery(ask(contacts.getContact, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/contacts/index' }];
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(contact) => (
        <Page title={t('edit_title')} path={[...path, { label: contact.name, to: `/contacts/${id}` }]}>
          <ContactForm key={contact.version} contact={contact} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
