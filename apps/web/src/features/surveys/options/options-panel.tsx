import { Button, Menu } from '@mantine/core';
import { IconPlus, IconRuler2 } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerScales, feedback, questions } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { useInvalidate } from '../../../api/invalidate.ts';
import { useMay } from '../../../api/session.ts';
import { AddMenu } from '../../../ui/domain/add-menu.tsx';
import { AnchorLink } from '../../../ui/kit/links.tsx';
import { confirm } from '../../../ui/kit/confirm.ts';
import { noticeSuccess } from '../../../ui/domain/notices.ts';
import { Panel } from '../../../ui/kit/panel.tsx';
import { OptionDialog } from './option-dialog.tsx';
import { OptionLine } from './option-line.tsx';
import classes from './options-panel.module.css';
import { OrderList } from '../order-list.tsx';
import { useOrder } from '../use-order.ts';

/** What a question can be answered with, in order; others can be attached, or made. */
export function OptionsPanel({ question }: { question: questions.Question }) {
  const { id, type_of, scale, options: assigned } = question;
  const { t } = useTranslation('surveys');
  const mayUpdate = useMay()('surveys.update');
  const [isMaking, setIsMaking] = useState(false);
  const { attach, order, remove, isBusy } = useChanges(id);
  const { data: available } = useQuery({
    ...ask(questions.listQuestionOptions, { params: { id }, query: { paginate: '0', assigned: '0' } }),
    enabled: mayUpdate && type_of !== 'consent' && scale === null && !feedback.isTyped(type_of),
  });
  if (feedback.isTyped(type_of))
    return (
      <Panel title={t('options.title')}>
        <p className="wv-quiet">{t('options.text_has_none')}</p>
      </Panel>
    );
  // A consent has exactly its two answers, and a question that uses a scale has those of the scale.
  const mayChange = mayUpdate && type_of !== 'consent' && scale === null;
  const wanted = order.isPending ? order.variables : null;
  const rows = wanted ? assigned.toSorted((a, b) => wanted.indexOf(a.id) - wanted.indexOf(b.id)) : assigned;
  return (
    <Panel
      title={t('options.title')}
      flush
      actions={
        mayChange && (
          <div className={classes.actions}>
            <ScaleMenu question={question} />
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
      {scale && <ScaleBand question={question} scale={scale} />}
      {rows.length === 0 ? (
        <p className={classes.empty}>{t('options.empty')}</p>
      ) : (
        <OrderList
          label={t('options.title')}
          rows={rows}
          idOf={(option) => option.id}
          nameOf={({ title }) => title}
          onOrder={mayChange ? (ids) => order.mutate(ids) : undefined}
          isBusy={attach.isPending || remove.isPending}
        >
          {(option) => <OptionLine option={option} onRemove={mayChange ? () => remove.mutate(option.id) : undefined} />}
        </OrderList>
      )}
      {mayChange && (
        <OptionDialog
          opened={isMaking}
          onClose={() => setIsMaking(false)}
          onMade={() => noticeSuccess(t('options.attached'))}
          make={async (body) => (await call(questions.assignOption, { params: { id }, body })).data.id}
        />
      )}
    </Panel>
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
  const order = useOrder({
    of: `the options of question ${questionId}`,
    save: (ids: number[]) => call(questions.orderOptions, { params, body: { question: { option_ids: ids } } }),
  });
  return { attach, remove, order, isBusy: attach.isPending || remove.isPending || order.isPending };
}

/** Offers the answer scales of the application, whose options replace the question's own. */
function ScaleMenu({ question: { id, version, options } }: { question: questions.Question }) {
  const { t } = useTranslation('surveys');
  const setScale = useSetScale(id);
  const { data: scales } = useQuery(ask(answerScales.listAnswerScales, { query: { paginate: '0' } }));
  if (!scales || scales.data.length === 0) return null;
  const use = async (scale_id: number, title: string) => {
    const isAsked = options.length > 0;
    if (isAsked && !(await confirm({ title: t('scales.use_title', { title }), text: t('scales.use_text') }))) return;
    setScale.mutate({ scale_id, version });
  };
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          disabled={setScale.isPending}
          leftSection={<IconRuler2 size={14} stroke={1.75} aria-hidden />}
        >
          {t('scales.use')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {scales.data.map(({ id: scaleId, title }) => (
          <Menu.Item key={scaleId} onClick={() => void use(scaleId, title)}>
            <bdi>{title}</bdi>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Says whose the options are, and lets the question have its own again. */
function ScaleBand({
  question: { id, version },
  scale,
}: {
  question: questions.Question;
  scale: NonNullable<questions.Question['scale']>;
}) {
  const { t } = useTranslation('surveys');
  const mayUpdate = useMay()('surveys.update');
  const setScale = useSetScale(id);
  return (
    <div className={classes.band}>
      <span>
        {t('scales.used')}{' '}
        <AnchorLink to="/scales/$id" params={{ id: String(scale.id) }}>
          <bdi>{scale.title}</bdi>
        </AnchorLink>
      </span>
      {mayUpdate && (
        <Button
          size="compact-sm"
          variant="default"
          loading={setScale.isPending}
          onClick={() => setScale.mutate({ scale_id: null, version })}
        >
          {t('scales.leave')}
        </Button>
      )}
    </div>
  );
}

function useSetScale(questionId: number) {
  const { t } = useTranslation('surveys');
  const invalidate = useInvalidate();
  return useMutation({
    mutationFn: (body: { scale_id: number | null; version: number }) =>
      call(answerScales.setQuestionScale, { params: { id: questionId }, body: { question: body } }),
    onSuccess: ({ data }) => noticeSuccess(data.scale ? t('scales.used_now') : t('scales.left')),
    onSettled: () => invalidate('surveys'),
  });
}
