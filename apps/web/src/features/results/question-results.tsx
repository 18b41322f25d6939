import { useTranslation } from 'react-i18next';
import type { results } from '@wardvoice/contract';
import { useFormats } from '../../ui/kit/formats.ts';
import { NumberResults, PeriodResults } from './number-results.tsx';
import { ShareTable } from './share-table.tsx';
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
  const { number } = useFormats();
  const { title, answered, score, nps, options, type_of, numbers, periods } = question;
  const facts = [
    t(type_of === 'text' ? 'written_count' : 'answered_count', { count: answered }),
    score !== null && `${t('score')} ${number(score)}`,
    nps !== null && `${t('nps')} ${number(nps, { signDisplay: 'exceptZero' })}`,
  ].filter(Boolean);
  return (
    <section className={classes.question}>
      <h3 dir="auto">{title}</h3>
      <p className={classes.help}>{facts.join(' · ')}</p>
      {options.length > 0 && <ShareTable label={title} head={t('answer')} rows={options} />}
      {numbers.map((inUnit) => (
        <NumberResults key={inUnit.unit} title={title} numbers={inUnit} />
      ))}
      {periods.length > 0 && <PeriodResults title={title} periods={periods} />}
    </section>
  );
}
