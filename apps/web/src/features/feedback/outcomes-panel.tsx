import { useTranslation } from 'react-i18next';
import type { feedbackRecords } from '@wardvoice/contract';
import { OutcomeRange } from '../../ui/domain/outcomes/outcome-range.tsx';
import { useOutcomeWords } from '../../ui/domain/outcomes/use-outcome-words.ts';
import { PanelRow, PanelRows } from '../../ui/kit/panel-rows.tsx';
import { Panel } from '../../ui/kit/panel.tsx';

/** The scores of one answered survey; nothing where its survey has none. */
export function OutcomesPanel({ outcomes }: Pick<feedbackRecords.FeedbackDetail, 'outcomes'>) {
  const { t } = useTranslation();
  const { inWords, changeInWords } = useOutcomeWords();
  if (outcomes.length === 0) return null;
  return (
    <Panel title={t('outcomes.title')} flush>
      <PanelRows label={t('outcomes.title')} columns="minmax(0, 3fr) minmax(64px, 2fr) minmax(0, 3fr)">
        {outcomes.map((outcome) => (
          <PanelRow key={outcome.score_id}>
            <bdi>{outcome.title}</bdi>
            <span>
              {outcome.value !== null && (
                <OutcomeRange value={outcome.value} least={outcome.least} most={outcome.most} />
              )}
            </span>
            <span>{[inWords(outcome), outcome.band, changeInWords(outcome)].filter(Boolean).join(' · ')}</span>
          </PanelRow>
        ))}
      </PanelRows>
    </Panel>
  );
}
