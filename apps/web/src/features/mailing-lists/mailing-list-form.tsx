import { Radio, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mailingLists } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { Form } from '../../ui/kit/form.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import type { ListFormValues } from './list-form-values.ts';
import { PeopleCount } from './people-count.tsx';
import { RuleFields } from './rule-fields.tsx';

interface MailingListFormProps {
  /** Undefined: a new one. */
  list?: mailingLists.MailingListDetail;
  onReload?: () => void;
}

const NO_RULES: mailingLists.ListRules = { last_days: 30 };

export function MailingListForm({ list, onReload }: MailingListFormProps) {
  const { t } = useTranslation(['mailing_lists', 'common']);
  const navigate = useNavigate();
  const open = (id: number) => void navigate({ to: '/mailingList/$id', params: { id: String(id) } });
  const record = useRecordForm<ListFormValues, { data: { id: number } }>({
    schema: list ? mailingLists.updateMailingList.body : mailingLists.createMailingList.body,
    wrapper: 'mailing_list',
    values: {
      mailing_list: {
        name: list?.name ?? '',
        title: list?.title ?? '',
        type_of: list?.type_of ?? 'static',
        rules: list?.rules ?? NO_RULES,
        ...(list ? { version: list.version } : {}),
      },
    },
    save: (values) =>
      list
        ? call(mailingLists.updateMailingList, { params: { id: list.id }, body: values })
        : call(mailingLists.createMailingList, { body: values }),
    changes: ['mailing_lists'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  const { type_of, rules } = form.values.mailing_list;
  const losesPeople = list?.type_of === 'static' && type_of !== 'static' && list.contacts_count > 0;
  return (
    <Form
      of={record}
      submit={list ? t('common:record.save') : t('create')}
      onCancel={() => (list ? open(list.id) : void navigate({ to: '/mailingList/index' }))}
    >
      <TextInput
        label={t('name')}
        description={t('name_help')}
        required
        maxLength={200}
        dir="auto"
        data-autofocus
        {...form.getInputProps('mailing_list.name')}
      />
      <TextInput label={t('list_title')} maxLength={200} dir="auto" {...form.getInputProps('mailing_list.title')} />
      <Radio.Group label={t('type')} {...form.getInputProps('mailing_list.type_of')}>
        <Stack gap={10} mt={8}>
          {mailingLists.LIST_TYPES.map((value) => (
            <Radio key={value} value={value} label={t(`type_text.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {losesPeople && <p role="status">{t('type_change')}</p>}
      {type_of === 'dynamic' && <RuleFields form={form} />}
      {type_of !== 'static' && <PeopleCount type={type_of} rules={rules} />}
    </Form>
  );
}
