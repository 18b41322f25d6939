import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mailingLists } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { MailingListForm } from './mailing-list-form.tsx';

export function MailingListEditPage() {
  const { t } = useTranslation('mailing_lists');
  const { id } = useParams({ from: '/shell/mailingList/$id/edit' });
  const query = useQuery(ask(mailingLists.getMailingList, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/mailingList/index' }];
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(list) => (
        <Page title={t('edit_title')} path={[...path, { label: list.name, to: `/mailingList/${id}` }]}>
          <MailingListForm key={list.version} list={list} onReload={() => void query.refetch()} />
        </Page>
      )}
    </Record>
  );
}
