import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiKeys, type ReplyOf } from '@wardvoice/contract';
import { call } from '../../api/call.ts';
import { PermissionsInput } from '../../ui/domain/permissions/permissions-input.tsx';
import { WardsInput } from '../../ui/domain/pickers/wards-input.tsx';
import { useRecordForm } from '../../ui/domain/record-form/use-record-form.ts';
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
  api_key: {
    name: string;
    permissions: string[];
    locations: string[];
    expires_at: string;
    public_keys: apiKeys.PublicKeys | null;
    version?: number;
  };
};

const startOf = (apiKey: apiKeys.ApiKey | undefined, wards: readonly string[]): Values => ({
  api_key: {
    name: apiKey?.name ?? '',
    permissions: apiKey?.permissions ?? [],
    locations: apiKey?.locations ?? [...wards],
    expires_at: apiKey ? lastDayOf(apiKey.expires_at) : dayAfter(apiKeys.DEFAULT_DAYS),
    public_keys: apiKey?.public_keys ?? null,
    ...(apiKey ? { version: apiKey.version } : {}),
  },
});

/** Reads what was pasted in. A text that is no JSON becomes a set without keys, which the contract refuses. */
function readKeys(text: string): apiKeys.PublicKeys | null {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as apiKeys.PublicKeys;
  } catch {
    return { keys: [] };
  }
}

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
  const [keysText, setKeysText] = useState(() =>
    apiKey?.public_keys ? JSON.stringify(apiKey.public_keys, null, 2) : '',
  );
  const keysError = Object.entries(form.errors).find(([path]) => path.startsWith('api_key.public_keys'))?.[1];
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
      <Textarea
        label={t('public_keys')}
        description={t('public_keys_help')}
        autosize
        minRows={2}
        maxRows={14}
        dir="ltr"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--wv-font-mono)', fontSize: 12 } }}
        value={keysText}
        onChange={({ currentTarget: { value } }) => {
          setKeysText(value);
          form.setFieldValue('api_key.public_keys', readKeys(value));
        }}
        error={keysError}
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
