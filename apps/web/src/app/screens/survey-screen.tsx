import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/session.ts';
import { BroadcastsPanel } from '../../features/broadcasts/broadcasts-panel.tsx';
import { SurveyPage } from '../../features/surveys/survey/survey-page.tsx';
import { ButtonLink } from '../../ui/kit/links.tsx';

/** A survey with its questions and its broadcasts. */
export function SurveyScreen() {
  const { t } = useTranslation('broadcasts');
  const may = useMay();
  return (
    <SurveyPage
      broadcasts={(surveyId) =>
        may('broadcasts.list') && (
          <BroadcastsPanel
            surveyId={surveyId}
            actions={
              may('broadcasts.create') && (
                <ButtonLink
                  variant="default"
                  size="compact-sm"
                  to="/surveys/$id/broadcast"
                  params={{ id: String(surveyId) }}
                >
                  {t('new')}
                </ButtonLink>
              )
            }
          />
        )
      }
    />
  );
}
