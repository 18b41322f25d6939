import { Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { questions } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { useMay } from '../../../api/session.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { OrderList } from '../order-list.tsx';
import classes from './questions-panel.module.css';

/** A survey's questions in the order they are asked. */
export function QuestionsPanel({ surveyId }: { surveyId: number }) {
  const { t } = useTranslation('surveys');
  const mayUpdate = useMay()('surveys.update');
  const invalidate = useInvalidate();
  const { data: list } = useQuery(
    ask(questions.listSurveyQuestions, { params: { id: surveyId }, query: { paginate: '0' } }),
  );
  const order = useMutation({
    mutationFn: (ids: number[]) =>
      call(questions.orderQuestions, { params: { id: surveyId }, body: { survey: { question_ids: ids } } }),
    onSuccess: () => noticeSuccess(t('questions.ordered')),
    onSettled: () => invalidate('surveys'),
  });
  const wanted = order.isPending ? order.variables : null;
  const rows = wanted ? list?.data.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id)) : list?.data;
  return (
    <Panel
      title={t('questions.title')}
      flush
      actions={
        mayUpdate && (
          <ButtonLink size="compact-sm" to="/surveys/$id/questions/create" params={{ id: String(surveyId) }}>
            {t('questions.add')}
          </ButtonLink>
        )
      }
    >
      {!rows ? (
        <Skeleton height={160} />
      ) : rows.length === 0 ? (
        <p className={classes.empty}>{t('questions.empty')}</p>
      ) : (
        <OrderList
          label={t('questions.title')}
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ title }) => title}
          onOrder={mayUpdate ? (ids) => order.mutate(ids) : undefined}
          isBusy={order.isPending}
        >
          {(question, index) => <QuestionLine question={question} place={index + 1} />}
        </OrderList>
      )}
    </Panel>
  );
}

function QuestionLine({ question, place }: { question: questions.Question; place: number }) {
  const { t } = useTranslation('surveys');
  const { id, survey_id, title, type_of, required, category, condition, options } = question;
  const isEmpty = type_of !== 'text' && options.length === 0;
  const facts = [
    t(`type.${type_of}`),
    category?.title ?? t('questions.no_category'),
    required && t('questions.must'),
    type_of !== 'text' && !isEmpty && t('questions.options', { count: options.length }),
  ].filter(Boolean);
  return (
    <div className={classes.line}>
      <span className={classes.place}>{place}</span>
      <AnchorLink
        to="/surveys/$id/questions/$question_id"
        params={{ id: String(survey_id), question_id: String(id) }}
        c="inherit"
        fw={500}
      >
        <bdi>{title}</bdi>
      </AnchorLink>
      <div className={classes.facts}>{facts.join(' · ')}</div>
      {condition && <div className={classes.facts}>{t('questions.shown_when', condition)}</div>}
      {isEmpty && <div className={classes.warning}>{t('questions.no_options')}</div>}
    </div>
  );
}
