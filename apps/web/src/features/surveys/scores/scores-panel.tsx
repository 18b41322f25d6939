import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { outcomeScores } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { useMay } from '../../../api/session.ts';
import { useFormats } from '../../../ui/kit/formats.ts';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { PanelNote, PanelRow, PanelRows } from '../../../ui/kit/panel-rows.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';

/** The scores that are computed from the answers of a survey. */
export function ScoresPanel({ surveyId }: { surveyId: number }) {
  const { t } = useTranslation('surveys');
  const { number } = useFormats();
  const mayUpdate = useMay()('surveys.update');
  const { data: scores } = useQuery(
    ask(outcomeScores.listOutcomeScores, { query: { survey_id: surveyId, paginate: '0' } }),
  );
  const id = String(surveyId);
  return (
    <Panel
      title={t('scores.title')}
      flush
      actions={
        mayUpdate && (
          <ButtonLink size="compact-sm" variant="default" to="/surveys/$id/scores/create" params={{ id }}>
            {t('scores.add')}
          </ButtonLink>
        )
      }
    >
      {!scores ? (
        <Skeleton height={48} />
      ) : scores.data.length === 0 ? (
        <PanelNote>{t('scores.empty')}</PanelNote>
      ) : (
        <PanelRows label={t('scores.title')} columns="minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)">
          {scores.data.map((score) => (
            <PanelRow key={score.id}>
              <span dir="auto">
                {mayUpdate ? (
                  <AnchorLink to="/surveys/$id/scores/$score_id" params={{ id, score_id: String(score.id) }}>
                    {score.title}
                  </AnchorLink>
                ) : (
                  score.title
                )}
              </span>
              <span>{t('scores.items_count', { number: number(score.items.length) })}</span>
              <span>{t('scores.range', { least: number(score.least), most: number(score.most) })}</span>
            </PanelRow>
          ))}
        </PanelRows>
      )}
    </Panel>
  );
}
