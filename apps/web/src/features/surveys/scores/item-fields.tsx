import { Checkbox, NumberInput, Switch, VisuallyHidden } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { questions } from '@wardvoice/contract';
import { FormSection } from '../../../ui/kit/form.tsx';
import { useLimitText } from '../questions/use-limit-text.ts';
import { halfOf, itemOf, type ScoreValues } from './score-values.ts';
import classes from './score-form.module.css';

interface ItemFieldsProps {
  form: UseFormReturnType<ScoreValues>;
  /** The questions of the survey whose answers can be points. */
  asked: readonly questions.Question[];
}

/** Which questions count in the score, and how many points each of their answers has. */
export function ItemFields({ form, asked }: ItemFieldsProps) {
  const { t } = useTranslation('surveys');
  const { items, needed } = form.values.outcome_score;
  const toggle = (question: questions.Question) => {
    const without = items.filter((item) => item.question_id !== question.id);
    const next = without.length < items.length ? without : [...items, itemOf(question)];
    const inOrder = asked.flatMap(({ id }) => next.find((item) => item.question_id === id) ?? []);
    form.setFieldValue('outcome_score.items', inOrder);
    if (needed === halfOf(items.length)) form.setFieldValue('outcome_score.needed', halfOf(inOrder.length));
  };
  return (
    <FormSection title={t('scores.items')} text={t('scores.items_text')}>
      {asked.length === 0 && <p className="wv-quiet">{t('scores.no_questions')}</p>}
      {form.errors['outcome_score.items'] && <p className={classes.error}>{form.errors['outcome_score.items']}</p>}
      <ul className={classes.items}>
        {asked.map((question) => (
          <li key={question.id}>
            <Item form={form} question={question} onToggle={() => toggle(question)} />
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

interface ItemProps extends Pick<ItemFieldsProps, 'form'> {
  question: questions.Question;
  onToggle: () => void;
}

function Item({ form, question, onToggle }: ItemProps) {
  const { t } = useTranslation('surveys');
  const limits = useLimitText()(question);
  const place = form.values.outcome_score.items.findIndex(({ question_id }) => question_id === question.id);
  const item = form.values.outcome_score.items[place];
  const field = `outcome_score.items.${place}`;
  return (
    <>
      <Checkbox
        label={<bdi>{question.title}</bdi>}
        checked={item !== undefined}
        onChange={onToggle}
        error={item && form.errors[field]}
      />
      {item && (
        <fieldset className={classes.points}>
          <VisuallyHidden component="legend">{t('scores.points_of', { question: question.title })}</VisuallyHidden>
          {item.points.map(({ option_id, points }, index) => (
            <NumberInput
              key={option_id}
              size="xs"
              className={classes.point}
              label={<bdi>{question.options.find(({ id }) => id === option_id)?.title ?? t('scores.gone')}</bdi>}
              clampBehavior="none"
              hideControls
              decimalScale={2}
              value={points}
              error={form.errors[`${field}.points.${index}.points`]}
              onChange={(value) => form.setFieldValue(`${field}.points.${index}.points`, value)}
            />
          ))}
          {item.points.length === 0 && <p className="wv-quiet">{t('scores.number_itself', { limits })}</p>}
          <Switch
            size="xs"
            label={t('scores.reversed')}
            checked={item.reversed}
            onChange={({ currentTarget }) => form.setFieldValue(`${field}.reversed`, currentTarget.checked)}
          />
        </fieldset>
      )}
    </>
  );
}
