import { useTranslation } from 'react-i18next';
import type { questions } from '@wardvoice/contract';

/** Returns a function that says when a question is shown; null for one that always is. */
export function useConditionText() {
  const { t } = useTranslation('surveys');
  return ({ conditions, condition_match }: Pick<questions.Question, 'conditions' | 'condition_match'>) => {
    const [only] = conditions;
    if (!only) return null;
    if (conditions.length === 1) return t('questions.shown_when', only);
    const list = conditions.map((one) => t('questions.answered_with', one)).join('; ');
    return t(`questions.shown_when_${condition_match}`, { list });
  };
}
