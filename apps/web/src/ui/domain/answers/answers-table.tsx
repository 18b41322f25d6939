import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './answers-table.module.css';
import { StatusBadge } from '../status-badge.tsx';

interface ShownAnswer {
  question: string;
  category: string | null;
  /** What was chosen or written. */
  answer: string;
  /** Whether it called for help. */
  escalate: boolean;
  /** What stands below the answer, such as the words of a consent. */
  note?: string | null;
}

/** Shows what somebody answered, question by question. It fills a flush panel. */
export function AnswersTable({ label, answers }: { label: string; answers: readonly ShownAnswer[] }) {
  const { t } = useTranslation();
  return (
    <table className={classes.answers} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('answers.question')}</th>
          <th scope="col">{t('answers.answer')}</th>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ question, category, answer, escalate, note }, index) => (
          <tr key={index}>
            <th scope="row">
              <bdi>{question}</bdi>
              {category && (
                <div className={classes.category}>
                  <bdi>{category}</bdi>
                </div>
              )}
            </th>
            <td>
              <div className={classes.said}>{answer}</div>
              {note && (
                <div className={classes.category}>
                  <bdi>{note}</bdi>
                </div>
              )}
              {escalate && (
                <StatusBadge badge={{ hue: 'bad', icon: IconAlertTriangle }}>
                  {t('answers.called_for_help')}
                </StatusBadge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
