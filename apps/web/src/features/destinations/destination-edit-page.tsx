import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { destinations } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { Record } from '../../ui/domain/record.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { DestinationForm } from './destination-form.tsx';

export function DestinationEditPage() {
  const { t } = useTranslation('destinations');
  const { id } = useParams({ from: '/shell/destinations/$id/edit' });
  const navigate = useNavigate();
  const query = useQuery(ask(destinations.getDestination, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/destinations/index' }];
  const open = () => void navigate({ to: '/destinations/$id', params: { id } });
  return (
    <Record query={query} title={t('edit_title')} path={path}>
      {(destination) => (
        <Page title={t('edit_title')} path={[...path, { label: destination.name, to: `/destinations/${id}` }]}>
          <DestinationForm
            key={destination.version}
            destination={destination}
            onSaved={open}
            onCancel={open}
            onReload={() => void query.refetch()}
          />
        </Page>
      )}
    </Record>
  );
}
