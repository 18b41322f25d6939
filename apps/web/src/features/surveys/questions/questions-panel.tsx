import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feedback, questions, sections, type surveys } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/session.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { AnchorLink, ButtonLink } from '../../../ui/kit/links.tsx';
import { Panel } from '../../../ui/kit/panel.tsx';
import { OrderList } from '../order-list.tsx';
import { SectionDialog } from '../sections/section-dialog.tsx';
import { SectionLine } from '../sections/section-line.tsx';
import { useOrder } from '../use-order.ts';
import { useConditionText } from './use-condition-text.ts';
import { useLimitText } from './use-limit-text.ts';
import classes from './questions-panel.module.css';

type Entry = { kind: 'section'; row: sections.Section } | { kind: 'question'; row: questions.Question };

const keyOf = ({ kind, row }: Entry) => `${kind} ${row.id}`;

/** A survey's questions in the order they are asked, with the headings between them. */
export function QuestionsPanel({ survey }: { survey: surveys.SurveyDetail }) {
  const { t } = useTranslation('surveys');
  const { id } = survey;
  const mayUpdate = useMay()('surveys.update');
  const [dialog, setDialog] = useState<sections.Section | 'new' | null>(null);
  const { entries, order } = useEntries(survey);
  const places = new Map(
    entries?.filter(({ kind }) => kind === 'question').map((entry, index) => [keyOf(entry), index + 1]),
  );
  return (
    <Panel
      title={t('questions.title')}
      flush
      actions={
        mayUpdate && (
          <div className={classes.actions}>
            <Button size="compact-sm" variant="default" onClick={() => setDialog('new')}>
              {t('sections.add')}
            </Button>
            <ButtonLink size="compact-sm" to="/surveys/$id/questions/create" params={{ id: String(id) }}>
              {t('questions.add')}
            </ButtonLink>
          </div>
        )
      }
    >
      {!entries ? (
        <Skeleton height={160} />
      ) : entries.length === 0 ? (
        <p className={classes.empty}>{t('questions.empty')}</p>
      ) : (
        <OrderList
          label={t('questions.title')}
          rows={entries}
          idOf={keyOf}
          nameOf={({ row }) => row.title}
          onOrder={mayUpdate ? (keys) => order.mutate(keys) : undefined}
          isBusy={false}
        >
          {(entry) =>
            entry.kind === 'section' ? (
              <SectionLine
                surveyId={id}
                section={entry.row}
                onEdit={mayUpdate ? () => setDialog(entry.row) : undefined}
              />
            ) : (
              <QuestionLine question={entry.row} place={places.get(keyOf(entry)) ?? 0} />
            )
          }
        </OrderList>
      )}
      {mayUpdate && <SectionDialog surveyId={id} section={dialog} onClose={() => setDialog(null)} />}
    </Panel>
  );
}

/** Returns the sections and questions in their order, which is the wanted one while it is saved. Undefined while they load. */
function useEntries({ id, sections: headings }: surveys.SurveyDetail) {
  const { t } = useTranslation('surveys');
  const { data: list } = useQuery(ask(questions.listSurveyQuestions, { params: { id }, query: { paginate: '0' } }));
  const stored =
    list &&
    [
      ...headings.map((row): Entry => ({ kind: 'section', row })),
      ...list.data.map((row): Entry => ({ kind: 'question', row })),
    ].toSorted((a, b) => a.row.sort_order - b.row.sort_order);
  const order = useOrder({
    of: `survey ${id}`,
    save: (keys: string[]) =>
      call(sections.orderSurvey, {
        params: { id },
        body: {
          survey: {
            items: keys.flatMap((key) => {
              const entry = stored?.find((one) => keyOf(one) === key);
              return entry ? [{ kind: entry.kind, id: entry.row.id }] : [];
            }),
          },
        },
      }),
    onSaved: () => noticeSuccess(t('questions.ordered')),
  });
  const wanted = order.isPending ? order.variables : null;
  const entries = wanted ? stored?.toSorted((a, b) => wanted.indexOf(keyOf(a)) - wanted.indexOf(keyOf(b))) : stored;
  return { entries, order };
}

function QuestionLine({ question, place }: { question: questions.Question; place: number }) {
  const { t } = useTranslation('surveys');
  const { id, survey_id, title, type_of, required, category, options } = question;
  const condition = useConditionText()(question);
  const isTyped = feedback.isTyped(type_of);
  const isEmpty = !isTyped && options.length === 0;
  const limits = useLimitText()(question);
  const facts = [
    t(`type.${type_of}`),
    limits,
    category?.title ?? t('questions.no_category'),
    required && t('questions.must'),
    !isTyped && !isEmpty && t('questions.options', { count: options.length }),
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
      {condition && <div className={classes.facts}>{condition}</div>}
      {isEmpty && <div className={classes.warning}>{t('questions.no_options')}</div>}
    </div>
  );
}
