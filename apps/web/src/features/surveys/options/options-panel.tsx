import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feedback, questions, type options } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { useMay } from '../../../api/session.ts';
import { AddMenu } from '../../../ui/domain/add-menu.tsx';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { Panel } from '../../../ui/kit/panel.tsx';
import { RemoveButton } from '../../../ui/kit/row-buttons.tsx';
import { CallsMark } from './calls-mark.tsx';
import { OptionDialog } from './option-dialog.tsx';
import classes from './options-panel.module.css';
import { OrderList } from '../order-list.tsx';

/** What a question can be answered with, in order; others can be attached, or made. */
export function OptionsPanel({ question: { id, type_of, options: assigned } }: { question: questions.Question }) {
  const { t } = useTranslation('surveys');
  const mayUpdate = useMay()('surveys.update');
  const [isMaking, setIsMaking] = useState(false);
  const { attach, order, remove, isBusy } = useChanges(id);
  const { data: available } = useQuery({
    ...ask(questions.listQuestionOptions, { params: { id }, query: { paginate: '0', assigned: '0' } }),
    enabled: mayUpdate && type_of !== 'consent' && !feedback.isTyped(type_of),
  });
  if (feedback.isTyped(type_of))
    return (
      <Panel title={t('options.title')}>
        <p className="wv-quiet">{t('options.text_has_none')}</p>
      </Panel>
    );
  // A consent has exactly its two answers; only their words can be changed.
  const mayChange = mayUpdate && type_of !== 'consent';
  const wanted = order.isPending ? order.variables : null;
  const rows = wanted ? assigned.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id)) : assigned;
  return (
    <Panel
      title={t('options.title')}
      flush
      actions={
        mayChange && (
          <div className={classes.actions}>
            <AddMenu
              label={t('options.attach')}
              choices={(available?.data ?? []).map((one) => ({
                id: one.id,
                title: `${one.title} (${one.value ?? t('options.no_value')})`,
              }))}
              isBusy={isBusy}
              onAdd={attach.mutate}
            />
            <Button
              size="compact-sm"
              leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
              onClick={() => setIsMaking(true)}
            >
              {t('options.create')}
            </Button>
          </div>
        )
      }
    >
      {rows.length === 0 ? (
        <p className={classes.empty}>{t('options.empty')}</p>
      ) : (
        <OrderList
          label={t('options.title')}
          rows={rows}
          idOf={(option) => option.id}
          nameOf={({ title }) => title}
          onOrder={mayChange ? (ids) => order.mutate(ids) : undefined}
          isBusy={isBusy}
        >
          {(option) => <OptionLine option={option} onRemove={mayChange ? () => remove.mutate(option.id) : undefined} />}
        </OrderList>
      )}
      {mayChange && <OptionDialog questionId={id} opened={isMaking} onClose={() => setIsMaking(false)} />}
    </Panel>
  );
}

function OptionLine({ option, onRemove }: { option: options.Option; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation('surveys');
  return (
    <div className={classes.line}>
      <AnchorLink to="/options/$id" params={{ id: String(option.id) }} c="inherit">
        <bdi>{option.title}</bdi>
      </AnchorLink>
      <span className={classes.value}>{option.value ?? t('options.no_value')}</span>
      <CallsMark option={option} />
      {onRemove && <RemoveButton label={t('options.remove', { name: option.title })} onClick={onRemove} />}
    </div>
  );
}

function useChanges(questionId: number) {
  const { t } = useTranslation('surveys');
  const invalidate = useInvalidate();
  const params = { id: questionId };
  const onSettled = () => invalidate('surveys');
  const attach = useMutation({
    mutationFn: async (optionIds: number[]) => {
      for (const id of optionIds) await call(questions.assignOption, { params, body: { option: { id } } });
    },
    onSuccess: () => noticeSuccess(t('options.attached')),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (optionId: number) => call(questions.removeOption, { params: { ...params, optionId } }),
    onSuccess: () => noticeSuccess(t('options.removed')),
    onSettled,
  });
  const order = useMutation({
    mutationFn: (ids: number[]) => call(questions.orderOptions, { params, body: { question: { option_ids: ids } } }),
    onSettled,
  });
  return { attach, remove, order, isBusy: attach.isPending || remove.isPending || order.isPending };
}
