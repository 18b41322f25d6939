import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { outcomeScores } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { useOutcomeWords } from '../../ui/domain/outcomes/use-outcome-words.ts';
import { Sparkline } from '../../ui/kit/chart/sparkline.tsx';
import { listed, named, useFormats } from '../../ui/kit/formats.ts';
import { AnchorLink } from '../../ui/kit/links.tsx';
import { Panel } from '../../ui/kit/panel.tsx';
import classes from './patient-page.module.css';

/** How the scores of a patient went; nothing where no survey that they answered has one. */
export function PatientOutcomes({ patientId }: { patientId: number }) {
  const { t } = useTranslation();
  const mayRead = useMay()('feedback.list');
  const { data: values } = useQuery({
    ...ask(outcomeScores.listOutcomeValues, { query: { patient_id: patientId, paginate: '0', sort: 'submitted_at' } }),
    enabled: mayRead,
  });
  const known = values?.data.filter(({ value }) => value !== null) ?? [];
  if (known.length === 0) return null;
  const scoreIds = [...new Set(known.map(({ score_id }) => score_id))];
  return (
    <Panel title={t('outcomes.title')} flush>
      <ul className={classes.list}>
        {scoreIds.map((id) => (
          <li key={id}>
            <Course values={known.filter(({ score_id }) => score_id === id)} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** One score from its first value to its last. */
function Course({ values }: { values: outcomeScores.OutcomeValue[] }) {
  const { t } = useTranslation();
  const { dateTime, number } = useFormats();
  const { inWords, changeInWords } = useOutcomeWords();
  const last = values.at(-1);
  if (!last) return null;
  const { title, survey_title, least, most } = last;
  const told = listed(values.map(({ value, submitted_at }) => named(dateTime(submitted_at), number(value ?? 0))));
  return (
    <>
      <div className={classes.head}>
        <AnchorLink to="/feedback/records/$id" params={{ id: String(last.feedback_id) }} c="inherit">
          <bdi>{title}</bdi>
        </AnchorLink>
        {values.length > 1 && (
          <Sparkline
            values={values.map(({ value }) => (value === null ? null : ((value - least) / (most - least)) * 100))}
            label={t('outcomes.course', { told })}
          />
        )}
      </div>
      <div>{[inWords(last), last.band, changeInWords(last)].filter(Boolean).join(' · ')}</div>
      <div className={classes.quiet}>
        {survey_title} · {dateTime(last.submitted_at)}
      </div>
    </>
  );
}
