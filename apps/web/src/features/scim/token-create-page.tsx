import { MultiSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { roles, scim, type BodyOf, type ReplyOf } from '@wardvoice/contract';
import { ask } from '../../api/ask.ts';
import { call } from '../../api/call.ts';
import { inOwnWords } from '../../api/sentences.ts';
import { useMay } from '../../api/session.ts';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';
import { Page } from '../../ui/kit/page.tsx';
import { SecretDialog } from '../../ui/kit/secret/secret-dialog.tsx';

const DEFAULT_DAYS = 365;

type Made = ReplyOf<typeof scim.createScimToken>;

export function TokenCreatePage() {
  const { t } = useTranslation('scim');
  const navigate = useNavigate();
  const [made, setMade] = useState<Made['data'] | null>(null);
  const backToList = () => void navigate({ to: '/scim/index' });
  return (
    <Page title={t('create_title')} path={[{ label: t('title'), to: '/scim/index' }]}>
      <TokenForm onMade={({ data }) => setMade(data)} onCancel={backToList} />
      <SecretDialog
        title={t('secret.title')}
        warning={t('secret.once')}
        values={
          made && [
            { label: t('address'), value: made.base_url },
            { label: t('secret.token'), value: made.token },
          ]
        }
        close={t('secret.kept')}
        onClose={backToList}
      />
    </Page>
  );
}

function TokenForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const { t } = useTranslation('scim');
  const record = useRecordForm<BodyOf<typeof scim.createScimToken>, Made>({
    schema: scim.createScimToken.body,
    wrapper: 'scim_token',
    values: { scim_token: { name: '', days: DEFAULT_DAYS, role_ids: [] } },
    save: (values) => call(scim.createScimToken, { body: values }),
    changes: ['scim_tokens'],
    onSaved: onMade,
  });
  const { form } = record;
  return (
    <Form of={record} submit={t('create')} onCancel={onCancel}>
      <TextInput
        label={t('name')}
        description={t('name_help')}
        required
        maxLength={80}
        data-autofocus
        {...form.getInputProps('scim_token.name')}
      />
      <NumberInput
        label={t('days')}
        description={t('days_help')}
        required
        min={1}
        max={scim.MAX_DAYS}
        allowDecimal={false}
        {...form.getInputProps('scim_token.days')}
      />
      <RolesInput
        value={form.values.scim_token.role_ids}
        onChange={(ids) => form.setFieldValue('scim_token.role_ids', ids)}
        error={form.errors['scim_token.role_ids']}
      />
    </Form>
  );
}

interface RolesInputProps {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error: ReactNode;
}

/** Offers the roles whose permissions the person has: nobody gives what they do not have. */
function RolesInput({ value, onChange, error }: RolesInputProps) {
  const { t } = useTranslation('scim');
  const may = useMay();
  const { data } = useQuery(ask(roles.listRoles, { query: { paginate: '0' } }));
  const mine = (data?.data ?? []).filter((role) => role.permissions.every((name) => may(name)));
  return (
    <MultiSelect
      label={t('role_ids')}
      description={t('role_ids_help')}
      data={mine.map(({ id, name }) => ({ value: String(id), label: inOwnWords(name) }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      error={error}
      searchable
      clearable
      nothingFoundMessage={t('no_such_role')}
    />
  );
}
