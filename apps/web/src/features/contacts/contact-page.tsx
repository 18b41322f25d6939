import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { contacts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/session.ts';
import { Columns } from '../../ui/kit/columns.tsx';
import { DeleteButton } from '../../ui/domain/delete-button.tsx';
import { Fact, FactLine } from '../../ui/kit/facts.tsx';
import { AnchorLink, ButtonLink } from '../../ui/kit/links.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { PersonRights } from '../../ui/domain/person-rights/person-rights.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import { ConsentPanel } from './consent-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';

export function ContactPage() {
  const { t } = useTranslation('contacts');
  const { id } = useParams({ from: '/shell/contacts/$id' });
  const query = useQuery(ask(contacts.getContact, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/contacts/index' }];
  return (
    <Record query={query} title={t('what')} path={path}>
      {(contact) => <ContactRecord contact={contact} path={path} />}
    </Record>
  );
}

interface ContactRecordProps {
  contact: contacts.ContactDetail;
  path: { label: string; to: string }[];
}

function ContactRecord({ contact, path }: ContactRecordProps) {
  const { t } = useTranslation(['contacts', 'common']);
  const { languageName } = useTerms();
  const may = useMay();
  const navigate = useNavigate();
  const { id, name, email, phone, language, external_id, lists, created_at, follows_patient } = contact;
  return (
    <Page
      title={name}
      heading={<span dir="auto">{name}</span>}
      path={path}
      lead={
        <FactLine>
          <Fact label={t('email')}>{email && <span dir="ltr">{email}</span>}</Fact>
          <Fact label={t('phone')}>{phone && <span dir="ltr">{phone}</span>}</Fact>
          <Fact label={t('external_id')}>{external_id}</Fact>
          <Fact label={t('language')}>{language && languageName(language)}</Fact>
          <Fact label={t('added')}>
            <RelativeTime at={created_at} />
          </Fact>
        </FactLine>
      }
      actions={
        <>
          {may('contacts.update') && (
            <ButtonLink variant="default" to="/contacts/$id/edit" params={{ id: String(id) }}>
              {t('common:record.edit')}
            </ButtonLink>
          )}
          {may('contacts.delete') && (
            <DeleteButton
              what={t('what')}
              id={id}
              consequence={t('delete_text')}
              remove={() => call(contacts.deleteContact, { params: { id } })}
              changes={['contacts']}
              onDeleted={() => void navigate({ to: '/contacts/index' })}
            />
          )}
        </>
      }
    >
      {follows_patient && <p className="wv-quiet">{t('follows')}</p>}
      <Columns>
        <ConsentPanel contact={contact} />
        <Panel title={t('lists')}>
          {lists.length === 0 ? (
            <p className="wv-quiet">{t('lists_empty')}</p>
          ) : (
            <ul>
              {lists.map((list) => (
                <li key={list.id}>
                  {may('mailing-lists.view') ? (
                    <AnchorLink to="/mailingList/$id" params={{ id: String(list.id) }} dir="auto">
                      {list.name}
                    </AnchorLink>
                  ) : (
                    <bdi>{list.name}</bdi>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Panel>
      </Columns>
      <HistoryPanel contactId={id} />
      <PersonRights who={{ contact_id: id }} />
    </Page>
  );
}
