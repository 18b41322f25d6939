import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { broadcasts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { BroadcastForm } from './broadcast-form.tsx';
import type { BroadcastChoices } from './broadcast-preview.tsx';
import { BroadcastsPanel } from './broadcasts-panel.tsx';

/** The broadcasts of a survey, and the form of a new one. */
export function SurveyBroadcastsPage() {
  const { t } = useTranslation('broadcasts');
  const { id } = useParams({ from: '/shell/surveys/$id/broadcast' });
  const { list } = useSearch({ from: '/shell/surveys/$id/broadcast' });
  const mayCreate = useMay()('broadcasts.create');
  const query = useQuery(ask(broadcasts.getBroadcastForm, { params: { id: Number(id) } }, { failureIsShown: true }));
  return (
    <Record query={query} title={t('title')} path={[{ label: t('surveys'), to: '/surveys/index' }]}>
      {(choices) => (
        <Page
          title={t('title')}
          heading={t('heading', { survey: choices.survey.title })}
          lead={t('lead')}
          path={[
            { label: t('surveys'), to: '/surveys/index' },
            { label: choices.survey.title, to: `/surveys/${choices.survey.id}` },
          ]}
        >
          <BroadcastsPanel surveyId={choices.survey.id} />
          {mayCreate && (
            <Panel title={t('new')}>
              <NewBroadcast choices={choices} wanted={list} />
            </Panel>
          )}
        </Page>
      )}
    </Record>
  );
}

/** The list that somebody comes from is chosen already, and so is the only one there is. */
function NewBroadcast({ choices, wanted }: { choices: BroadcastChoices; wanted: number | undefined }) {
  const lists = choices.mailing_lists;
  const known = lists.length === 1 ? lists[0] : lists.find(({ id }) => id === wanted);
  return <BroadcastForm key={known?.id} choices={choices} listId={known?.id} />;
}
