import { Button, Input, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answerScales, options, type BodyInputOf } from '@wardvoice/contract';
import { ask } from '../../../api/ask.ts';
import { call } from '../../../api/call.ts';
import { AddMenu } from '../../../ui/domain/add-menu.tsx';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../../ui/kit/form.tsx';
import { OptionDialog } from '../options/option-dialog.tsx';
import { OptionLine } from '../options/option-line.tsx';
import { OrderList } from '../order-list.tsx';
import classes from './scale-form.module.css';

interface ScaleFormProps {
  /** Undefined: a new one. */
  scale?: answerScales.AnswerScaleDetail;
  onReload?: () => void;
}

type Values = { answer_scale: { title: string; options: { id: number }[]; version?: number } };
type Body = BodyInputOf<typeof answerScales.createAnswerScale>;

export function ScaleForm({ scale, onReload }: ScaleFormProps) {
  const { t } = useTranslation(['surveys', 'common']);
  const navigate = useNavigate();
  const [isMaking, setIsMaking] = useState(false);
  const { data: known } = useQuery(ask(options.listOptions, { query: { paginate: '0' } }));
  const open = (id: number) => void navigate({ to: '/scales/$id', params: { id: String(id) } });
  const record = useRecordForm<Values, { data: { id: number } }>({
    schema: scale ? answerScales.updateAnswerScale.body : answerScales.createAnswerScale.body,
    wrapper: 'answer_scale',
    values: {
      answer_scale: {
        title: scale?.title ?? '',
        options: (scale?.options ?? []).map(({ id }) => ({ id })),
        ...(scale ? { version: scale.version } : {}),
      },
    },
    save: (values) =>
      scale
        ? call(answerScales.updateAnswerScale, { params: { id: scale.id }, body: values })
        : call(answerScales.createAnswerScale, { body: values satisfies Body }),
    changes: ['surveys'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const chosen = form.values.answer_scale.options;
  const ids = chosen.map(({ id }) => id);
  const byId = new Map([...(scale?.options ?? []), ...(known?.data ?? [])].map((option) => [option.id, option]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const choose = (next: readonly number[]) =>
    form.setFieldValue(
      'answer_scale.options',
      next.map((id) => ({ id })),
    );
  return (
    <>
      <Form
        of={record}
        submit={scale ? t('common:record.save') : t('scales.create')}
        onCancel={() => (scale ? open(scale.id) : void navigate({ to: '/scales/index' }))}
      >
        <TextInput
          label={t('common:record.title')}
          description={t('scales.title_help')}
          required
          maxLength={200}
          dir="auto"
          data-autofocus
          {...form.getInputProps('answer_scale.title')}
        />
        <Input.Wrapper
          labelElement="div"
          label={t('options.title')}
          description={t('scales.options_help')}
          required
          error={form.errors['answer_scale.options']}
        >
          <div className={classes.options}>
            <OrderList
              label={t('options.title')}
              rows={rows}
              idOf={(option) => option.id}
              nameOf={({ title }) => title}
              onOrder={choose}
              isBusy={false}
            >
              {(option) => <OptionLine option={option} onRemove={() => choose(ids.filter((id) => id !== option.id))} />}
            </OrderList>
            <div className={classes.actions}>
              <AddMenu
                label={t('scales.add')}
                choices={(known?.data ?? [])
                  .filter(({ id }) => !ids.includes(id))
                  .map(({ id, title, value }) => ({ id, title: `${title} (${value ?? t('options.no_value')})` }))}
                isBusy={false}
                onAdd={(added) => choose([...ids, ...added])}
              />
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconPlus size={14} stroke={1.75} aria-hidden />}
                onClick={() => setIsMaking(true)}
              >
                {t('options.create')}
              </Button>
            </div>
          </div>
        </Input.Wrapper>
      </Form>
      <OptionDialog
        opened={isMaking}
        onClose={() => setIsMaking(false)}
        onMade={(id) => choose([...ids, id])}
        make={async (body) => (await call(options.createOption, { body })).data.id}
      />
    </>
  );
}
