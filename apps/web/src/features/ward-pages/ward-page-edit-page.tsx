import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { wardPages } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Record } from '../../ui/domain/record.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { WardPageForm } from './ward-page-form.tsx';

export function WardPageEditPage() {
  const { t } = useTranslation('ward_pages');
  const { id } = useParams({ from: '/shell/ward_pages/$id/edit' });
  const navigate = useNavigate();
  const query = useQuery(ask(wardPages.getWardPage, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/ward_pages/index' }];
  const open = () => void navigate({ to: '/ward_pages/$id', params: { id } });
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(page) => (
        <Page title={t('edit_title')} path={[...path, { label: page.title, to: `/ward_pages/${id}` }]}>
          <WardPageForm
            key={page.version}
            page={page}
            onSaved={open}
            onCancel={open}
            onReload={() => void query.refetch()}
          />
        </Page>
      )}
    </Record>
  );
}
