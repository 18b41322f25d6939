import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { apiKeys, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { PermissionsInput } from '../../ui/domain/permissions/permissions-input.tsx';
import { WardsInput } from '../../ui/domain/pickers/wards-input.tsx';
import { useRecordForm } from '../../ui/domain/use-record-form.ts';
import { Form } from '../../ui/kit/form.tsx';

const DAY_MS = 86_400_000;
const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** The last day of a key that expires when a day ends. */
const lastDayOf = (at: string): string => new Date(Date.parse(at) - 1).toISOString().slice(0, 10);

export type MadeKey = ReplyOf<typeof apiKeys.createApiKey>['data'];
type Saved = { data: apiKeys.ApiKey };

interface KeyFormProps {
  /** What is changed; undefined: a new one is made. */
  apiKey?: apiKeys.ApiKey;
  /** Wards that the person sees themselves, with which a new key begins; empty: all. */
  wards?: readonly string[];
  onMade?: (made: MadeKey) => void;
  onSaved?: () => void;
  onCancel: () => void;
  onReload?: () => void;
}

type Values = {
  api_key: { name: string; permissions: string[]; locations: string[]; expires_at: string; version?: number };
};

const startOf = (apiKey: apiKeys.ApiKey | undefined, wards: readonly string[]): Values => ({
  api_key: {
    name: apiKey?.name ?? '',
    permissions: apiKey?.permissions ?? [],
    locations: apiKey?.locations ?? [...wards],
    expires_at: apiKey ? lastDayOf(apiKey.expires_at) : dayAfter(apiKeys.DEFAULT_DAYS),
    ...(apiKey ? { version: apiKey.version } : {}),
  },
});

export function KeyForm({ apiKey, wards = [], onMade, onSaved, onCancel, onReload }: KeyFormProps) {
  const { t } = useTranslation(['api_keys', 'common']);
  const start = startOf(apiKey, wards);
  async function save(values: Values): Promise<Saved> {
    if (!apiKey) {
      const made = await call(apiKeys.createApiKey, { body: values });
      onMade?.(made.data);
      return made;
    }
    // A day that was not changed is not sent: the key may have expired already.
    const { expires_at, ...rest } = values.api_key;
    const isNewDay = expires_at !== start.api_key.expires_at;
    return call(apiKeys.updateApiKey, {
      params: { id: apiKey.id },
      body: { api_key: { ...rest, ...(isNewDay ? { expires_at } : {}) } },
    });
  }
  const record = useRecordForm<Values, Saved>({
    schema: apiKey ? apiKeys.updateApiKey.body : apiKeys.createApiKey.body,
    wrapper: 'api_key',
    values: start,
    save,
    changes: ['api_keys', 'alarms'],
    onSaved: () => onSaved?.(),
    ...(onReload ? { onReload } : {}),
  });
  const { form } = record;
  return (
    <Form of={record} submit={apiKey ? t('common:record.save') : t('create')} onCancel={onCancel}>
      <TextInput
        label={t('name')}
        description={t('name_help')}
        required
        maxLength={80}
        data-autofocus
        {...form.getInputProps('api_key.name')}
      />
      <TextInput
        type="date"
        label={t('expires_on')}
        description={t('expires_on_help')}
        required
        min={dayAfter(0)}
        max={dayAfter(apiKeys.MAX_DAYS - 1)}
        {...form.getInputProps('api_key.expires_at')}
      />
      <WardsInput
        value={form.values.api_key.locations}
        onChange={(locations) => form.setFieldValue('api_key.locations', locations)}
        error={form.errors['api_key.locations']}
      />
      <PermissionsInput
        offered={apiKeys.KEY_PERMISSIONS}
        value={form.values.api_key.permissions}
        onChange={(permissions) => form.setFieldValue('api_key.permissions', permissions)}
        error={form.errors['api_key.permissions']}
      />
    </Form>
  );
}
