import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { reports } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { useMay } from '../../api/session.ts';
import { useFormats } from '../../ui/kit/formats.ts';
import { Panel } from '../../ui/kit/panel.tsx';
import { AnswersLink } from './answers-link.tsx';
import { IntervalBar } from './interval-bar.tsx';
import { ReportPage } from './report-page.tsx';
import classes from './reports.module.css';

export function QuestionsPage() {
  const search = useSearch({ from: '/shell/reports/questions' });
  const query = useQuery({
    ...ask(reports.getQuestions, { query: search }, { failureIsShown: true }),
    placeholderData: keepPreviousData,
  });
  return (
    <ReportPage name="questions" endpoint={reports.getQuestions} query={query} search={search}>
      {(report) => <Questions report={report} />}
    </ReportPage>
  );
}

function Questions({ report }: { report: reports.QuestionsReport }) {
  const { t } = useTranslation('reports');
  const { number, percent } = useFormats();
  if (report.questions.length === 0) return <p className="wv-quiet">{t('questions.none')}</p>;
  return (
    <Panel title={t('questions.title')} actions={<AllAnswers report={report} />}>
      <p className={classes.help}>{t('questions.lead')}</p>
      <table className={classes.table} aria-label={t('questions.title')}>
        <thead>
          <tr>
            <th scope="col">{t('questions.question')}</th>
            <th scope="col" className={classes.picture}>
              {t('questions.picture')}
            </th>
            <th scope="col" className={classes.end}>
              {t('measure.satisfied')}
            </th>
            <th scope="col" className={classes.end}>
              {t('answers')}
            </th>
          </tr>
        </thead>
        <tbody>
          {report.questions.map((question, at) => (
            <tr key={at}>
              <th scope="row">
                <bdi>{question.title}</bdi>
                {question.category !== null && (
                  <span className={classes.help}>
                    {' '}
                    <bdi>{question.category}</bdi>
                  </span>
                )}
              </th>
              <td className={classes.picture}>
                <IntervalBar figures={question} />
              </td>
              <td className={classes.end}>
                {question.share === null ? t('too_few') : percent(question.share)}
                {question.lower !== null && question.upper !== null && (
                  <span className={classes.range}>
                    {t('questions.range', { lower: percent(question.lower), upper: percent(question.upper) })}
                  </span>
                )}
              </td>
              <td className={classes.end}>{question.count !== null && number(question.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function AllAnswers({ report: { answers } }: { report: reports.QuestionsReport }) {
  const { t } = useTranslation('reports');
  if (!useMay()('feedback.list')) return null;
  return <AnswersLink answers={answers}>{t('questions.answers')}</AnswersLink>;
}
