import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { feedback } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { Page } from '../../ui/kit/page.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { Record } from '../../ui/domain/record.tsx';
import { EmptyState } from '../../ui/kit/state-panels.tsx';
import { KiosksPanel } from './kiosks-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import { StartKioskForm } from './start-kiosk-form.tsx';

/** A survey with somebody of the list here and now, or a tablet that asks whoever comes. */
export function TakeSurveyPage() {
  const { t } = useTranslation('mailing_lists');
  const { id } = useParams({ from: '/shell/mailingList/$id/feedback' });
  const query = useQuery(ask(feedback.getListFeedback, { params: { id: Number(id) } }, { failureIsShown: true }));
  const path = [{ label: t('title'), to: '/mailingList/index' }];
  return (
    <Record query={query} title={t('take.title')} path={path}>
      {(choices) => <TakeSurvey choices={choices} path={path} />}
    </Record>
  );
}

function TakeSurvey({ choices, path }: { choices: feedback.ListSurvey; path: { label: string; to: string }[] }) {
  const { t } = useTranslation('mailing_lists');
  const mayView = useMay()('mailing-lists.view');
  const { id, name, surveys } = choices;
  return (
    <Page
      title={t('take.title')}
      heading={t('take.heading', { list: name })}
      lead={t('take.lead')}
      path={mayView ? [...path, { label: name, to: `/mailingList/${id}` }] : path}
    >
      {surveys.length === 0 ? (
        <EmptyState title={t('take.no_surveys_title')} text={t('take.no_surveys_text')} />
      ) : (
        <>
          <PeoplePanel choices={choices} />
          <Panel title={t('kiosk.start_panel')}>
            <StartKioskForm choices={choices} />
          </Panel>
        </>
      )}
      <KiosksPanel listId={id} />
    </Page>
  );
}
