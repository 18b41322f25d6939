import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { pathways } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Record } from '../../ui/domain/record.tsx';
import { useFormats } from '../../ui/kit/formats.ts';
import { Page } from '../../ui/kit/page.tsx';
import { PathwayForm } from './form/pathway-form.tsx';

export function PathwayCreatePage() {
  const { t } = useTranslation('pathways');
  const navigate = useNavigate();
  return (
    <Page title={t('create')} path={[{ label: t('title'), to: '/pathways/index' }]} lead={t('create_lead')}>
      <PathwayForm
        onSaved={({ id }) => void navigate({ to: '/pathways/$id', params: { id: String(id) } })}
        onCancel={() => void navigate({ to: '/pathways/index' })}
      />
    </Page>
  );
}

export function PathwayEditPage() {
  const { t } = useTranslation('pathways');
  const { number } = useFormats();
  const { id } = useParams({ from: '/shell/pathways/$id/edit' });
  const navigate = useNavigate();
  const query = useQuery(ask(pathways.getPathway, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/pathways/index' }];
  const open = () => void navigate({ to: '/pathways/$id', params: { id } });
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(pathway) => (
        <Page
          title={t('edit_title')}
          path={[...path, { label: pathway.title, to: `/pathways/${id}` }]}
          lead={t('edit_lead', { number: number(pathway.active_people) })}
        >
          <PathwayForm
            key={pathway.version}
            pathway={pathway}
            onSaved={open}
            onCancel={open}
            onReload={() => void query.refetch()}
          />
        </Page>
      )}
    </Record>
  );
}
