import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { options } from '@wardvoice/contract';
import { call } from '../../../api/call.ts';
import { Form } from '../../../ui/kit/form.tsx';
import { useRecordForm } from '../../../ui/domain/record-form/use-record-form.ts';
import { EMPTY_OPTION, optionBody, OptionFields, type OptionValues } from './option-fields.tsx';

interface OptionFormProps {
  /** Undefined: a new one. */
  option?: options.OptionDetail;
  onReload?: () => void;
}

export function OptionForm({ option, onReload }: OptionFormProps) {
  const { t } = useTranslation(['surveys', 'common']);
  const navigate = useNavigate();
  const open = (id: number) => void navigate({ to: '/options/$id', params: { id: String(id) } });
  const record = useRecordForm<OptionValues, { data: { id: number } }>({
    schema: option ? options.updateOption.body : options.createOption.body,
    wrapper: 'option',
    values: {
      option: option
        ? {
            title: option.title,
            value: option.value,
            escalate: option.escalate,
            notify: option.notify,
            version: option.version,
          }
        : EMPTY_OPTION,
    },
    save: (values) =>
      option
        ? call(options.updateOption, { params: { id: option.id }, body: optionBody(values) })
        : call(options.createOption, { body: optionBody(values) }),
    changes: ['surveys'],
    onSaved: ({ data }) => open(data.id),
    ...(onReload ? { onReload } : {}),
  });
  return (
    <Form
      of={record}
      submit={option ? t('common:record.save') : t('options.create')}
      onCancel={() => (option ? open(option.id) : void navigate({ to: '/options/index' }))}
    >
      <OptionFields form={record.form} />
    </Form>
  );
}
