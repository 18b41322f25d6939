import { useTranslation } from 'react-i18next';
import type { results } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { Bar } from './bar.tsx';
import classes from './results.module.css';

/** What was chosen, question by question, in the words that stood there. */
export function QuestionResults({ questions }: { questions: readonly results.QuestionResult[] }) {
  return (
    <div className={classes.questions}>
      {questions.map((question) => (
        <Distribution key={`${question.id} ${question.title} ${question.type_of}`} question={question} />
      ))}
    </div>
  );
}

function Distribution({ question }: { question: results.QuestionResult }) {
  const { t } = useTranslation('results');
  const { number, percent } = useFormats();
  const { title, answered, score, nps, options, type_of } = question;
  const facts = [
    t(type_of === 'text' ? 'written_count' : 'answered_count', { count: answered }),
    score !== null && `${t('score')} ${number(score)}`,
    nps !== null && `${t('nps')} ${number(nps, { signDisplay: 'exceptZero' })}`,
  ].filter(Boolean);
  return (
    <section className={classes.question}>
      <h3 dir="auto">{title}</h3>
      <p className={classes.help}>{facts.join(' · ')}</p>
      {options.length > 0 && (
        <table className={classes.table} aria-label={title}>
          <thead className={classes.hiddenHead}>
            <tr>
              <th scope="col">{t('answer')}</th>
              <th scope="col" colSpan={2}>
                {t('share')}
              </th>
              <th scope="col">{t('answers')}</th>
            </tr>
          </thead>
          <tbody>
            {options.map((option) => (
              <tr key={`${option.title} ${option.value}`}>
                <th scope="row">
                  <bdi>{option.title}</bdi>
                </th>
                <td className={classes.wide}>
                  {option.share === null ? (
                    <span className={classes.help}>{t('does_not_count')}</span>
                  ) : (
                    <Bar share={option.share} />
                  )}
                </td>
                <td className={classes.end}>{option.share === null ? '–' : percent(option.share)}</td>
                <td className={classes.end}>{number(option.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
