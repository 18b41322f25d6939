import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { cases } from '@wardvoice/contract';
import { StatusBadge } from '../../ui/domain/status-badge.tsx';
import classes from './case-page.module.css';

interface CaseAnswersProps {
  label: string;
  answers: readonly cases.CaseAnswer[];
}

export function CaseAnswers({ label, answers }: CaseAnswersProps) {
  const { t } = useTranslation('cases');
  return (
    <table className={classes.answers} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('question')}</th>
          <th scope="col">{t('answer')}</th>
        </tr>
      </thead>
      <tbody>
        {answers.map((answer, index) => (
          <tr key={index}>
            <th scope="row">
              {answer.question}
              {answer.category && <div className={classes.category}>{answer.category}</div>}
            </th>
            <td>
              <div className={classes.value}>{answer.answer}</div>
              {answer.escalate && (
                <StatusBadge badge={{ hue: 'bad', icon: IconAlertTriangle }}>{t('called_for_help')}</StatusBadge>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
