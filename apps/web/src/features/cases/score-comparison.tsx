import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { cases } from '@wardvoice/contract';
import { useMay } from '../../api/session.ts';
import { named, useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { RelativeTime } from '../../ui/kit/time/relative-time.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import { useTerms } from '../../ui/domain/terms.ts';
import classes from './de-escalation.module.css';

export const ANSWERS_BEFORE = 'answers-before';
export const ANSWERS_AFTER = 'answers-after';

interface ScoreComparisonProps {
  record: cases.CaseDetail;
  again: cases.DeEscalation;
}

/** Compares the scores before and after the case, or says how far the second survey has come. */
export function ScoreComparison({ record, again }: ScoreComparisonProps) {
  const { t } = useTranslation('cases');
  const { number } = useFormats();
  const isAnswered = again.answered_at !== null;
  const difference = isAnswered && record.score !== null && again.score !== null ? again.score - record.score : null;
  const points = number(Math.abs(Math.round(difference ?? 0)));
  const change =
    difference === null ? null : Math.round(difference) === 0 ? 'same' : difference > 0 ? 'better' : 'worse';
  return (
    <Panel
      title={t('de_escalation.title')}
      actions={
        change && (
          <span className={classes.change} data-change={change}>
            {t(`de_escalation.${change}`, { points })}
          </span>
        )
      }
    >
      <div className={classes.sides}>
        <Side label={t('de_escalation.before')} score={record.score} at={record.answered_at} answers={ANSWERS_BEFORE} />
        {isAnswered ? (
          <Side
            label={t('de_escalation.after')}
            score={again.score}
            at={again.answered_at ?? again.at}
            answers={ANSWERS_AFTER}
            change={change}
          />
        ) : (
          <Unanswered again={again} />
        )}
      </div>
      {again.case_id !== record.id && (
        <p className={classes.note}>
          <CaseLink id={again.case_id}>{t('de_escalation.with_case', { id: again.case_id })}</CaseLink>
        </p>
      )}
    </Panel>
  );
}

interface SideProps {
  label: string;
  score: number | null;
  at: string;
  /** Id of the element that shows the answers. */
  answers: string;
  /** How the score compares with the one before. */
  change?: 'better' | 'worse' | 'same' | null;
}

function Side({ label, score, at, answers, change }: SideProps) {
  const { t } = useTranslation('cases');
  const { number } = useFormats();
  const shown = score === null ? null : number(score, { maximumFractionDigits: 0 });
  return (
    <section className={classes.side} aria-label={label}>
      <h3 className={classes.label}>{label}</h3>
      <p className={classes.score}>
        {shown ?? <span className={classes.none}>{t('de_escalation.no_score')}</span>}{' '}
        {shown !== null && <span className={classes.unit}>{t('de_escalation.of')}</span>}
      </p>
      {score !== null && (
        <div className={classes.track} aria-hidden>
          <div className={classes.bar} data-change={change ?? undefined} style={{ inlineSize: `${score}%` }} />
        </div>
      )}
      <p className={classes.note}>
        <RelativeTime at={at} />
        <Anchor href={`#${answers}`}>{t('de_escalation.answers')}</Anchor>
      </p>
    </section>
  );
}

function Unanswered({ again }: { again: cases.DeEscalation }) {
  const { t } = useTranslation(['cases', 'terms']);
  const may = useMay();
  const { word } = useTerms();
  const { state, reason, survey_title: survey, recipient, channel, at } = again;
  const stateWords = t(`de_escalation.state.${state}`);
  const mayBeAnswered = state === 'sent' || state === 'opened';
  return (
    <section className={classes.side} aria-label={t('de_escalation.after')}>
      <h3 className={classes.label}>{t('de_escalation.after')}</h3>
      <p className={classes.state} data-state={state}>
        {reason ? named(stateWords, word('reason', reason)) : stateWords}
      </p>
      <p className={classes.detail}>
        {recipient && channel
          ? t('de_escalation.detail', { survey, recipient, channel: t(`terms:channel.${channel}`) })
          : t('de_escalation.detail_unsent', { survey })}
      </p>
      <p className={classes.note}>
        <RelativeTime at={at} />
        {mayBeAnswered && <Until at={again.expires_at} />}
        {may('deliveries.list') && (
          <AnchorLink to="/deliveries/index" search={{ purpose: 'de_escalation' }}>
            {t('de_escalation.deliveries')}
          </AnchorLink>
        )}
      </p>
    </section>
  );
}

function Until({ at }: { at: string }) {
  const { t } = useTranslation('cases');
  const { plainDate } = useFormats();
  return <span>{t('de_escalation.until', { date: plainDate(at.slice(0, 10)) })}</span>;
}

export const CaseLink = ({ id, children }: { id: number; children: React.ReactNode }) => (
  <AnchorLink to="/cases/$id" params={{ id: String(id) }}>
    {children}
  </AnchorLink>
);
