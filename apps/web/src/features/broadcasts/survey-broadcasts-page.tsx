import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { broadcasts } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Record } from '../../ui/record.tsx';
import { BroadcastForm } from './broadcast-form.tsx';
import { BroadcastsPanel } from './broadcasts-panel.tsx';

/** The broadcasts of a survey, and the form of a new one. */
export function SurveyBroadcastsPage() {
  const { t } = useTranslation('broadcasts');
  const { id } = useParams({ from: '/shell/surveys/$id/broadcast' });
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
              <BroadcastForm choices={choices} />
            </Panel>
          )}
        </Page>
      )}
    </Record>
  );
}
